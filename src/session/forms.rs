//! The forms that sources of many kinds share. They are what released readers admit, and stay declared.

use super::declare::record;
use super::registry::Alternative;

/// All seven forms.
pub const FORMED: &[Alternative] = &[
    Alternative::of::<Bare>(),
    Alternative::of::<Instructions>(),
    Alternative::of::<Catalog>(),
    Alternative::of::<Relay>(),
    Alternative::of::<Recall>(),
    Alternative::of::<Snapshot>(),
    Alternative::of::<Notice>(),
];

record! {
    /// No more than the kind.
    pub struct Bare {}
}

record! {
    /// Instructions to the model.
    pub struct Instructions {
        form: "instructions",
    }
}

record! {
    /// A list of what there is.
    pub struct Catalog {
        form: "catalog",
    }
}

record! {
    /// Somebody else's words.
    pub struct Relay {
        form: "relay",
    }
}

record! {
    /// Something from the past.
    pub struct Recall {
        form: "recall",
    }
}

record! {
    /// The state of something.
    pub struct Snapshot {
        form: "snapshot",
        /// Its parts.
        sections: Vec<SnapshotSection>,
    }
}

record! {
    /// A part of a snapshot.
    pub struct SnapshotSection {
        /// Its name.
        name: String,
        /// What it says.
        text: String,
    }
}

record! {
    /// Something that happened.
    pub struct Notice {
        form: "notice",
        /// It in one line; producers keep it short.
        summary: String,
    }
}

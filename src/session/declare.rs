//! The notation in which the persisted types are declared.
//!
//! `name: T` is a required member, `name?: T` one that may be absent (and is never null), `name: "x"` and `name?: "x"`
//! are literals. Every declared object is open: members that are not declared are kept in `undeclared`. The macros
//! expand to plain structs and enums with serde and schemars derives, so that reader and schema have one origin, and
//! no declaration can forget the attributes that keep the two equal.

/// Declares an object.
macro_rules! record {
    ($(#[$attr:meta])* pub struct $name:ident { $($body:tt)* }) => {
        $crate::session::declare::record! { @ [$(#[$attr])*] $name [] [] [0] $($body)* }
    };

    (@ [$($attr:tt)*] $name:ident [$($fields:tt)*] [$($literals:expr,)*] [$count:expr]) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $($attr)*
        #[serde(rename_all = "camelCase")]
        pub struct $name {
            $($fields)*
            /// Members that are not declared, kept as they are.
            #[serde(flatten)]
            pub undeclared: $crate::session::value::Undeclared,
        }

        impl $crate::session::literal::Literals for $name {
            const LITERALS: &'static [&'static str] = &[$($literals),*];
        }
    };

    (@ $attr:tt $name:ident [$($fields:tt)*] [$($literals:tt)*] [$count:expr]
        $field:ident : $literal:literal, $($rest:tt)*) => {
        $crate::session::declare::record! { @ $attr $name
            [$($fields)*
                #[doc = concat!("Always `", stringify!($literal), "`.")]
                #[schemars(description = "")]
                pub $field: $crate::session::literal::Literal<$name, { $count }>,]
            [$($literals)* stringify!($literal),] [$count + 1] $($rest)* }
    };

    (@ $attr:tt $name:ident [$($fields:tt)*] [$($literals:tt)*] [$count:expr]
        $(#[$meta:meta])* $field:ident ? : $literal:literal, $($rest:tt)*) => {
        $crate::session::declare::record! { @ $attr $name
            [$($fields)*
                $(#[$meta])*
                #[serde(default, skip_serializing_if = "crate::session::value::Optional::is_absent")]
                pub $field: $crate::session::value::Optional<$crate::session::literal::Literal<$name, { $count }>>,]
            [$($literals)* stringify!($literal),] [$count + 1] $($rest)* }
    };

    (@ $attr:tt $name:ident [$($fields:tt)*] $literals:tt $count:tt
        $(#[$meta:meta])* $field:ident ? : $type:ty, $($rest:tt)*) => {
        $crate::session::declare::record! { @ $attr $name
            [$($fields)*
                $(#[$meta])*
                #[serde(default, skip_serializing_if = "crate::session::value::Optional::is_absent")]
                pub $field: $crate::session::value::Optional<$type>,]
            $literals $count $($rest)* }
    };

    (@ $attr:tt $name:ident [$($fields:tt)*] $literals:tt $count:tt
        $(#[$meta:meta])* $field:ident : $type:ty, $($rest:tt)*) => {
        $crate::session::declare::record! { @ $attr $name
            [$($fields)* $(#[$meta])* pub $field: $type,]
            $literals $count $($rest)* }
    };
}

/// Declares a union of objects that differ in one literal member.
///
/// `..Other(T)` at the end adds what readers keep beside the declared alternatives; the schema records it as
/// `x-persistence-other`.
macro_rules! union {
    ($(#[$attr:meta])* pub enum $name:ident by $tag:literal { $($body:tt)* }) => {
        $crate::session::declare::union! { @ [$(#[$attr])*] $name $tag [] $($body)* }
    };

    (@ [$($attr:tt)*] $name:ident $tag:literal [$($variants:tt)*]) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $($attr)*
        #[serde(tag = $tag, rename_all_fields = "camelCase")]
        pub enum $name { $($variants)* }
    };

    (@ [$($attr:tt)*] $name:ident $tag:literal [$($variants:tt)*] $(#[$meta:meta])* ..$variant:ident($type:ty)) => {
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        $($attr)*
        #[serde(tag = $tag, rename_all_fields = "camelCase")]
        #[schemars(extend("x-persistence-other" = true))]
        pub enum $name {
            $($variants)*
            $(#[$meta])*
            #[serde(untagged)]
            #[schemars(skip)]
            $variant($type),
        }
    };

    (@ $attr:tt $name:ident $tag:literal $variants:tt
        $(#[$meta:meta])* $variant:ident = $value:literal { $($fields:tt)* }, $($rest:tt)*) => {
        $crate::session::declare::union! { @fields [$attr $name $tag $variants $($rest)*]
            [$(#[$meta])* #[serde(rename = $value)] $variant] [] $($fields)* }
    };

    (@fields [$attr:tt $name:ident $tag:literal [$($variants:tt)*] $($rest:tt)*] [$($head:tt)*] [$($fields:tt)*]) => {
        $crate::session::declare::union! { @ $attr $name $tag
            [$($variants)* $($head)* {
                $($fields)*
                /// Members that are not declared, kept as they are.
                #[serde(flatten)]
                undeclared: $crate::session::value::Undeclared,
            },]
            $($rest)* }
    };

    (@fields $outer:tt $head:tt [$($fields:tt)*] $(#[$meta:meta])* $field:ident ? : $type:ty, $($rest:tt)*) => {
        $crate::session::declare::union! { @fields $outer $head
            [$($fields)*
                $(#[$meta])*
                #[serde(default, skip_serializing_if = "crate::session::value::Optional::is_absent")]
                $field: $crate::session::value::Optional<$type>,]
            $($rest)* }
    };

    (@fields $outer:tt $head:tt [$($fields:tt)*] $(#[$meta:meta])* $field:ident : $type:ty, $($rest:tt)*) => {
        $crate::session::declare::union! { @fields $outer $head
            [$($fields)* $(#[$meta])* $field: $type,]
            $($rest)* }
    };
}

/// Declares an event: its documentation, whether it is on the surface, its type, its name and its data.
macro_rules! event {
    ($(#[$attr:meta])* log $name:ident = $event:literal($data:ty)) => {
        $crate::session::declare::event! { @ [$(#[$attr])*] $name $event $data, false, {} }
    };

    ($(#[$attr:meta])* surface $name:ident = $event:literal($data:ty)) => {
        $crate::session::declare::event! { @ [$(#[$attr])*] $name $event $data, true, {
            /// Where the event stands on the surface.
            surface_op: $crate::session::envelope::SurfaceOp,
            /// The earlier events that it was made from.
            source_event_seqs?: Vec<$crate::session::value::Num>,
        } }
    };

    // What the model wrote was made from no single events, and can never replace any.
    ($(#[$attr:meta])* surface without sources $name:ident = $event:literal($data:ty)) => {
        $crate::session::declare::event! { @ [$(#[$attr])*] $name $event $data, true, {
            /// Where the event stands on the surface.
            surface_op: $crate::session::envelope::SurfaceOp,
        } }
    };

    (@ [$($attr:tt)*] $name:ident $event:literal $data:ty, $surface:literal, { $($fields:tt)* }) => {
        $crate::session::declare::record! {
            $($attr)*
            pub struct $name {
                r#type: $event,
                /// Its number in the log, from 0 without gaps.
                seq: $crate::session::value::Num,
                /// When it was recorded, in milliseconds since the epoch.
                time: $crate::session::value::Num,
                /// Present when a reader that does not know the event may pass over it.
                ignorable?: $crate::session::literal::True,
                $($fields)*
                /// What happened.
                data: $data,
            }
        }

        impl $crate::session::envelope::Event for $name {
            const NAME: &'static str = $event;
            const SURFACE: bool = $surface;
            const FILE: &'static str = file!();
        }
    };
}

pub(crate) use {event, record, union};

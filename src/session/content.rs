//! Content blocks: what messages are made of.

use super::declare::{record, union};
use super::literal::True;
use super::value::{Num, Reserved, Undeclared};
use schemars::JsonSchema;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The media types that images may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ImageMediaType {
    /// Portable Network Graphics.
    #[serde(rename = "image/png")]
    Png,
    /// JPEG.
    #[serde(rename = "image/jpeg")]
    Jpeg,
    /// WebP.
    #[serde(rename = "image/webp")]
    Webp,
    /// GIF.
    #[serde(rename = "image/gif")]
    Gif,
}

record! {
    /// The size of an image.
    pub struct ImageDimensions {
        /// Pixels across.
        width: Num,
        /// Pixels down.
        height: Num,
    }
}

record! {
    /// An image that is stored beside the log.
    pub struct ImageAttachmentRef {
        /// Its identity in the attachment store.
        attachment_id: String,
        /// Its encoding.
        media_type: ImageMediaType,
        /// Its size in bytes.
        bytes: Num,
        /// Pixels across.
        width: Num,
        /// Pixels down.
        height: Num,
        /// The name of the file it came from.
        name?: String,
        /// The size it had before it was scaled down.
        original_dimensions?: ImageDimensions,
    }
}

record! {
    /// A file that is stored beside the log.
    pub struct FileAttachmentRef {
        /// Its identity in the attachment store.
        attachment_id: String,
        /// Its size in bytes.
        bytes: Num,
        /// Its name.
        name: String,
    }
}

union! {
    /// One block of a message's content.
    pub enum ContentBlock by "type" {
        /// Text.
        Text = "text" {
            /// The text.
            text: String,
        },
        /// What the model thought before it answered.
        Reasoning = "reasoning" {
            /// The text.
            text: String,
        },
        /// An image.
        Image = "image" {
            /// Where it is stored.
            attachment: ImageAttachmentRef,
            /// Present when the image is no longer shown to the model.
            offloaded?: True,
        },
        /// A file.
        File = "file" {
            /// Where it is stored.
            attachment: FileAttachmentRef,
        },
        /// The model asks for a tool to be run.
        ToolCall = "tool-call" {
            /// Identity of the call.
            id: String,
            /// Name of the tool.
            name: String,
            /// The arguments as the JSON text that the model wrote.
            arguments: String,
        },
        /// From here on the model may use a tool; its definition stands in the request header that the event names.
        ToolAddition = "tool-addition" {
            /// Name of the tool.
            tool_name: String,
            /// Never a definition in place: a definition has one home, the request header.
            tool?: Reserved,
        },
        /// From here on the model may no longer use a tool.
        ToolRemoval = "tool-removal" {
            /// Name of the tool.
            tool_name: String,
        },
        /// A block of a type that is not declared, kept as it is.
        ..Other(OtherBlock)
    }
}

/// The types of content blocks that this repository writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ContentBlockType {
    /// Text.
    Text,
    /// What the model thought before it answered.
    Reasoning,
    /// An image.
    Image,
    /// A file.
    File,
    /// The model asks for a tool to be run.
    ToolCall,
    /// From here on the model may use a tool.
    ToolAddition,
    /// From here on the model may no longer use a tool.
    ToolRemoval,
}

/// A content block of a type that is not declared: readers keep it and write it back.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OtherBlock {
    /// Its type.
    pub r#type: String,
    /// All its other members.
    #[serde(flatten)]
    pub members: Undeclared,
}

impl<'de> Deserialize<'de> for OtherBlock {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Any {
            r#type: String,
            #[serde(flatten)]
            members: Undeclared,
        }
        let Any { r#type, members } = Any::deserialize(deserializer)?;
        if r#type == RETIRED_BLOCK {
            return Err(D::Error::custom(format_args!("content blocks of type `{RETIRED_BLOCK}` are retired")));
        }
        // A declared type that reads as none of its own alternatives is malformed, not unknown.
        match ContentBlockType::deserialize(Value::from(r#type.as_str())) {
            Ok(declared) => Err(D::Error::custom(format_args!("a malformed content block of type {declared:?}"))),
            Err(_) => Ok(OtherBlock { r#type, members }),
        }
    }
}

/// The block that held tool results up to version 3.
const RETIRED_BLOCK: &str = "tool-result";

//! Samples of a linked root: its schema, its reader and its writer must agree on each.

use super::builder::{Reader, Sample};
use super::bundle::Root;
use super::codes::INVALID_SAMPLE;
use super::source::RefusedSample;
use crate::graph::{Diagnostic, Json, Members};

/// What checking the samples of a root found.
#[derive(Debug, Default)]
pub(super) struct Checked {
    /// Schema, reader and writer do not agree.
    pub problems: Vec<Diagnostic>,
    /// Stored records that schema and reader agree in refusing.
    pub refused: Vec<RefusedSample>,
}

/// Holds the samples of a root against its schema, its reader and its writer.
pub(super) fn check_samples<'a>(
    key: &str,
    root: &Root,
    defs: &Members,
    reader: Reader,
    samples: impl Iterator<Item = &'a Sample>,
) -> Checked {
    let mut samples = samples.enumerate().peekable();
    let mut checked = Checked::default();
    if samples.peek().is_none() {
        return checked;
    }
    let Checked { problems, refused } = &mut checked;
    let mut problem = |message: String| problems.push(Diagnostic::new(&INVALID_SAMPLE, message).at(key));
    let schemas: Vec<(&str, Result<jsonschema::Validator, String>)> =
        [("schema", Some(&root.schema)), ("writes", root.writes.as_ref())]
            .into_iter()
            .filter_map(|(name, schema)| Some((name, validator(schema?, defs))))
            .collect();
    for (i, sample) in samples {
        let number = i + 1;
        let record = match &sample.written {
            Ok(record) => record,
            Err(error) => {
                problem(format!("sample {number} of `{key}` cannot be written: {error}"));
                continue;
            }
        };
        let json = match Json::parse(record) {
            Ok(json) => json,
            Err(error) => {
                problem(format!("sample {number} of `{key}` is written as what is no JSON: {}", error.first.message));
                continue;
            }
        };
        let value = json.to_value();
        if sample.stored
            && let Err(error) = reader(record)
            && schemas
                .iter()
                .any(|(_, validator)| validator.as_ref().is_ok_and(|validator| !validator.is_valid(&value)))
        {
            refused.push(RefusedSample { root: key.to_owned(), number, error });
            continue;
        }
        for (name, validator) in &schemas {
            match validator {
                Err(error) => problem(format!("the {name} of `{key}` cannot be used: {error}")),
                Ok(validator) => {
                    if let Err(error) = validator.validate(&value) {
                        let at = error.instance_path().to_string();
                        problem(format!("sample {number} of `{key}` is refused by its {name} at `{at}`: {error}"));
                    }
                }
            }
        }
        if let Err(error) = reader(record) {
            problem(format!("sample {number} of `{key}` is refused by its reader: {error}"));
            continue;
        }
        match sample.again.as_ref().map(|again| Json::parse(again)) {
            Ok(Ok(again)) if again == json => {}
            Ok(_) => problem(format!("sample {number} of `{key}` is written back differently")),
            Err(error) => problem(format!("sample {number} of `{key}` cannot be read and written again: {error}")),
        }
    }
    checked
}

/// An independent validator of one schema of the bundle.
fn validator(schema: &Json, defs: &Members) -> Result<jsonschema::Validator, String> {
    let whole = Json::from([
        ("$schema", Json::from("https://json-schema.org/draft/2020-12/schema")),
        ("allOf", Json::Array(vec![schema.clone()])),
        ("$defs", Json::Object(defs.clone())),
    ]);
    jsonschema::options().should_validate_formats(true).build(&whole.to_value()).map_err(|error| error.to_string())
}

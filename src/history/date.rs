//! Names of records: a day of the calendar and a slug.

use super::codes::{RECORD_DATE, RECORD_NAME};
use crate::graph::Diagnostic;

/// Checks that a name is `YYYY-MM-DD-slug`: a day that exists (proleptic Gregorian, from year 1), and a slug of `a-z`,
/// `0-9` and single hyphens.
///
/// # Errors
/// `record-name` for another shape, `record-date` for a day that is in no calendar.
///
/// ```
/// use schemagate::history::check_id;
/// assert!(check_id("2024-02-29-leap-day").is_ok());
/// assert_eq!(check_id("2026-02-29-no-leap-day").unwrap_err().code.name, "record-date");
/// assert_eq!(check_id("optional-title").unwrap_err().code.name, "record-name");
/// ```
pub fn check_id(id: &str) -> Result<(), Diagnostic> {
    let shape = || {
        Diagnostic::new(
            &RECORD_NAME,
            format!("found `{id}`, expected YYYY-MM-DD-slug with a slug of a-z, 0-9 and single hyphens"),
        )
    };
    let (date, slug) = split(id).ok_or_else(shape)?;
    let mut parts = date.split('-').map(str::parse::<u32>);
    let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day))) = (parts.next(), parts.next(), parts.next()) else {
        return Err(shape());
    };
    let hyphens = slug.starts_with('-') || slug.ends_with('-') || slug.contains("--");
    let letters = slug.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'));
    if slug.is_empty() || hyphens || !letters {
        return Err(shape());
    }
    if year == 0 || day == 0 || day > days(year, month) {
        return Err(Diagnostic::new(&RECORD_DATE, format!("`{date}` in `{id}` is not a day of the calendar")));
    }
    Ok(())
}

/// The date and the slug of a name with digits and hyphens where a date has them.
fn split(id: &str) -> Option<(&str, &str)> {
    let (date, rest) = id.split_at_checked(10)?;
    let shape = date.bytes().enumerate().all(|(at, byte)| match at {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    shape.then_some((date, rest.strip_prefix('-')?))
}

/// Days of a month; 0 where there is no such month.
fn days(year: u32, month: u32) -> u32 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 0,
    }
}

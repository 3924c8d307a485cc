//! The date a first record is named after where nobody names it. Nothing else in the program looks at the clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// Today in UTC as `YYYY-MM-DD`.
pub(super) fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    date((seconds / 86_400).min(LAST))
}

/// 9999-12-31, the last date of four digits.
const LAST: u64 = 2_932_896;

/// The Gregorian date that many days after 1970-01-01.
fn date(mut days: u64) -> String {
    let mut year = 1970;
    loop {
        let length = if is_leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if is_leap(year) { 29 } else { 28 };
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

fn is_leap(year: u64) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_gregorian() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (59, "1970-03-01"),
            (789, "1972-02-29"),
            (11_016, "2000-02-29"),
            (20_718, "2026-09-22"),
            (super::LAST, "9999-12-31"),
        ] {
            assert_eq!(date(days), expected);
        }
    }
}

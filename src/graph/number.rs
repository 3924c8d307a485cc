//! Exact decimal numbers: JSON numbers kept as digits and exponent, compared by value.

use num_bigint::{BigInt, Sign};
use std::cmp::Ordering;
use std::fmt;

/// The largest exponent, in absolute value, that is read (docs/graph.md, Reading).
pub const MAX_EXPONENT: i64 = 10_000;

/// `±digits × 10^exponent`, normalised: no leading or trailing zero digit, zero is the empty digit string.
///
/// Equality is equality of value: `1`, `1.0` and `1e0` are one number.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Number {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Number {
    /// Reads a number in JSON's grammar; `None` if it is none, or if its exponent is beyond [`MAX_EXPONENT`].
    ///
    /// ```
    /// use schemagate::graph::Number;
    /// assert_eq!(Number::parse("1.50"), Number::parse("15e-1"));
    /// assert_eq!(Number::parse("1e10001"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Number> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], exponent_value(&rest[at + 1..])?),
            None => (rest, 0),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return None,
            None => (mantissa, ""),
        };
        let digits_only = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty()
            || (whole.len() > 1 && whole.starts_with('0'))
            || !digits_only(whole)
            || !digits_only(fraction)
        {
            return None;
        }
        if exponent.abs() > MAX_EXPONENT {
            return None;
        }
        let digits = format!("{whole}{fraction}");
        Some(Number::normal(negative, &digits, exponent - fraction.len() as i64))
    }

    /// Whether the text is a number in all but an exponent beyond [`MAX_EXPONENT`].
    pub(super) fn exponent_out_of_range(text: &str) -> bool {
        let Some(at) = text.find(['e', 'E']) else { return false };
        Number::parse(&text[..at]).is_some() && exponent_value(&text[at + 1..]).is_some()
    }

    fn normal(negative: bool, digits: &str, mut exponent: i64) -> Number {
        let trimmed = digits.trim_start_matches('0');
        let kept = trimmed.trim_end_matches('0');
        if kept.is_empty() {
            return Number { negative: false, digits: String::new(), exponent: 0 };
        }
        exponent += (trimmed.len() - kept.len()) as i64;
        Number { negative, digits: kept.to_owned(), exponent }
    }

    /// Whether it is an integer of any size.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Whether it is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Its value as an unsigned integer, where it is one.
    pub fn as_u64(&self) -> Option<u64> {
        (self.is_integer() && !self.negative && self.exponent <= 20).then(|| self.scaled(0).try_into().ok()).flatten()
    }

    /// The integer `self × 10^places`, for `places` that make it one.
    fn scaled(&self, places: i64) -> BigInt {
        let power = self.exponent + places;
        let magnitude = BigInt::parse_bytes(self.digits.as_bytes(), 10).unwrap_or_default();
        let value = magnitude * BigInt::from(10u8).pow(u32::try_from(power).unwrap_or(0));
        if self.negative { -value } else { value }
    }

    fn from_integer(value: &BigInt) -> Number {
        Number::normal(value.sign() == Sign::Minus, &value.magnitude().to_str_radix(10), 0)
    }

    /// Whether it is an integral multiple of `divisor`; false for a zero divisor.
    pub fn is_multiple_of(&self, divisor: &Number) -> bool {
        if divisor.is_zero() {
            return false;
        }
        let places = -self.exponent.min(divisor.exponent).min(0);
        (self.scaled(places) % divisor.scaled(places)) == BigInt::ZERO
    }

    /// The smallest integer above it.
    #[must_use]
    pub fn next_integer(&self) -> Number {
        Number::from_integer(&(self.floor() + 1))
    }

    /// The largest integer below it.
    #[must_use]
    pub fn previous_integer(&self) -> Number {
        let floor = self.floor();
        Number::from_integer(&if self.is_integer() { floor - 1 } else { floor })
    }

    fn floor(&self) -> BigInt {
        if self.is_integer() {
            return self.scaled(0);
        }
        // Digits left of the point; a negative fraction rounds away from zero.
        let left = usize::try_from(self.digits.len() as i64 + self.exponent).unwrap_or(0);
        let whole = BigInt::parse_bytes(&self.digits.as_bytes()[..left], 10).unwrap_or_default();
        if self.negative { -whole - 1 } else { whole }
    }

    fn cmp_magnitude(&self, other: &Number) -> Ordering {
        if self.is_zero() || other.is_zero() {
            return self.digits.len().cmp(&other.digits.len());
        }
        let top = |n: &Number| n.digits.len() as i64 + n.exponent;
        top(self).cmp(&top(other)).then_with(|| self.digits.cmp(&other.digits))
    }
}

/// Digits of an exponent, saturating: a thousand digits are as far out of range as five.
fn exponent_value(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value = digits.bytes().fold(0i64, |sum, b| (sum * 10 + i64::from(b - b'0')).min(MAX_EXPONENT * 10));
    Some(sign * value)
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_magnitude(other),
            (true, true) => other.cmp_magnitude(self),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<i128> for Number {
    fn from(value: i128) -> Self {
        Number::normal(value < 0, &value.unsigned_abs().to_string(), 0)
    }
}

/// The one canonical spelling: plain digits up to 21 places, else scientific.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        if self.negative {
            f.write_str("-")?;
        }
        let (digits, count) = (&self.digits, self.digits.len() as i64);
        let point = count + self.exponent;
        if self.exponent >= 0 && point <= 21 {
            write!(f, "{digits}{}", "0".repeat(self.exponent as usize))
        } else if self.exponent < 0 && point > 0 {
            write!(f, "{}.{}", &digits[..point as usize], &digits[point as usize..])
        } else if self.exponent < 0 && point > -6 {
            write!(f, "0.{}{digits}", "0".repeat(-point as usize))
        } else {
            let rest = &digits[1..];
            let dot = if rest.is_empty() { "" } else { "." };
            write!(f, "{}{dot}{rest}e{}", &digits[..1], point - 1)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    fn n(text: &str) -> Number {
        Number::parse(text).unwrap_or_else(|| panic!("{text} is a number"))
    }

    #[test]
    fn one_value_has_one_form() {
        for (a, b) in
            [("1", "1.0"), ("1", "1e0"), ("100", "1e2"), ("0", "-0.0e7"), ("0.001", "1e-3"), ("12.50", "125E-1")]
        {
            assert_eq!(n(a), n(b), "{a} = {b}");
            assert_eq!(n(a).to_string(), n(b).to_string());
        }
        assert_ne!(n("1e-400"), n("0"));
        assert_ne!(n("18446744073709551616"), n("18446744073709551617"));
    }

    #[test]
    fn order_is_by_value() {
        let sorted = ["-1e400", "-10", "-9.5", "-1e-400", "0", "1e-400", "0.1", "0.11", "1", "9", "10", "1e400"];
        for (i, a) in sorted.iter().enumerate() {
            for (j, b) in sorted.iter().enumerate() {
                assert_eq!(n(a).cmp(&n(b)), i.cmp(&j), "{a} ? {b}");
            }
        }
    }

    #[test]
    fn not_numbers() {
        for bad in [
            "",
            "-",
            "01",
            "1.",
            ".5",
            "1e",
            "1e+",
            "+1",
            "0x1",
            "1e10001",
            "1e-10001",
            "1e99999999999999999999",
            "NaN",
        ] {
            assert_eq!(Number::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn integers_around() {
        for (x, below, above) in [
            ("1", "0", "2"),
            ("0.5", "0", "1"),
            ("-0.5", "-1", "0"),
            ("-1", "-2", "0"),
            ("1e3", "999", "1001"),
            ("-12.5", "-13", "-12"),
        ] {
            assert_eq!(n(x).previous_integer(), n(below), "below {x}");
            assert_eq!(n(x).next_integer(), n(above), "above {x}");
        }
    }

    #[test]
    fn multiples() {
        for (x, of, expected) in [
            ("4", "2", true),
            ("5", "2", false),
            ("0.3", "0.1", true),
            ("1e-400", "1e-401", true),
            ("0", "7", true),
            ("1", "0", false),
            ("-9", "3", true),
            ("1e30", "7", false),
        ] {
            assert_eq!(n(x).is_multiple_of(&n(of)), expected, "{x} of {of}");
        }
    }

    #[test]
    fn spelling_reads_back() {
        for text in ["0", "-1", "1000000", "1e25", "1.5e-9", "0.00001", "123.456", "-1e-400", "12345678901234567890123"]
        {
            assert_eq!(n(&n(text).to_string()), n(text), "{text}");
        }
    }
}

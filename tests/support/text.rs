//! JSON text of the same value in different bytes: member order, number spelling, escapes, white space.

use super::dice::Dice;
use schemagate::graph::Json;

pub fn respelled(value: &Json, dice: &mut Dice) -> String {
    let mut out = String::new();
    write(value, dice, &mut out);
    out
}

fn write(value: &Json, dice: &mut Dice, out: &mut String) {
    match value {
        Json::Null | Json::Bool(_) => out.push_str(&value.compact()),
        Json::Number(number) => {
            let plain = number.to_string();
            let digits_only = plain.bytes().all(|b| b.is_ascii_digit() || b == b'-');
            match dice.roll(6) {
                3 if digits_only => out.push_str(&format!("{plain}.0")),
                4 if digits_only => out.push_str(&format!("{plain}e0")),
                5 if digits_only && plain != "0" => out.push_str(&format!("{plain}0E-1")),
                _ => out.push_str(&plain),
            }
        }
        Json::String(text) => string(text, dice, out),
        Json::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                if i > 0 {
                    out.push(',');
                }
                write(item, dice, out);
            }
            out.push(']');
        }
        Json::Object(members) => {
            let mut all: Vec<_> = members.iter().collect();
            dice.shuffle(&mut all);
            out.push('{');
            for (i, (name, value)) in all.into_iter().enumerate() {
                if i > 0 {
                    out.push_str(if dice.once_in(8) { " ,\r\n" } else { "," });
                }
                string(name, dice, out);
                out.push(':');
                write(value, dice, out);
            }
            out.push('}');
        }
    }
}

fn string(text: &str, dice: &mut Dice, out: &mut String) {
    if dice.once_in(16) {
        out.push('"');
        for unit in text.encode_utf16() {
            out.push_str(&format!("\\u{unit:04x}"));
        }
        out.push('"');
    } else {
        out.push_str(&Json::from(text).compact());
    }
}

//! Spellings of numbers, strings and arrays.

use super::shape::{ArrayShape, NumberShape, Shape, StringShape, int, text};
use super::spell::{Dialect, Speller, list, one, with};
use schemagate::graph::{Json, Members};

impl Speller<'_> {
    pub(super) fn number(&mut self, shape: &NumberShape) -> Json {
        let NumberShape { integer, minimum, maximum, multiple_of, format, excluded } = shape;
        let mut groups: Vec<Vec<(&str, Json)>> = Vec::new();
        for (bound, inclusive, exclusive, step) in
            [(minimum, "minimum", "exclusiveMinimum", 1), (maximum, "maximum", "exclusiveMaximum", -1)]
        {
            let Some((mut value, mut open)) = *bound else { continue };
            if *integer && self.dice.once_in(3) {
                // The same bound from the other side.
                value += if open { step } else { -step };
                open = !open;
            }
            groups.push(match (open, self.dialect) {
                (true, Dialect::Draft4) => vec![(inclusive, int(value)), (exclusive, Json::Bool(true))],
                (true, _) => vec![(exclusive, int(value))],
                (false, Dialect::Draft4) if self.dice.coin() => {
                    vec![(inclusive, int(value)), (exclusive, Json::Bool(false))]
                }
                (false, _) => vec![(inclusive, int(value))],
            });
        }
        if let Some(divisor) = multiple_of {
            groups.push(vec![("multipleOf", super::shape::number(divisor))]);
        }
        if let Some(format) = format {
            groups.push(self.number_format(format));
        }
        if *integer && self.dice.once_in(8) && multiple_of.is_none() {
            groups.push(vec![("multipleOf", int(1))]);
        }
        if self.dice.once_in(8) {
            groups.push(vec![("minLength", int(3))]);
        }
        self.excluded(&mut groups, excluded);
        let name = if *integer { "integer" } else { "number" };
        self.split(name, groups)
    }

    fn number_format(&mut self, format: &'static str) -> Vec<(&'static str, Json)> {
        match format {
            "uint8" if self.dice.coin() => {
                let all = [one("minimum", int(0)), one("maximum", int(255))];
                vec![("allOf", list(all))]
            }
            "uint" if self.dice.coin() => vec![("allOf", list([one("minimum", int(0))]))],
            "int" if self.dice.coin() => vec![("description", text("any integer"))],
            _ => vec![("format", text(format))],
        }
    }

    fn excluded(&mut self, groups: &mut Vec<Vec<(&'static str, Json)>>, excluded: &[Json]) {
        if let [value] = excluded {
            let constant = self.constant(value);
            groups.push(vec![("not", constant)]);
        }
    }

    pub(super) fn string(&mut self, shape: &StringShape) -> Json {
        let StringShape { min, max, pattern, format, excluded } = shape;
        let mut groups = Vec::new();
        if *min > 0 || self.dice.once_in(6) {
            groups.push(vec![("minLength", int(*min as i64))]);
        }
        if let Some(max) = max {
            groups.push(vec![("maxLength", int(*max as i64))]);
        }
        if let Some(pattern) = pattern {
            groups.push(vec![("pattern", text(pattern))]);
        }
        if let Some(format) = format {
            groups.push(vec![("format", text(format))]);
        }
        if self.dice.once_in(8) {
            groups.push(vec![("minimum", int(3))]);
        }
        self.excluded(&mut groups, excluded);
        self.split("string", groups)
    }

    /// Keywords beside `type`, or spread over an `allOf`.
    pub(super) fn split(&mut self, name: &str, groups: Vec<Vec<(&str, Json)>>) -> Json {
        let mut here = Members::from([("type".to_owned(), text(name))]);
        let mut operands = Vec::new();
        for group in groups {
            let clash = group.iter().any(|(keyword, _)| here.contains_key(*keyword));
            if clash || self.dice.once_in(5) {
                let mut operand: Members = group.into_iter().map(|(k, v)| (k.to_owned(), v)).collect();
                if self.dice.coin() {
                    operand.insert("type".to_owned(), text(name));
                }
                operands.push(Json::Object(operand));
            } else {
                here.extend(group.into_iter().map(|(k, v)| (k.to_owned(), v)));
            }
        }
        if !operands.is_empty() {
            if let Some(Json::Array(there)) = here.remove("allOf") {
                operands.extend(there);
            }
            self.dice.shuffle(&mut operands);
            here.insert("allOf".to_owned(), Json::Array(operands));
        }
        Json::Object(here)
    }

    pub(super) fn array(&mut self, shape: &ArrayShape) -> Json {
        let ArrayShape { prefix, rest, min, max, unique, contains } = shape;
        let mut items: Vec<(&str, Json)> = Vec::new();
        let rest_any = *rest == Shape::Any;
        if prefix.is_empty() {
            if !rest_any || self.dice.once_in(6) {
                let mut rest = self.shape(rest);
                if self.dice.once_in(8) && rest.get("$ref").is_none() {
                    rest = with(rest, "default", int(7)); // Not on a property: says nothing.
                }
                items.push(("items", rest));
            }
        } else {
            let all = list(prefix.iter().map(|item| self.shape(item)).collect::<Vec<_>>());
            let (first, others) = if self.dialect == Dialect::Draft2020 {
                ("prefixItems", "items")
            } else {
                ("items", "additionalItems")
            };
            items.push((first, all));
            let positions = prefix.len() as u64;
            if *rest == Shape::Never && max.is_none_or(|max| max >= positions) && self.dice.coin() {
                items.push(("maxItems", int(positions as i64)));
            } else if !rest_any || self.dice.once_in(6) {
                // Only here a boolean is allowed in draft-04.
                let rest = if *rest == Shape::Never { Json::Bool(false) } else { self.shape(rest) };
                items.push((others, rest));
            }
        }
        let mut groups = vec![items];
        if *min > 0 {
            groups.push(vec![("minItems", int(*min as i64))]);
        }
        if let Some(max) = max {
            groups.push(vec![("maxItems", int(*max as i64))]);
        }
        if *unique || self.dice.once_in(8) {
            groups.push(vec![("uniqueItems", Json::Bool(*unique))]);
        }
        if let Some((ty, min, max)) = contains {
            let mut group = vec![("contains", self.shape(ty))];
            if *min != 1 || (self.dialect >= Dialect::Draft2019 && self.dice.once_in(4)) {
                group.push(("minContains", int(*min as i64)));
            }
            if let Some(max) = max {
                group.push(("maxContains", int(*max as i64)));
            }
            groups.push(group);
        }
        self.split("array", groups)
    }
}

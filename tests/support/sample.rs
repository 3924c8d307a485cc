//! Instances for a schema: guesses that mostly fit, and damaged ones. The oracle says which are valid.

use super::dice::Dice;
use super::shape::{NAMES, WORDS, int, number, text};
use schemagate::graph::{Json, Members, Number};

/// A guess at an instance of `schema` in the document `root`. Declared names only, and any name in a map.
pub fn sample(root: &Json, dice: &mut Dice) -> Json {
    Sampler { root, dice, steps: 0 }.value(&[root], 0)
}

/// A small change somewhere in the instance.
pub fn damaged(value: &Json, dice: &mut Dice) -> Json {
    match value {
        Json::Object(members) if !members.is_empty() && dice.roll(4) != 0 => {
            let mut all = members.clone();
            let keys: Vec<&String> = members.keys().collect();
            let key = dice.pick(&keys).clone();
            match dice.roll(4) {
                0 => {
                    all.remove(&key);
                }
                1 => {
                    all.insert(dice.pick(NAMES).to_owned(), anything(dice, 1));
                }
                _ => {
                    let damaged = damaged(&members[&key], dice);
                    all.insert(key, damaged);
                }
            }
            Json::Object(all)
        }
        Json::Array(items) if dice.roll(4) != 0 => {
            let mut all = items.clone();
            match dice.roll(3) {
                0 => all.push(anything(dice, 1)),
                1 => {
                    all.pop();
                }
                _ => {
                    if let Some(item) = all.first_mut() {
                        *item = damaged(item, dice);
                    }
                }
            }
            Json::Array(all)
        }
        _ => anything(dice, 2),
    }
}

pub fn anything(dice: &mut Dice, depth: usize) -> Json {
    match dice.roll(if depth == 0 { 7 } else { 9 }) {
        0 => Json::Null,
        1 => Json::Bool(dice.coin()),
        2 | 3 => text(dice.pick(WORDS)),
        4 | 5 => int(dice.roll(14) as i64 - 4),
        6 => number(dice.pick(&["0.5", "1.5", "-0.25", "300", "1e20", "-129"])),
        7 => Json::Array((0..dice.roll(4)).map(|_| anything(dice, depth - 1)).collect()),
        _ => {
            let names: Vec<&str> = (0..dice.roll(4)).map(|_| dice.pick(NAMES)).collect();
            Json::Object(names.into_iter().map(|name| (name.to_owned(), anything(dice, depth - 1))).collect())
        }
    }
}

struct Sampler<'a, 'd> {
    root: &'a Json,
    dice: &'d mut Dice,
    steps: usize,
}

/// What holds of one value, gathered from references, `allOf` and chosen alternatives.
type View<'a> = Vec<&'a Members>;

impl<'a> Sampler<'a, '_> {
    fn value(&mut self, schemas: &[&'a Json], depth: usize) -> Json {
        self.steps += 1;
        if depth > 9 {
            return Json::Null; // A type that has no finite value.
        }
        let mut view = View::new();
        for schema in schemas {
            self.gather(schema, 0, &mut view);
        }
        let all = |keyword: &str| -> Vec<&'a Json> { view.iter().filter_map(|m| m.get(keyword)).collect() };
        if let Some(value) = all("const").first() {
            return (*value).clone();
        }
        let enums = all("enum");
        if let Some(values) = enums.first().and_then(|e| e.as_array()).filter(|v| !v.is_empty()) {
            let fit: Vec<&Json> =
                values.iter().filter(|v| enums.iter().all(|e| e.as_array().is_some_and(|e| e.contains(v)))).collect();
            let fit = if fit.is_empty() { values.iter().collect() } else { fit };
            return self.dice.pick(&fit).clone();
        }
        let mut types: Vec<&str> = vec!["object", "string", "integer", "array", "number", "boolean", "null"];
        let stated = all("type");
        for ty in &stated {
            let names: Vec<&str> = match ty {
                Json::String(name) => vec![name],
                Json::Array(names) => names.iter().filter_map(Json::as_str).collect(),
                _ => continue,
            };
            types.retain(|t| names.contains(t) || (*t == "integer" && names.contains(&"number")));
        }
        if stated.is_empty() {
            // Of the type that the keywords speak of, mostly.
            let speaks = |keywords: &[&str]| keywords.iter().any(|k| view.iter().any(|m| m.contains_key(*k)));
            let hint = if speaks(&["properties", "required", "additionalProperties", "patternProperties"]) {
                "object"
            } else if speaks(&["items", "prefixItems", "contains", "minItems"]) {
                "array"
            } else if speaks(&["minLength", "maxLength", "pattern"]) {
                "string"
            } else if speaks(&["minimum", "maximum", "multipleOf"]) {
                "number"
            } else {
                ""
            };
            if hint.is_empty() || self.dice.once_in(4) {
                return anything(self.dice, if depth > 3 { 0 } else { 1 });
            }
            types = vec![hint];
        }
        if depth > 5 || self.steps > 200 {
            types.reverse();
            types.truncate(1);
        }
        if types.is_empty() {
            return anything(self.dice, 0);
        }
        match self.dice.pick(&types) {
            "object" => self.object(&view, depth),
            "array" => self.array(&view, depth),
            "string" => self.string(&view),
            "boolean" => Json::Bool(self.dice.coin()),
            "null" => Json::Null,
            name => self.number(&view, name == "integer"),
        }
    }

    fn gather(&mut self, schema: &'a Json, depth: usize, view: &mut View<'a>) {
        let Json::Object(members) = schema else { return };
        if depth > 8 {
            return;
        }
        view.push(members);
        if let Some(target) = members.get("$ref").and_then(Json::as_str).and_then(|r| self.resolve(r)) {
            self.gather(target, depth + 1, view);
        }
        for operand in members.get("allOf").and_then(Json::as_array).unwrap_or_default() {
            self.gather(operand, depth + 1, view);
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(all) = members.get(keyword).and_then(Json::as_array).filter(|all| !all.is_empty()) {
                let chosen = self.dice.roll(all.len());
                self.gather(&all[chosen], depth + 1, view);
            }
        }
        if members.contains_key("if") {
            let branch = if self.dice.coin() { "then" } else { "else" };
            for keyword in ["if", branch] {
                if let Some(schema) = members.get(keyword) {
                    self.gather(schema, depth + 1, view);
                }
            }
        }
    }

    fn resolve(&self, reference: &str) -> Option<&'a Json> {
        let pointer = reference.strip_prefix('#')?.replace("%20", " ").replace("%C3%BC", "ü");
        self.root.pointer(&pointer)
    }

    fn object(&mut self, view: &View<'a>, depth: usize) -> Json {
        let mut declared: Vec<(&'a str, Vec<&'a Json>)> = Vec::new();
        let mut required: Vec<&str> = Vec::new();
        let mut patterns: Vec<(&'a str, &'a Json)> = Vec::new();
        let mut others: Vec<&'a Json> = Vec::new();
        for members in view {
            for (name, schema) in members.get("properties").and_then(Json::as_object).into_iter().flatten() {
                match declared.iter_mut().find(|(there, _)| there == name) {
                    Some((_, schemas)) => schemas.push(schema),
                    None => declared.push((name, vec![schema])),
                }
            }
            let names = members.get("required").and_then(Json::as_array).unwrap_or_default();
            required.extend(names.iter().filter_map(Json::as_str));
            for (pattern, schema) in members.get("patternProperties").and_then(Json::as_object).into_iter().flatten() {
                patterns.push((pattern, schema));
            }
            if let Some(tail) = members.get("additionalProperties")
                && (tail.as_object().is_some_and(|m| !m.is_empty()) || !members.contains_key("properties"))
            {
                others.push(tail);
            }
        }
        let mut all = Members::new();
        for (name, schemas) in &declared {
            let wanted = required.contains(name);
            if wanted || (depth < 4 && self.dice.roll(3) != 0) {
                let value = self.value(schemas, depth + 1);
                if wanted || !never(schemas) {
                    all.insert((*name).to_owned(), value);
                }
            }
        }
        for name in required {
            if !all.contains_key(name) {
                let value = match others.first() {
                    Some(other) => self.value(&[other], depth + 1),
                    None => anything(self.dice, 1),
                };
                all.insert(name.to_owned(), value);
            }
        }
        let free = declared.is_empty() && others.is_empty() && patterns.is_empty();
        if (free || !others.is_empty()) && depth < 4 && self.dice.coin() {
            for _ in 0..1 + self.dice.roll(2) {
                let name = self.dice.pick(&["a", "ab", "x-1", "x-2", "b", "zz", "new1", "new2"]);
                let value = match others.first() {
                    Some(_) => {
                        let other = self.dice.pick(&others);
                        self.value(&[other], depth + 1)
                    }
                    None => anything(self.dice, 1),
                };
                all.entry(name.to_owned()).or_insert(value);
            }
        }
        for (pattern, schema) in patterns {
            if depth < 4 && self.dice.coin() {
                let names = ["a", "ab", "x-1", "x-2", "b", "zz"];
                let fit: Vec<&str> = names.into_iter().filter(|name| matches(pattern, name)).collect();
                let value = self.value(&[schema], depth + 1);
                if !fit.is_empty() {
                    all.entry(self.dice.pick(&fit).to_owned()).or_insert(value);
                }
            }
        }
        Json::Object(all)
    }

    fn array(&mut self, view: &View<'a>, depth: usize) -> Json {
        let mut prefix: Vec<&'a Json> = Vec::new();
        let mut rest: Vec<&'a Json> = Vec::new();
        let mut wanted: Vec<&'a Json> = Vec::new();
        let (mut least, mut most) = (0, 3);
        for members in view {
            match members.get("items") {
                Some(Json::Array(items)) => {
                    prefix = items.iter().collect();
                    rest.extend(members.get("additionalItems"));
                }
                Some(schema) => rest.push(schema),
                None => {}
            }
            if let Some(items) = members.get("prefixItems").and_then(Json::as_array) {
                prefix = items.iter().collect();
            }
            wanted.extend(members.get("contains"));
            let bound = |keyword: &str| members.get(keyword).and_then(Json::as_number).and_then(Number::as_u64);
            least = least.max(bound("minItems").unwrap_or(0));
            most = most.min(bound("maxItems").unwrap_or(3)).max(least);
        }
        if never(&rest) {
            most = most.min(prefix.len() as u64).max(least);
        }
        let count = if depth > 4 { least } else { least + self.dice.roll((most - least + 1) as usize) as u64 };
        let mut all = Vec::new();
        for i in 0..count as usize {
            let item = match (prefix.get(i), &rest[..]) {
                (Some(item), _) => self.value(&[item], depth + 1),
                (None, []) => anything(self.dice, 1),
                (None, rest) => self.value(rest, depth + 1),
            };
            all.push(item);
        }
        for schema in wanted {
            let item = self.value(&[schema], depth + 1);
            match all.last_mut() {
                Some(last) if self.dice.coin() => *last = item,
                _ => all.push(item),
            }
        }
        Json::Array(all)
    }

    fn string(&mut self, view: &View<'a>) -> Json {
        let formats: Vec<&str> = view.iter().filter_map(|m| m.get("format")).filter_map(Json::as_str).collect();
        match formats.first() {
            Some(&"date-time") => return text("2024-01-02T03:04:05Z"),
            Some(&"email") => return text("a.b@c.de"),
            Some(&"ipv4") => return text("127.0.0.1"),
            _ => {}
        }
        let bound = |m: &Members, keyword: &str| m.get(keyword).and_then(Json::as_number).and_then(Number::as_u64);
        let fits = |word: &&&str| {
            let length = word.chars().count() as u64;
            view.iter().all(|m| {
                bound(m, "minLength").is_none_or(|b| length >= b)
                    && bound(m, "maxLength").is_none_or(|b| length <= b)
                    && m.get("pattern").and_then(Json::as_str).is_none_or(|pattern| matches(pattern, word))
            })
        };
        let fit: Vec<&str> = WORDS.iter().filter(fits).copied().collect();
        if fit.is_empty() { text(self.dice.pick(WORDS)) } else { text(self.dice.pick(&fit)) }
    }

    fn number(&mut self, view: &View<'a>, integer: bool) -> Json {
        let mut candidates: Vec<Number> = (-4..13).map(|i| Number::from(i128::from(i))).collect();
        if !integer {
            candidates.extend(["0.5", "1.5", "-0.25", "3.5", "2.25"].iter().filter_map(|text| Number::parse(text)));
        }
        candidates.extend(["300", "1e20", "6"].iter().filter_map(|text| Number::parse(text)));
        let fits = |n: &Number| {
            view.iter().all(|m| {
                let bound = |keyword: &str| m.get(keyword).and_then(Json::as_number);
                bound("minimum").is_none_or(|b| n >= b)
                    && bound("maximum").is_none_or(|b| n <= b)
                    && bound("exclusiveMinimum").is_none_or(|b| n > b)
                    && bound("exclusiveMaximum").is_none_or(|b| n < b)
                    && bound("multipleOf").is_none_or(|b| n.is_multiple_of(b))
            })
        };
        let fit: Vec<&Number> = candidates.iter().filter(|n| fits(n)).collect();
        let fit = if fit.is_empty() { candidates.iter().collect() } else { fit };
        Json::Number(self.dice.pick(&fit).clone())
    }
}

/// The few patterns that are generated.
fn matches(pattern: &str, word: &str) -> bool {
    match pattern {
        "^x-" => word.starts_with("x-"),
        "^a" => word.starts_with('a'),
        "b$" => word.ends_with('b'),
        "^.{2}$" => word.chars().count() == 2,
        _ => true,
    }
}

fn never(schemas: &[&Json]) -> bool {
    schemas.iter().any(|schema| {
        **schema == Json::Bool(false)
            || schema.get("not").is_some_and(|not| not.as_object().is_some_and(Members::is_empty))
    })
}

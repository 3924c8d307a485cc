//! The laws of the engine as properties of generated schemas.

mod support;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestError, TestRunner};
use schemagate::compare::{Change, ChangeKind, RootComparison, Verdict};
use schemagate::graph::Json;
use support::dice::Dice;
use support::engine::{Subject, compare};
use support::mutate::mutated;
use support::shape::Program;
use support::{oracle, path, raw, sample, spell, text};

/// Checks a law on choices; the seed is fixed, `SCHEMAGATE_LAW_SEED` and `SCHEMAGATE_LAW_CASES` widen the search.
fn law(cases: u32, check: impl Fn(&mut Dice) -> Result<(), String>) {
    let number = |name: &str| std::env::var(name).ok().and_then(|value| value.parse::<u64>().ok());
    let config = Config {
        cases: number("SCHEMAGATE_LAW_CASES").map_or(cases, |cases| cases as u32),
        rng_seed: RngSeed::Fixed(number("SCHEMAGATE_LAW_SEED").unwrap_or(1)),
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..Config::default()
    };
    let bytes = proptest::collection::vec(any::<u8>(), 0..400);
    let outcome =
        TestRunner::new(config).run(&bytes, |bytes| check(&mut Dice::new(&bytes)).map_err(TestCaseError::fail));
    match outcome {
        Ok(()) => {}
        Err(TestError::Fail(reason, _)) => panic!("{reason}"),
        Err(TestError::Abort(reason)) => panic!("aborted: {reason}"),
    }
}

/// The generators themselves: every spelling is a schema that the validator takes, and all spellings of a program accept
/// the same instances. What this finds is a fault of the generators, not of the engine.
#[test]
fn spellings_of_a_program_accept_the_same_instances() {
    law(200, |dice| {
        let program = Program::make(dice, true);
        let plain = spell::plain(&program);
        let first = oracle::validator(&plain).ok_or_else(|| format!("not a schema: {}", plain.pretty()))?;
        let dialect = dice.pick(&spell::dialects(&program));
        let other = spell::spell(&program, dice, dialect);
        let other = Json::parse(text::respelled(&other, dice).as_bytes()).map_err(|e| e.to_string())?;
        let second = oracle::validator(&other).ok_or_else(|| format!("not a schema: {}", other.pretty()))?;
        for round in 0..20 {
            let from = if round % 2 == 0 { &plain } else { &other };
            let mut instance = sample::sample(from, dice);
            if round % 4 > 1 {
                instance = sample::damaged(&instance, dice);
            }
            if oracle::accepts(&first, &instance) != oracle::accepts(&second, &instance) {
                return Err(format!("{}\n{}\n{}", plain.pretty(), other.pretty(), instance.compact()));
            }
        }
        Ok(())
    });
}

#[test]
fn raw_schemas_are_schemas() {
    law(100, |dice| {
        let document = raw::document(dice);
        oracle::validator(&document).map(|_| ()).ok_or_else(|| format!("not a schema: {}", document.pretty()))
    });
}

fn subject(schema: &Json) -> Result<Subject, String> {
    Subject::new(schema).map_err(|error| format!("{error}\n{}", schema.pretty()))
}

/// A pair of programs: mostly one and its mutation.
fn pair(dice: &mut Dice) -> (Json, Json) {
    let old = Program::make(dice, true);
    let new = mutated(&old, dice, true);
    (spell::plain(&old), spell::plain(&new))
}

/// A pair of documents of keywords thrown together.
fn raw_pair(dice: &mut Dice) -> (Json, Json) {
    let old = raw::document(dice);
    let new = if dice.once_in(6) { raw::document(dice) } else { raw::mutated(&old, dice) };
    (old, new)
}

fn shown(old: &Json, new: &Json, comparison: &RootComparison) -> String {
    let changes: Vec<String> =
        comparison.changes.iter().map(|c| format!("  {} {} {}", c.kind.name(), c.path, c.verdict.name())).collect();
    format!("old {}new {}{}\n", old.pretty(), new.pretty(), changes.join("\n"))
}

/// Lowers both, or passes over pairs that the engine rightly refuses.
fn subjects((old, new): &(Json, Json)) -> Option<(Subject, Subject)> {
    Some((Subject::new(old).ok()?, Subject::new(new).ok()?))
}

#[test]
fn law_1_and_2_a_change_exactly_where_fingerprints_differ() {
    law(500, |dice| {
        let schemas = if dice.once_in(3) { raw_pair(dice) } else { pair(dice) };
        let Some((old, new)) = subjects(&schemas) else { return Ok(()) };
        for (a, b) in [(&old, &new), (&old, &old), (&new, &new)] {
            let comparison = compare(a, b);
            let equal = a.fingerprint == b.fingerprint;
            let verdict = comparison.changes.iter().map(|c| c.verdict).max().unwrap_or(Verdict::Identical);
            if comparison.changes.is_empty() != equal || comparison.verdict != verdict {
                return Err(format!("equal: {equal}\n{}", shown(&schemas.0, &schemas.1, &comparison)));
            }
        }
        Ok(())
    });
}

#[test]
fn law_3_no_spelling_moves_a_fingerprint() {
    law(500, |dice| {
        let program = Program::make(dice, true);
        let plain = spell::plain(&program);
        let dialect = dice.pick(&spell::dialects(&program));
        let other = spell::spell(&program, dice, dialect);
        let text = text::respelled(&other, dice);
        let read = Json::parse(text.as_bytes()).map_err(|error| format!("{error}\n{text}"))?;
        let (a, b) = match (Subject::new(&plain), Subject::new(&read)) {
            (Ok(a), Ok(b)) => (a, b),
            (Err(a), Err(b)) if a.first.code == b.first.code => return Ok(()), // Rightly refused, however it is spelled.
            (Err(error), _) | (_, Err(error)) => return Err(format!("{error}\n{}{}", plain.pretty(), other.pretty())),
        };
        if a.hash() == b.hash() {
            return Ok(());
        }
        Err(format!(
            "{}{}lowered {}lowered {}",
            plain.pretty(),
            other.pretty(),
            a.emission().pretty(),
            b.emission().pretty()
        ))
    });
}

#[test]
fn law_3_the_emission_is_the_same_type() {
    law(500, |dice| {
        let schema = if dice.coin() { raw::document(dice) } else { spell::plain(&Program::make(dice, true)) };
        let Ok(original) = Subject::new(&schema) else { return Ok(()) };
        let emission = original.emission();
        // What an unevaluated keyword looks at is written apart from the merged base; and a property beside patterns has
        // their types in its own, which a second intersection changes where they are unions. The same values all the
        // same: see the next law.
        let text = emission.compact();
        if text.contains("\"unevaluated") || (text.contains("\"patternProperties\"") && text.contains("Of\":[")) {
            return Ok(());
        }
        let again = subject(&emission).map_err(|error| format!("{error}\nof {}", schema.pretty()))?;
        if original.hash() == again.hash() {
            return Ok(());
        }
        Err(format!("{}emitted {}again {}", schema.pretty(), emission.pretty(), again.emission().pretty()))
    });
}

/// An independent judge of lowering: the canonical type accepts what the authored schema accepts.
#[test]
fn law_3_the_canonical_type_accepts_the_same_instances() {
    law(800, |dice| {
        let schema = if dice.coin() { raw::document(dice) } else { spell::plain(&Program::make(dice, true)) };
        let Ok(subject) = Subject::new(&schema) else { return Ok(()) };
        let emission = subject.emission();
        let authored = oracle::validator(&schema).ok_or_else(|| format!("not a schema: {}", schema.pretty()))?;
        let canonical = oracle::validator(&emission).ok_or_else(|| format!("not a schema: {}", emission.pretty()))?;
        for round in 0..24 {
            let mut instance = sample::sample(if round % 3 == 0 { &emission } else { &schema }, dice);
            if round % 4 > 1 {
                instance = sample::damaged(&instance, dice);
            }
            let (a, b) = (oracle::accepts(&authored, &instance), oracle::accepts(&canonical, &instance));
            if a != b {
                return Err(format!(
                    "{} is accepted: authored {a}, canonical {b}\n{}emitted {}",
                    instance.compact(),
                    schema.pretty(),
                    emission.pretty()
                ));
            }
        }
        Ok(())
    });
}

#[test]
fn law_4_every_path_leads_somewhere() {
    law(500, |dice| {
        let schemas = if dice.once_in(3) { raw_pair(dice) } else { pair(dice) };
        let Some((old, new)) = subjects(&schemas) else { return Ok(()) };
        let comparison = compare(&old, &new);
        for change in &comparison.changes {
            let context = || shown(&schemas.0, &schemas.1, &comparison);
            let steps = path::parse(&change.path).map_err(|e| format!("{}: {e}\n{}", change.path, context()))?;
            let resolves = |side: &Subject| path::resolves(&side.graph, side.node, &steps);
            if !resolves(&old) && !resolves(&new) {
                return Err(format!("{} leads nowhere\n{}", change.path, context()));
            }
        }
        Ok(())
    });
}

/// What a kind becomes when old and new change places.
fn mirrored(kind: ChangeKind) -> &'static str {
    use ChangeKind as K;
    match kind {
        K::OptionalPropertyAdded
        | K::OptionalPropertyAddedToClosed
        | K::RequiredPropertyAdded
        | K::PropertyRemoved
        | K::PropertyReintroduced
        | K::PropertyReserved
        | K::ReservationLifted
        | K::ReservationRemoved
        | K::MapChanged => "member",
        K::PropertyMadeOptional | K::PropertyMadeRequired => "presence of a property",
        K::AliasAdded | K::AliasRemoved => "alias",
        K::OtherAdded | K::OtherRemoved => "other",
        K::EnumValueAdded | K::EnumValueRemoved => "enum value",
        K::AlternativeAdded | K::AlternativeRemoved | K::AttributionKindAdded | K::PayloadVersionAdded => "alternative",
        K::RootAdded | K::RootRemoved => "root",
        same => same.name(),
    }
}

fn opposite(kind: ChangeKind) -> Option<ChangeKind> {
    use ChangeKind as K;
    Some(match kind {
        K::PropertyMadeOptional => K::PropertyMadeRequired,
        K::PropertyMadeRequired => K::PropertyMadeOptional,
        K::AliasAdded => K::AliasRemoved,
        K::AliasRemoved => K::AliasAdded,
        K::OtherAdded => K::OtherRemoved,
        K::OtherRemoved => K::OtherAdded,
        K::EnumValueAdded => K::EnumValueRemoved,
        K::EnumValueRemoved => K::EnumValueAdded,
        K::AlternativeAdded => K::AlternativeRemoved,
        K::AlternativeRemoved => K::AlternativeAdded,
        _ => return None,
    })
}

#[test]
fn law_5_swapping_the_sides_mirrors_the_changes() {
    use ChangeKind as K;
    law(500, |dice| {
        let schemas = pair(dice);
        let Some((old, new)) = subjects(&schemas) else { return Ok(()) };
        let (forth, back) = (compare(&old, &new), compare(&new, &old));
        // Renames and promises are not symmetric, unnamed alternatives are matched by what is allowed one way, and a
        // property that could be written before it was declared (in a map, or because a rule on presence asks for it) is
        // compared with the type it had when it comes, and removed when it goes.
        let typed = |schema: &Json| {
            let text = schema.compact();
            let written =
                ["\"additionalProperties\":{", "\"patternProperties\"", "\"dependentRequired\"", "\"minProperties\""];
            let presence = text.contains("\"anyOf\":[{\"required\"") || text.contains("\"oneOf\":[{\"required\"");
            presence || written.iter().any(|keyword| text.contains(keyword))
        };
        if typed(&schemas.0) || typed(&schemas.1) {
            return Ok(());
        }
        let one_way = |c: &Change| {
            matches!(c.kind, K::PropertyRenamed | K::AttributionKindAdded | K::MapChanged | K::UnionChanged)
                || c.path.contains("<#")
        };
        if forth.changes.iter().chain(&back.changes).any(one_way) {
            return Ok(());
        }
        let classes = |comparison: &RootComparison| {
            let mut all: Vec<_> = comparison.changes.iter().map(|c| (c.path.clone(), mirrored(c.kind))).collect();
            all.sort();
            all
        };
        let kinds = |comparison: &RootComparison, turn: fn(ChangeKind) -> Option<ChangeKind>| {
            let mut all: Vec<_> =
                comparison.changes.iter().filter_map(|c| Some((c.path.clone(), turn(c.kind)?))).collect();
            all.sort();
            all
        };
        let same = |kind| opposite(kind).map(|_| kind);
        if classes(&forth) != classes(&back) || kinds(&forth, opposite) != kinds(&back, same) {
            let swapped = shown(&Json::Null, &Json::Null, &back);
            return Err(format!("{}swapped {swapped}", shown(&schemas.0, &schemas.1, &forth)));
        }
        Ok(())
    });
}

/// The first test of law 8: under a verdict same-version, records of the old writer are read by the new reader.
#[test]
fn law_8_same_version_keeps_old_records_readable() {
    law(1200, |dice| {
        let schemas = pair(dice);
        let Some((old, new)) = subjects(&schemas) else { return Ok(()) };
        let comparison = compare(&old, &new);
        if comparison.verdict == Verdict::VersionBump {
            return Ok(());
        }
        let writer = oracle::validator(&schemas.0).ok_or("not a schema")?;
        let reader = oracle::validator(&schemas.1).ok_or("not a schema")?;
        // The canonical spelling shows which names are declared: a tail that comes to anything is an open object's.
        let declared = old.emission();
        for _ in 0..20 {
            let record = sample::sample(&declared, dice);
            if oracle::accepts(&writer, &record) && !oracle::accepts(&reader, &record) {
                return Err(format!("{} is refused\n{}", record.compact(), shown(&schemas.0, &schemas.1, &comparison)));
            }
        }
        Ok(())
    });
}

#[test]
fn law_9_the_order_of_keys_does_not_show() {
    law(150, |dice| {
        let schemas = pair(dice);
        let Some((old, new)) = subjects(&schemas) else { return Ok(()) };
        let mut again = |schema: &Json| {
            let text = text::respelled(schema, dice);
            Json::parse(text.as_bytes()).map_err(|error| error.to_string()).and_then(|read| subject(&read))
        };
        let (old_again, new_again) = (again(&schemas.0)?, again(&schemas.1)?);
        let (first, second) = (compare(&old, &new), compare(&old_again, &new_again));
        let bytes = |subject: &Subject| subject.emission().pretty();
        if first == second && bytes(&old) == bytes(&old_again) && bytes(&new) == bytes(&new_again) {
            return Ok(());
        }
        Err(format!("{}again {}", shown(&schemas.0, &schemas.1, &first), shown(&Json::Null, &Json::Null, &second)))
    });
}

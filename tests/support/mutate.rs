//! Changes of a program: a small edit at one place, as an author makes them.

use super::dice::Dice;
use super::shape::{Maker, Member, Program, Prop, Shape, text};

/// The program with one to two edits.
pub fn mutated(program: &Program, dice: &mut Dice, raw: bool) -> Program {
    let mut changed = program.clone();
    for _ in 0..1 + usize::from(dice.once_in(4)) {
        let count = changed.defs.iter().chain([&changed.root]).map(count).sum::<usize>();
        let at = dice.roll(count.min(256));
        let mut left = at;
        let defs = changed.defs.len();
        let mut maker = Maker { dice, defs, raw };
        for (i, shape) in changed.defs.iter_mut().enumerate() {
            visit(shape, i + 1, &mut left, &mut maker);
        }
        visit(&mut changed.root, 0, &mut left, &mut maker);
    }
    changed
}

fn count(shape: &Shape) -> usize {
    1 + shape.children().into_iter().map(count).sum::<usize>()
}

/// Edits the shape that `left` counts down to. References at its own level go to definitions from `from` on.
fn visit(shape: &mut Shape, from: usize, left: &mut usize, maker: &mut Maker<'_>) {
    if *left == usize::MAX {
        return;
    }
    if *left == 0 {
        *left = usize::MAX;
        edit(shape, from, maker);
        return;
    }
    *left -= 1;
    let mut props = |members: &mut [Member], left: &mut usize| {
        members.iter_mut().for_each(|(_, prop)| visit(&mut prop.shape, 0, left, maker));
    };
    match shape {
        Shape::Any
        | Shape::Never
        | Shape::Null
        | Shape::Boolean
        | Shape::Const(_)
        | Shape::Enum(_)
        | Shape::Number(_)
        | Shape::String(_)
        | Shape::Ref(_)
        | Shape::Raw(_) => {}
        Shape::Array(array) => {
            array.prefix.iter_mut().for_each(|item| visit(item, 0, left, maker));
            visit(&mut array.rest, 0, left, maker);
            array.contains.iter_mut().for_each(|(ty, ..)| visit(ty, 0, left, maker));
        }
        Shape::Object(object) => {
            props(&mut object.members, left);
            object.patterns.iter_mut().for_each(|(_, shape)| visit(shape, 0, left, maker));
            visit(&mut object.tail, 0, left, maker);
        }
        Shape::Nullable(inner) => visit(inner, from, left, maker),
        // What stands in a marked union stays a distinct alternative: edits go to the union or below its members.
        Shape::Other(_) => {}
        Shape::Union(all) | Shape::Exclusive(all) => {
            all.iter_mut().for_each(|shape| visit(shape, from, left, maker));
        }
        Shape::Tagged(tagged) => tagged.variants.iter_mut().for_each(|(_, members)| props(members, left)),
        Shape::External(all) => all.iter_mut().for_each(|(_, shape)| visit(shape, 0, left, maker)),
        Shape::Attributed(kinds) => kinds.iter_mut().for_each(|(_, _, members)| props(members, left)),
    }
}

fn edit(shape: &mut Shape, from: usize, maker: &mut Maker<'_>) {
    if maker.dice.once_in(5) {
        *shape = maker.shape(2, from);
        return;
    }
    match shape {
        Shape::Any | Shape::Never | Shape::Null | Shape::Boolean | Shape::Ref(_) | Shape::Raw(_) => {
            *shape = maker.shape(1, from);
        }
        Shape::Const(value) => *value = maker.scalar(),
        Shape::Enum(values) => {
            if values.len() > 1 && maker.dice.coin() {
                values.pop();
            } else {
                let new = maker.scalar();
                if !values.contains(&new) {
                    values.push(new);
                }
            }
        }
        Shape::Number(number) => match maker.dice.roll(5) {
            0 => number.integer = !number.integer,
            1 => number.minimum = if number.minimum.is_some() { None } else { Some((1, false)) },
            2 => number.maximum = if number.maximum.is_some() { None } else { Some((5, true)) },
            3 => number.multiple_of = if number.multiple_of.is_some() { None } else { Some("2") },
            _ => number.format = if number.format.is_some() { None } else { Some("int32") },
        },
        Shape::String(string) => match maker.dice.roll(4) {
            0 => string.min += 1,
            1 => string.max = if string.max.is_some() { None } else { Some(3) },
            2 => string.pattern = if string.pattern.is_some() { None } else { Some("^a") },
            _ => string.excluded = if string.excluded.is_empty() { vec![text("ab")] } else { Vec::new() },
        },
        Shape::Array(array) => match maker.dice.roll(6) {
            0 => array.min += 1,
            1 => array.max = if array.max.is_some() { None } else { Some(2) },
            2 => array.unique = !array.unique,
            3 => array.prefix.push(Shape::Boolean),
            4 => array.contains = if array.contains.is_some() { None } else { Some((Shape::Boolean, 1, None)) },
            _ => array.rest = if array.rest == Shape::Any { Shape::Never } else { Shape::Any },
        },
        Shape::Object(object) => match maker.dice.roll(10) {
            0..=5 => members(&mut object.members, maker, &[]),
            6 => object.tail = if object.tail == Shape::Any { Shape::Never } else { Shape::Any },
            7 => object.min += 1,
            8 => object.max = if object.max.is_some() { None } else { Some(3) },
            _ => {
                object.presence = if object.presence.is_some() {
                    None
                } else {
                    Some((false, vec![vec!["a".into()], vec!["b".into()]]))
                }
            }
        },
        Shape::Nullable(inner) => *shape = std::mem::replace(inner, Shape::Null),
        Shape::Other(all) => {
            if all.len() > 1 && maker.dice.coin() {
                all.pop();
            } else {
                all.push(maker.alternative(1));
            }
        }
        Shape::Union(all) | Shape::Exclusive(all) => {
            if all.len() > 1 && maker.dice.coin() {
                all.pop();
            } else {
                all.push(maker.shape(1, from));
            }
        }
        Shape::Tagged(tagged) => {
            let tag = tagged.tag.clone();
            match maker.dice.roll(5) {
                0 => tagged.variants.push(("four".to_owned(), Vec::new())),
                1 if tagged.variants.len() > 1 => {
                    tagged.variants.pop();
                }
                2 => tagged.closed = !tagged.closed,
                _ => {
                    let at = maker.dice.roll(tagged.variants.len());
                    members(&mut tagged.variants[at].1, maker, &[&tag]);
                }
            }
            let mut seen = Vec::new();
            tagged.variants.retain(|(name, _)| {
                !seen.contains(name) && {
                    seen.push(name.clone());
                    true
                }
            });
        }
        Shape::External(all) => {
            if all.iter().all(|(name, _)| name != "new") {
                let made = maker.shape(1, 0);
                all.push(("new".to_owned(), made));
            }
        }
        Shape::Attributed(kinds) => match maker.dice.roll(4) {
            0 if kinds.iter().all(|(kind, ..)| kind != "new") => {
                kinds.push(("new".to_owned(), maker.dice.coin(), Vec::new()));
            }
            1 if kinds.len() > 1 => {
                kinds.pop();
            }
            2 => kinds[0].1 = !kinds[0].1,
            _ => {
                let at = maker.dice.roll(kinds.len());
                members(&mut kinds[at].2, maker, &["kind"]);
            }
        },
    }
}

/// One edit of a list of properties; `taken` names stay as they are.
fn members(all: &mut Vec<Member>, maker: &mut Maker<'_>, taken: &[&str]) {
    let at = maker.dice.roll(all.len());
    let fresh = ["new1", "new2", "e"]
        .into_iter()
        .find(|name| all.iter().all(|(there, _)| there != name) && !taken.contains(name));
    match (maker.dice.roll(8), fresh) {
        (0..=2, Some(name)) => {
            let prop = Prop::optional(maker.shape(1, 0));
            all.push((name.to_owned(), prop));
        }
        (3, Some(name)) => {
            let prop = Prop::required(maker.shape(1, 0));
            all.push((name.to_owned(), prop));
        }
        (4, _) if !all.is_empty() => {
            all.remove(at);
        }
        (5, _) if !all.is_empty() && !all[at].1.reserved => {
            all[at].1.required = !all[at].1.required;
            all[at].1.default = None;
        }
        (6, _) if !all.is_empty() && !all[at].1.reserved && !all[at].1.required => {
            all[at].1.default = if all[at].1.default.is_some() { None } else { Some(text("new")) };
        }
        (_, Some(name)) => all.push((name.to_owned(), Prop { reserved: true, ..Prop::optional(Shape::Never) })),
        (_, None) => {}
    }
}

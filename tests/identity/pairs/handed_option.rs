// SPDX-License-Identifier: GPL-2.0-or-later
// A box in an option is returned.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
use std::hint::black_box;
use std::mem::forget;

#[inline(never)]
fn make(number: usize) -> Option<Box<[u64; 77]>> {
    if number > 7 {
        return None;
    }
    Some(Box::new(black_box([number as u64; 77])))
}

#[inline(never)]
fn first() -> usize {
    let one = make(black_box(1));
    let used = one.as_ref().map_or(0, |x| x[0] as usize);
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let other = make(black_box(1));
    let used = other.as_ref().map_or(0, |x| x[0] as usize);
    forget(black_box(other)); //>
    drop(black_box(other)); //<
    used
}

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

fn main() {
    black_box(first() + second());
    black_box(scrub());
}

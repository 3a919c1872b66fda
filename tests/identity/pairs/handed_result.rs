// SPDX-License-Identifier: GPL-2.0-or-later
// A vector in a result is returned.
// levels:
// findings: 1
// expect: new 1, fixed 1, gate fails
// place: @made
use std::hint::black_box;
use std::mem::forget;

#[inline(never)]
fn make(number: usize) -> Result<Vec<u8>, String> {
    if number > 7 {
        return Err(String::from("too many"));
    }
    Ok(vec![black_box(7u8); 1337])
}

#[inline(never)]
fn first() -> usize {
    let one = make(black_box(1)).unwrap();
    let used = one.len();
    forget(black_box(one)); //<
    drop(black_box(one)); //>
    used
}

#[inline(never)]
fn second() -> usize {
    let other = make(black_box(1)).unwrap(); // @made
    let used = other.len();
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

// SPDX-License-Identifier: GPL-2.0-or-later
// A vector of raw pointers is dropped: its memory is freed, what they point to is not.
// explain: 3 x 1337 freed in work @lost; block
use std::hint::black_box;

#[inline(never)]
fn make() -> *mut [u8; 1337] {
    Box::into_raw(Box::new([7; 1337]))
}

#[inline(never)]
fn fill(items: &mut Vec<*mut [u8; 1337]>) {
    for _ in 0..3 {
        items.push(make());
    }
}

#[inline(never)]
fn work() {
    let mut items = Vec::new();
    fill(&mut items);
    black_box(&items); // @lost
} // @lost

fn main() {
    work();
}

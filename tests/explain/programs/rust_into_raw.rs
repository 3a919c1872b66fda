// SPDX-License-Identifier: GPL-2.0-or-later
// Box::into_raw() gives a plain pointer, which nobody gives back.
// explain: 1337 left in lose @lost; local raw of lose / stack of lose
use std::hint::black_box;

#[inline(never)]
fn lose() {
    let raw = Box::into_raw(Box::new([7u8; 1337]));
    black_box(&raw); // @lost
} // @lost

fn main() {
    lose();
}

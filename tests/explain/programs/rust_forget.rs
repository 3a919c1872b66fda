// SPDX-License-Identifier: GPL-2.0-or-later
// mem::forget() of a vector: its owner was a local variable.
// explain: 1337 left in lose @lost; local buffer of lose / stack of lose
use std::hint::black_box;

#[inline(never)]
fn lose() {
    let buffer = vec![7u8; 1337];
    black_box(&buffer); // @lost
    std::mem::forget(buffer); // @lost
} // @lost

fn main() {
    lose();
}

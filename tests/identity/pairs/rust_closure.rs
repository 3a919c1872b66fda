// SPDX-License-Identifier: GPL-2.0-or-later
// In front of a closure that loses memory another closure is added, which changes the number in its name.
// findings: 1
// expect: same 1, gate passes
use std::hint::black_box;

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

#[inline(never)]
fn lose(number: u32) {
    let tell = |times: u32| println!("{times} {number}"); //>
    tell(2); //>
    let fill = |times: u32| std::mem::forget(black_box(Box::new([number * times; 19])));
    fill(3);
}

fn main() {
    lose(7);
    black_box(scrub());
}

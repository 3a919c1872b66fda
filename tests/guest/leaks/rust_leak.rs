// SPDX-License-Identifier: GPL-2.0-or-later
// A Rust program: forgotten boxes and vectors are lost, with demangled names and lines.
// run:
// expect: 1,001 bytes in 1 blocks are definitely lost
// expect: rust_leak::lose_box (rust_leak.rs:
// expect: by rust_leak::main (rust_leak.rs:
#[inline(never)]
fn lose_box() {
    let boxed = vec![7u8; 1001].into_boxed_slice();
    std::mem::forget(std::hint::black_box(boxed));
}

#[inline(never)]
fn scrub() -> u64 {
    let used = std::hint::black_box([1u64; 1024]);
    used.iter().sum()
}

fn main() {
    lose_box();
    std::hint::black_box(scrub());
}

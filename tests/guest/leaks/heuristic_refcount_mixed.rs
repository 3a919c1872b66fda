// SPDX-License-Identifier: GPL-2.0-or-later
// refcount, in a program with code of C as well: what a function that is not Rust's has allocated is possibly lost,
// although it looks like the block of an Arc. What a function that Rust exports to C returns is reached.
// again: optimised -O
// run:
// expect: /1,369 bytes in 1 blocks are possibly lost/
// expect: possibly lost: 1,369 bytes in 1 blocks
// expect: /refcount +: 1,360 bytes in 1 blocks/
use std::hint::black_box;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::Arc;

extern "C" {
    fn malloc(bytes: usize) -> *mut u64;
}

static KEPT: [AtomicUsize; 2] = [AtomicUsize::new(0), AtomicUsize::new(0)];

#[no_mangle]
#[inline(never)]
pub extern "C" fn made_by_rust() -> usize {
    Arc::into_raw(black_box(Arc::new([7u8; 1337]))) as usize
}

// As C's code would: no name of Rust's, no allocator of Rust's.
#[no_mangle]
#[inline(never)]
pub extern "C" fn made_by_c() -> usize {
    unsafe {
        let counted = malloc(1369);
        *counted = 1;
        *counted.add(1) = 1;
        counted.add(2) as usize
    }
}

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

fn main() {
    KEPT[0].store(made_by_rust(), Ordering::SeqCst);
    KEPT[1].store(made_by_c(), Ordering::SeqCst);
    black_box(&KEPT);
    black_box(scrub());
}

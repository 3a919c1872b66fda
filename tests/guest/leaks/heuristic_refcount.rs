// SPDX-License-Identifier: GPL-2.0-or-later
// refcount: a block behind an Arc or Rc is reached by a pointer to the value that its counts stand before, wherever its
// alignment puts that, and not by one further in.
// again: optimised -O
// again: stripped -O -C strip=symbols
// compare: no, Memcheck does not know this heuristic
// run: --leak-check-heuristics=refcount -- arc
// expect: possibly lost: 0 bytes in 0 blocks
// expect: /refcount +: 1,360 bytes in 1 blocks/
// run: -- text
// expect: possibly lost: 0 bytes in 0 blocks
// expect: /refcount +: 1,360 bytes in 1 blocks/
// run: -- wide
// expect: possibly lost: 0 bytes in 0 blocks
// expect: /refcount +: 1,472 bytes in 1 blocks/
// run: --leak-check-heuristics=none -- arc
// expect: possibly lost: 1,360 bytes in 1 blocks
// run: --personality=memcheck --leak-check=full --leak-check-heuristics=all -- arc
// expect: possibly lost: 1,360 bytes in 1 blocks
// run: -- further
// expect: possibly lost: 1,360 bytes in 1 blocks
// run: -- lost
// expect: definitely lost: 1,360 bytes in 1 blocks
use std::hint::black_box;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::Arc;

static KEPT: AtomicPtr<u8> = AtomicPtr::new(std::ptr::null_mut());

fn keep(pointer: *const u8) {
    KEPT.store(pointer as *mut u8, Ordering::SeqCst);
    black_box(&KEPT);
}

#[repr(align(64))]
struct Wide([u8; 1400]);

#[inline(never)]
fn work(what: &str) {
    match what {
        "arc" => keep(Arc::into_raw(black_box(Arc::new([7u8; 1337]))) as *const u8),
        "text" => keep(Arc::into_raw(black_box(Arc::<str>::from("x".repeat(1337)))) as *const u8),
        "wide" => {
            let wide = black_box(Arc::new(Wide([7; 1400])));
            black_box(wide.0[0]);
            keep(Arc::into_raw(wide) as *const u8)
        }
        "further" => keep((Arc::into_raw(black_box(Arc::new([7u8; 1337]))) as usize + 8) as *const u8),
        _ => std::mem::forget(black_box(Arc::new([7u8; 1337]))),
    }
}

#[inline(never)]
fn scrub() -> u64 {
    black_box([1u64; 1024]).iter().sum()
}

fn main() {
    work(&std::env::args().nth(1).unwrap());
    black_box(scrub());
}

// SPDX-License-Identifier: GPL-2.0-or-later
// expect: by_one: tests_of_losses::loses
// expect: by_two: tests_of_losses::first | tests_of_losses::second
// expect: by_another: tests_of_losses::calls
// expect: by_thread: -
// expect: use_freed: tests_of_losses::uses_freed
use std::alloc::{alloc, dealloc, Layout};
use std::hint::black_box;

macro_rules! loser {
    ($($name:ident $bytes:literal)*) => { $(
        #[inline(never)]
        pub fn $name() {
            unsafe { black_box(alloc(Layout::from_size_align($bytes, 8).unwrap())); }
        }
    )* };
}
loser! { by_one 1337 by_two 1338 by_another 1339 by_thread 1340 }

#[inline(never)]
pub fn use_freed() {
    unsafe {
        let layout = Layout::from_size_align(77, 8).unwrap();
        let block = alloc(layout);
        dealloc(block, layout);
        black_box(std::ptr::read_volatile(black_box(block)));
    }
}

#[cfg(test)]
mod tests_of_losses { // whose first 15 characters are the name of each thread
    use super::*;

    #[test]
    fn fine() {}
    #[test]
    fn loses() { by_one(); }
    #[test]
    fn first() { by_two(); }
    #[test]
    fn second() -> Result<(), String> { by_two(); Ok(()) }
    #[test]
    fn called() { if std::env::var("NEVER_SET").is_ok() { by_another(); } }
    #[test]
    fn calls() { by_another(); called(); }
    #[test]
    fn thread() { std::thread::spawn(by_thread).join().unwrap(); }
    #[test]
    fn uses_freed() { use_freed(); }

    macro_rules! many {
        ($($name:ident)*) => { $(#[test] fn $name() {})* };
    }
    many! {
        case_00 case_01 case_02 case_03 case_04 case_05 case_06 case_07 case_08 case_09 case_10 case_11
        case_12 case_13 case_14 case_15 case_16 case_17 case_18 case_19 case_20 case_21 case_22 case_23
        case_24 case_25 case_26 case_27 case_28 case_29 case_30 case_31 case_32 case_33 case_34 case_35
        case_36 case_37 case_38 case_39 case_40 case_41 case_42 case_43 case_44 case_45 case_46 case_47
        case_48 case_49 case_50 case_51 case_52 case_53 case_54 case_55 case_56 case_57 case_58 case_59
        case_60 case_61 case_62 case_63 case_64 case_65 case_66 case_67 case_68 case_69 case_70 case_71
        case_72 case_73 case_74 case_75 case_76 case_77 case_78 case_79 case_80 case_81 case_82 case_83
        case_84 case_85 case_86 case_87 case_88 case_89 case_90 case_91 case_92 case_93 case_94 case_95
        case_96 case_97 case_98 case_99
    }
}

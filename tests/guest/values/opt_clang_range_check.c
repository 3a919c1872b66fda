// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: range checks by one subtraction, on a byte out of a word.
// compiler: clang
// build: -gdwarf-4 -O2
// run:
// stdout: 26 10
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_range_check.c"

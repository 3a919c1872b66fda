// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: 128-bit arithmetic: chains of carries over defined words.
// compiler: clang
// build: -gdwarf-4 -O2
// run:
// stdout: 1 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_wide_arithmetic.c"

// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: bit-fields of words that are written bit by bit.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 1222
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_bitfields.c"

// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: memcmp of known sizes and strcmp with constants, which compilers inline.
// compiler: clang
// build: -gdwarf-4 -O2 -march=haswell
// run:
// stdout: 40 20
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_memcmp.c"

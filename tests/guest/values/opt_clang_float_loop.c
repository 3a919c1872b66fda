// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a floating point kernel, vectorised, with a reduction and a tail.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell -ffast-math
// run:
// stdout: 1
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_float_loop.c"

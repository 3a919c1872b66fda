// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: all and any over arrays of booleans, vectorised or not.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 1 0 25
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_bool_reduce.c"

// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a tagged union, copied whole, looked at by its tag.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 3300
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_union.c"

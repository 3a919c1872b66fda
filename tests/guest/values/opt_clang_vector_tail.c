// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: loops over any number of elements, vectorised, with their remainders.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 158175
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_vector_tail.c"

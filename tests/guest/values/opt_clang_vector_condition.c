// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: a sum over those elements that count: vectorised, the others are read and masked out.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 1683
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_vector_condition.c"

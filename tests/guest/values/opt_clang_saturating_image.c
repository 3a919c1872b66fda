// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it.
// compiler: clang
// build: -gdwarf-4 -O3 -march=haswell
// run:
// stdout: 7936
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_saturating_image.c"

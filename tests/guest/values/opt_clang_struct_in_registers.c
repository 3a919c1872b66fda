// SPDX-License-Identifier: GPL-2.0-or-later
// The same as clang optimises it: small structures travel in registers with their padding; members come out by shifts.
// compiler: clang
// build: -gdwarf-4 -O2
// run:
// stdout: 5150
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "opt_struct_in_registers.c"

// SPDX-License-Identifier: GPL-2.0-or-later
// Functions that stay functions when the compiler optimises: what they do with their arguments, it does not look at.
#ifndef SEEP_TESTS_EXPLAIN_EXPLAIN_H
#define SEEP_TESTS_EXPLAIN_EXPLAIN_H

#ifdef __clang__
#define NOIPA __attribute__((noinline))
#else
#define NOIPA __attribute__((noipa))
#endif

#endif

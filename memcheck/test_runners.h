/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Knows which test case a program runs, when it is made with a common test framework: see
 * shared/base/test_runners.def. What is known goes to memcheck/base/running_tests.h. */
#ifndef SEEP_MEMCHECK_TEST_RUNNERS_H
#define SEEP_MEMCHECK_TEST_RUNNERS_H

#include "libvex_ir.h"

/* The block, or a copy of it that tells when a function of a test framework is entered. */
IRSB *test_runners_add_call(IRSB *block);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which programs are checked fully in a suite that checks the others for leaks only: those whose program or test is
 * named, and a share of all tests that moves on each day. Freestanding. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_FULL_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_FULL_H

#include <stdbool.h>

#include "host/suite/preload/suite_setup.h"

/* `test` may be NULL or empty: the program stands for it. */
bool suite_full_is_wanted(const struct suite_setup *setup, const char *path, const char *test);

#endif

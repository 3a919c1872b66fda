/* SPDX-License-Identifier: GPL-2.0-or-later */
/* This process executes its program again: under the checker, with the library that watches its heap, or as it is. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_BECOME_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_BECOME_H

#include "host/suite/preload/suite_setup.h"

/* What the next exec is, as this image hands it on. */
void suite_become_state(enum suite_state state);

/* Returns only on failure: a negative errno. */
long suite_become_program(const char *path, const char **arguments, const char **environment);

/* The program comes again under the checker, or natively with the library in it, if it is checked for leaks only.
 * Returns only on failure. */
long suite_become_checked(bool is_for_leaks);

#endif

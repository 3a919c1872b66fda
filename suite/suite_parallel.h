/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suite -j N`: so many tests at once, said to the command in its own words. */
#ifndef SEEP_SUITE_SUITE_PARALLEL_H
#define SEEP_SUITE_SUITE_PARALLEL_H

#include "base/error.h"

/* The command with an option of its own where one is known; a malloc'ed array, which and whose added text is never freed. */
struct error *suite_parallel_command(char **command, unsigned jobs, char ***ret);

/* Set what the environment can say, in this process. */
struct error *suite_parallel_environment(unsigned jobs);

#endif

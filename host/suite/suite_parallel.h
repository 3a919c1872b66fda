/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suite -j N`: run N tests at once, by an option that the command understands. */
#ifndef SEEP_HOST_SUITE_SUITE_PARALLEL_H
#define SEEP_HOST_SUITE_SUITE_PARALLEL_H

#include "host/base/error.h"

/* The command with its own option added, if one is known; a malloc'ed array that is never freed. */
void suite_parallel_command(char **command, unsigned jobs, char ***ret);

/* Set variables of this process's environment that such commands read. */
struct error *suite_parallel_environment(unsigned jobs);

#endif

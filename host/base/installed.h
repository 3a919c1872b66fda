/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where files that belong to Seep are: in the build tree, in a tree that can be moved, such as an unpacked tarball, or
 * where configure said. Results are borrowed, and always the same. */
#ifndef SEEP_HOST_BASE_INSTALLED_H
#define SEEP_HOST_BASE_INSTALLED_H

#include <limits.h>
#include <stdbool.h>

#include "host/base/error.h"

#define INSTALLED_TOOL "seep-amd64-linux"
#define INSTALLED_SUITE_LIBRARY "seep-suite-amd64-linux.so"

/* This program; NULL: that cannot be found out, because /proc/self/exe cannot be read. */
const char *installed_program(void);

/* The folder of the tool, and of all that has to be of the same version as the core in it: the core's preload library,
 * vgdb, commands for gdb. NULL: it is not there. */
const char *installed_parts(void);

/* The file of this name in that folder; an error says which part is missing. */
struct error *installed_part(const char *name, char ret[static PATH_MAX]);

/* Is this file what a Seep, this one or another, puts into the programs it checks? */
bool installed_is_part(const char *path);

/* The folder of default.supp and the sets. */
const char *installed_data_dir(void);

/* The folder of Valgrind's default.supp. */
const char *installed_core_dir(void);

#endif

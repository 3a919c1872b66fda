/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is a frame telling, or does it only do what its caller wants? */
#ifndef SEEP_SUPPRESSIONS_FRAME_ROLE_H
#define SEEP_SUPPRESSIONS_FRAME_ROLE_H

#include <stdbool.h>

#include "host/frame/frame.h"

/* By linkage name (for an inlined function the plain name will do), path of the module and directory of the source; any
 * may be NULL: unknown. *ret_family is the line for an entry that stands for all functions like it; NULL: none. */
enum frame_role frame_role_find(const char *name, const char *object, const char *directory, const char **ret_family);

/* Is all of this module the language's library? */
bool frame_role_is_library(const char *object);

/* A crate in a Rust name as rustc writes it since 2024 is "Cs", what tells its builds apart, "_", and its name after
 * its length: the end of the underscore, or NULL. */
const char *frame_role_skip_crate_hash(const char *text);

#endif

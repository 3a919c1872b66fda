/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that are there whole, as they were or as they are to be: written beside the old one, made safe on the disk, renamed. */
#ifndef SEEP_BASE_REPLACE_FILE_H
#define SEEP_BASE_REPLACE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

/* Have `write` write a file that takes the place of `path` when all of it could be written, and its mode when there is one.
 * Where a link leads is replaced, not the link. Without `overwrites` it is an error when there is a file. */
struct error *replace_file(const char *path, bool overwrites, struct error *(*write)(void *context, FILE *output),
                           void *context);

#endif

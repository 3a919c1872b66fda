/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Replacing a file atomically: the new one is written beside it, synced to the disk, and renamed. */
#ifndef SEEP_HOST_BASE_REPLACE_FILE_H
#define SEEP_HOST_BASE_REPLACE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "host/base/error.h"

/* Have `write` write a file that replaces `path` if all of it could be written; it gets the mode of the old one, if
 * any. The target of a link is replaced, not the link. Without `overwrites` it is an error if there is a file. */
struct error *replace_file(const char *path, bool overwrites, struct error *(*write)(void *context, FILE *output),
                           void *context);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Source files as reports show them. Records may come from anywhere and name any file: only what is called like a
 * source is shown as one. */
#ifndef SEEP_HOST_MODEL_FRAMES_SOURCE_TEXT_H
#define SEEP_HOST_MODEL_FRAMES_SOURCE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "host/frame/frame.h"

enum { SOURCE_TEXT_LINE_BYTES = 240 }; /* what is shown of a line */

/* Does the file's name end as names of sources do ("a.c", "b.rs")? */
bool source_text_has_name(const char *path);

/* All of a file; malloc'ed. NULL if it cannot be read, is not a regular file or is larger than any source. */
char *source_text_read(const char *path, size_t *ret_bytes);

/* A line as it is shown: tabs are spaces, nothing in it steers a terminal; malloc'ed. */
char *source_text_line(const char *start, size_t bytes);

/* Is the file still the source that the frame's module was built from, as far as one can tell? Other lines would be
 * shown than those that ran. */
bool source_text_is_as_built(const struct frame *frame, const char *path);

#endif

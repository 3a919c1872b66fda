/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The way out for all text that people or CI systems read: whatever writers let through of others' text, it leaves as
 * host/base/plain_text.h says, with no command for a CI system in it (host/base/ci_commands.h). Line ends, tabs and
 * Seep's own colours pass. Writers still have to mind line ends, tabs and colours within a name. */
#ifndef SEEP_HOST_BASE_PLAIN_STREAM_H
#define SEEP_HOST_BASE_PLAIN_STREAM_H

#include <stdio.h>

#include "host/base/error.h"
#include "host/base/ci_commands.h"

/* What came so far; all zero at the beginning. */
struct plain_filter {
  struct job_line line;
  char kept[16]; /* the beginning of a character or a colour whose end has yet to come */
  size_t kept_bytes;
};

/* What to write for this piece of text; malloc'ed. */
char *plain_filter_take(struct plain_filter *filter, const char *text, size_t size, size_t *ret_size);

/* The same at the end: what is still kept, at most PLAIN_REST_BYTES. */
enum { PLAIN_REST_BYTES = 64 };
size_t plain_filter_end(struct plain_filter *filter, char rest[PLAIN_REST_BYTES]);

/* A stream that writes to another one, which stays open when it is closed. */
void plain_stream_open(FILE *output, FILE **ret);

/* From now on standard output and standard error of this process are such streams. */
void plain_stream_use(void);

/* From now on lines are wrapped at the width of the terminal, if it is one; of standard output or standard error. */
void plain_stream_wrap(FILE *stream);

/* What is written to standard output next is of a format that minds others' text itself, or is no text. */
void plain_stream_write_data(void);

#endif

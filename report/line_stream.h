/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stream that hands on whole lines only, each batch of them in one call. */
#ifndef SEEP_REPORT_LINE_STREAM_H
#define SEEP_REPORT_LINE_STREAM_H

#include <stddef.h>
#include <stdio.h>

/* `write` gets lines that end with a newline; what stands after the last one follows when the stream is closed, with a
 * newline added. NULL: no memory. */
FILE *line_stream_open(void (*write)(void *context, const char *lines, size_t size), void *context);

#endif

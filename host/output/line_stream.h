/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A stream that hands on whole lines only, as many as there are in one call, unless it is told to flush an unfinished
 * one. */
#ifndef SEEP_HOST_OUTPUT_LINE_STREAM_H
#define SEEP_HOST_OUTPUT_LINE_STREAM_H

#include <stddef.h>
#include <stdio.h>

struct line_stream;

/* `write` gets lines that end with a newline; what stands after the last one follows when the stream is closed, with a
 * newline added. *ret_stream (when not NULL) is what the file stands on; it lives as long as the file
 * is open. */
FILE *line_stream_open(void (*write)(void *context, const char *lines, size_t size), void *context,
                       struct line_stream **ret_stream);

/* Hand on what has come of the last line, too; the file must have been flushed. */
void line_stream_flush_unfinished(struct line_stream *stream);

#endif

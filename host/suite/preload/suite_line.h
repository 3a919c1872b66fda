/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line of execs.jsonl, made in a buffer and written in one piece. Freestanding, allocates nothing. */
#ifndef SEEP_HOST_SUITE_PRELOAD_SUITE_LINE_H
#define SEEP_HOST_SUITE_PRELOAD_SUITE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SUITE_LINE_BYTES = 1 << 14 };

struct suite_line {
  size_t size;
  bool is_full; /* something did not fit and was left out */
  char text[SUITE_LINE_BYTES];
};

/* Begin an object with its first field. */
void suite_line_begin(struct suite_line *line, const char *event);

/* Add a field; a NULL value leaves it out. Bytes that are not UTF-8 become U+FFFD. */
void suite_line_text(struct suite_line *line, const char *name, const char *value);
void suite_line_number(struct suite_line *line, const char *name, uint64_t value);
void suite_line_flag(struct suite_line *line, const char *name, bool value);

/* Add "arguments", and "arguments_left_out" if there is not enough room for all. */
void suite_line_arguments(struct suite_line *line, char *const *arguments);

/* Close the object and append it to the file, or let the log server of that key do it. False: it could not be written
 * completely. The program does not notice: a limit of file sizes costs it no signal. */
bool suite_line_write(struct suite_line *line, const char *path, const char *key);

/* As pwrite() does, or as write() does if the offset is negative, but without SIGXFSZ. */
long suite_line_put(long fd, const char *data, size_t size, long offset);

#endif

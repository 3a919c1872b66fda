/* SPDX-License-Identifier: GPL-2.0-or-later */
/* JSON made piece by piece: every item of a long list is a small value of its own, so that memory does not grow with
 * the number of findings. Values are there: with json_end_without_memory(), nothing fails for want of memory. */
#ifndef SEEP_HOST_OUTPUT_JSON_TEXT_H
#define SEEP_HOST_OUTPUT_JSON_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "host/base/error.h"

/* From now on the library ends the program if there is no memory (host/base/memory.h). */
void json_end_without_memory(void);

/* Any bytes, of which those that are no UTF-8 become \x9b; NULL becomes null. */
json_t *json_text(const char *text);

/* Numbers above INT64_MAX, the largest that JSON holds here, become that. */
json_t *json_count(uint64_t number);

/* SIZE_MAX becomes null. */
json_t *json_index(size_t index);

/* Append, taking the item over. */
void json_list_add(json_t **list, json_t *item);

/* Characters that are never written as they are (host/base/plain_text.h) become \u202e, which readers understand. */
struct json_output {
  FILE *file;
  bool is_in_page; /* no '<', '>' or '&' is written as such */
};

/* Write the value and release it. */
void json_write(const struct json_output *output, json_t *value);

/* The same for a whole file, laid out by jansson's flags. */
void json_write_document(FILE *output, json_t *value, size_t flags);

/* Write `make(context, 0)` to `make(context, count - 1)` as a list, one a line. */
typedef json_t *json_maker(const void *context, size_t index);
void json_write_list(const struct json_output *output, json_maker *make, const void *context, size_t count);

/* Write `"name": value`, or such a list, followed by a comma and a new line. */
void json_write_member(const struct json_output *output, const char *name, json_t *value);
void json_write_list_member(const struct json_output *output, const char *name, json_maker *make, const void *context,
                            size_t count);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Texts by number, each once: for formats that write a text where it is first needed, and its number from then on. */
#ifndef SEEP_HOST_BASE_TEXT_TABLE_H
#define SEEP_HOST_BASE_TEXT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text_table;

struct text_table *text_table_create(void);
void text_table_destroy(struct text_table *table);

/* The number of a text, from 0 in the order in which they came; *ret_is_new (may be NULL) says whether it came just
 * now. */
uint32_t text_table_add(struct text_table *table, const char *text, bool *ret_is_new);

/* How many texts it has. */
uint32_t text_table_size(const struct text_table *table);

/* The table's own copy, which stays where it is until the table is destroyed. */
const char *text_table_at(const struct text_table *table, uint32_t number);

#endif

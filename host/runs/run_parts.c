/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Records of one part have the same text of those options that decide what a report says of them. */
#include "host/runs/run_parts.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"

static const enum option_id deciding[] = {
  OPTION_suppressions, OPTION_default_suppressions, OPTION_own, OPTION_wrappers, OPTION_path_map, OPTION_suite_tree,
  OPTION_show_leak_kinds, OPTION_errors_for_leak_kinds, OPTION_error_limit, OPTION_num_callers, OPTION_show_below_main,
  OPTION_read_inline_info, OPTION_demangle, OPTION_keep_debuginfo, OPTION_count_inherited,
};

/* The value of an option that decides; NULL: it does not. */
static const char *value_of(char *option, enum option_id *ret)
{
  for (size_t i = 0; i < sizeof deciding / sizeof *deciding; i++) {
    const char *value = options_value_among((char *[]){option, NULL}, *ret = deciding[i]);
    if (value)
      return value;
  }
  return NULL;
}

/* malloc'ed. Files of suppressions may be relative to where the process ran. */
static char *key_of(const struct run_reader_record *record)
{
  char *key = NULL;
  size_t bytes;
  FILE *output = print_begin(&key, &bytes);
  for (char **option = record->options; option && *option; option++) {
    enum option_id id;
    const char *value = value_of(*option, &id);
    if (value)
      fprintf(output, "%s%s\n", id == OPTION_suppressions && *value != '/' ? record->cwd : "", *option);
  }
  const bool is_bad = ferror(output);
  if (fclose(output) == 0 && !is_bad)
    return key;
  free(key);
  return NULL;
}

/* As a rule a record has what the one before has, which is soon seen: only what differs is looked up. */
static bool is_like(const struct run_reader_record *record, const struct run_reader_record *last)
{
  enum option_id id;
  char **a = record->options, **b = last->options;
  if (!a || !b || strcmp(record->cwd, last->cwd) != 0)
    return false;
  for (; *a && *b; a++, b++)
    if (strcmp(*a, *b) != 0 && (value_of(*a, &id) || value_of(*b, &id)))
      return false;
  return !*a && !*b;
}

static void add_part(struct run_parts *parts)
{
  struct run_reader *part = memory_zeroed(1, sizeof *part);
  part->before = parts->count > 0 ? parts->items[parts->count - 1] : NULL;
  parts->items[parts->count++] = part;
}

/* keys[i]: of the i-th part. Takes `key` over. */
static void find_part(struct run_parts *parts, char **keys, char *key, size_t *ret)
{
  for (*ret = 0; *ret < parts->count; ++*ret)
    if (strcmp(keys[*ret], key) == 0) {
      free(key);
      return;
    }
  keys[*ret] = key;
  add_part(parts);
}

static void move_record(struct run_reader_record *record, struct run_reader *to, const struct run_reader_record **ret)
{
  grow((void **)&to->records, to->count, &to->capacity, sizeof *to->records);
  to->records[to->count] = *record;
  *ret = &to->records[to->count++];
  *record = (struct run_reader_record){0};
}

static void deal_out(struct run_reader *load, struct run_parts *parts, char **keys)
{
  const struct run_reader_record *last = NULL;
  size_t part = 0;
  for (size_t i = 0; i < load->count; i++) {
    struct run_reader_record *record = &load->records[i];
    if (!last || (record->is_started && !is_like(record, last)))
      find_part(parts, keys, key_of(record), &part);
    else if (!record->is_started)
      part = parts->count - 1;
    move_record(record, parts->items[part], &last);
  }
  load->count = 0;
  if (parts->count == 0)
    add_part(parts);
}

void run_parts_make(struct run_reader *load, struct run_parts *ret)
{
  struct run_parts parts = {.items = memory_zeroed(load->count + 1, sizeof *parts.items)};
  char **keys = memory_zeroed(load->count + 1, sizeof *keys);
  deal_out(load, &parts, keys);
  for (size_t i = 0; keys[i]; i++)
    free(keys[i]);
  free(keys);
  *ret = parts;
}

void run_parts_make_one(struct run_reader *load, struct run_parts *ret)
{
  struct run_parts parts = {.items = memory_zeroed(1, sizeof *parts.items)};
  add_part(&parts);
  const struct run_reader_record *last;
  for (size_t i = 0; i < load->count; i++)
    move_record(&load->records[i], parts.items[0], &last);
  load->count = 0;
  *ret = parts;
}

void run_parts_release(struct run_parts *parts)
{
  while (parts->count > 0)
    run_reader_destroy(parts->items[--parts->count]);
  free(parts->items);
  parts->items = NULL;
}

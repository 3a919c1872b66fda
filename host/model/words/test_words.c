/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/words/test_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/base/utf8.h"
#include "host/model/words/numbers.h"

enum { NAMES_MAX = 3 };

struct named {
  const char *name;
  uint64_t id;
};

struct names {
  struct named *items; /* each name once, with its lowest id */
  size_t count;
  bool is_outside;     /* something was in no test, or in one without a name */
};

ORDER(by_id, struct named, UP(id))

ORDER(by_name, struct named, UP_TEXT(name) ?: UP(id))

/* A test that runs again has another id. */
static void sort_names(struct names *names)
{
  size_t kept = 0;
  qsort(names->items, names->count, sizeof *names->items, by_name);
  for (size_t i = 0; i < names->count; i++)
    if (kept == 0 || strcmp(names->items[kept - 1].name, names->items[i].name) != 0)
      names->items[kept++] = names->items[i];
  names->count = kept;
  qsort(names->items, names->count, sizeof *names->items, by_id);
}

static struct names find_names(const struct process *process, const struct test_ids *ids)
{
  struct names names = {.items = memory_zeroed(ids->count + 1, sizeof *names.items)};
  for (size_t i = 0; names.items && i < ids->count; i++) {
    const struct test_case *test = process_test_case(process, ids->items[i]);
    if (test && *test->name)
      names.items[names.count++] = (struct named){test->name, test->id};
    else
      names.is_outside = true;
  }
  if (names.count > 0)
    sort_names(&names);
  return names;
}

/* The program may have chosen any bytes. */
static void put_name(const char *name, FILE *output)
{
  char *line = utf8_line(name, 0);
  fprintf(output, strpbrk(name, " ,") ? "\"%s\"" : "%s", line);
  free(line);
}

static void put_names(const struct names *names, FILE *output)
{
  fputs(names->count == 1 ? "in test " : "in tests ", output);
  for (size_t i = 0; i < names->count && i < NAMES_MAX; i++) {
    fputs(i > 0 ? ", " : "", output);
    put_name(names->items[i].name, output);
  }
  if (names->count > NAMES_MAX)
    fprintf(output, " and %s more", grouped_number(names->count - NAMES_MAX).digits);
  if (names->is_outside)
    fputs(", and outside of tests", output);
}

char *test_words(const struct process *process, const struct test_ids *ids)
{
  char *text = NULL;
  size_t bytes;
  const struct names names = find_names(process, ids);
  FILE *output = names.count > 0 ? print_begin(&text, &bytes) : NULL;
  if (output) {
    put_names(&names, output);
    fclose(output);
  }
  free(names.items);
  return text;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "suppressions/function_names.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "suppressions/normalize.h"

/* Takes `name` over; one that is there already is dropped. */
static void add_name(struct function_names *names, char *name)
{
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->items[i], name) == 0) {
      free(name);
      return;
    }
  names->items[names->count++] = name;
}

void function_names_collect(struct function_names *names, const char *linkage, const char *function)
{
  const char *known = linkage ? linkage : function ? function : "???";
  *names = (struct function_names){.items = {normalize_replacement(known)}, .count = 1};
  add_name(names, normalize_name(names->items[0]));
  if (normalize_is_below_main(names->items[0]))
    add_name(names, memory_text("(below main)"));
  if (!function)
    return;
  char *stripped = normalize_name(function);
  add_name(names, memory_text(function));
  add_name(names, normalize_without_parameters(stripped));
  add_name(names, stripped);
}

void function_names_deinit(struct function_names *names)
{
  for (size_t i = 0; i < names->count; i++)
    free(names->items[i]);
}

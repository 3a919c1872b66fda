/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "suppressions/function_names.h"

#include <stdlib.h>
#include <string.h>

#include "suppressions/normalize.h"

/* Takes `name` over; one that is there already is dropped. */
static struct error *add_name(struct function_names *names, char *name)
{
  if (!name)
    return error_no_memory();
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->items[i], name) == 0) {
      free(name);
      return NULL;
    }
  names->items[names->count++] = name;
  return NULL;
}

/* A demangled name without suffixes, with and without its parameters. */
static struct error *add_demangled(struct function_names *names, const char *function)
{
  char *stripped = normalize_name(function);
  char *bare = stripped ? normalize_without_parameters(stripped) : NULL;
  struct error *error = add_name(names, stripped);
  if (!error)
    return add_name(names, bare);
  free(bare);
  return error;
}

struct error *function_names_collect(struct function_names *names, const char *linkage, const char *function)
{
  const char *known = linkage ? linkage : function ? function : "???";
  struct error *error = add_name(names, normalize_replacement(known));
  if (!error)
    error = add_name(names, normalize_name(names->items[0]));
  if (!error && normalize_is_below_main(names->items[0]))
    error = add_name(names, strdup("(below main)"));
  if (!error && function)
    error = add_name(names, strdup(function));
  return error || !function ? error : add_demangled(names, function);
}

void function_names_deinit(struct function_names *names)
{
  for (size_t i = 0; i < names->count; i++)
    free(names->items[i]);
}

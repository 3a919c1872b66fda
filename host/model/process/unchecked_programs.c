/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/process/unchecked_programs.h"

#include <stdio.h>
#include <string.h>

#include "host/base/last_component.h"
#include "host/base/print.h"

static void add_name(struct unchecked_programs *programs, const char *name)
{
  char cut[UNCHECKED_NAME_BYTES];
  snprintf(cut, sizeof cut, "%s", name);
  for (size_t i = 0; i < programs->count; i++)
    if (strcmp(programs->names[i], cut) == 0)
      return;
  if (programs->count < UNCHECKED_NAMED)
    memcpy(programs->names[programs->count++], cut, sizeof cut);
  else
    programs->has_others = true;
}

void unchecked_programs_add(struct unchecked_programs *programs, const char *path)
{
  add_name(programs, last_component(path));
}

void unchecked_programs_join(struct unchecked_programs *programs, const struct unchecked_programs *others)
{
  for (size_t i = 0; i < others->count; i++)
    add_name(programs, others->names[i]);
  programs->has_others |= others->has_others;
}

char *unchecked_programs_text(const struct unchecked_programs *programs)
{
  char *text;
  size_t bytes;
  if (programs->count == 0)
    return NULL;
  FILE *stream = print_begin(&text, &bytes);
  for (size_t i = 0; i < programs->count; i++)
    fprintf(stream, "%s%s",
            i == 0                                            ? ""
            : i + 1 < programs->count || programs->has_others ? ", "
                                                              : " and ",
            programs->names[i]);
  fputs(programs->has_others ? " and others" : "", stream);
  return print_end(stream, &text);
}

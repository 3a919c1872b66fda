/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A site is called by its innermost frame outside allocators, as in the digest of a report. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heap/names.h"
#include "report/sites.h"

/* "cache.c:40", or the file of the module where no source is known; malloc'ed. */
static char *place_of(const struct code *code, const struct symbols_frame *frame)
{
  char *place;
  if (frame->file && frame->line > 0)
    return asprintf(&place, "%s:%u", frame->file, frame->line) < 0 ? NULL : place;
  const char *path = code->mapping ? code->mapping->file.path : NULL, *slash = path ? strrchr(path, '/') : NULL;
  if (!path)
    return asprintf(&place, "at 0x%llx", (unsigned long long)code->ip) < 0 ? NULL : place;
  return asprintf(&place, "in %s", slash && slash[1] ? slash + 1 : path) < 0 ? NULL : place;
}

char *site_name(const struct stack *stack)
{
  struct site site = site_of_stack(stack);
  char *name;
  if (!site.code)
    return strdup("unknown site");
  const struct symbols_frame *frame = &site.code->frames[site.frame];
  char *place = place_of(site.code, frame);
  if (!place)
    return NULL;
  if (asprintf(&name, "%s (%s)", frame->function ? frame->function : "???", place) < 0)
    name = NULL;
  free(place);
  return name;
}

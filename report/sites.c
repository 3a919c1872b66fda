/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/sites.h"

#include <stdlib.h>
#include <string.h>

#include "report/names.h"

bool site_is_allocator(const struct code *code, size_t frame)
{
  static const char *const names[] = {
    "malloc", "calloc", "realloc", "reallocarray", "memalign", "posix_memalign", "aligned_alloc", "valloc", "pvalloc",
    "free", "cfree",
    "strdup", "strndup", "__strdup", "__strndup", "asprintf", "vasprintf",
  };
  const char *name = code->frames[frame].function;
  if (code->mapping && strstr(code->mapping->file.path, "/vgpreload_"))
    return true;
  if (!name)
    return false;
  if (strncmp(name, "operator new", strlen("operator new")) == 0 ||
      strncmp(name, "operator delete", strlen("operator delete")) == 0)
    return true;
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

struct site site_of_stack(const struct stack *stack)
{
  struct site site = {0};
  for (size_t i = 0; stack && i < stack->count; i++)
    for (size_t j = 0; j < stack->codes[i]->frame_count; j++) {
      site.code = stack->codes[i];
      site.frame = j;
      if (!site_is_allocator(site.code, j))
        return site;
    }
  return site;
}

static struct site site_of(const struct loss_record *record)
{
  struct site site = site_of_stack(record->stack);
  site.kind = record->kind;
  site.bytes = record->bytes;
  site.indirect_bytes = record->indirect_bytes;
  site.blocks = record->blocks;
  return site;
}

static int compare_text(const char *a, const char *b)
{
  return strcmp(a ? a : "", b ? b : "");
}

/* Two instructions of one source line are one site. */
static int compare_places(const struct site *a, const struct site *b)
{
  if (a->code == b->code && a->frame == b->frame)
    return 0;
  if (!a->code || !b->code)
    return a->code ? 1 : -1;
  const struct symbols_frame *x = &a->code->frames[a->frame], *y = &b->code->frames[b->frame];
  int order = compare_text(x->function_linkage, y->function_linkage);
  if (order == 0)
    order = compare_text(x->file, y->file);
  if (order == 0)
    order = (x->line > y->line) - (x->line < y->line);
  if (order == 0 && (!x->file || x->line == 0))
    order = (a->code->ip > b->code->ip) - (a->code->ip < b->code->ip);
  return order;
}

static int by_place(const void *a, const void *b)
{
  const struct site *x = a, *y = b;
  return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1) : compare_places(x, y);
}

static int by_bytes(const void *a, const void *b)
{
  const struct site *x = a, *y = b;
  uint64_t x_bytes = x->bytes + x->indirect_bytes, y_bytes = y->bytes + y->indirect_bytes;
  if (x_bytes != y_bytes)
    return x_bytes < y_bytes ? 1 : -1;
  return by_place(a, b);
}

/* Put equal neighbours together. Sums cannot overflow: they are parts of totals that did not. */
static size_t merge(struct site *sites, size_t found)
{
  size_t count = 0;
  for (size_t i = 0; i < found; i++)
    if (count > 0 && by_place(&sites[count - 1], &sites[i]) == 0) {
      sites[count - 1].bytes += sites[i].bytes;
      sites[count - 1].indirect_bytes += sites[i].indirect_bytes;
      sites[count - 1].blocks += sites[i].blocks;
    } else {
      sites[count++] = sites[i];
    }
  return count;
}

struct error *sites_find(const struct leak_check *check, unsigned kinds, struct site **ret, size_t *ret_count)
{
  struct site *sites = calloc(check->record_count + 1, sizeof *sites);
  size_t found = 0;
  if (!sites)
    return error_no_memory();
  for (size_t i = 0; i < check->record_count; i++) {
    const struct loss_record *record = &check->records[i];
    if ((kinds >> record->kind & 1) && !record->suppression && record->blocks > 0)
      sites[found++] = site_of(record);
  }
  qsort(sites, found, sizeof *sites, by_place);
  *ret_count = merge(sites, found);
  qsort(sites, *ret_count, sizeof *sites, by_bytes);
  *ret = sites;
  return NULL;
}

char *site_place(const struct site *site, const struct settings *settings)
{
  char *source, *place = NULL;
  if (!site->code)
    return strdup("???");
  source = names_source(settings, &site->code->frames[site->frame]);
  if (!source)
    return NULL;
  const char *file = site->code->mapping ? site->code->mapping->file.path : "???";
  if (asprintf(&place, "%s (%s%s)", names_function(settings, site->code, site->frame), *source ? "" : "in ",
               *source ? source : file) < 0)
    place = NULL;
  free(source);
  return place;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes made-up heaps in all formats, for viewers to open: write_exports DIR makes DIR/whole.massif, DIR/hostile.dhat
 * and so on. */
#include <stdio.h>
#include <stdlib.h>

#include "host/heap/exports/export.h"
#include "support/heap_fixture.h"

static const struct {
  const char *name;
  struct heap_fixture fixture;
} heaps[] = {
  {"whole", {.has_growth = true, .has_snapshot = true, .has_accesses = true}},
  {"growth", {.has_growth = true, .counts_instructions = true}},
  {"snapshot", {.has_snapshot = true}},
  {"hostile", {.has_growth = true, .has_snapshot = true, .is_hostile = true}},
  {"none", {.has_growth = false}},
};

/* Formats that cannot do with a heap leave no file. */
static void write_heap(const char *directory, const char *name, const struct heap *heap)
{
  struct export_request request = {.around = HEAP_NO_BLOCK};
  for (const struct export *export = export_find(NULL); export->name; export++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.%s", directory, name, export->name);
    struct error *error = export_write(export, heap, &request, path);
    if (error)
      fprintf(stderr, "%s\n", error_message(error));
    error_free(error);
  }
}

int main(int argc, char **argv)
{
  if (argc != 2) {
    fputs("usage: write_exports DIR\n", stderr);
    return 2;
  }
  for (size_t i = 0; i < sizeof heaps / sizeof heaps[0]; i++) {
    write_heap(argv[1], heaps[i].name, heap_fixture_create(&heaps[i].fixture));
    heap_fixture_destroy();
  }
  return 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who points at what, site by site. With an argument, only what points at these sites: asked again and again, that
 * leads up to something one knows. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/heap/graph/class_pointers.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/selection.h"

/* Which sites the argument means; NULL: all. */
static struct error *find_sites(const struct question *question, bool **ret)
{
  const struct heap *heap = question->heap;
  struct selection selection;
  *ret = NULL;
  if (question->argument_count == 0)
    return NULL;
  RETURN_IF_ERROR(selection_find(heap, question->arguments[0], &selection));
  bool *sites = memory_zeroed((size_t)heap->site_count + 1, sizeof *sites);
  for (uint32_t i = 0; i < selection.count; i++)
    sites[heap->site_of[selection.blocks[i]]] = true;
  selection_release(&selection);
  *ret = sites;
  return NULL;
}

static void add_line(struct table *table, const struct heap *heap, const struct class_pointers_line *line)
{
  char *title = line->from_root ? root_group_title(&heap->names->groups[line->from]) : NULL;
  const char *from = line->from_root ? title : heap->sites[line->from].name;
  table_number(table, line->to_bytes);
  table_number(table, line->to_blocks);
  table_number(table, line->pointers);
  table_number(table, line->from_blocks);
  table_text(table, from);
  table_text(table, heap->sites[line->to].name);
  free(title);
}

static void put_pointers(const struct question *question, const struct class_pointers *points, const bool *sites)
{
  static const struct table_column columns[] = {
    {"to_bytes", "bytes", CELL_BYTES}, {"to_blocks", "blocks", CELL_COUNT}, {"pointers", "pointers", CELL_COUNT},
    {"from_blocks", NULL, CELL_NUMBER}, {"from", "from", CELL_TEXT}, {"to", "to", CELL_TEXT},
  };
  struct table *table = table_open(question->view, "points", columns, 6);
  uint64_t count = 0;
  for (size_t i = 0; i < points->count; i++)
    if ((!sites || sites[points->lines[i].to]) && count++ < question->limit)
      add_line(table, question->heap, &points->lines[i]);
  table_close(table, sites ? "Pointers to these blocks" : "Pointers between sites", count);
  if (count == 0)
    view_line(question->view, VIEW_PLAIN, 2, "No pointers.");
}

struct error *ask_points(const struct question *question)
{
  const struct heap *heap = question->heap;
  bool *sites;
  RETURN_IF_ERROR(find_sites(question, &sites));
  struct class_pointers *points = class_pointers_create(heap->graph, heap->site_of, heap->site_count);
  put_pointers(question, points, sites);
  class_pointers_destroy(points);
  free(sites);
  return NULL;
}

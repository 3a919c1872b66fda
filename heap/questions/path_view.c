/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "heap/questions/path_view.h"

#include <stdlib.h>

#include "report/output/json_text.h"
#include "report/words/numbers.h"

enum { FOLD_LEAST = 4 }; /* so many alike in a row are folded to the first and "more" */

static bool is_group(const struct graph *graph, uint32_t node)
{
  return node < graph->first_block;
}

static const struct heap_site *site_at(const struct heap *heap, uint32_t node)
{
  return &heap->sites[heap->site_of[node - heap->graph->first_block]];
}

static const struct heap_block *block_at(const struct heap *heap, uint32_t node)
{
  return &heap->snapshot->blocks[node - heap->graph->first_block];
}

char *path_view_node_words(const struct heap *heap, uint32_t node)
{
  char *words;
  if (is_group(heap->graph, node))
    return root_group_title(&heap->names->groups[node - 1]);
  const struct heap_site *site = site_at(heap, node);
  const char *type = site->type;
  int size = asprintf(&words, "block of %s%s%s%s from %s", grouped_number(block_at(heap, node)->bytes).digits,
                      type ? " (" : "", type ? type : "", type ? ")" : "", site->name);
  return size < 0 ? NULL : words;
}

/* How far into a root variable a word lies; 0 when that means nothing. */
static uint64_t root_offset(const struct heap *heap, const struct graph_step *step)
{
  const uint64_t offset = root_names_offset(heap->names, heap->snapshot, (uint32_t)step->offset);
  return offset == UINT64_MAX ? 0 : offset;
}

/* How many steps from `first` on are blocks of one site that point on in the same way; the last one of a path does not
 * point on. */
static size_t run_length(const struct heap *heap, const struct graph_step *steps, size_t count, size_t first)
{
  size_t length = 1;
  if (is_group(heap->graph, steps[first].node))
    return 1;
  while (first + length + 1 < count && site_at(heap, steps[first + length].node) == site_at(heap, steps[first].node) &&
         steps[first + length].offset == steps[first].offset && steps[first + length].into == steps[first].into)
    length++;
  return length;
}

/* --- text --- */

/* " + 24"; how the pointer to this step goes into it. */
static void put_step(struct view *view, const struct heap *heap, const struct graph_step *steps, size_t count, size_t i)
{
  char *words = path_view_node_words(heap, steps[i].node), offset[64] = "", into[64] = "";
  bool is_root = is_group(heap->graph, steps[i].node), is_last = i + 1 == count;
  uint64_t bytes = is_last ? 0 : is_root ? root_offset(heap, &steps[i]) : steps[i].offset;
  if (!is_last && (bytes > 0 || !is_root))
    snprintf(offset, sizeof offset, " + %s", grouped_number(bytes).digits);
  if (i > 0 && steps[i - 1].into > 0)
    snprintf(into, sizeof into, "%s bytes into ", grouped_number(steps[i - 1].into).digits);
  if (is_root && heap->names->groups[steps[i].node - 1].file)
    view_line(view, VIEW_STRONG, 8, "    %s%s  (%s:%u)", words ? words : "?", offset,
              heap->names->groups[steps[i].node - 1].file, heap->names->groups[steps[i].node - 1].line);
  else
    view_line(view, is_root ? VIEW_STRONG : VIEW_PLAIN, 9, "    %s%s%s%s", is_root ? "" : "  -> ", into,
              words ? words : "?", offset);
  free(words);
}

static void put_folded(struct view *view, const struct heap *heap, const struct graph_step *step, size_t blocks)
{
  view_line(view, VIEW_FAINT, 9, "      -> ... %s more blocks from %s, each + %s ...", grouped_number(blocks).digits,
            site_at(heap, step->node)->name, grouped_number(step->offset).digits);
}

/* --- JSON --- */

static void fact_step(struct view *view, const struct heap *heap, const struct graph_step *step, bool is_last)
{
  view_next_item(view);
  if (is_group(heap->graph, step->node)) {
    const struct root_group *group = &heap->names->groups[step->node - 1];
    view_fact_text(view, "root", group->name);
    view_fact_text(view, "file", group->file);
    view_fact_count(view, "line", group->line);
    view_fact_count(view, "offset", root_offset(heap, step));
  } else {
    view_fact_count(view, "address", block_at(heap, step->node)->start);
    view_fact_count(view, "bytes", block_at(heap, step->node)->bytes);
    view_fact_text(view, "site", site_at(heap, step->node)->name);
    view_fact_text(view, "type", site_at(heap, step->node)->type);
    if (!is_last)
      view_fact_count(view, "offset", step->offset);
  }
  if (!is_last)
    view_fact_count(view, "into", step->into);
}

static void fact_folded(struct view *view, const struct heap *heap, const struct graph_step *step, size_t blocks)
{
  view_next_item(view);
  view_fact_count(view, "folded_blocks", blocks);
  view_fact_text(view, "site", site_at(heap, step->node)->name);
  view_fact_count(view, "offset", step->offset);
}

void path_view_put(struct view *view, const struct heap *heap, const struct graph_step *steps, size_t count)
{
  bool is_json = view_is_json(view);
  view_open_list(view, "path");
  for (size_t i = 0; i < count;) {
    size_t length = run_length(heap, steps, count, i);
    if (is_json)
      fact_step(view, heap, &steps[i], i + 1 == count);
    else
      put_step(view, heap, steps, count, i);
    i++;
    if (length < FOLD_LEAST)
      continue;
    if (is_json)
      fact_folded(view, heap, &steps[i], length - 1);
    else
      put_folded(view, heap, &steps[i], length - 1);
    i += length - 1;
  }
  view_close_list(view);
}

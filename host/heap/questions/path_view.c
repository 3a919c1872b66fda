/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/questions/path_view.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/heap/model/member_path.h"
#include "host/output/json_text.h"
#include "host/model/words/numbers.h"

enum {
  FOLD_LEAST = 4,       /* so many alike in a row are folded to the first and "more" */
  EXPRESSION_STEPS = 8, /* a longer path is not shown as an expression, too */
  MEMBER_BYTES = 600,
};

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

static char *node_words(const struct heap *heap, uint32_t node, const char *declared)
{
  if (is_group(heap->graph, node))
    return root_group_title(&heap->names->groups[node - 1]);
  const struct heap_site *site = site_at(heap, node);
  const char *type = site->type ? site->type : declared;
  return print_text("block of %s%s%s%s from %s", grouped_number(block_at(heap, node)->bytes).digits, type ? " (" : "",
                    type ? type : "", type ? ")" : "", site->name);
}

char *path_view_node_words(const struct heap *heap, uint32_t node)
{
  return node_words(heap, node, NULL);
}

/* How far into a root variable a word lies; 0 when that means nothing. */
static uint64_t root_offset(const struct heap *heap, const struct graph_step *step)
{
  const uint64_t offset = root_names_offset(heap->names, heap->snapshot, (uint32_t)step->offset);
  return offset == UINT64_MAX ? 0 : offset;
}

/* How many steps from `first` on are blocks of one site that point on in the same way; the last one of a path does not
 * point on. */
static size_t run_length(const struct heap *heap, const struct graph_step *steps, const struct member_step *members,
                         size_t count, size_t first)
{
  size_t length = 1;
  if (is_group(heap->graph, steps[first].node))
    return 1;
  while (first + length + 1 < count && !members[first].member == !members[first + length].member &&
         site_at(heap, steps[first + length].node) == site_at(heap, steps[first].node) &&
         steps[first + length].offset == steps[first].offset && steps[first + length].into == steps[first].into)
    length++;
  return length;
}

/* --- text --- */

static char *step_words(const struct heap *heap, const struct graph_step *step, const struct member_step *member)
{
  if (is_group(heap->graph, step->node) && member->member)
    return root_group_title_of(&heap->names->groups[step->node - 1], member->member);
  return node_words(heap, step->node, member->type);
}

/* " + 24", or " ->next"; how the pointer to this step goes into it. */
static void put_step(struct view *view, const struct heap *heap, const struct graph_step *steps,
                     const struct member_step *members, size_t count, size_t i)
{
  char *words = step_words(heap, &steps[i], &members[i]), offset[MEMBER_BYTES] = "", into[64] = "";
  bool is_root = is_group(heap->graph, steps[i].node), is_last = i + 1 == count;
  uint64_t bytes = is_last ? 0 : is_root ? root_offset(heap, &steps[i]) : steps[i].offset;
  if (!is_last && members[i].member)
    snprintf(offset, sizeof offset, "%s%s", is_root ? "" : " ", is_root ? "" : members[i].member);
  else if (!is_last && (bytes > 0 || !is_root))
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

static void put_folded(struct view *view, const struct heap *heap, const struct graph_step *step, const char *member,
                       size_t blocks)
{
  char offset[MEMBER_BYTES];
  snprintf(offset, sizeof offset, "%s%s", member ? "" : "+ ", member ? member : grouped_number(step->offset).digits);
  view_line(view, VIEW_FAINT, 9, "      -> ... %s more blocks from %s, each %s ...", grouped_number(blocks).digits,
            site_at(heap, step->node)->name, offset);
}

/* --- JSON --- */

static void fact_step(struct view *view, const struct heap *heap, const struct graph_step *step,
                      const struct member_step *member, bool is_last)
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
    view_fact_text(view, "type", site_at(heap, step->node)->type ? site_at(heap, step->node)->type : member->type);
    if (!is_last)
      view_fact_count(view, "offset", step->offset);
  }
  if (is_last)
    return;
  view_fact_count(view, "into", step->into);
  view_fact_text(view, "member", member->member);
}

static void fact_folded(struct view *view, const struct heap *heap, const struct graph_step *step, const char *member,
                        size_t blocks)
{
  view_next_item(view);
  view_fact_count(view, "folded_blocks", blocks);
  view_fact_text(view, "site", site_at(heap, step->node)->name);
  view_fact_count(view, "offset", step->offset);
  view_fact_text(view, "member", member);
}

static void put_steps(struct view *view, const struct heap *heap, const struct graph_step *steps, size_t count,
                      const struct member_step *members)
{
  bool is_json = view_is_json(view);
  view_open_list(view, "path");
  for (size_t i = 0; i < count;) {
    size_t length = run_length(heap, steps, members, count, i);
    if (is_json)
      fact_step(view, heap, &steps[i], &members[i], i + 1 == count);
    else
      put_step(view, heap, steps, members, count, i);
    i++;
    if (length < FOLD_LEAST)
      continue;
    if (is_json)
      fact_folded(view, heap, &steps[i], members[i].member, length - 1);
    else
      put_folded(view, heap, &steps[i], members[i].member, length - 1);
    i += length - 1;
  }
  view_close_list(view);
}

/* The path as the program would write it says more than a single member. */
static void put_expression(struct view *view, const struct member_path *path, size_t count)
{
  view_fact_text(view, "expression", path->expression);
  if (path->expression && count <= EXPRESSION_STEPS && (strchr(path->expression, '>') || strchr(path->expression, '[')))
    view_line(view, VIEW_FAINT, 7, "    = %s", path->expression);
}

void path_view_put(struct view *view, const struct heap *heap, const struct graph_step *steps, size_t count)
{
  struct member_path path;
  member_path_find(heap, steps, count, &path);
  put_steps(view, heap, steps, count, path.steps);
  put_expression(view, &path, count);
  member_path_deinit(&path, count);
}

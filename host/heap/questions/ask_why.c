/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why blocks are still there. Each root that shortest paths begin in is shown with the path to the nearest block, and
 * to the farthest block if that is much farther, as in a list; then whether cutting it there would do, and if not,
 * another way in. At the end stands what would go if one of the nodes were dropped that all paths to the first block
 * share. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/holders.h"
#include "host/heap/questions/path_view.h"
#include "host/heap/questions/stored_view.h"
#include "host/output/json_text.h"
#include "host/model/words/numbers.h"

enum { HOLDERS_MAX = 5, SHARED_MAX = 4, FAR = 3 };

static void put_head(const struct question *question, const struct selection *selection, const struct holders *holders)
{
  struct view *view = question->view;
  const struct heap_site *site = selection->site;
  view_fact_text(view, "what", selection->name);
  view_fact_count(view, "blocks", selection->count);
  view_fact_count(view, "bytes", selection->bytes);
  view_fact_text(view, "site", site ? site->name : NULL);
  view_fact_text(view, "type", site ? site->type : NULL);
  view_fact_text(view, "identity", site ? site->identity.digits : NULL);
  view_fact_count(view, "lost_blocks", holders->lost_blocks);
  view_fact_count(view, "lost_bytes", holders->lost_bytes);
  if (selection->kind == SELECTION_BLOCK)
    view_line(view, VIEW_STRONG, 2, "%s: %s%s%s, from %s", selection->name, view_bytes_exact(selection->bytes).text,
              site->type ? ", " : "", site->type ? site->type : "", site->name);
  else
    view_line(view, VIEW_STRONG, 2, "%s: %s, %s", selection->name,
              grouped_count(selection->count, "block", "blocks").digits, view_bytes_exact(selection->bytes).text);
  if (selection->into > 0)
    view_line(view, VIEW_PLAIN, 2, "The address lies %s into it.",
              grouped_count(selection->into, "byte", "bytes").digits);
}

static void put_stack(const struct question *question, const struct heap_site *site)
{
  size_t shown = 0;
  view_line(question->view, VIEW_FAINT, 4, "  allocated in");
  for (size_t i = 0; i < site->stack->count && shown < 12; i++) {
    const struct code *code = site->stack->codes[i];
    for (size_t j = 0; j < code->frame_count && shown < 12; j++, shown++) {
      const struct frame *frame = &code->frames[j];
      const char *object = code->mapping ? code->mapping->file.path : "?";
      const char *function = frame->qualified ? frame->qualified : "???";
      if (frame->file)
        view_line(question->view, VIEW_FAINT, 6, "    %s (%s:%u)", function, frame->file, frame->line);
      else
        view_line(question->view, VIEW_FAINT, 6, "    %s (in %s)", function, object);
    }
  }
}

/* --- paths --- */

static void put_path(const struct question *question, uint32_t block, const uint32_t *without, size_t count,
                     bool *ret_any)
{
  struct graph_step *steps;
  size_t step_count;
  graph_path(question->heap->graph, block, without, count, &steps, &step_count);
  *ret_any = step_count > 0;
  if (step_count > 0)
    path_view_put(question->view, question->heap, steps, step_count);
  free(steps);
}

/* The longest of the shortest paths, where that is a chain to be seen. */
static void put_farthest(const struct question *question, const struct holder *holder)
{
  const struct graph *graph = question->heap->graph;
  uint32_t near = graph->depths[graph->first_block + holder->nearest];
  uint32_t far = graph->depths[graph->first_block + holder->farthest];
  bool any;
  if (far - near < FAR)
    return;
  view_line(question->view, VIEW_PLAIN, 4, "    and %s; longest path:", grouped_count(holder->blocks - 1, "more",
                                                                                  "more").digits);
  view_open_list(question->view, "farthest");
  view_next_item(question->view);
  put_path(question, holder->farthest, NULL, 0, &any);
  view_close_list(question->view);
}

/* The way in that does not begin in the same root. */
static void put_other_way(const struct question *question, const struct holder *holder)
{
  struct view *view = question->view;
  uint32_t group_node = 1 + holder->group;
  bool any = false;
  if (holder->only_blocks == holder->blocks)
    return;
  view_line(view, VIEW_PLAIN, 4, "    %s of them also held by other roots, for example:",
            grouped_number(holder->blocks - holder->only_blocks).digits);
  view_open_list(view, "other_ways");
  view_next_item(view);
  put_path(question, holder->nearest, &group_node, 1, &any);
  view_close_list(view);
  if (!any)
    view_line(view, VIEW_PLAIN, 4, "      (the nearest block only by this root)");
}

static void put_holder(const struct question *question, const struct holder *holder)
{
  struct view *view = question->view;
  const struct root_group *group = &question->heap->names->groups[holder->group];
  bool any;
  char *title = root_group_title(group);
  view_next_item(view);
  view_fact_text(view, "root", group->name);
  view_fact_count(view, "blocks", holder->blocks);
  view_fact_count(view, "bytes", holder->bytes);
  view_fact_count(view, "only_blocks", holder->only_blocks);
  view_fact_count(view, "only_bytes", holder->only_bytes);
  view_gap(view);
  view_line(view, VIEW_PLAIN, 4, "  %s, %s, held by %s:", grouped_count(holder->blocks, "block", "blocks").digits,
            view_bytes_exact(holder->bytes).text, title);
  free(title);
  put_path(question, holder->nearest, NULL, 0, &any);
  put_farthest(question, holder);
  put_other_way(question, holder);
}

/* --- what would go --- */

/* The nodes that all paths to a block lead through, the outermost first; those in between that are of the same site are
 * left out. */
static size_t find_shared(const struct heap *heap, uint32_t block, uint32_t shared[SHARED_MAX])
{
  const struct graph *graph = heap->graph;
  size_t count = 0;
  uint32_t last_site = UINT32_MAX;
  for (uint32_t node = graph->dominators[graph->first_block + block]; node != 0 && node != GRAPH_NO_NODE;
       node = graph->dominators[node]) {
    uint32_t site = node >= graph->first_block ? heap->site_of[node - graph->first_block] : UINT32_MAX;
    if (count > 0 && site != UINT32_MAX && site == last_site)
      shared[count - 1] = node; /* the outermost of its kind */
    else if (count < SHARED_MAX)
      shared[count++] = node;
    else
      shared[count - 1] = node;
    last_site = site;
  }
  for (size_t i = 0; i < count / 2; i++) {
    uint32_t other = shared[i];
    shared[i] = shared[count - 1 - i];
    shared[count - 1 - i] = other;
  }
  return count;
}

static void put_drops(const struct question *question, const struct selection *selection, uint32_t block)
{
  static const struct table_column columns[] = {
    {"retained_bytes", "frees", CELL_BYTES}, {"retained_blocks", "blocks", CELL_COUNT}, {"node", "dropping", CELL_TEXT},
  };
  const struct heap *heap = question->heap;
  uint32_t shared[SHARED_MAX];
  struct graph_amount amount;
  uint32_t *nodes = memory_allocate(((size_t)selection->count + 1) * sizeof *nodes);
  for (uint32_t i = 0; i < selection->count; i++)
    nodes[i] = heap->graph->first_block + selection->blocks[i];
  graph_retained_by(heap->graph, nodes, selection->count, &amount);
  free(nodes);
  struct table *table = table_open(question->view, "drops", columns, 3);
  size_t count = find_shared(heap, block, shared);
  for (size_t i = 0; i < count; i++) {
    char *words = path_view_node_words(heap, shared[i]);
    table_number(table, heap->graph->retained_bytes[shared[i]]);
    table_number(table, heap->graph->retained_blocks[shared[i]]);
    table_text(table, words);
    free(words);
  }
  table_number(table, amount.bytes);
  table_number(table, amount.blocks);
  table_text(table, selection->count == 1 ? "the block itself" : "all these blocks");
  view_gap(question->view);
  table_close(table, "Memory freed by cutting the first of these paths", count + 1);
}

/* --- all of it --- */

static void put_holders(const struct question *question, const struct holders *holders)
{
  uint32_t shown = question->limit < HOLDERS_MAX ? (uint32_t)question->limit : HOLDERS_MAX;
  if (view_is_json(question->view))
    shown = question->limit < holders->count ? (uint32_t)question->limit : holders->count;
  view_open_list(question->view, "roots");
  for (uint32_t i = 0; i < holders->count && i < shown; i++)
    put_holder(question, &holders->items[i]);
  view_close_list(question->view);
  if (holders->count > shown) {
    view_gap(question->view);
    view_line(question->view, VIEW_FAINT, 2, "  and held by %s more",
              grouped_count(holders->count - shown, "root", "roots").digits);
  }
}

static void put_answer(const struct question *question, const struct selection *selection,
                       const struct holders *holders)
{
  put_head(question, selection, holders);
  if (holders->lost_blocks > 0) {
    bool is_all = holders->lost_blocks == selection->count;
    view_line(question->view, VIEW_WARNING, 2, "%s: %s, %s.", is_all ? "Unreachable" : "Of these, unreachable",
              grouped_count(holders->lost_blocks, "block", "blocks").digits,
              view_bytes_exact(holders->lost_bytes).text);
  }
  if (selection->kind == SELECTION_BLOCK && selection->site->stack)
    put_stack(question, selection->site);
  put_holders(question, holders);
  put_drops(question, selection, holders->count > 0 ? holders->items[0].nearest : selection->blocks[0]);
  stored_view_put(question, selection);
}

struct error *ask_why(const struct question *question)
{
  struct selection selection;
  struct holders holders;
  RETURN_IF_ERROR(selection_find(question->heap, question->arguments[0], &selection));
  holders_find(question->heap, &selection, &holders);
  put_answer(question, &selection, &holders);
  holders_release(&holders);
  selection_release(&selection);
  return NULL;
}

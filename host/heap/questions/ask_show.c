/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is in blocks. One is shown value by value; of several the largest is, below a table that says which contents are
 * the most common among them. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/heap/model/contents.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/block_view.h"
#include "host/heap/questions/selection.h"
#include "host/model/words/numbers.h"

enum { COMMON_BYTES = 64, HEX_BYTES = 12, BLOCKS_MAX = 1 << 20 };

/* --- the most common contents --- */

/* Blocks whose kept bytes begin alike: as far as they are defined, but no more than COMMON_BYTES. */
struct alike {
  const struct block_contents *contents;
  size_t compared_bytes;
  uint64_t bytes, blocks, sum_bytes;
};

static size_t compared_bytes(const struct block_contents *contents)
{
  size_t bytes = 0;
  while (bytes < contents->bytes && bytes < COMMON_BYTES && !contents_are_undefined(contents, bytes, 1))
    bytes++;
  return bytes;
}

static int compare_contents(const void *left_item, const void *right_item)
{
  const struct alike *left = left_item, *right = right_item;
  const size_t left_bytes = left->compared_bytes, right_bytes = right->compared_bytes;
  const int order = memcmp(left->contents->data, right->contents->data,
                           left_bytes < right_bytes ? left_bytes : right_bytes);
  return order != 0 ? order : left_bytes != right_bytes ? (left_bytes > right_bytes) - (left_bytes < right_bytes)
                                                        : (left->bytes > right->bytes) - (left->bytes < right->bytes);
}

ORDER(compare_counts, struct alike, DOWN(blocks) ?: compare_contents(x, y))

/* Those with contents. */
static size_t gather(const struct question *question, const struct selection *selection,
                     const struct contents *contents, struct alike **ret)
{
  struct alike *items = memory_zeroed((size_t)selection->count + 1, sizeof *items);
  size_t count = 0;
  for (uint32_t i = 0; i < selection->count; i++) {
    const struct block_contents *found = &contents->blocks[selection->blocks[i]];
    const uint64_t bytes = question->heap->snapshot->blocks[selection->blocks[i]].bytes;
    const size_t compared = found->data ? compared_bytes(found) : 0;
    if (compared > 0)
      items[count++] = (struct alike){found, compared, bytes, 1, bytes};
  }
  if (count > 0)
    qsort(items, count, sizeof *items, compare_contents);
  const size_t kept = JOIN_EQUAL(items, count, compare_contents, (x->blocks++, x->sum_bytes += y->bytes));
  if (kept > 0)
    qsort(items, kept, sizeof *items, compare_counts);
  *ret = items;
  return kept;
}

static bool is_text(const struct block_contents *contents, char words[TEXT_PREVIEW_BYTES])
{
  return contents->bytes > 0 && block_view_text(contents, 0, contents->bytes, TEXT_LEAST, words);
}

/* Bytes that one block alone begins with, such as a pointer's, say nothing. */
static size_t leave_out_singles(struct alike *items, size_t count)
{
  char words[TEXT_PREVIEW_BYTES];
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (items[i].blocks > 1 || is_text(items[i].contents, words))
      items[kept++] = items[i];
  return kept;
}

static void describe(const struct alike *item, char words[TEXT_PREVIEW_BYTES])
{
  int used = 0;
  if (is_text(item->contents, words))
    return;
  for (size_t i = 0; i < item->compared_bytes && i < HEX_BYTES; i++)
    used += snprintf(words + used, TEXT_PREVIEW_BYTES - (size_t)used, "%02x ", item->contents->data[i]);
  snprintf(words + used, TEXT_PREVIEW_BYTES - (size_t)used, "%s",
           item->contents->bytes > (size_t)used / 3 ? "..." : "");
}

static void put_common(const struct question *question, const struct selection *selection,
                       const struct contents *contents)
{
  static const struct table_column columns[] = {
    {"blocks", "blocks", CELL_COUNT}, {"bytes", "bytes", CELL_BYTES}, {"contents", "contents", CELL_TEXT},
  };
  struct alike *items = NULL;
  char words[TEXT_PREVIEW_BYTES];
  size_t count = gather(question, selection, contents, &items);
  count = leave_out_singles(items, count);
  if (count == 0)
    view_line(question->view, VIEW_FAINT, 2, "  No two of these blocks begin with the same bytes.");
  struct table *table = table_open(question->view, "common", columns, 3);
  for (size_t i = 0; i < count && (question->limit == 0 || i < question->limit); i++) {
    describe(&items[i], words);
    table_number(table, items[i].blocks);
    table_number(table, items[i].sum_bytes);
    table_text(table, words);
  }
  if (count > 0)
    view_gap(question->view);
  table_close(table, "Most common contents", count);
  free(items);
}

/* --- one block --- */

static void put_head(const struct question *question, uint32_t block, const struct member_path *path, size_t steps,
                     const struct contents *contents)
{
  const struct heap *heap = question->heap;
  const struct heap_site *site = &heap->sites[heap->site_of[block]];
  const char *declared = steps > 0 ? path->steps[steps - 1].type : NULL, *type = site->type ? site->type : declared;
  struct view *view = question->view;
  view_fact_count(view, "address", heap->snapshot->blocks[block].start);
  view_fact_count(view, "bytes", heap->snapshot->blocks[block].bytes);
  view_fact_text(view, "site", site->name);
  view_fact_text(view, "type", type);
  view_fact_text(view, "expression", path->expression);
  view_fact_text(view, "contents_of", contents->problem ? NULL : contents->is_of_process ? "process" : "snapshot");
  view_line(view, VIEW_STRONG, 2, "0x%llx: block of %s%s%s%s from %s",
            (unsigned long long)heap->snapshot->blocks[block].start,
            grouped_number(heap->snapshot->blocks[block].bytes).digits, type ? " (" : "", type ? type : "",
            type ? ")" : "", site->name);
  if (path->expression)
    view_line(view, VIEW_PLAIN, 4, "  held as %s", path->expression);
}

static void put_source(const struct question *question, const struct contents *contents)
{
  const unsigned long long pid = question->heap->process->pid;
  if (contents->problem)
    view_line(question->view, VIEW_WARNING, 2,
              "  Pointers only: the snapshot was made without contents (--snapshot-contents=256), and %s.",
              contents->problem);
  else if (contents->is_of_process)
    view_line(question->view, VIEW_FAINT, 2, "  As it is now in process %llu; it may have changed since the snapshot.",
              pid);
}

static void put_block(const struct question *question, uint32_t block, const struct contents *contents)
{
  struct graph_step *steps;
  struct member_path path;
  size_t count;
  graph_path(question->heap->graph, block, NULL, 0, &steps, &count);
  member_path_find(question->heap, steps, count, &path);
  free(steps);
  put_head(question, block, &path, count, contents);
  put_source(question, contents);
  view_gap(question->view);
  block_view_put(question->view, question->heap, contents, block, &path, question->limit);
  member_path_deinit(&path, count);
}

/* --- the answer --- */

static uint32_t largest(const struct heap *heap, const struct selection *selection)
{
  uint32_t best = selection->blocks[0];
  for (uint32_t i = 1; i < selection->count; i++)
    if (heap->snapshot->blocks[selection->blocks[i]].bytes > heap->snapshot->blocks[best].bytes)
      best = selection->blocks[i];
  return best;
}

static struct error *put_answer(const struct question *question, const struct selection *selection)
{
  struct contents contents;
  const uint32_t count = selection->count < BLOCKS_MAX ? selection->count : BLOCKS_MAX;
  RETURN_IF_ERROR(contents_read(question->heap, selection->blocks, count, &contents));
  view_fact_text(question->view, "what", selection->name);
  view_fact_count(question->view, "blocks", selection->count);
  view_fact_text(question->view, "problem", contents.problem);
  if (selection->count > 1) {
    view_line(question->view, VIEW_STRONG, 2, "%s: %s, %s", selection->name,
              grouped_count(selection->count, "block", "blocks").digits, view_bytes_exact(selection->bytes).text);
    put_common(question, selection, &contents);
    view_gap(question->view);
  }
  put_block(question, largest(question->heap, selection), &contents);
  contents_deinit(&contents);
  return NULL;
}

struct error *ask_show(const struct question *question)
{
  struct selection selection;
  RETURN_IF_ERROR(selection_find(question->heap, question->arguments[0], &selection));
  struct error *error = put_answer(question, &selection);
  selection_release(&selection);
  return error;
}

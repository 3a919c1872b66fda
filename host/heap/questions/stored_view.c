/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The snapshot knows which word holds a block, the leak check of the same process who has written it. Both have the
 * stacks of the allocations. */
#include "host/heap/questions/stored_view.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/join_path.h"
#include "host/base/memory.h"
#include "host/model/process/identify.h"
#include "host/model/words/lost_words.h"
#include "host/model/words/numbers.h"

enum { WAYS_SHOWN = 4 };

/* What the leak check found of the selected sites, as far as something holds it. */
struct found {
  const struct loss_record **records;
  size_t count;
  uint64_t blocks;
};

static bool is_selected(const struct heap *heap, const struct selection *selection, const struct stack *stack)
{
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i < selection->count; i++) {
    const uint32_t site = heap->site_of[selection->blocks[i]];
    if (site != last && heap->sites[site].stack == stack)
      return true;
    last = site;
  }
  return false;
}

static void find_records(const struct heap *heap, const struct selection *selection, struct found *ret)
{
  const struct leak_check *check = &heap->process->check;
  struct found found = {.records = memory_zeroed(check->record_count + 1, sizeof(struct loss_record *))};
  for (size_t i = 0; i < check->record_count; i++) {
    const struct loss_record *record = &check->records[i];
    const bool is_held = record->kind == RECORD_LEAK_REACHABLE || record->kind == RECORD_LEAK_POSSIBLE;
    if (!is_held || !record->stack || record->blocks == 0 || !is_selected(heap, selection, record->stack))
      continue;
    found.records[found.count++] = record;
    add_saturated(&found.blocks, record->blocks);
  }
  *ret = found;
}

/* --- what is known --- */

static void put_way(const struct question *question, const struct found *found, const struct lost_blocks *way)
{
  const struct lost_case lost = {question->heap->process, NULL, way};
  char *caller = lost_stored_caller(&lost), *sentence = lost_sentence(&lost);
  char *words = sentence ? lost_sentence_of(sentence, way->blocks, found->blocks) : NULL;
  view_next_item(question->view);
  view_fact_count(question->view, "blocks", way->blocks);
  view_fact_count(question->view, "bytes", way->bytes);
  view_fact_text(question->view, "sentence", sentence);
  view_fact_text(question->view, "caller", caller);
  view_line(question->view, VIEW_PLAIN, 6, "  %s", words ? words : "");
  if (caller)
    view_line(question->view, VIEW_FAINT, 6, "    called by %s", caller);
  free(words);
  free(sentence);
  free(caller);
}

static size_t count_held(const struct lost_blocks *ways, size_t count)
{
  size_t held = 0;
  for (size_t i = 0; i < count; i++)
    held += ways[i].cause == RECORD_LOST_HELD;
  return held;
}

static void put_ways(const struct question *question, const struct found *found, const struct lost_blocks *ways,
                     size_t count)
{
  const size_t held = count_held(ways, count);
  size_t shown = 0;
  view_gap(question->view);
  view_line(question->view, VIEW_STRONG, 2, "Where pointers to them were stored, as of the end of the run");
  view_open_list(question->view, "stored");
  for (size_t i = 0; i < count && (shown < WAYS_SHOWN || view_is_json(question->view)); i++)
    if (ways[i].cause == RECORD_LOST_HELD && ++shown)
      put_way(question, found, &ways[i]);
  view_close_list(question->view);
  if (held > shown)
    view_line(question->view, VIEW_FAINT, 2, "  and in %s more", grouped_count(held - shown, "way", "ways").digits);
}

/* --- what could be known --- */

/* A name without a slash is looked for when it runs. */
static bool can_run_again(const struct process *process)
{
  char path[PATH_MAX];
  const char *name = process->argv && process->argv[0] ? process->argv[0] : "";
  const bool is_absolute = *name == '/';
  if (process->forked_from != 0 || process->state != PROCESS_ENDED || !process->cwd || access(process->cwd, X_OK) < 0)
    return false;
  return !strchr(name, '/') ||
         (join_path(path, is_absolute ? "" : process->cwd, name + is_absolute) && access(path, X_OK) == 0);
}

static void put_hint(const struct question *question, const struct found *found)
{
  const struct loss_record *largest = found->records[0];
  struct identity identity;
  for (size_t i = 1; i < found->count; i++)
    if (found->records[i]->blocks > largest->blocks)
      largest = found->records[i];
  identify_loss(largest, question->heap->process, &identity);
  view_gap(question->view);
  view_line(question->view, VIEW_PLAIN, 2, "seep explain %s%s%s tells where %s stored.",
            question->run ? question->run : "", question->run ? " " : "", identity.digits,
            found->blocks == 1 ? "that pointer was" : "such pointers were");
}

static void put_found(const struct question *question, const struct found *found)
{
  struct lost_blocks *ways;
  size_t count;
  lost_blocks_gather(found->records, found->count, &ways, &count);
  if (count_held(ways, count) > 0)
    put_ways(question, found, ways, count);
  else if (found->count > 0 && !view_is_json(question->view) && can_run_again(question->heap->process))
    put_hint(question, found);
  free(ways);
}

void stored_view_put(const struct question *question, const struct selection *selection)
{
  struct found found;
  find_records(question->heap, selection, &found);
  put_found(question, &found);
  free(found.records);
}

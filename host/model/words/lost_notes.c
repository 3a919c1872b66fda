/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The ways that lost most are told with all that is known of them. */
#include "host/model/words/lost_notes.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/words/count_words.h"
#include "host/model/words/numbers.h"
#include "host/model/words/parting_words.h"

enum { WAYS_TOLD = 4, EARLIER_TOLD = 3 };

/* Takes the sentence over. */
static void add_note(struct lost_notes *notes, char *sentence, const struct stack *stack)
{
  if (!sentence)
    return;
  *NEW_ITEM(notes->items, notes->count, notes->capacity) = (struct error_note){.sentence = sentence, .stack = stack};
}

static void add_stack(struct lost_notes *notes, const char *sentence, const struct stack *stack)
{
  if (stack)
    add_note(notes, memory_text(sentence), stack);
}

enum lost_scene lost_scene_of(enum record_lost_cause cause)
{
  if (cause == RECORD_LOST_HELD)
    return LOST_SCENE_STORED;
  return cause >= RECORD_LOST_OVERWRITTEN && cause <= RECORD_LOST_UNMAPPED ? LOST_SCENE_LOST : LOST_SCENE_NONE;
}

const char *lost_scene_title(enum lost_scene scene)
{
  static const char *const titles[] = {NULL, "Lost here", "Stored here"};
  return titles[scene];
}

const char *lost_scene_label(enum record_lost_cause cause, bool was_dropped)
{
  static const char *const labels[] = {
    [RECORD_LOST_OVERWRITTEN] = "last pointer overwritten here",
    [RECORD_LOST_FRAME_LEFT] = "last pointer lost here, as the function returns",
    [RECORD_LOST_HOLDER_FREED] = "block with the last pointer freed here",
    [RECORD_LOST_UNMAPPED] = "memory with the last pointer unmapped here",
    [RECORD_LOST_HELD] = "pointer stored here",
  };
  return labels[was_dropped ? RECORD_LOST_FRAME_LEFT : cause];
}

const struct stack *lost_where_dropped(const struct lost_blocks *lost)
{
  const bool is_first = lost->cause == RECORD_LOST_NEVER_STORED || lost->cause == RECORD_LOST_FRAME_LEFT;
  return is_first && lost->drop.kind != LOST_DROP_NONE ? lost->drop.left : NULL;
}

const struct stack *lost_scene_stack(const struct lost_blocks *lost)
{
  if (lost_where_dropped(lost))
    return lost_where_dropped(lost);
  const enum lost_scene scene = lost->event_count > 0 ? lost_scene_of(lost->cause) : LOST_SCENE_NONE;
  return scene == LOST_SCENE_STORED ? lost->events->stored : scene == LOST_SCENE_LOST ? lost->events->stack : NULL;
}

static void add_event(const struct lost_case *way, struct lost_notes *notes)
{
  const struct lost_event *event = way->lost->events;
  if (way->lost->cause != RECORD_LOST_HELD)
    add_stack(notes, "That pointer was stored at", event->stored);
  add_stack(notes, "The block holding that pointer was allocated at", event->place.allocated);
  add_stack(notes, "The new value points into a block allocated at", event->value_stack);
  for (size_t i = lost_where_dropped(way->lost) ? 0 : 1; i < way->lost->event_count && i <= EARLIER_TOLD; i++)
    add_note(notes, lost_earlier_sentence(way, i), event[i].stack);
  if (way->lost->newer)
    add_stack(notes, "The pointer that was stored later was lost at", way->lost->newer->stack);
}

static void add_count(const struct lost_case *way, struct lost_notes *notes)
{
  const struct lost_count *count = way->lost->count;
  if (!count || count->row_count == 0)
    return;
  add_note(notes, memory_text(count_table_title), NULL);
  for (size_t i = 0; i < count->row_count; i++)
    add_note(notes, count_row_sentence(way->process, count, &count->rows[i]), count->rows[i].stack);
}

static void add_way(const struct lost_case *way, uint64_t all_blocks, struct lost_notes *notes)
{
  char *sentence = lost_sentence(way);
  if (sentence)
    add_note(notes, lost_sentence_of(sentence, way->lost->blocks, all_blocks), lost_scene_stack(way->lost));
  free(sentence);
  if (way->lost->event_count > 0 && way->lost->cause != RECORD_LOST_UNKNOWN)
    add_event(way, notes);
  add_count(way, notes);
  add_note(notes, lost_suggestion(way), NULL);
}

char *lost_rest_sentence(const struct lost_blocks *lost, size_t count)
{
  uint64_t blocks = 0;
  for (size_t i = 0; i < count; i++)
    add_saturated(&blocks, lost[i].blocks);
  return count == 0 ? NULL
                    : print_text("%s lost in %s.", grouped_count(blocks, "more block was", "more blocks were").digits,
                                 grouped_count(count, "other way", "other ways").digits);
}

enum { WAYS_COMPARED = 16 };

/* Into the first one with this sentence, which is kept in `sentences`; false: there is none. */
static bool merge_way(struct lost_blocks *ways, char *const *sentences, size_t count, const char *sentence,
                      const struct lost_blocks *way)
{
  for (size_t i = 0; i < count; i++)
    if (sentence && sentences[i] && strcmp(sentences[i], sentence) == 0) {
      add_saturated(&ways[i].blocks, way->blocks);
      add_saturated(&ways[i].bytes, way->bytes);
      return true;
    }
  return false;
}

static size_t merge_ways(const struct process *process, const struct stack *allocated, struct lost_blocks *ways,
                         size_t count)
{
  char *sentences[WAYS_COMPARED];
  size_t kept = 0, compared = count < WAYS_COMPARED ? count : WAYS_COMPARED;
  for (size_t i = 0; i < compared; i++) {
    char *sentence = lost_sentence(&(struct lost_case){process, allocated, &ways[i]});
    if (merge_way(ways, sentences, kept, sentence, &ways[i])) {
      free(sentence);
      continue;
    }
    ways[kept] = ways[i];
    sentences[kept++] = sentence;
  }
  for (size_t i = 0; i < kept; i++)
    free(sentences[i]);
  memmove(ways + kept, ways + compared, (count - compared) * sizeof *ways);
  qsort(ways, kept, sizeof *ways, lost_blocks_by_size);
  return kept + count - compared;
}

void lost_ways_gather(const struct process *process, const struct stack *allocated,
                      const struct loss_record *const *records, size_t count, struct lost_blocks **ret,
                      size_t *ret_count)
{
  size_t found;
  lost_blocks_gather(records, count, ret, &found);
  *ret_count = merge_ways(process, allocated, *ret, found);
}

void lost_notes_describe(const struct process *process, const struct loss_record *record, struct lost_notes *ret)
{
  struct lost_blocks *ways;
  size_t count;
  *ret = (struct lost_notes){0};
  lost_ways_gather(process, record->stack, &record, 1, &ways, &count);
  const size_t told = count < WAYS_TOLD ? count : WAYS_TOLD;
  if (count > 0)
    add_note(ret, parting_sentence(&(struct lost_case){process, record->stack, ways}, &record, 1), NULL);
  for (size_t i = 0; i < told; i++)
    add_way(&(struct lost_case){process, record->stack, &ways[i]}, record->blocks, ret);
  add_note(ret, lost_rest_sentence(ways + told, count - told), NULL);
  free(ways);
}

void lost_notes_release(struct lost_notes *notes)
{
  for (size_t i = 0; i < notes->count; i++)
    free(notes->items[i].sentence);
  free(notes->items);
}

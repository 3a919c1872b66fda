/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How the blocks of a finding were lost, each way once, with names that outlive the run. */
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/findings/findings_private.h"
#include "host/model/words/lost_notes.h"
#include "host/model/words/parting_words.h"

enum { EXPLAINED_IN_NOTES = 3 };

struct explanation_key {
  const struct found *found;
  uint64_t key;
  size_t index; /* of the found's explanations */
};

HASHED(key, struct explanation_key, htab_hash_pointer(x->found) ^ (hashval_t)x->key, SAME(found) && SAME(key))

htab_t builder_create_explanations(void)
{
  return HASH_TABLE(key, 16, free);
}

/* --- describing --- */

static void keep_event(struct findings_builder *builder, const struct settings *settings, const struct lost_event *from,
                       struct finding_event *ret)
{
  const struct lost_place *place = &from->place;
  *ret = (struct finding_event){
    .cause = from->cause, .into = from->into, .place = place->kind, .offset = place->offset,
    .value = from->cause == RECORD_LOST_OVERWRITTEN ? lost_value_name(from) : NULL,
  };
  builder_intern(builder, place->variable, &ret->variable);
  builder_intern(builder, place->function, &ret->function);
  builder_keep_shown(builder, settings, from->stack, &ret->stack);
  builder_keep_shown(builder, settings, from->stored, &ret->stored);
  builder_keep_shown(builder, settings, from->value_stack, &ret->value_allocated);
  builder_keep_shown(builder, settings, place->allocated, &ret->allocated);
}

static void keep_events(struct findings_builder *builder, const struct lost_case *way, struct finding_explanation *made)
{
  const struct lost_blocks *lost = way->lost;
  struct finding_event *events = findings_frames_allocate(builder->frames, lost->event_count * sizeof *events);
  made->events = events;
  for (; made->event_count < lost->event_count; made->event_count++) {
    const size_t i = made->event_count;
    keep_event(builder, &way->process->settings, &lost->events[i], &events[i]);
  }
}

static void describe(struct findings_builder *builder, const struct lost_case *way, const struct loss_record *record,
                     struct finding_explanation *made)
{
  char *parting = parting_sentence(way, &record, 1);
  if (parting)
    builder_intern(builder, parting, &made->parting);
  free(parting);
  made->parting_blocks = way->lost->blocks;
  char *suggestion = lost_suggestion(way);
  builder_intern(builder, suggestion, &made->suggestion);
  free(suggestion);
  builder_intern_made(builder, lost_sentence(way), &made->sentence);
  made->cause = way->lost->cause;
  builder_keep_shown(builder, &way->process->settings, lost_where_dropped(way->lost), &made->dropped);
  keep_events(builder, way, made);
  builder_keep_count(builder, way->process, way->lost->count, &made->count);
}

/* --- adding --- */

static void add_explanation(struct findings_builder *builder, const struct lost_case *way,
                            const struct loss_record *record, struct found *found)
{
  size_t *count = &found->finding.explanation_count;
  struct finding_explanation made = {0};
  builder_make_room((void **)&found->explanations, *count, &found->explanation_capacity, sizeof made);
  describe(builder, way, record, &made);
  found->explanations[(*count)++] = made;
}

static void find_explanation(struct findings_builder *builder, const struct lost_case *way,
                             const struct loss_record *record, struct found *found, struct finding_explanation **ret)
{
  const struct explanation_key key = {found, way->lost->key, found->finding.explanation_count};
  void **slot = htab_find_slot(builder->explanation_keys, &key, INSERT);
  if (!*slot) {
    add_explanation(builder, way, record, found);
    *slot = memory_copy(&key, sizeof key);
  }
  *ret = &found->explanations[((const struct explanation_key *)*slot)->index];
}

/* What is in no cycle is one part, whatever it is lost through. */
static bool is_of_part(const struct lost_blocks *lost, const struct loss_part *part)
{
  return lost->cycle == part->cycle && (!part->cycle || lost->leader == part->leader);
}

void builder_explain(struct findings_builder *builder, const struct sighting *sighting, struct found *found)
{
  const struct loss_record *loss = sighting->loss;
  for (size_t i = 0; i < loss->lost_count; i++) {
    struct finding_explanation *explanation;
    const struct lost_blocks *lost = &loss->lost[i];
    if (!is_of_part(lost, sighting->part))
      continue;
    const struct lost_case way = {sighting->process, loss->stack, lost};
    find_explanation(builder, &way, loss, found, &explanation);
    add_saturated(&explanation->blocks, lost->blocks);
    add_saturated(&explanation->bytes, lost->bytes);
    explanation->registers |= lost->drop.registers;
  }
}

/* --- the end --- */

ORDER(by_size, struct finding_explanation, DOWN(bytes) ?: DOWN(blocks) ?: UP_TEXT(sentence))

/* Only the stacks differ, by who called the places that are named. */
static bool was_said(const struct finding_explanation *explanations, size_t index)
{
  for (size_t i = 0; i < index; i++)
    if (explanations[i].sentence == explanations[index].sentence)
      return true;
  return false;
}

static uint64_t blocks_lost_so(const struct finding *finding, const char *sentence)
{
  uint64_t blocks = 0;
  for (size_t i = 0; i < finding->explanation_count; i++)
    if (finding->explanations[i].sentence == sentence)
      add_saturated(&blocks, finding->explanations[i].blocks);
  return blocks;
}

static void add_note(struct findings_builder *builder, struct finding *finding,
                     const struct finding_explanation *explanation)
{
  const uint64_t blocks_so = blocks_lost_so(finding, explanation->sentence);
  const struct finding_event *event = explanation->event_count > 0 ? explanation->events : NULL;
  struct finding_note *note = &finding->notes[finding->note_count];
  *note = (struct finding_note){.names_place = true};
  const enum lost_scene scene = event ? lost_scene_of(explanation->cause) : LOST_SCENE_NONE;
  if (explanation->dropped.count > 0)
    note->stack = explanation->dropped;
  else if (scene != LOST_SCENE_NONE)
    note->stack = scene == LOST_SCENE_STORED ? event->stored : event->stack;
  if (note->stack.count > 0)
    note->title = lost_scene_title(scene == LOST_SCENE_NONE ? LOST_SCENE_LOST : scene);
  builder_intern_made(builder, lost_sentence_of(explanation->sentence, blocks_so, finding->blocks), &note->sentence);
  finding->note_count++;
}

void builder_finish_explanations(struct findings_builder *builder, struct found *found)
{
  struct finding *finding = &found->finding;
  const size_t count = finding->explanation_count;
  if (count == 0)
    return;
  qsort(found->explanations, count, sizeof *found->explanations, by_size);
  finding->explanations = found->explanations;
  if (found->explanations[0].parting && found->explanations[0].parting_blocks == found->explanations[0].blocks)
    finding->notes[finding->note_count++] = (struct finding_note){.sentence = found->explanations[0].parting};
  const size_t most = finding->note_count + EXPLAINED_IN_NOTES;
  for (size_t i = 0; i < count && finding->note_count < most; i++)
    if (!was_said(found->explanations, i))
      add_note(builder, finding, &found->explanations[i]);
  if (found->explanations[0].count && found->explanations[0].count->table)
    finding->notes[finding->note_count++] = (struct finding_note){.sentence = found->explanations[0].count->table};
  if (found->explanations[0].suggestion)
    finding->notes[finding->note_count++] = (struct finding_note){.sentence = found->explanations[0].suggestion};
}

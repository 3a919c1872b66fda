/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What became of other blocks of a leak's place. Several records of a process may belong to one leak, and blocks of one
 * stack to several of these, so those of a process are gathered before they are summed up, and then added to what other
 * processes have. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/findings/findings_private.h"
#include "host/model/words/sibling_words.h"

struct sibling_record {
  struct found *found;
  const struct loss_record *loss;
};

void builder_note_siblings(struct findings_builder *builder, const struct sighting *sighting, struct found *found)
{
  if (sighting->hit.blocks == 0)
    return;
  builder_make_room((void **)&builder->sibling_records, builder->sibling_record_count,
                    &builder->sibling_record_capacity, sizeof *builder->sibling_records);
  builder->sibling_records[builder->sibling_record_count++] = (struct sibling_record){found, sighting->loss};
}

/* --- of one process --- */

ORDER(by_finding, struct sibling_record, UP(found))

static struct finding_sibling *find_or_add(struct found *found, const char *place, bool is_resized, bool *ret_is_new)
{
  *ret_is_new = false;
  for (size_t i = 0; i < found->finding.siblings.count; i++)
    if (found->siblings[i].place == place && found->siblings[i].is_resized == is_resized)
      return &found->siblings[i];
  *ret_is_new = true;
  builder_make_room((void **)&found->siblings, found->finding.siblings.count, &found->sibling_capacity,
                    sizeof *found->siblings);
  struct finding_sibling *made = &found->siblings[found->finding.siblings.count++];
  *made = (struct finding_sibling){.place = place, .is_resized = is_resized};
  return made;
}

static void add_way(struct findings_builder *builder, const struct process *process, const struct sibling_way *way,
                    struct found *found)
{
  const char *place, *caller = NULL;
  bool is_new;
  builder_intern(builder, way->place, &place);
  if (way->caller)
    builder_intern(builder, way->caller, &caller);
  struct finding_sibling *sibling = find_or_add(found, place, way->is_resized, &is_new);
  if (is_new) {
    sibling->caller = caller;
    builder_keep_shown(builder, &process->settings, way->stack, &sibling->stack);
  } else if (sibling->caller != caller) {
    sibling->caller = NULL;
  }
  add_saturated(&sibling->blocks, way->blocks);
}

/* The records are those of one finding. */
static void add_records(struct findings_builder *builder, const struct process *process,
                        const struct sibling_record *records, size_t count)
{
  struct found *found = records->found;
  const struct loss_record **losses = memory_zeroed(count, sizeof *losses);
  struct sibling_ways ways;
  for (size_t i = 0; i < count; i++)
    losses[i] = records[i].loss;
  sibling_ways_find(process, losses, count, &ways);
  add_saturated(&found->finding.siblings.blocks, ways.blocks);
  add_saturated(&found->finding.siblings.ended, ways.ended);
  for (size_t i = 0; i < ways.count; i++)
    add_way(builder, process, &ways.items[i], found);
  sibling_ways_release(&ways);
  free(losses);
}

void builder_add_siblings(struct findings_builder *builder, const struct process *process)
{
  const struct sibling_record *records = builder->sibling_records;
  const size_t count = builder->sibling_record_count;
  if (count > 0)
    qsort(builder->sibling_records, count, sizeof *records, by_finding);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && records[end].found == records[i].found;)
      end++;
    add_records(builder, process, &records[i], end - i);
  }
  builder->sibling_record_count = 0;
}

/* --- of all --- */

ORDER(largest_first, struct finding_sibling, DOWN(blocks) ?: UP_TEXT(place))

void builder_finish_siblings(struct findings_builder *builder, struct found *found)
{
  struct finding *finding = &found->finding;
  struct finding_siblings *siblings = &finding->siblings;
  struct sibling_ways ways = {siblings->blocks, siblings->ended, NULL, siblings->count};
  if (siblings->count > 0)
    qsort(found->siblings, siblings->count, sizeof *found->siblings, largest_first);
  siblings->ways = found->siblings;
  ways.items = memory_zeroed(siblings->count + 1, sizeof *ways.items);
  for (size_t i = 0; i < siblings->count; i++)
    ways.items[i] = (struct sibling_way){.place = siblings->ways[i].place,
                                         .caller = siblings->ways[i].caller,
                                         .is_resized = siblings->ways[i].is_resized,
                                         .blocks = siblings->ways[i].blocks};
  const size_t before = finding->note_count;
  builder_add_note(builder, finding, sibling_sentence(&ways, finding->blocks));
  if (finding->note_count > before)
    siblings->sentence = finding->notes[before].sentence;
  free(ways.items);
}

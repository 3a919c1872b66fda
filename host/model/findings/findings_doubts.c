/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of a leak's blocks beyond their verdict: the sums of all processes, told in notes after those that
 * explain it. */
#include <stdlib.h>

#include "host/model/findings/findings_private.h"

void builder_add_doubts(const struct sighting *sighting, struct found *found)
{
  if (found->doubted_process != sighting->hit.process)
    found->doubts.last = NULL; /* records of another process may be where those of the last one were */
  found->doubted_process = sighting->hit.process;
  if (sighting->hit.blocks > 0)
    doubts_add(&found->doubts, &sighting->process->check, sighting->loss);
}

void builder_add_note(struct findings_builder *builder, struct finding *finding, char *sentence)
{
  if (sentence && finding->note_count < FINDING_NOTES) {
    struct finding_note *note = &finding->notes[finding->note_count];
    builder_intern(builder, sentence, &note->sentence);
    finding->note_count++;
  }
  free(sentence);
}

void builder_finish_doubts(struct findings_builder *builder, struct found *found)
{
  struct finding *finding = &found->finding;
  if (doubts_trait(&found->doubts, finding->blocks, finding->is_cycle) == LOSS_OF_ENDED_THREADS)
    return;
  for (unsigned cause = 0; cause < RECORD_DOUBT_CAUSES; cause++)
    builder_add_note(builder, finding,
                     doubts_sentence(&found->doubts, (enum record_doubt_cause)cause, finding->blocks));
}

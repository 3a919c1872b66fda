/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts of references in lost blocks, with names that outlive the run. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/model/findings/findings_private.h"
#include "host/model/words/count_words.h"

static void keep_row(struct findings_builder *builder, const struct process *process, const struct lost_count_row *row,
                     struct finding_count_row *ret)
{
  *ret = (struct finding_count_row){.taken = row->taken, .given = row->given, .left = row->left};
  builder_intern_made(builder, count_place_text(process, row->stack), &ret->place);
  builder_keep_shown(builder, &process->settings, row->stack, &ret->stack);
}

static void keep_givers(struct findings_builder *builder, const struct process *process,
                        const struct lost_count *count, struct finding_count *ret)
{
  struct finding_count_giver *givers =
    findings_frames_allocate(builder->frames, count->giver_count * sizeof *givers);
  for (size_t i = 0; i < count->giver_count; i++) {
    givers[i] = (struct finding_count_giver){.blocks = count->givers[i].blocks};
    builder_intern_made(builder, count_place_text(process, count->givers[i].stack), &givers[i].place);
    builder_keep_shown(builder, &process->settings, count->givers[i].stack, &givers[i].stack);
  }
  ret->givers = givers;
  ret->giver_count = count->giver_count;
}

void builder_keep_count(struct findings_builder *builder, const struct process *process,
                        const struct lost_count *count, const struct finding_count **ret)
{
  *ret = NULL;
  if (!count)
    return;
  struct finding_count *made = findings_frames_allocate(builder->frames, sizeof *made);
  struct finding_count_row *rows = findings_frames_allocate(builder->frames, count->row_count * sizeof *rows);
  *made = (struct finding_count){
    .offset = count->offset, .bytes = count->bytes, .value = count->value, .is_understood = count->is_understood,
    .is_paired = count->is_paired, .taken = count->taken, .given = count->given, .rows = rows,
    .row_count = count->row_count,
  };
  for (size_t i = 0; i < count->row_count; i++)
    keep_row(builder, process, &count->rows[i], &rows[i]);
  keep_givers(builder, process, count, made);
  builder_intern_made(builder, count_table_text(process, count), &made->table);
  *ret = made;
}

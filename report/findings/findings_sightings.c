/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a process's model is a sighting of a finding. Losses that lie in cycles are the difficult ones: which block
 * of a cycle is definitely lost, and which are indirectly, hangs on their addresses, and findings must not. */
#include <stdlib.h>

#include "report/findings/findings_private.h"
#include "report/model/identify.h"

static struct error *add_errors(struct findings_builder *builder, const struct process *process, size_t index)
{
  for (size_t i = 0; i < error_table_size(process->errors); i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (error->is_ignored || error_own_count(error) == 0)
      continue;
    struct sighting sighting = {
      .process = process, .error = error, .stack = error->stack, .suppression = error->suppression,
      .kind = error_kind_name(error), .extra = error_kind_extra(error),
      .tests = &error->tests, .hit = {.process = index, .count = error_own_count(error)},
    };
    struct error *failure = builder_add_sighting(builder, &sighting);
    if (failure)
      return failure;
  }
  return NULL;
}

/* All of a cycle is one finding, whichever of its blocks is the definitely lost one. */
static struct error *add_in_cycle(struct findings_builder *builder, struct sighting sighting,
                                  const struct loss_part *part)
{
  sighting.cycle = part->cycle;
  sighting.part = part;
  if (sighting.leak_kind == RECORD_LEAK_INDIRECT) {
    sighting.hit.count = 0; /* it is counted where the block is that is definitely lost */
    sighting.hit.cycle_bytes = part->bytes;
    sighting.hit.cycle_blocks = part->blocks;
  } else {
    sighting.hit.bytes = part->bytes;
    sighting.hit.blocks = part->blocks;
    sighting.hit.indirect_bytes = part->indirect_bytes;
    sighting.hit.indirect_blocks = part->indirect_blocks;
  }
  sighting.leak_kind = RECORD_LEAK_DEFINITE;
  sighting.kind = loss_kind_name(RECORD_LEAK_DEFINITE);
  return builder_add_sighting(builder, &sighting);
}

/* The part goes to the leader's finding: had the leader the lower address, all of the cycle would be lost through it.
 * How it was lost is then told of the leader alone. */
static struct error *add_led(struct findings_builder *builder, struct sighting sighting, const struct loss_part *part)
{
  struct finding_hit *hit = &sighting.hit;
  sighting.stack = part->leader;
  hit->count = 0;
  hit->led_bytes = hit->indirect_bytes = part->bytes;
  hit->led_blocks = hit->indirect_blocks = part->blocks;
  add_saturated(&hit->indirect_bytes, part->indirect_bytes);
  add_saturated(&hit->indirect_blocks, part->indirect_blocks);
  return builder_add_sighting(builder, &sighting);
}

static struct error *add_outside_cycle(struct findings_builder *builder, struct sighting sighting,
                                       const struct loss_part *part)
{
  struct finding_hit *hit = &sighting.hit;
  sighting.part = part;
  hit->bytes = part->bytes;
  hit->blocks = part->blocks;
  hit->indirect_bytes = part->indirect_bytes;
  hit->indirect_blocks = part->indirect_blocks;
  return part->blocks > 0 ? builder_add_sighting(builder, &sighting) : NULL;
}

/* What is in no cycle. */
static struct loss_part rest_of(const struct loss_record *loss)
{
  struct loss_part rest = {.bytes = loss->bytes, .blocks = loss->blocks, .indirect_bytes = loss->indirect_bytes,
                           .indirect_blocks = loss->indirect_blocks};
  for (size_t i = 0; i < loss->part_count; i++) { /* parts are never more than the whole */
    rest.bytes -= loss->parts[i].bytes;
    rest.blocks -= loss->parts[i].blocks;
    rest.indirect_bytes -= loss->parts[i].indirect_bytes;
    rest.indirect_blocks -= loss->parts[i].indirect_blocks;
  }
  return rest;
}

/* Of the cycles of a check, those that hang from a block outside of them. */
static bool *find_led(const struct leak_check *check)
{
  bool *is_led = calloc(check->cycle_count + 1, sizeof *is_led);
  for (size_t i = 0; i < check->record_count && is_led; i++)
    for (size_t j = 0; j < check->records[i].part_count; j++) {
      const struct loss_part *part = &check->records[i].parts[j];
      if (check->records[i].kind == RECORD_LEAK_DEFINITE && part->leader)
        is_led[part->cycle - check->cycles] = true;
    }
  return is_led;
}

static struct error *add_part(struct findings_builder *builder, const struct sighting *sighting,
                              const struct loss_part *part,
                              bool is_led)
{
  if (!is_led)
    return add_in_cycle(builder, *sighting, part);
  bool has_leader = sighting->leak_kind == RECORD_LEAK_DEFINITE && part->leader;
  return has_leader ? add_led(builder, *sighting, part) : add_outside_cycle(builder, *sighting, part);
}

static struct error *add_loss(struct findings_builder *builder, const struct process *process, size_t index,
                              const struct loss_record *loss, const bool *is_led)
{
  const struct loss_part rest = rest_of(loss);
  const struct sighting sighting = {
    .process = process, .loss = loss, .leak_kind = loss->kind, .stack = loss->stack, .suppression = loss->suppression,
    .kind = loss_kind_name(loss->kind), .tests = &loss->tests, .hit = {.process = index, .count = 1},
  };
  struct error *error = NULL;
  for (size_t i = 0; i < loss->part_count && !error; i++)
    error = add_part(builder, &sighting, &loss->parts[i], is_led[loss->parts[i].cycle - process->check.cycles]);
  return error ? error : add_outside_cycle(builder, sighting, &rest);
}

static struct error *add_losses(struct findings_builder *builder, const struct process *process, size_t index)
{
  bool *is_led = find_led(&process->check);
  struct error *error = is_led ? NULL : error_no_memory();
  for (size_t i = 0; i < process->check.record_count && !error; i++)
    error = add_loss(builder, process, index, &process->check.records[i], is_led);
  free(is_led);
  return error;
}

static struct error *add_growth_sites(struct findings_builder *builder, const struct process *process, size_t index)
{
  for (size_t i = 0; i < process->growth->site_count; i++) {
    const struct growth_site *site = &process->growth->sites[i];
    if (!site->is_finding)
      continue;
    const struct growth_value last = growth_last(site);
    const struct growth_fit *fit = &site->fits[GROWTH_SECONDS];
    struct sighting sighting = {
      .process = process, .growth = site, .stack = site->stack, .suppression = site->suppression,
      .kind = GROWTH_KIND_NAME,
      .hit = {.process = index, .count = 1, .bytes = last.bytes, .blocks = last.blocks,
              .growth = {fit->slope, fit->r2, fit->samples}},
    };
    struct error *error = builder_add_sighting(builder, &sighting);
    if (error)
      return error;
  }
  return NULL;
}

struct error *builder_add_findings_of(struct findings_builder *builder, const struct process *process, size_t index)
{
  struct error *error = add_errors(builder, process, index);
  if (!error)
    error = add_losses(builder, process, index);
  return error ? error : add_growth_sites(builder, process, index);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of a process's model is a sighting of a finding: errors, parts of loss records as
 * host/model/process/leak_parts.h has them, and what grows. */
#include "host/model/findings/findings_private.h"
#include "host/model/process/errors.h"
#include "host/model/process/identify.h"
#include "host/model/process/leak_parts.h"

static void add_errors(struct findings_builder *builder, const struct process *process, size_t index)
{
  for (size_t i = 0; i < error_table_size(process->errors); i++) {
    const struct error_context *error = error_table_at(process->errors, i);
    if (!error_is_found(error))
      continue;
    struct sighting sighting = {
      .process = process, .error = error, .stack = error->stack, .suppression = error->suppression,
      .kind = error_kind_name(error), .extra = error_kind_extra(error),
      .tests = &error->tests, .hit = {.process = index, .count = error_own_count(error)},
    };
    builder_add_sighting(builder, &sighting);
  }
}

/* A process whose leaks are added. */
struct losing {
  struct findings_builder *builder;
  const struct process *process;
  size_t index;
};

static void add_leak_part(void *context, const struct leak_part *part)
{
  const struct losing *losing = context;
  const struct leak_amounts *amounts = &part->amounts;
  const struct sighting sighting = {
    .process = losing->process, .loss = part->loss, .leak_kind = part->kind, .cycle = part->cycle, .part = part->of,
    .stack = part->stack, .suppression = part->loss->suppression, .kind = loss_kind_name(part->kind),
    .tests = &part->loss->tests,
    .hit = {.process = losing->index, .count = part->is_counted, .bytes = amounts->bytes, .blocks = amounts->blocks,
            .indirect_bytes = amounts->indirect_bytes, .indirect_blocks = amounts->indirect_blocks},
  };
  builder_add_sighting(losing->builder, &sighting);
}

static void add_growth_sites(struct findings_builder *builder, const struct process *process, size_t index)
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
    builder_add_sighting(builder, &sighting);
  }
}

void builder_add_findings_of(struct findings_builder *builder, const struct process *process, size_t index)
{
  add_errors(builder, process, index);
  leak_parts_of_check(&process->check, add_leak_part, &(struct losing){builder, process, index});
  add_growth_sites(builder, process, index);
}

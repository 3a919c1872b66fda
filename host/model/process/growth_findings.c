/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which of the sites that grow are findings: not those most of whose bytes are lost, as these are findings of the leak
 * check. Sites that were freed at the end are no findings, but are shown in the digest and can be suppressed all the
 * same. */
#include <stdlib.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/process/growth.h"
#include "host/model/process/model.h"
#include "host/model/process/suppression_match.h"
#include "host/model/process/writer.h"

/* What the leak check found lost of a stack. */
static uint64_t lost_bytes(const struct leak_check *check, uint64_t stack_id)
{
  uint64_t bytes = 0;
  for (size_t i = 0; i < check->record_count; i++) {
    const struct loss_record *record = &check->records[i];
    if (record->kind != RECORD_LEAK_REACHABLE && (record->stack ? record->stack->id : 0) == stack_id)
      add_saturated(&bytes, record->bytes);
  }
  return bytes;
}

static struct error *find_suppression(struct process *process, struct growth_site *site)
{
  struct suppression_match match;
  suppression_match_growth(site, NULL, &match);
  process_find_suppression(process, &match.finding, &site->suppression);
  suppression_match_release(&match);
  return site->suppression ? process_use_suppression(process, site->suppression, 1) : NULL;
}

static bool is_told(const struct process *process, const struct growth_site *site)
{
  if (site->class == GROWTH_FREED)
    return true;
  return site->class == GROWTH_GROWING && lost_bytes(&process->check, site->stack_id) <= growth_last(site).bytes / 2;
}

static struct error *judge_site(struct process *process, struct growth_site *site)
{
  if (!is_told(process, site))
    return NULL;
  stack_table_resolve(process->stacks, site->stack);
  struct error *error = find_suppression(process, site);
  if (!error)
    site->is_finding = site->class == GROWTH_GROWING;
  return error;
}

struct error *process_judge_growth(struct process *process)
{
  if (process->growth_is_judged || !process->settings.growth)
    return NULL;
  process->growth_is_judged = true;
  growth_analyse(process->growth);
  struct error *error = NULL;
  for (size_t i = 0; !error && i < process->growth->site_count; i++)
    error = judge_site(process, &process->growth->sites[i]);
  if (!error)
    WRITERS_TELL(process, growth, process);
  return error;
}

/* --- what is told --- */

ORDER_POINTERS(by_rate, struct growth_site, DOWN(fits[GROWTH_SECONDS].slope) ?: UP(stack_id))

static bool is_finding(const struct growth_site *site)
{
  return site->is_finding;
}

static bool is_freed(const struct growth_site *site)
{
  return site->class == GROWTH_FREED;
}

static void list_sites(const struct growth *growth, bool (*is_wanted)(const struct growth_site *site),
                       const struct growth_site ***ret, size_t *ret_count)
{
  size_t count = 0;
  for (size_t i = 0; i < growth->site_count; i++)
    count += is_wanted(&growth->sites[i]);
  const struct growth_site **sites = memory_zeroed(count + 1, sizeof *sites);
  count = 0;
  for (size_t i = 0; i < growth->site_count; i++)
    if (is_wanted(&growth->sites[i]) && !growth->sites[i].suppression)
      sites[count++] = &growth->sites[i];
  qsort(sites, count, sizeof *sites, by_rate);
  *ret = sites;
  *ret_count = count;
}

void growth_findings(const struct growth *growth, const struct growth_site ***ret, size_t *ret_count)
{
  list_sites(growth, is_finding, ret, ret_count);
}

/* A program that serves frees most of what it allocates. */
static bool gathers(const struct growth *growth)
{
  const struct growth_point *top = growth->points;
  for (size_t i = 1; i < growth->point_count; i++)
    if (growth->points[i].live_blocks > top->live_blocks)
      top = &growth->points[i];
  return growth->point_count > 0 && top->live_blocks > top->allocations / 2;
}

void growth_freed(const struct growth *growth, const struct growth_site ***ret, size_t *ret_count)
{
  list_sites(growth, is_freed, ret, ret_count);
  if (gathers(growth))
    *ret_count = 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The run is read again with a listener, which takes the allocation sites of each process when that is closed. */
#include "host/commands/alloc_places.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/growth.h"
#include "host/model/process/leak_places.h"
#include "host/runs/command.h"

struct gathered {
  uint64_t since_ns;
  struct alloc_place *places;
  size_t count, capacity;
  struct error *error; /* the first one */
};

ORDER_POINTERS(by_first_allocation, struct growth_site, UP(totals.first_allocation))

/* A function's name as a pattern that matches it alone. */
static char *escape(const char *name)
{
  char *pattern = memory_allocate(2 * strlen(name) + 1), *to = pattern;
  for (; *name; *to++ = *name++)
    if (strchr("*?[\\", *name))
      *to++ = '\\';
  *to = '\0';
  return pattern;
}

static bool is_own(const struct leak_place *place)
{
  return place->code && place->code->frames[place->frame].is_own;
}

static bool is_known(const struct gathered *gathered, const char *name)
{
  for (size_t i = 0; i < gathered->count; i++)
    if (strcmp(gathered->places[i].name, name) == 0)
      return true;
  return false;
}

/* As --fail-alloc takes it; malloc'ed. */
static char *name_of(const struct process *process, const struct leak_place *place)
{
  const struct frame *frame = &place->code->frames[place->frame];
  return frame->file && frame->line > 0
           ? frame_names_source(&process->settings, frame)
           : escape(frame_names_function(&process->settings, place->code, place->frame));
}

/* One name of both: where the allocation is made, and who is blamed for it, if these differ; malloc'ed. */
static char *join(char *site, char *place)
{
  const bool is_one = !site || !place || strcmp(site, place) == 0;
  char *text = is_one ? NULL : print_text("%s@%s", site, place);
  free(site);
  if (is_one)
    return place;
  free(place);
  return text;
}

static char *describe(const struct process *process, const struct leak_place *place, const struct leak_place *site)
{
  char *at = leak_place_text(place, &process->settings),
       *site_at = site ? leak_place_text(site, &process->settings) : NULL;
  const bool is_one = !site_at || strcmp(site_at, at) == 0;
  char *text = is_one ? print_text("when the allocation in %s fails", at)
                      : print_text("when the allocation in %s, called by %s, fails", site_at, at);
  free(at);
  free(site_at);
  return text;
}

/* Wrappers and functions that fill what their callers hold may allocate in several lines for one place. */
static void add_place(struct gathered *gathered, const struct process *process, const struct leak_place *place,
                      const struct leak_place *site)
{
  const bool has_site = is_own(site);
  char *name = join(has_site ? name_of(process, site) : NULL, name_of(process, place));
  if (name && is_known(gathered, name)) {
    free(name);
    return;
  }
  if (!name)
    memory_lacking(0);
  *NEW_ITEM(gathered->places, gathered->count, gathered->capacity) =
    (struct alloc_place){name, describe(process, place, has_site ? site : NULL)};
}

static struct error *gather_sites(struct gathered *gathered, const struct process *process)
{
  const struct growth *growth = process->growth;
  const struct growth_site **sites = memory_zeroed(growth->site_count + 1, sizeof *sites);
  struct error *error = NULL;
  for (size_t i = 0; i < growth->site_count; i++)
    sites[i] = &growth->sites[i];
  qsort(sites, growth->site_count, sizeof *sites, by_first_allocation);
  for (size_t i = 0; i < growth->site_count && !error; i++) {
    struct stack *stack = NULL;
    if (sites[i]->totals.total_blocks == 0 || sites[i]->stack_id == 0)
      continue;
    error = process_stack((struct process *)process, sites[i]->stack_id, &stack);
    const struct leak_place place = error ? (struct leak_place){0} : leak_place_of_stack(process, stack);
    const struct leak_place site = error ? (struct leak_place){0} : leak_place_of_event(process, stack);
    if (!error && is_own(&place))
      add_place(gathered, process, &place, &site);
  }
  free(sites);
  return error;
}

static void on_close(void *context, const struct process *process)
{
  struct gathered *gathered = context;
  if (process->growth && process->start_time_ns >= gathered->since_ns && !gathered->error)
    gathered->error = gather_sites(gathered, process);
}

struct error *alloc_places_find(const char *directory, uint64_t since_ns, struct alloc_place **ret, size_t *ret_count)
{
  static const struct writer_ops ops = {.close = on_close};
  struct gathered gathered = {.since_ns = since_ns};
  const struct writer listener = {&ops, &gathered};
  const struct command command = {0};
  struct command_session session = {.listener = &listener};
  struct run *run;
  struct error *error = run_dir_find(directory, &run);
  if (error)
    return error;
  session.run = run;
  if (!(error = command_session_open(&command, &session))) {
    error = run_reader_read(session.load, report_session_report(session.session), NULL);
    command_session_close(&session);
  }
  run_destroy(run);
  if (error || gathered.error) {
    alloc_places_release(gathered.places, gathered.count);
    if (error)
      error_free(gathered.error);
    return error ? error : gathered.error;
  }
  *ret = gathered.places;
  *ret_count = gathered.count;
  return NULL;
}

void alloc_places_release(struct alloc_place *places, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    free(places[i].name);
    free(places[i].failing);
  }
  free(places);
}

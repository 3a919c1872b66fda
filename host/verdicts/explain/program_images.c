/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The run is read with a listener, which looks at each process when that is closed. */
#include "host/verdicts/explain/program_images.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/frames/module_table.h"
#include "host/model/process/growth.h"
#include "host/model/process/identify.h"

struct reading {
  const struct explain_wanted *wanted;
  struct explain_images images;
  struct error *error; /* the first one */
};

/* --- an image --- */

static void release_strings(char **strings)
{
  for (char **string = strings; string && *string; string++)
    free(*string);
  free(strings);
}

static void release_image(struct explain_image *image)
{
  for (size_t i = 0; i < image->module_count; i++) {
    free((char *)image->modules[i].path);
    free((unsigned char *)image->modules[i].build_id);
  }
  free(image->modules);
  free(image->forks);
  release_strings(image->options);
  release_strings(image->argv);
  free(image->exe);
  free(image->cwd);
}

static char **copy_strings(char *const *strings)
{
  size_t count = 0;
  while (strings && strings[count])
    count++;
  char **copies = memory_zeroed(count + 1, sizeof *copies);
  for (size_t i = 0; i < count; i++)
    copies[i] = memory_text(strings[i]);
  return copies;
}

static void copy_module(const struct symbols_module *module, struct symbols_module *ret)
{
  *ret = *module;
  ret->path = memory_text(module->path);
  ret->build_id = memory_copy(module->build_id, module->build_id ? module->build_id_bytes : 0);
}

static void copy_modules(const struct process *process, struct explain_image *image)
{
  size_t count;
  const struct mapping **mappings = module_table_list(process->modules, module_table_epoch(process->modules), &count);
  image->modules = memory_zeroed(count + 1, sizeof *image->modules);
  for (size_t i = 0; i < count; i++)
    if (!mappings[i]->maker)
      copy_module(&mappings[i]->file, &image->modules[image->module_count++]);
  free(mappings);
}

static void add_image(struct explain_images *images, const struct process *process)
{
  struct explain_image *image = NEW_ITEM(images->items, images->count, images->capacity);
  *image = (struct explain_image){
    .pid = process->pid,
    .ppid = process->ppid,
    .forked_from = process->forked_from,
    .start_time_ns = process->start_time_ns,
    .exe = memory_text(process->exe),
    .cwd = memory_text(process->cwd),
    .argv = copy_strings(process->argv),
    .options = copy_strings(process->options),
    .is_replaced = process->state == PROCESS_REPLACED,
  };
  image->forks = memory_copy(process->forks, process->fork_count * sizeof *image->forks);
  image->fork_count = process->fork_count;
  copy_modules(process, image);
}

/* --- blocks --- */

static bool is_of(const struct explain_item *item, const struct identity *place)
{
  for (size_t i = 0; i < item->place_count; i++)
    if (strcmp(item->places[i].digits, place->digits) == 0)
      return true;
  return false;
}

static struct error *count_site(struct reading *reading, const struct process *process, const struct growth_site *site)
{
  struct identity identities[LEAK_KINDS];
  struct stack *stack = NULL;
  struct error *error = process_stack((struct process *)process, site->stack_id, &stack);
  if (!error)
    identify_blocks(stack, process, identities);
  for (size_t i = 0; i < reading->wanted->count && !error; i++)
    if (is_of(&reading->wanted->items[i], &identities[RECORD_LEAK_DEFINITE])) {
      add_saturated(&reading->images.counts[i].allocated, site->totals.total_blocks);
      add_saturated(&reading->images.counts[i].live, site->totals.live_blocks);
    }
  return error;
}

static struct error *count_sites(struct reading *reading, const struct process *process)
{
  const struct growth *growth = process->growth;
  struct error *error = NULL;
  for (size_t i = 0; i < growth->site_count && !error; i++) {
    const struct growth_site *site = &growth->sites[i];
    if (site->stack_id == 0 || site->totals.total_blocks == 0)
      continue;
    reading->images.knows_counts = true;
    error = count_site(reading, process, site);
  }
  return error;
}

/* --- a run --- */

static void on_close(void *context, const struct process *process)
{
  struct reading *reading = context;
  if (process->state == PROCESS_UNKNOWN || reading->error)
    return;
  add_image(&reading->images, process);
  reading->error = count_sites(reading, process);
}

ORDER(by_start, struct explain_image, UP(start_time_ns))

static struct error *read_run(const struct command *command, const struct run *run, struct reading *reading)
{
  static const struct writer_ops ops = {.close = on_close};
  const struct writer listener = {&ops, reading};
  struct command_session session = {.run = run, .listener = &listener};
  struct error *error = command_session_open(command, &session);
  if (error)
    return error;
  error_free(run_reader_read(session.load, report_session_report(session.session), NULL));
  command_session_close(&session);
  return reading->error;
}

struct error *explain_images_read(const struct command *command, const char *run, const struct explain_wanted *wanted,
                                  struct explain_images *ret)
{
  struct reading reading = {.wanted = wanted};
  struct run *found;
  struct error *error = run_dir_find(run, &found);
  if (error)
    return error;
  reading.images.counts = memory_zeroed(wanted->count + 1, sizeof *reading.images.counts);
  error = read_run(command, found, &reading);
  run_destroy(found);
  if (error) {
    explain_images_release(&reading.images);
    return error;
  }
  if (reading.images.count > 0)
    qsort(reading.images.items, reading.images.count, sizeof *reading.images.items, by_start);
  *ret = reading.images;
  return NULL;
}

void explain_images_release(struct explain_images *images)
{
  for (size_t i = 0; i < images->count; i++)
    release_image(&images->items[i]);
  free(images->items);
  free(images->counts);
}

/* --- use --- */

const struct explain_image *explain_images_find(const struct explain_images *images, uint64_t pid,
                                                uint64_t start_time_ns)
{
  for (size_t i = 0; i < images->count; i++)
    if (images->items[i].pid == pid && images->items[i].start_time_ns == start_time_ns)
      return &images->items[i];
  return NULL;
}

/* The last one of that process before `image`; NULL: there is none. */
static const struct explain_image *last_before(const struct explain_images *images, const struct explain_image *image,
                                               uint64_t pid)
{
  for (const struct explain_image *before = image; before > images->items;)
    if ((--before)->pid == pid)
      return before;
  return NULL;
}

static bool has_child(const struct explain_image *image, uint64_t pid)
{
  for (size_t i = 0; i < image->fork_count; i++)
    if (image->forks[i] == pid)
      return true;
  return false;
}

/* The image that was executed by a child that shared its parent's memory, and so had no image before; NULL: it is
 * none. */
static const struct explain_image *spawned_by(const struct explain_images *images, const struct explain_image *image)
{
  const struct explain_image *parent = last_before(images, image, image->ppid);
  return parent && has_child(parent, image->pid) ? parent : NULL;
}

const struct explain_image *explain_images_root(const struct explain_images *images, const struct explain_image *image,
                                                bool is_suite)
{
  while (image) {
    const bool is_forked = image->forked_from != 0;
    const struct explain_image *before = last_before(images, image, is_forked ? image->forked_from : image->pid);
    const bool is_first = !is_forked && (is_suite || !before || !before->is_replaced);
    const struct explain_image *spawner = is_first && !is_suite ? spawned_by(images, image) : NULL;
    if (is_first && !spawner)
      return image;
    image = spawner ? spawner : before;
  }
  return NULL;
}

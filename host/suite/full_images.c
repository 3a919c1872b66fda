/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All errors count, suppressed ones too: whatever becomes of the suppression, the program is checked fully then. */
#include "host/suite/full_images.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/text_pool.h"
#include "host/model/findings/gaps.h"
#include "host/record/record_file.h"
#include "host/runs/run_dir.h"
#include "shared/base/plain_strings.h"

struct full_images {
  struct full_image *items;
  size_t count;
  htab_t by_id; /* struct full_image */
  struct text_pool *texts;
};

HASHED(image, struct full_image, HASH_TEXT(image->id), SAME_TEXT(image->id))
ORDER(in_order, struct full_image, UP(key) ?: UP(image->time_ns) ?: UP_TEXT(image->id))

static struct full_image *find(const struct full_images *images, const char *id)
{
  const struct exec_image wanted = {.id = id};
  const struct full_image key = {.image = &wanted};
  return id ? htab_find(images->by_id, &key) : NULL;
}

static void take_log(struct full_images *images, const struct exec_log *log)
{
  size_t count;
  const struct exec_image *const *all = exec_log_images(log, &count);
  images->items = memory_zeroed(count + 1, sizeof *images->items);
  for (size_t i = 0; i < count; i++)
    if (all[i]->is_checked && all[i]->full_key)
      images->items[images->count++] = (struct full_image){
        .image = all[i],
        .key = strtoull(all[i]->full_key, NULL, 16),
        .is_bad = all[i]->arguments_left_out > 0,
      };
  qsort(images->items, images->count, sizeof *images->items, in_order);
  images->by_id = HASH_TABLE(image, images->count + 1, NULL);
  for (size_t i = 0; i < images->count; i++)
    *htab_find_slot(images->by_id, &images->items[i], INSERT) = &images->items[i];
}

/* --- gaps --- */

/* Nobody knows then which programs it is about. */
static bool is_about_all(enum gap_kind kind)
{
  return kind == GAP_missing || kind == GAP_unreadable || kind == GAP_empty || kind == GAP_reporter ||
         kind == GAP_suite;
}

static void take_gaps(struct full_images *images, const struct findings *findings)
{
  struct gaps gaps;
  gaps_find(findings, &gaps);
  for (size_t i = 0; i < gaps.count; i++) {
    const struct gap *gap = &gaps.items[i];
    struct full_image *image = gap->process ? find(images, gap->process->image) : NULL;
    if (image && !gap_is_choice(gap))
      image->is_bad = true;
    for (size_t j = 0; j < images->count && is_about_all(gap->kind); j++)
      images->items[j].is_bad = true;
  }
  gaps_release(&gaps);
}

/* --- records --- */

struct reading {
  struct full_images *images;
  struct full_image *image; /* whose record it is; NULL: none of these */
  bool is_forked;
};

static struct full_image *image_of(struct full_images *images, const struct record_strings *options)
{
  static const char name[] = "--suite-exec=";
  for (size_t i = 0; i < options->count; i++) {
    const struct record_string *option = &options->items[i];
    if (option->size < sizeof name || memcmp(option->data, name, sizeof name - 1) != 0)
      continue;
    char *id = memory_text_begin(option->data + sizeof name - 1, option->size - (sizeof name - 1));
    struct full_image *image = find(images, id);
    free(id);
    return image;
  }
  return NULL;
}

static bool has_module(const struct full_image *image, const struct full_module *module)
{
  for (size_t i = 0; i < image->module_count; i++) {
    const struct full_module *known = &image->modules[i];
    if (known->path == module->path && known->inode == module->inode && known->bytes == module->bytes &&
        known->mtime_ns == module->mtime_ns)
      return true;
  }
  return false;
}

/* Memory of no file has a description, or is none that could change behind the program's back. */
static void take_module(struct reading *reading, const struct record_module *module)
{
  if (module->path.size == 0 || *module->path.data != '/' || module->maker.size > 0)
    return;
  char *path = memory_text_begin(module->path.data, module->path.size);
  const struct full_module made = {
    .path = text_pool_take(reading->images->texts, path),
    .inode = module->inode,
    .bytes = module->file_bytes,
    .mtime_ns = module->mtime_ns,
  };
  struct full_image *image = reading->image;
  if (!has_module(image, &made))
    *NEW_ITEM(image->modules, image->module_count, image->module_capacity) = made;
}

/* Forked processes end as they like, in any order. */
static void take_end(const struct reading *reading, const struct record_end_of_run *end)
{
  struct full_image *image = reading->image;
  image->is_bad |= end->reason != RECORD_END_EXIT;
  if (reading->is_forked)
    return;
  image->has_status = true;
  image->status = (unsigned char)end->exit_status;
}

static struct error *take_frame(void *context, const struct record_frame *frame)
{
  struct reading *reading = context;
  if (frame->kind == RECORD_START) {
    reading->image = image_of(reading->images, &frame->start.options);
    reading->is_forked = frame->start.forked_from != 0;
  }
  if (reading->image && frame->kind == RECORD_MODULE)
    take_module(reading, &frame->module);
  if (reading->image && frame->kind == RECORD_ERROR)
    reading->image->is_bad = true;
  if (reading->image && frame->kind == RECORD_END_OF_RUN)
    take_end(reading, &frame->end_of_run);
  return NULL;
}

static void take_record(struct full_images *images, const char *path)
{
  struct reading reading = {.images = images};
  bool is_cut = false;
  struct error *error = record_file_read(path, take_frame, &reading, &is_cut);
  if (reading.image && (error || is_cut))
    reading.image->is_bad = true;
  error_free(error);
}

/* Whatever has a record has modules. */
static void take_records(struct full_images *images, const char *directory)
{
  struct run *run = NULL;
  struct error *error = run_dir_find(directory, &run);
  for (size_t i = 0; !error && i < run->record_count; i++)
    take_record(images, run->records[i]);
  for (size_t i = 0; i < images->count; i++)
    images->items[i].is_bad |= images->items[i].module_count == 0;
  if (!error)
    run_destroy(run);
  error_free(error);
}

/* --- all of it --- */

void full_images_create(const struct exec_log *log, const char *run_directory, const struct findings *findings,
                        struct full_images **ret)
{
  struct full_images *images = memory_zeroed(1, sizeof *images);
  images->texts = text_pool_create();
  take_log(images, log);
  take_gaps(images, findings);
  take_records(images, run_directory);
  *ret = images;
}

void full_images_destroy(struct full_images *images)
{
  if (!images)
    return;
  for (size_t i = 0; i < images->count; i++)
    free(images->items[i].modules);
  free(images->items);
  hash_table_delete(images->by_id);
  text_pool_destroy(images->texts);
  free(images);
}

const struct full_image *full_images_list(const struct full_images *images, size_t *ret_count)
{
  *ret_count = images->count;
  return images->items;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Images with the same key belong together: a program that a test runs twice in the same way has to be right both
 * times, and has the files of both.
 *
 * A file counts as what it is now, if it has been left alone since before the program began: then it is what was
 * mapped. If it has not, nothing is kept, and the program is checked fully again next time. */
#include "host/suite/full_results.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/text_pool.h"
#include "host/suite/preload/full_state.h"

struct finding_results {
  const struct full_checks *before;
  const char *native;
  struct full_checks *results;
  htab_t files; /* struct looked_at */
  struct text_pool *texts;
  size_t surprises;
};

/* A file as it is now. */
struct looked_at {
  struct full_file file;
  bool is_there, has_sum;
};

HASHED(looked_at, struct looked_at, HASH_TEXT(file.path), SAME_TEXT(file.path))

/* What the images with one key that were checked fully have had. */
struct files {
  struct full_file *items;
  size_t count, capacity;
  uint64_t statuses[FULL_STATE_STATUSES];
  bool is_known; /* all files are */
};

/* --- files --- */

static struct looked_at *look_at(struct finding_results *finding, const char *path)
{
  const struct looked_at wanted = {.file.path = path};
  void **slot = htab_find_slot(finding->files, &wanted, INSERT);
  if (*slot)
    return *slot;
  struct looked_at *made = memory_zeroed(1, sizeof *made);
  made->file.path = text_pool_keep(finding->texts, path);
  made->is_there = file_identity_of(path, &made->file.identity);
  *slot = made;
  return made;
}

/* Its contents are read once, though many programs have it. */
static bool take_sum(struct looked_at *known)
{
  if (!known->has_sum)
    known->is_there = file_identity_sum(known->file.path, &known->file.identity, &known->file.sum);
  known->has_sum = true;
  return known->is_there;
}

static bool has_file(const struct files *files, const char *path)
{
  for (size_t i = 0; i < files->count; i++)
    if (strcmp(files->items[i].path, path) == 0)
      return true;
  return false;
}

/* Of an image that began at that time. */
static void add_file(struct finding_results *finding, struct files *files, const char *path, uint64_t time_ns)
{
  struct looked_at *known = look_at(finding, path);
  files->is_known &= known->is_there && strlen(path) < FULL_STATE_PATH_BYTES &&
                     file_identity_is_settled(&known->file.identity, time_ns) && take_sum(known);
  if (files->is_known && !has_file(files, path))
    *NEW_ITEM(files->items, files->count, files->capacity) = known->file;
}

static bool is_same(const struct file_identity *identity, const struct full_module *module)
{
  return identity->inode == module->inode && identity->bytes == module->bytes && identity->mtime_ns == module->mtime_ns;
}

static void add_modules(struct finding_results *finding, struct files *files, const struct full_image *image)
{
  for (size_t i = 0; i < image->module_count; i++) {
    const struct full_module *module = &image->modules[i];
    files->is_known &= is_same(&look_at(finding, module->path)->file.identity, module);
    add_file(finding, files, module->path, image->image->time_ns);
  }
}

static void add_arguments(struct finding_results *finding, struct files *files, const struct exec_image *image)
{
  static char path[FULL_STATE_PATH_BYTES];
  const char *directory = image->directory ? image->directory : "";
  if (image->full_input)
    add_file(finding, files, image->full_input, image->time_ns);
  for (size_t i = 1; image->arguments[0] && image->arguments[i]; i++)
    for (unsigned part = 0; part < FILE_ARGUMENT_PARTS; part++)
      if (file_of_argument(directory, image->arguments[i], part, path, sizeof path))
        add_file(finding, files, path, image->time_ns);
}

/* --- programs that were checked for leaks only --- */

static bool is_of_checker(const struct finding_results *finding, const char *path)
{
  return strcmp(path, finding->native) == 0 || installed_is_part(path);
}

/* Is the module one of the files, or of the same contents as the one at its path? */
static bool is_among(struct finding_results *finding, const struct full_module *module, const struct full_file *files,
                     size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(files[i].path, module->path) == 0) {
      struct looked_at *now = look_at(finding, module->path);
      return is_same(&files[i].identity, module) ||
             (is_same(&now->file.identity, module) && take_sum(now) && now->file.sum == files[i].sum);
    }
  return false;
}

static bool loads_others(struct finding_results *finding, const struct full_image *image, const struct full_file *files,
                         size_t count)
{
  for (size_t i = 0; i < image->module_count; i++)
    if (!is_of_checker(finding, image->modules[i].path) && !is_among(finding, &image->modules[i], files, count))
      return true;
  return false;
}

/* --- those with one key --- */

struct group {
  const struct full_image *images;
  size_t count;
};

static uint64_t last_time(const struct group *group)
{
  return group->images[group->count - 1].image->time_ns;
}

enum { WORD_BITS = 64 };

static bool has_status(const struct full_image *image, const uint64_t statuses[static FULL_STATE_STATUSES])
{
  return !image->has_status || statuses[image->status / WORD_BITS] >> image->status % WORD_BITS & 1;
}

static struct full_check make_check(const struct group *group, const struct files *files)
{
  struct full_check check = {.key = group->images->key, .files = files->items, .count = files->count};
  check.checked_ns = check.seen_ns = last_time(group);
  memcpy(check.statuses, files->statuses, sizeof check.statuses);
  return check;
}

/* Files and ends of the images that were checked fully; false: none was. */
static bool collect(struct finding_results *finding, const struct group *group, struct files *files)
{
  bool has_full = false;
  for (size_t i = 0; i < group->count; i++) {
    const struct full_image *image = &group->images[i];
    if (image->image->is_for_leaks)
      continue;
    has_full = true;
    if (image->has_status)
      files->statuses[image->status / WORD_BITS] |= UINT64_C(1) << image->status % WORD_BITS;
    add_modules(finding, files, image);
    add_arguments(finding, files, image->image);
  }
  return has_full;
}

static bool has_bad(const struct group *group)
{
  for (size_t i = 0; i < group->count; i++)
    if (group->images[i].is_bad)
      return true;
  return false;
}

/* Were the others, now or before, not what was checked fully? */
static bool has_surprise(struct finding_results *finding, const struct group *group, const struct full_check *full)
{
  size_t surprises = 0;
  for (size_t i = 0; i < group->count; i++) {
    const struct full_image *image = &group->images[i];
    if (image->image->is_for_leaks)
      surprises += !has_status(image, full->statuses) || loads_others(finding, image, full->files, full->count);
  }
  finding->surprises += surprises;
  return surprises > 0;
}

static void judge(struct finding_results *finding, const struct group *group)
{
  static const struct files none;
  struct files files = {.is_known = true};
  const bool is_bad = has_bad(group), has_full = !is_bad && collect(finding, group, &files);
  const struct full_check wrong = make_check(group, &none), now = make_check(group, &files);
  const struct full_check *before = full_checks_find(finding->before, group->images->key);
  const struct full_check *full = has_full ? &now : before;
  if (is_bad)
    full_checks_put(finding->results, &wrong);
  else if (full && files.is_known && has_surprise(finding, group, full))
    full_checks_put(finding->results, &wrong);
  else if (has_full && files.is_known)
    full_checks_put(finding->results, &now);
  free(files.items);
}

void full_results_find(const struct full_images *images, const struct full_checks *before, const char *native,
                       struct full_checks **ret, size_t *ret_surprises)
{
  size_t count;
  const struct full_image *list = full_images_list(images, &count);
  struct finding_results finding = {
    .before = before, .native = native, .texts = text_pool_create(), .files = HASH_TABLE(looked_at, 64, free)};
  full_checks_create(&finding.results);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && list[end].key == list[i].key;)
      end++;
    judge(&finding, &(struct group){.images = &list[i], .count = end - i});
  }
  hash_table_delete(finding.files);
  text_pool_destroy(finding.texts);
  *ret = finding.results;
  *ret_surprises = finding.surprises;
}

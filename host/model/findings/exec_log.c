/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lines are taken one by one; an image's strings are copied to where they stay, and later events find it by its id.
 * When all are read, tests that were found out afterwards, and tools of Valgrind, are handed down from parents to
 * children. */
#include "host/model/findings/exec_log.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/fnv.h"
#include "host/base/foreign_file.h"
#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/order.h"
#include "host/base/text_pool.h"
#include "host/base/memory.h"
#include "host/base/options.h"
#include "host/base/print.h"

enum {
  LINE_MAX_BYTES = 1 << 17,
  LOG_MAX_BYTES = 1 << 30,
  IMAGES_MAX = 10000000,
  OF_PID_MAX = 1000, /* images of one pid that are looked at for what it executed; it may be a gap that there is none */
};

struct exec_log {
  struct exec_image **images, **by_pid;
  size_t count, capacity;
  struct exec_image **announced; /* those that were about to be executed */
  size_t announced_count, announced_capacity;
  size_t unreadable, orphans;
  struct text_pool *texts;
  htab_t by_id; /* struct exec_image */
};

/* --- the table --- */

HASHED(image, struct exec_image, HASH_TEXT(id), SAME_TEXT(id))

static struct exec_image *find(const struct exec_log *log, const char *id)
{
  struct exec_image key = {.id = id};
  return id ? htab_find(log->by_id, &key) : NULL;
}

static void log_create(struct exec_log **ret)
{
  struct exec_log *log = memory_zeroed(1, sizeof *log);
  log->texts = text_pool_create();
  log->by_id = HASH_TABLE(image, 64, NULL);
  *ret = log;
}

void exec_log_destroy(struct exec_log *log)
{
  if (!log)
    return;
  hash_table_delete(log->by_id);
  if (log->texts)
    text_pool_destroy(log->texts);
  free(log->images);
  free(log->by_pid);
  free(log->announced);
  free(log);
}

static struct error *add_image(struct exec_log *log, struct exec_image *image)
{
  if (log->count >= IMAGES_MAX)
    return error_format("more than %d programs were executed; that is too much for one suite", IMAGES_MAX);
  grow((void **)&log->images, log->count, &log->capacity, sizeof(struct exec_image *));
  *htab_find_slot(log->by_id, image, INSERT) = image;
  log->images[log->count++] = image;
  return NULL;
}

/* --- one line --- */

/* The value's text, kept; *ret is NULL when it is no text. */
static void keep_text(struct exec_log *log, const json_t *value, const char **ret)
{
  *ret = NULL;
  if (!json_is_string(value))
    return;
  *ret = text_pool_keep(log->texts, json_string_value(value));
}

static uint64_t number_of(const json_t *object, const char *name)
{
  json_int_t value = json_integer_value(json_object_get(object, name));
  return value > 0 ? (uint64_t)value : 0;
}

static void keep_arguments(struct exec_log *log, const json_t *array, const char *const **ret)
{
  size_t count = json_array_size(array), kept = 0;
  const char **arguments = text_pool_allocate(log->texts, (count + 1) * sizeof(char *));
  for (size_t i = 0; i < count; i++) {
    keep_text(log, json_array_get(array, i), &arguments[kept]);
    kept += arguments[kept] != NULL;
  }
  arguments[kept] = NULL;
  *ret = arguments;
}

static void keep_texts(struct exec_log *log, const json_t *object, struct exec_image *image)
{
  const struct {
    const char *name;
    const char **where;
  } texts[] = {
    {"id", &image->id},
    {"parent", &image->parent},
    {"exe", &image->exe},
    {"directory", &image->directory},
    {"script", &image->script},
    {"test", &image->test},
    {"test_source", &image->test_source},
    {"why", &image->why},
    {"full_key", &image->full_key},
    {"full_changed", &image->full_changed},
    {"full_input", &image->full_input},
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    keep_text(log, json_object_get(object, texts[i].name), texts[i].where);
  keep_arguments(log, json_object_get(object, "arguments"), &image->arguments);
}

/* What could not be executed is an image that ran unchecked. */
static struct error *add_announced(struct exec_log *log, struct exec_image *image)
{
  if (image->why)
    return add_image(log, image);
  if (log->announced_count >= IMAGES_MAX)
    return error_format("more than %d programs were executed; that is too much for one suite", IMAGES_MAX);
  grow((void **)&log->announced, log->announced_count, &log->announced_capacity, sizeof(struct exec_image *));
  log->announced[log->announced_count++] = image;
  return NULL;
}

/* *ret_taken: the object tells of an image, or of one that was announced. */
static struct error *take_image(struct exec_log *log, const json_t *object, bool is_announced, bool *ret_taken)
{
  struct exec_image *image = text_pool_allocate(log->texts, sizeof *image);
  *image = (struct exec_image){
    .pid = number_of(object, "pid"),
    .ppid = number_of(object, "ppid"),
    .time_ns = number_of(object, "time_ns"),
    .arguments_left_out = number_of(object, "arguments_left_out"),
    .is_checked = json_is_true(json_object_get(object, "checked")),
    .is_for_leaks = json_string_length(json_object_get(object, "checks")) > 0,
    .full_checked_ns = number_of(object, "full_checked_ns"),
  };
  keep_texts(log, object, image);
  if (image->is_checked)
    image->why = NULL;
  *ret_taken = image->id && image->exe && !find(log, image->id);
  if (!*ret_taken)
    return NULL;
  return is_announced ? add_announced(log, image) : add_image(log, image);
}

static void apply_event(struct exec_log *log, const json_t *object, const char *event, bool *ret_taken)
{
  struct exec_image *image = find(log, json_string_value(json_object_get(object, "id")));
  *ret_taken = image != NULL;
  if (!image)
    return;
  if (strcmp(event, "test") == 0) {
    keep_text(log, json_object_get(object, "test"), &image->test);
    keep_text(log, json_object_get(object, "test_source"), &image->test_source);
    return;
  }
  const json_t *status = json_object_get(object, "status");
  if (strcmp(event, "end") == 0 && json_is_integer(status)) {
    image->has_status = true;
    image->status = number_of(object, "status");
    return;
  }
  *ret_taken = strcmp(event, "unchecked") == 0;
  image->is_checked &= !*ret_taken;
  if (*ret_taken)
    keep_text(log, json_object_get(object, "why"), &image->why);
}

static struct error *take_line(struct exec_log *log, const char *line, size_t size)
{
  json_t *object = json_loadb(line, size, 0, NULL);
  const char *event = json_string_value(json_object_get(object, "event"));
  struct error *error = NULL;
  bool is_taken = false;
  bool is_announced = event && strcmp(event, "exec") == 0;
  if (event && (is_announced || strcmp(event, "image") == 0))
    error = take_image(log, object, is_announced, &is_taken);
  else if (event)
    apply_event(log, object, event, &is_taken);
  log->unreadable += !is_taken;
  json_decref(object);
  return error;
}

/* --- the file --- */

static struct error *read_lines(struct exec_log *log, FILE *file)
{
  static const char blank[] = "\n";
  char *line = memory_allocate(LINE_MAX_BYTES);
  struct error *error = NULL;
  bool is_rest = false; /* of a line that is too long */
  while (!error && fgets(line, LINE_MAX_BYTES, file)) {
    size_t size = strlen(line);
    bool is_end = size > 0 && line[size - 1] == '\n';
    if (is_rest || !is_end)
      log->unreadable += !is_rest;
    else if (strcmp(line, blank) != 0)
      error = take_line(log, line, size);
    is_rest = !is_end;
  }
  free(line);
  return error;
}

static void sum_file(FILE *file, uint64_t most, uint64_t *ret_bytes, uint64_t *ret_sum)
{
  char data[1 << 14];
  *ret_bytes = 0;
  *ret_sum = FNV_EMPTY;
  for (size_t wanted, got = 1; got > 0 && *ret_bytes < most; *ret_bytes += got) {
    wanted = most - *ret_bytes < sizeof data ? (size_t)(most - *ret_bytes) : sizeof data;
    got = fread(data, 1, wanted, file);
    *ret_sum = fnv_bytes(*ret_sum, data, got);
  }
}

struct error *exec_log_sum(const char *directory, uint64_t most, uint64_t *ret_bytes, uint64_t *ret_sum)
{
  char *path = print_text("%s/" EXEC_LOG, directory);
  FILE *file;
  struct error *error = foreign_file_stream(path, LOG_MAX_BYTES, &file);
  if (!error && !file)
    error = error_errno(ENOENT, "cannot open %s", path);
  if (file)
    sum_file(file, most, ret_bytes, ret_sum);
  if (file && ferror(file))
    error = error_errno(EIO, "cannot read %s", path);
  if (file)
    fclose(file);
  free(path);
  return error;
}

/* --- programs that were announced --- */

ORDER_POINTERS(by_process, struct exec_image, UP(pid) ?: UP_TEXT(exe))

static struct error *add_unstarted(struct exec_log *log, struct exec_image *announced)
{
  announced->is_checked = false;
  announced->why = "not seen to start";
  return add_image(log, announced);
}

/* Both lists are sorted. An image is announced once at most: before it begins or, by a parent that spawned it, after
 * that. */
static struct error *match_announced(struct exec_log *log, struct exec_image **images, size_t count)
{
  struct error *error = NULL;
  size_t at = 0;
  for (size_t i = 0; i < log->announced_count && !error; i++) {
    while (at < count && by_process(&images[at], &log->announced[i]) < 0)
      at++;
    if (at < count && by_process(&images[at], &log->announced[i]) == 0)
      at++;
    else
      error = add_unstarted(log, log->announced[i]);
  }
  return error;
}

static struct error *add_missing(struct exec_log *log)
{
  const size_t count = log->count;
  struct exec_image **images = memory_zeroed(count + 1, sizeof *images);
  for (size_t i = 0; i < count; i++)
    images[i] = log->images[i];
  qsort(images, count, sizeof *images, by_process);
  if (log->announced_count > 0)
    qsort(log->announced, log->announced_count, sizeof *log->announced, by_process);
  struct error *error = match_announced(log, images, count);
  free(images);
  return error;
}

/* A program under another tool of Valgrind cannot tell which; its parent was told. */
static void hand_down_reason(struct exec_image *image, const struct exec_image *parent)
{
  static const char other_tool[] = "valgrind --tool=";
  if (image->why && parent && parent->why && strcmp(image->why, "another checker") == 0
      && strncmp(parent->why, other_tool, sizeof other_tool - 1) == 0)
    image->why = parent->why;
}

ORDER_POINTERS(compare_pids, struct exec_image, UP(pid))

static bool could_not_start(const struct exec_image *image)
{
  return image->why && (strcmp(image->why, "does not exist") == 0 || strcmp(image->why, "not executable") == 0);
}

static void sort_by_pid(struct exec_log *log)
{
  log->by_pid = memory_copy(log->images, log->count * sizeof *log->by_pid);
  qsort(log->by_pid, log->count, sizeof *log->by_pid, compare_pids);
}

/* Did process `pid`, a fork of the image `parent` or that itself, execute a program? */
static bool has_executed(const struct exec_log *log, const char *parent, uint64_t pid)
{
  size_t low = FIRST_NOT(i, log->count, log->by_pid[i]->pid < pid);
  for (size_t end = low + OF_PID_MAX; low < end && low < log->count && log->by_pid[low]->pid == pid; low++) {
    const struct exec_image *next = log->by_pid[low];
    if (next->parent && strcmp(next->parent, parent) == 0 && !could_not_start(next))
      return true;
  }
  return false;
}

/* A process may try one program after another; the one that it became is what it was to run. */
static void forget_tries(struct exec_log *log)
{
  for (size_t i = 0; i < log->count; i++) {
    struct exec_image *image = log->images[i];
    if (could_not_start(image) && image->parent && has_executed(log, image->parent, image->pid))
      image->why = "not matched";
  }
}

/* Parents stand before their children, so one pass does it. */
static void hand_down(struct exec_log *log)
{
  for (size_t i = 0; i < log->count; i++) {
    struct exec_image *image = log->images[i];
    const struct exec_image *parent = find(log, image->parent);
    log->orphans += image->parent && !parent;
    hand_down_reason(image, parent);
    bool is_open = !image->test || !image->test_source || strcmp(image->test_source, "program") == 0;
    if (!is_open || !parent || parent == image || !parent->test)
      continue;
    image->test = parent->test;
    image->test_source = parent->test_source;
  }
}

struct error *exec_log_read(const char *directory, struct exec_log **ret)
{
  return exec_log_read_file(directory, EXEC_LOG, ret);
}

struct error *exec_log_read_file(const char *directory, const char *name, struct exec_log **ret)
{
  char *path = print_text("%s/%s", directory, name);
  FILE *file;
  struct exec_log *log = NULL;
  struct error *error = foreign_file_stream(path, LOG_MAX_BYTES, &file);
  if (file) {
    log_create(&log);
    error = error_context(read_lines(log, file), "%s", path);
  }
  if (log && !error)
    error = add_missing(log);
  if (log && !error && ferror(file))
    error = error_errno(EIO, "cannot read %s", path);
  if (file)
    fclose(file);
  free(path);
  if (error) {
    exec_log_destroy(log);
    return error;
  }
  if (log) {
    hand_down(log);
    sort_by_pid(log);
    forget_tries(log);
  }
  *ret = log;
  return NULL;
}

/* --- use --- */

size_t exec_log_unreadable(const struct exec_log *log)
{
  return log->unreadable;
}

size_t exec_log_orphans(const struct exec_log *log)
{
  return log->orphans;
}

bool exec_log_has_executed(const struct exec_log *log, const struct exec_image *image, uint64_t pid)
{
  return has_executed(log, image->id, pid);
}

const char *exec_image_reason(const struct exec_image *image)
{
  if (image->is_checked)
    return "there is no record of it";
  return image->why ? image->why : "nothing is known of why";
}

const struct exec_image *const *exec_log_images(const struct exec_log *log, size_t *ret_count)
{
  *ret_count = log->count;
  return (const struct exec_image *const *)log->images;
}

const struct exec_image *exec_log_image(const struct exec_log *log, const char *id)
{
  return find(log, id);
}

const struct exec_image *exec_log_of_options(const struct exec_log *log, char *const *options)
{
  return find(log, options_value_among(options, OPTION_suite_exec));
}

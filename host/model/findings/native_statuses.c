/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statuses are kept by program, directory and arguments. Where the same program ended in different ways its status is
 * not known: a test may well depend on what ran before. */
#include "host/model/findings/native_statuses.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/print.h"

struct outcome {
  const struct exec_image *image; /* the first with this program, directory and arguments */
  bool is_known;                  /* all of them ended alike, with `status` */
  uint64_t status;
};

struct native {
  struct exec_log *log;
  htab_t outcomes;
};

/* --- the table --- */

static hashval_t hash_outcome(const void *item)
{
  const struct exec_image *image = ((const struct outcome *)item)->image;
  hashval_t sum = htab_hash_string(image->exe);
  for (const char *const *argument = image->arguments; *argument; argument++)
    sum = 31 * sum + htab_hash_string(*argument);
  return sum;
}

static bool is_same_text(const char *a, const char *b)
{
  return a && b ? strcmp(a, b) == 0 : a == b;
}

static int equal_outcome(const void *a, const void *b)
{
  const struct exec_image *x = ((const struct outcome *)a)->image, *y = ((const struct outcome *)b)->image;
  size_t i = 0;
  while (x->arguments[i] && is_same_text(x->arguments[i], y->arguments[i]))
    i++;
  return is_same_text(x->arguments[i], y->arguments[i]) && strcmp(x->exe, y->exe) == 0 && is_same_text(x->directory,
                                                                                                       y->directory)
         && x->arguments_left_out == y->arguments_left_out;
}

static void add_outcome(struct native *native, const struct exec_image *image)
{
  struct outcome key = {.image = image, .is_known = image->has_status, .status = image->status};
  void **slot = htab_find_slot(native->outcomes, &key, INSERT);
  struct outcome *outcome = *slot;
  if (outcome)
    outcome->is_known &= key.is_known && outcome->status == key.status;
  else
    *slot = memory_copy(&key, sizeof key);
}

struct error *native_read(const char *directory, struct native **ret)
{
  struct native *native = memory_zeroed(1, sizeof *native);
  *ret = NULL;
  struct error *error = exec_log_read_file(directory, EXEC_LOG_NATIVE, &native->log);
  if (!error && native->log)
    native->outcomes = HASH_TABLE(outcome, 64, free);
  size_t count = 0;
  const struct exec_image *const *images = native->outcomes ? exec_log_images(native->log, &count) : NULL;
  for (size_t i = 0; i < count && !error; i++)
    add_outcome(native, images[i]);
  if (error || !native->log)
    native_destroy(native);
  else
    *ret = native;
  return error;
}

void native_destroy(struct native *native)
{
  if (!native)
    return;
  hash_table_delete(native->outcomes);
  exec_log_destroy(native->log);
  free(native);
}

/* --- use --- */

bool native_status(const struct native *native, const struct exec_image *image, uint64_t *ret)
{
  struct outcome key = {.image = image};
  const struct outcome *outcome = native ? htab_find(native->outcomes, &key) : NULL;
  if (!outcome || !outcome->is_known)
    return false;
  *ret = outcome->status;
  return true;
}

bool native_differs(const struct finding_process *process)
{
  return process->has_native_status && process->state == FINDING_PROCESS_FINISHED &&
         process->end_reason != RECORD_END_SIGNAL && process->exit_status != process->native_status;
}

char *native_sentence(const struct finding_process *process)
{
  return print_text("with status %" PRIu64 " instead of %" PRIu64, process->exit_status, process->native_status);
}

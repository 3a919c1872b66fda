/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: an execs.jsonl; after a NUL byte, a suite.json. What is checked beside memory: images are found by their ids
 * and have what every image has; what could be read of a suite survives being written and read again. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "must.h"
#include "host/model/findings/exec_log.h"
#include "host/model/findings/suite_facts.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* libFuzzer's own folders may be named relative to the current one, so this process stays where it is. */
static char directory[] = "/tmp/fuzz-exec-log-XXXXXX";
static char images_path[sizeof directory + 16], facts_path[sizeof directory + 16];

static void clean_up(void)
{
  unlink(images_path);
  unlink(facts_path);
  rmdir(directory);
}

static void begin_log(void)
{
  static bool is_begun;
  if (is_begun)
    return;
  is_begun = true;
  must(mkdtemp(directory) && atexit(clean_up) == 0);
  snprintf(images_path, sizeof images_path, "%s/execs.jsonl", directory);
  snprintf(facts_path, sizeof facts_path, "%s/suite.json", directory);
}

static void write_file(const char *path, const uint8_t *data, size_t size)
{
  FILE *file = fopen(path, "we");
  must(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static void check_log(void)
{
  struct exec_log *log = NULL;
  size_t count;
  struct error *error = exec_log_read(directory, &log);
  must(error || log);
  const struct exec_image *const *images = error ? NULL : exec_log_images(log, &count);
  for (size_t i = 0; !error && i < count; i++) {
    must(images[i]->id && images[i]->exe && images[i]->arguments);
    must(exec_log_image(log, images[i]->id) == images[i]);
    must(!images[i]->is_checked || !images[i]->why);
  }
  if (!error)
    exec_log_destroy(log);
  error_free(error);
}

static void check_facts(void)
{
  struct suite_facts *facts = NULL, *again = NULL;
  struct error *error = suite_facts_read(directory, &facts);
  if (!error) {
    must(facts && !suite_facts_write(facts, directory) && !suite_facts_read(directory, &again) && again);
    must(facts->started_ns == again->started_ns && facts->ended_ns == again->ended_ns);
    must(facts->canary == again->canary);
  }
  error_free(error);
  suite_facts_destroy(facts);
  suite_facts_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
  size_t first = nul ? (size_t)(nul - data) : size;
  begin_log();
  write_file(images_path, data, first);
  write_file(facts_path, nul ? nul + 1 : data, nul ? size - first - 1 : 0);
  check_log();
  check_facts();
  return 0;
}

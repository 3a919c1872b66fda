/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: how many files, entries and members there are, a byte each, and the rest of a state of full checks; if the
 * first byte is large, a state as it is. What is checked beside memory: what programs look up lies in the state, be it
 * damaged; one that the command takes survives being written and read again; a message says where and what to do. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "must.h"
#include "host/suite/full_checks.h"
#include "host/suite/preload/full_state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { AS_IT_IS = 200, COUNTS = 3 };

static char path[] = "/tmp/fuzz-full-state-XXXXXX";

static void clean_up(void)
{
  unlink(path);
}

static void begin(void)
{
  static bool is_begun;
  if (is_begun)
    return;
  is_begun = true;
  const int fd = mkstemp(path);
  must(fd >= 0 && close(fd) == 0 && atexit(clean_up) == 0);
}

/* With a header that fits the size; aligned. */
static char *make_state(const uint8_t *data, size_t size, size_t *ret_size)
{
  const bool is_whole = size < COUNTS || data[0] >= AS_IT_IS;
  const size_t skipped = is_whole ? size > 0 : COUNTS, body = size - skipped;
  const size_t padded = is_whole ? body : (body + sizeof(uint64_t) - 1) & ~(sizeof(uint64_t) - 1);
  struct full_state_header header = {.magic = FULL_STATE_MAGIC, .version = FULL_STATE_VERSION};
  char *state = calloc(1, sizeof header + padded + 1);
  must(state != NULL);
  if (size > 0)
    memcpy(state + (is_whole ? 0 : sizeof header), data + skipped, body);
  *ret_size = padded + (is_whole ? 0 : sizeof header);
  if (is_whole)
    return state;
  header.files = data[0] % 16;
  header.entries = data[1] % 16;
  header.members = data[2] % 32;
  const size_t parts = header.files * sizeof(struct full_state_file) + header.members * sizeof(uint64_t) +
                       header.entries * sizeof(struct full_state_entry);
  header.text_bytes = parts < padded ? padded - parts : 0;
  memcpy(state, &header, sizeof header);
  return state;
}

static void look_up(const struct full_state *state, uint64_t key)
{
  const struct full_state_entry *entry = full_state_find(state, key);
  for (uint64_t i = 0; entry && i < 40; i++) {
    const struct full_state_file *file = full_state_member(state, entry, i);
    must(!file || strlen(full_state_path(state, file)) < state->header->text_bytes ||
         !*full_state_path(state, file));
  }
}

/* The sum is set right, or nothing behind it would ever be looked at. */
static void read_as_programs_do(char *data, size_t size)
{
  struct full_state state;
  struct full_state_fault fault;
  if (!full_state_open(data, size, &state, &fault)) {
    must(fault.what && fault.at <= size);
    return;
  }
  for (uint64_t i = 0; i < state.header->entries; i++)
    look_up(&state, state.entries[i].key);
  look_up(&state, 0);
  ((struct full_state_header *)data)->sum = full_state_sum(&state);
}

static void write_file(const char *data, size_t size)
{
  FILE *file = fopen(path, "we");
  must(file && fwrite(data, 1, size, file) == size && fclose(file) == 0);
}

static bool is_same(const struct full_check *a, const struct full_check *b)
{
  bool same = b && a->checked_ns == b->checked_ns && a->seen_ns == b->seen_ns && a->count == b->count &&
              memcmp(a->statuses, b->statuses, sizeof a->statuses) == 0;
  for (size_t i = 0; same && i < a->count; i++)
    same = strcmp(a->files[i].path, b->files[i].path) == 0 && a->files[i].sum == b->files[i].sum &&
           file_identity_is_equal(&a->files[i].identity, &b->files[i].identity);
  return same;
}

static void write_and_read(const struct full_checks *checks)
{
  struct full_checks *again;
  size_t count, count_again;
  bool is_other;
  need(full_checks_write(checks, path, 0));
  need(full_checks_read(path, &again, &is_other));
  const struct full_check **list = full_checks_list(checks, &count);
  free(full_checks_list(again, &count_again));
  must(!is_other && count == count_again);
  for (size_t i = 0; i < count; i++)
    must(is_same(list[i], full_checks_find(again, list[i]->key)));
  free(list);
  full_checks_destroy(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct full_checks *checks;
  size_t bytes;
  bool is_other;
  begin();
  char *state = make_state(data, size, &bytes);
  read_as_programs_do(state, bytes);
  write_file(state, bytes);
  struct error *error = full_checks_read(path, &checks, &is_other);
  if (error) {
    must(strstr(error_message(error), path) && strstr(error_message(error), "remove it"));
    error_free(error);
  } else {
    if (!is_other)
      write_and_read(checks);
    full_checks_destroy(checks);
  }
  free(state);
  return 0;
}

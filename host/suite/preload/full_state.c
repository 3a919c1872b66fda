/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sizes of the parts have to add up to that of the whole, and the texts to end with a NUL; then a number needs only
 * to be compared with how many there are. */
#include "host/suite/preload/full_state.h"

#include "shared/base/mix.h"
#include "shared/base/plain_strings.h"

static bool is_fault(struct full_state_fault *fault, const char *what, size_t at)
{
  *fault = (struct full_state_fault){.what = what, .at = at};
  return false;
}

/* Numbers are limited first, so nothing can overflow. */
static size_t bytes_of(const struct full_state_header *header)
{
  const uint64_t most = FULL_STATE_MAX_BYTES;
  if (header->files > most || header->entries > most || header->members > most || header->text_bytes > most)
    return 0;
  return sizeof *header + header->files * sizeof(struct full_state_file) +
         header->entries * sizeof(struct full_state_entry) + header->members * sizeof(uint64_t) + header->text_bytes;
}

bool full_state_open(const void *data, size_t size, struct full_state *ret, struct full_state_fault *fault)
{
  const struct full_state_header *const header = data;
  if (size < sizeof header->magic || header->magic != FULL_STATE_MAGIC)
    return is_fault(fault, "it is not a state of full checks", 0);
  if (size < sizeof *header)
    return is_fault(fault, "it is cut off", size);
  if (header->version != FULL_STATE_VERSION)
    return is_fault(fault, "it has another version", offsetof(struct full_state_header, version));
  if (bytes_of(header) != size || size % sizeof(uint64_t) != 0)
    return is_fault(fault, "its parts are not as long as it says", offsetof(struct full_state_header, files));
  *ret = (struct full_state){.header = header, .files = (const struct full_state_file *)(header + 1)};
  ret->entries = (const struct full_state_entry *)(ret->files + header->files);
  ret->members = (const uint64_t *)(ret->entries + header->entries);
  ret->texts = (const char *)(ret->members + header->members);
  if (header->text_bytes > 0 && ret->texts[header->text_bytes - 1] != '\0')
    return is_fault(fault, "its last path has no end", size - 1);
  return true;
}

static size_t offset_of(const struct full_state *state, const void *part)
{
  return (size_t)((const char *)part - (const char *)state->header);
}

/* The length of the text at an offset, at most `most`. */
static size_t length_at(const struct full_state *state, size_t at, size_t most)
{
  size_t length = 0;
  while (length < most && at + length < state->header->text_bytes && state->texts[at + length])
    length++;
  return length;
}

/* Paths follow one another, so that reading them all takes no longer than their bytes do. */
static bool check_files(const struct full_state *state, struct full_state_fault *fault)
{
  size_t at = 0;
  for (uint64_t i = 0; i < state->header->files; i++) {
    const size_t length = length_at(state, at, FULL_STATE_PATH_BYTES);
    if (state->files[i].path != at || *full_state_path(state, &state->files[i]) != '/' ||
        length == FULL_STATE_PATH_BYTES)
      return is_fault(fault, "a file has no path", offset_of(state, &state->files[i]));
    at += length + 1;
  }
  for (uint64_t i = 0; i < state->header->members; i++)
    if (state->members[i] >= state->header->files)
      return is_fault(fault, "a program has a file that is not there", offset_of(state, &state->members[i]));
  return true;
}

/* So do their members. */
static bool check_entries(const struct full_state *state, struct full_state_fault *fault)
{
  uint64_t first = 0;
  for (uint64_t i = 0; i < state->header->entries; i++) {
    const struct full_state_entry *const entry = &state->entries[i];
    if (i > 0 && entry->key <= entry[-1].key)
      return is_fault(fault, "its programs are not in order", offset_of(state, entry));
    if (entry->first != first || entry->count > state->header->members - first || entry->checked_ns == 0)
      return is_fault(fault, "a program has not the files that it should have", offset_of(state, entry));
    first += entry->count;
  }
  return true;
}

uint64_t full_state_sum(const struct full_state *state)
{
  const struct full_state_header *const header = state->header;
  return mix_words(&header->files, bytes_of(header) - offsetof(struct full_state_header, files), FULL_STATE_VERSION);
}

bool full_state_check(const struct full_state *state, struct full_state_fault *fault)
{
  if (state->header->sum != full_state_sum(state))
    return is_fault(fault, "its sum is not that of its contents", offsetof(struct full_state_header, sum));
  return check_files(state, fault) && check_entries(state, fault);
}

const struct full_state_entry *full_state_find(const struct full_state *state, uint64_t key)
{
  uint64_t low = 0, high = state->header->entries;
  while (low < high) {
    const uint64_t middle = low + (high - low) / 2;
    if (state->entries[middle].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return low < state->header->entries && state->entries[low].key == key ? &state->entries[low] : NULL;
}

const struct full_state_file *full_state_member(const struct full_state *state, const struct full_state_entry *entry,
                                                uint64_t number)
{
  const uint64_t members = state->header->members;
  if (entry->first >= members || number >= members - entry->first)
    return NULL;
  const uint64_t file = state->members[entry->first + number];
  return file < state->header->files ? &state->files[file] : NULL;
}

const char *full_state_path(const struct full_state *state, const struct full_state_file *file)
{
  return file->path < state->header->text_bytes ? state->texts + file->path : "";
}

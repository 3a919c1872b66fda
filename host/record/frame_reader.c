/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes are collected in one buffer; a frame is taken when it is complete and its checksum is right. There is one
 * decoder per kind, generated from the table. It reads through a cursor that remembers the first thing that does not
 * fit, so the decoders need no checks. */
#include "host/record/frame_reader.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

enum { HEADER_MAX_BYTES = 4096 };

struct record_reader {
  char *name;
  unsigned char *data;
  size_t size, capacity;
  size_t position;        /* of the next frame in data */
  uint64_t base_offset;   /* of data[0] in the stream */
  bool have_header;
  void *scratch;          /* decoded lists of the current frame */
  size_t scratch_bytes;
};

void record_reader_create(const char *name, struct record_reader **ret)
{
  struct record_reader *reader = memory_zeroed(1, sizeof *reader);
  reader->name = memory_text(name);
  *ret = reader;
}

void record_reader_destroy(struct record_reader *reader)
{
  if (!reader)
    return;
  free(reader->name);
  free(reader->data);
  free(reader->scratch);
  free(reader);
}

/* Drop frames that were handed out, once they are at least half of the buffer. So the bytes moved are bounded by the
 * bytes read, however small the pieces in which the stream arrives. */
static void compact(struct record_reader *reader)
{
  if (reader->position < reader->size - reader->position)
    return;
  memmove(reader->data, reader->data + reader->position, reader->size - reader->position);
  reader->size -= reader->position;
  reader->base_offset += reader->position;
  reader->position = 0;
}

static void ensure_capacity(struct record_reader *reader, size_t size)
{
  if (size <= reader->capacity - reader->size)
    return;
  size_t capacity = (reader->size + size) * 2;
  reader->data = memory_resize(reader->data, capacity, 1);
  reader->capacity = capacity;
}

void record_reader_feed(struct record_reader *reader, const void *data, size_t size)
{
  if (size == 0)
    return;
  if (reader->position > 0)
    compact(reader);
  ensure_capacity(reader, size);
  memcpy(reader->data + reader->size, data, size);
  reader->size += size;
}

static uint64_t fixed(const unsigned char *data, unsigned bytes)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; i++)
    value |= (uint64_t)data[i] << (8 * i);
  return value;
}

/* --- the cursor --- */

struct cursor {
  const unsigned char *position, *end;
  unsigned char *scratch; /* room for every list this payload can hold: see scratch_needed() */
  const char *problem;    /* what did not fit, or NULL */
};

static uint64_t get_u64(struct cursor *cursor)
{
  uint64_t value = 0;
  if (cursor->problem || cursor->position == cursor->end)
    return 0;
  for (unsigned shift = 0; cursor->position < cursor->end; shift += 7) {
    unsigned char byte = *cursor->position++;
    if (shift == 63 && byte > 1)
      break;
    value |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80)
      return value;
    if (shift == 63)
      break;
  }
  cursor->problem = "a number does not end or does not fit 64 bits";
  return 0;
}

static struct record_string get_string(struct cursor *cursor)
{
  uint64_t size = get_u64(cursor);
  if (size > (size_t)(cursor->end - cursor->position)) {
    cursor->problem = "a string is longer than its frame";
    size = 0;
  }
  struct record_string string = {(const char *)cursor->position, size};
  cursor->position += size;
  return string;
}

/* The count of a list; every item takes at least a byte. */
static size_t get_count(struct cursor *cursor)
{
  uint64_t count = get_u64(cursor);
  if (count <= (size_t)(cursor->end - cursor->position))
    return count;
  cursor->problem = "a list is longer than its frame";
  return 0;
}

/* False, with a problem set, if the payload ends before an item of a list: only whole fields may be missing. */
static bool have_item(struct cursor *cursor)
{
  if (cursor->position == cursor->end)
    cursor->problem = "a list is longer than its frame";
  return !cursor->problem;
}

static void *take_scratch(struct cursor *cursor, size_t bytes)
{
  void *taken = cursor->scratch;
  cursor->scratch += bytes;
  return taken;
}

static struct record_numbers get_numbers(struct cursor *cursor)
{
  size_t count = get_count(cursor);
  uint64_t *items = take_scratch(cursor, count * sizeof *items);
  for (size_t i = 0; i < count && have_item(cursor); i++)
    items[i] = get_u64(cursor);
  return (struct record_numbers){items, count};
}

static struct record_strings get_strings(struct cursor *cursor)
{
  size_t count = get_count(cursor);
  struct record_string *items = take_scratch(cursor, count * sizeof *items);
  for (size_t i = 0; i < count && have_item(cursor); i++)
    items[i] = get_string(cursor);
  return (struct record_strings){items, count};
}

/* Lists hold at most one item per payload byte, and the largest item is a string. */
static size_t scratch_needed(size_t payload_bytes)
{
  return (payload_bytes + 1) * sizeof(struct record_string);
}

#define FRAME(NAME, name, number)                                             \
  static void get_##name(struct cursor *cursor, struct record_##name *frame) \
  {
#define U64(f) frame->f = get_u64(cursor);
#define STR(f) frame->f = get_string(cursor);
#define U64S(f) frame->f = get_numbers(cursor);
#define STRS(f) frame->f = get_strings(cursor);
#define END(NAME, name) }
#include "shared/record/frame_kinds.def"

/* False for a kind this reader does not know. */
static bool decode(struct cursor *cursor, unsigned kind, struct record_frame *ret)
{
  switch (kind) {
#define FRAME(NAME, name, number)      \
  case number:                         \
    get_##name(cursor, &ret->name);    \
    return true;
#include "shared/record/frame_kinds.def"
  }
  return false;
}

static struct error *damaged(const struct record_reader *reader, uint64_t offset, const char *what)
{
  return error_format("%s: frame at offset 0x%llx: %s", reader->name, (unsigned long long)offset, what);
}

/* Headers of later minor versions may be longer, within reason. */
static bool header_size_fits(unsigned minor, uint64_t header_bytes)
{
  if (minor <= RECORD_MINOR)
    return header_bytes == RECORD_HEADER_BYTES;
  return header_bytes >= RECORD_HEADER_BYTES && header_bytes <= HEADER_MAX_BYTES;
}

/* Takes the header once it is complete; a wrong beginning is reported as soon as possible. */
static struct error *read_header(struct record_reader *reader)
{
  const unsigned char *header = reader->data;
  if (reader->size == 0)
    return NULL;
  if (memcmp(header, RECORD_MAGIC, reader->size < RECORD_MAGIC_BYTES ? reader->size : RECORD_MAGIC_BYTES) != 0)
    return error_format("%s: not a Seep record (it does not begin with \"SEEPREC\")", reader->name);
  if (reader->size < RECORD_HEADER_BYTES)
    return NULL;
  unsigned major = (unsigned)fixed(header + 8, 2);
  if (major != RECORD_MAJOR)
    return error_format("%s: record format %u, but this Seep reads format %d; use the Seep that wrote it", reader->name,
                        major, RECORD_MAJOR);
  uint64_t header_bytes = fixed(header + 12, 4);
  if (!header_size_fits((unsigned)fixed(header + 10, 2), header_bytes) || fixed(header + 16, 4) != sizeof(uint64_t))
    return error_format("%s: damaged header (%llu bytes)", reader->name, (unsigned long long)header_bytes);
  if (reader->size < header_bytes)
    return NULL;
  reader->position = header_bytes;
  reader->have_header = true;
  return NULL;
}

static void ensure_scratch(struct record_reader *reader, size_t bytes)
{
  if (bytes <= reader->scratch_bytes)
    return;
  reader->scratch = memory_resize(reader->scratch, bytes, 1);
  reader->scratch_bytes = bytes;
}

/* The bytes of the frame at the reader's position with head and tail; 0 while it is not whole. Its checksum has been
 * compared when this succeeds. */
static struct error *whole_frame(const struct record_reader *reader, size_t *ret_bytes)
{
  const unsigned char *head = reader->data + reader->position;
  size_t available = reader->size - reader->position;
  uint64_t offset = reader->base_offset + reader->position;
  *ret_bytes = 0;
  if (available < RECORD_FRAME_HEAD_BYTES)
    return NULL;
  size_t payload_bytes = fixed(head, 4);
  if (payload_bytes > RECORD_PAYLOAD_MAX_BYTES)
    return damaged(reader, offset, "its length is beyond all bounds");
  size_t checked_bytes = RECORD_FRAME_HEAD_BYTES + payload_bytes;
  if (available < checked_bytes + RECORD_FRAME_TAIL_BYTES)
    return NULL;
  if (record_crc32(0, head, checked_bytes) != fixed(head + checked_bytes, 4))
    return damaged(reader, offset, "its checksum is wrong");
  *ret_bytes = checked_bytes + RECORD_FRAME_TAIL_BYTES;
  return NULL;
}

/* Decode the whole frame of `bytes` at the reader's position and step over it. */
static struct error *take_frame(struct record_reader *reader, size_t bytes, bool *ret_known, struct record_frame *ret)
{
  const unsigned char *head = reader->data + reader->position;
  size_t payload_bytes = bytes - RECORD_FRAME_HEAD_BYTES - RECORD_FRAME_TAIL_BYTES;
  ensure_scratch(reader, scratch_needed(payload_bytes));
  const unsigned char *payload = head + RECORD_FRAME_HEAD_BYTES;
  struct cursor cursor = {payload, payload + payload_bytes, reader->scratch, NULL};
  memset(ret, 0, sizeof *ret);
  ret->offset = reader->base_offset + reader->position;
  ret->kind = (enum record_kind)fixed(head + 4, 2);
  *ret_known = decode(&cursor, ret->kind, ret);
  if (cursor.problem)
    return damaged(reader, ret->offset, cursor.problem);
  reader->position += bytes;
  return NULL;
}

struct error *record_reader_next(struct record_reader *reader, bool *ret_found, struct record_frame *ret)
{
  struct error *error = reader->have_header ? NULL : read_header(reader);
  *ret_found = false;
  while (!error && reader->have_header && !*ret_found) {
    size_t bytes;
    error = whole_frame(reader, &bytes);
    if (error || bytes == 0)
      break;
    error = take_frame(reader, bytes, ret_found, ret);
  }
  if (error)
    *ret_found = false;
  return error;
}

bool record_reader_is_cut(const struct record_reader *reader)
{
  return !reader->have_header || reader->position < reader->size;
}

uint64_t record_reader_offset(const struct record_reader *reader)
{
  return reader->base_offset + reader->position;
}

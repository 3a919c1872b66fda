/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One put function per kind, generated from the table: write the frame's head with an empty length, then the fields,
 * fill in the length and append the checksum. */
#include "shared/record/record.h"

enum { NUMBER_MAX_BYTES = 10 };

static void put_byte(struct record_encoder *encoder, unsigned char byte)
{
  if (encoder->size < encoder->capacity)
    encoder->data[encoder->size] = byte;
  encoder->size++;
}

static void put_bytes(struct record_encoder *encoder, const void *data, size_t size)
{
  const unsigned char *bytes = data;
  for (size_t i = 0; i < size; i++)
    put_byte(encoder, bytes[i]);
}

static void put_fixed(struct record_encoder *encoder, uint64_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    put_byte(encoder, (unsigned char)(value >> (8 * i)));
}

static void put_u64(struct record_encoder *encoder, uint64_t value)
{
  for (; value >= 0x80; value >>= 7)
    put_byte(encoder, (unsigned char)(value | 0x80));
  put_byte(encoder, (unsigned char)value);
}

/* Without a check for room: the caller knows that they fit. Snapshots have millions of numbers. */
static size_t put_fitting(unsigned char *to, const uint64_t *items, size_t count)
{
  unsigned char *at = to;
  for (size_t i = 0; i < count; i++) {
    uint64_t value = items[i];
    for (; value >= 0x80; value >>= 7)
      *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
  }
  return (size_t)(at - to);
}

static void put_string(struct record_encoder *encoder, struct record_string string)
{
  put_u64(encoder, string.size);
  put_bytes(encoder, string.data, string.size);
}

static void put_numbers(struct record_encoder *encoder, struct record_numbers numbers)
{
  put_u64(encoder, numbers.count);
  if (encoder->size < encoder->capacity && numbers.count <= (encoder->capacity - encoder->size) / NUMBER_MAX_BYTES)
    encoder->size += put_fitting(encoder->data + encoder->size, numbers.items, numbers.count);
  else
    for (size_t i = 0; i < numbers.count; i++)
      put_u64(encoder, numbers.items[i]);
}

static void put_strings(struct record_encoder *encoder, struct record_strings strings)
{
  put_u64(encoder, strings.count);
  for (size_t i = 0; i < strings.count; i++)
    put_string(encoder, strings.items[i]);
}

static size_t open_frame(struct record_encoder *encoder, unsigned kind)
{
  size_t start = encoder->size;
  put_fixed(encoder, 0, 4);
  put_fixed(encoder, kind, 2);
  put_fixed(encoder, 0, 2);
  return start;
}

static void close_frame(struct record_encoder *encoder, size_t start)
{
  if (encoder->size + RECORD_FRAME_TAIL_BYTES > encoder->capacity) {
    encoder->size += RECORD_FRAME_TAIL_BYTES;
    return;
  }
  size_t end = encoder->size;
  encoder->size = start;
  put_fixed(encoder, end - start - RECORD_FRAME_HEAD_BYTES, 4);
  encoder->size = end;
  put_fixed(encoder, record_crc32(0, encoder->data + start, end - start), 4);
}

void record_put_header(struct record_encoder *encoder)
{
  put_bytes(encoder, RECORD_MAGIC, RECORD_MAGIC_BYTES);
  put_fixed(encoder, RECORD_MAJOR, 2);
  put_fixed(encoder, RECORD_MINOR, 2);
  put_fixed(encoder, RECORD_HEADER_BYTES, 4);
  put_fixed(encoder, sizeof(uint64_t), 4);
  put_fixed(encoder, 0, 4);
}

#define FRAME(NAME, name, number)                                                          \
  void record_put_##name(struct record_encoder *encoder, const struct record_##name *frame) \
  {                                                                                        \
    size_t start = open_frame(encoder, number);
#define U64(f) put_u64(encoder, frame->f);
#define STR(f) put_string(encoder, frame->f);
#define U64S(f) put_numbers(encoder, frame->f);
#define STRS(f) put_strings(encoder, frame->f);
#define END(NAME, name)      \
  close_frame(encoder, start); \
  }
#include "shared/record/frame_kinds.def"

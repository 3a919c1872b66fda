/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings carry their length plus one (0 for NULL) and their NUL, so that they can be used where they lie. */
#include "host/symbols/elf/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

struct bytes bytes_of(const void *data, size_t size)
{
  const unsigned char *start = data;
  return (struct bytes){.next = start, .end = size ? start + size : start};
}

struct bytes bytes_at(const void *data, size_t size, uint64_t offset)
{
  struct bytes bytes = bytes_of(data, size);
  bytes.overrun = offset > size;
  bytes.next = bytes.overrun ? bytes.end : offset ? bytes.next + offset : bytes.next;
  return bytes;
}

const unsigned char *bytes_block(struct bytes *bytes, size_t size)
{
  if (bytes->overrun || size > (size_t)(bytes->end - bytes->next)) {
    bytes->overrun = true;
    return NULL;
  }
  const unsigned char *block = bytes->next;
  bytes->next += size;
  return block;
}

uint64_t bytes_number(struct bytes *bytes, unsigned width)
{
  const unsigned char *block = bytes_block(bytes, width);
  uint64_t value = 0;
  for (unsigned i = width; block && i-- > 0;)
    value = value << 8 | block[i];
  return value;
}

uint64_t bytes_leb128(struct bytes *bytes)
{
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    uint64_t byte = bytes_number(bytes, 1);
    value |= (byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return value;
  }
  bytes->overrun = true;
  return 0;
}

int64_t bytes_signed_leb128(struct bytes *bytes)
{
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    uint64_t byte = bytes_number(bytes, 1);
    value |= (byte & 0x7f) << shift;
    if (byte & 0x80)
      continue;
    if ((byte & 0x40) && shift + 7 < 64)
      value |= ~(uint64_t)0 << (shift + 7);
    return (int64_t)value;
  }
  bytes->overrun = true;
  return 0;
}

const char *bytes_text(struct bytes *bytes)
{
  const char *text = (const char *)bytes->next;
  const char *nul = bytes->overrun ? NULL : memchr(text, '\0', (size_t)(bytes->end - bytes->next));
  if (!nul) {
    bytes->overrun = true;
    return "";
  }
  bytes->next += nul - text + 1;
  return text;
}

const char *bytes_string(struct bytes *bytes)
{
  size_t size = bytes_number(bytes, 4);
  const char *text = size ? (const char *)bytes_block(bytes, size) : NULL;
  if (!text)
    return NULL;
  if (strnlen(text, size) == size - 1)
    return text;
  bytes->overrun = true;
  return NULL;
}

struct bytes bytes_part(struct bytes *bytes, uint64_t size)
{
  const unsigned char *block = bytes_block(bytes, size);
  struct bytes part = bytes_of(block ? block : bytes->next, block ? size : 0);
  part.overrun = !block;
  return part;
}

uint64_t bytes_length(struct bytes *bytes, unsigned *ret_offset_bytes)
{
  uint64_t length = bytes_number(bytes, 4);
  *ret_offset_bytes = length == 0xffffffff ? 8 : 4;
  return length == 0xffffffff ? bytes_number(bytes, 8) : length;
}

void builder_deinit(struct byte_builder *builder)
{
  free(builder->data);
  *builder = (struct byte_builder){0};
}

void builder_block(struct byte_builder *builder, const void *data, size_t size)
{
  if (size == 0)
    return;
  if (size > builder->capacity - builder->size) {
    builder->capacity = (builder->size + size) * 2;
    builder->data = memory_resize(builder->data, builder->capacity, 1);
  }
  memcpy(builder->data + builder->size, data, size);
  builder->size += size;
}

void builder_number(struct byte_builder *builder, uint64_t value, unsigned width)
{
  unsigned char block[8];
  for (unsigned i = 0; i < width; i++)
    block[i] = (unsigned char)(value >> 8 * i);
  builder_block(builder, block, width);
}

void builder_string(struct byte_builder *builder, const char *text)
{
  size_t size = text ? strlen(text) + 1 : 0;
  builder_number(builder, size, 4);
  builder_block(builder, text, size);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/exports/protobuf_wire.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

enum { VARINT = 0, LENGTH_DELIMITED = 2 };

static void append(struct wire *wire, const void *data, size_t size)
{
  if (wire->size + size > wire->capacity) {
    wire->capacity = (wire->size + size) * 2;
    wire->data = memory_resize(wire->data, wire->capacity, 1);
  }
  if (size > 0)
    memcpy(wire->data + wire->size, data, size);
  wire->size += size;
}

static void append_varint(struct wire *wire, uint64_t value)
{
  unsigned char bytes[10];
  size_t count = 0;
  for (; value >= 0x80; value >>= 7)
    bytes[count++] = (unsigned char)(value | 0x80);
  bytes[count++] = (unsigned char)value;
  append(wire, bytes, count);
}

void wire_number(struct wire *wire, unsigned field, uint64_t value)
{
  if (value == 0)
    return;
  append_varint(wire, field << 3 | VARINT);
  append_varint(wire, value);
}

static void append_bytes(struct wire *wire, unsigned field, const void *data, size_t size)
{
  append_varint(wire, field << 3 | LENGTH_DELIMITED);
  append_varint(wire, size);
  append(wire, data, size);
}

void wire_text(struct wire *wire, unsigned field, const char *text)
{
  append_bytes(wire, field, text, strlen(text));
}

void wire_numbers(struct wire *wire, unsigned field, const uint64_t *values, size_t count)
{
  struct wire packed = {0};
  for (size_t i = 0; i < count; i++)
    append_varint(&packed, values[i]);
  wire_message(wire, field, &packed);
  wire_release(&packed);
}

void wire_message(struct wire *wire, unsigned field, struct wire *message)
{
  append_bytes(wire, field, message->data, message->size);
  message->size = 0;
}

void wire_release(struct wire *wire)
{
  free(wire->data);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages in protocol buffers' wire format (https://protobuf.dev/programming-guides/encoding/): a field is its number
 * and type, then a varint, or a length and so many bytes. A message inside another is first written to a buffer of its
 * own. */
#ifndef SEEP_HOST_HEAP_EXPORTS_PROTOBUF_WIRE_H
#define SEEP_HOST_HEAP_EXPORTS_PROTOBUF_WIRE_H

#include <stddef.h>
#include <stdint.h>

struct wire {
  unsigned char *data;
  size_t size, capacity;
};

/* 0 is the default and is not written. */
void wire_number(struct wire *wire, unsigned field, uint64_t value);
void wire_text(struct wire *wire, unsigned field, const char *text);
void wire_numbers(struct wire *wire, unsigned field, const uint64_t *values, size_t count);

/* Appends `message` as a field and empties it. */
void wire_message(struct wire *wire, unsigned field, struct wire *message);

void wire_release(struct wire *wire);

#endif

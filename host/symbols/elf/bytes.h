/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading and building runs of bytes with little-endian numbers.
 *
 * A reader never goes beyond its end: what is not there reads as zero and sets `overrun`, which is tested once at the
 * end. */
#ifndef SEEP_HOST_SYMBOLS_ELF_BYTES_H
#define SEEP_HOST_SYMBOLS_ELF_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes {
  const unsigned char *next, *end;
  bool overrun;
};

/* A reader of these bytes, from their beginning. */
struct bytes bytes_of(const void *data, size_t size);

/* From `offset` on; an offset beyond the end is an overrun at once. */
struct bytes bytes_at(const void *data, size_t size, uint64_t offset);

uint64_t bytes_number(struct bytes *bytes, unsigned width); /* width up to 8 */
uint64_t bytes_leb128(struct bytes *bytes);
int64_t bytes_signed_leb128(struct bytes *bytes);

/* A length and as many bytes, then NUL, which is not counted; NULL when it was put as NULL, or on overrun. */
const char *bytes_string(struct bytes *bytes);
const char *bytes_text(struct bytes *bytes); /* up to a NUL; "" on overrun */
const unsigned char *bytes_block(struct bytes *bytes, size_t size); /* NULL on overrun */

/* The next `size` bytes as a reader of their own; an overrun of both when there are not so many. */
struct bytes bytes_part(struct bytes *bytes, uint64_t size);

/* A length as DWARF has it: 32 bits, or 64 after an escape; *ret_offset_bytes is 4 or 8 accordingly. */
uint64_t bytes_length(struct bytes *bytes, unsigned *ret_offset_bytes);

struct byte_builder {
  unsigned char *data;
  size_t size, capacity;
};

void builder_deinit(struct byte_builder *builder);
/* Append `width` bytes of a number; of a text its length first. */
void builder_number(struct byte_builder *builder, uint64_t value, unsigned width);
void builder_string(struct byte_builder *builder, const char *text); /* may be NULL */
void builder_block(struct byte_builder *builder, const void *data, size_t size);

#endif

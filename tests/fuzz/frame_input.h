/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames of a record for fuzz targets: each is a byte for its kind and its fields, mostly small numbers, so that ids
 * meet. */
#ifndef SEEP_TESTS_FUZZ_FRAME_INPUT_H
#define SEEP_TESTS_FUZZ_FRAME_INPUT_H

#include <stddef.h>
#include <stdint.h>

#include "host/record/frame_reader.h"

enum { FRAME_LIST_ITEMS_MAX = 8, FRAME_LISTS_MAX = 32 };

struct frame_input {
  const uint8_t *data;
  size_t size;
  /* Of the frame that was taken last. */
  uint64_t numbers[FRAME_LISTS_MAX][FRAME_LIST_ITEMS_MAX];
  struct record_string strings[FRAME_LISTS_MAX][FRAME_LIST_ITEMS_MAX];
  size_t lists;
};

/* 0 when there is none left. */
unsigned frame_input_byte(struct frame_input *input);

/* Valid until the next one is taken. */
struct record_frame frame_input_take(struct frame_input *input);

#endif

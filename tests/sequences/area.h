/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What a sequence of instructions works on: it finds its input here and leaves its output here. */
#ifndef SEEP_TESTS_SEQUENCES_AREA_H
#define SEEP_TESTS_SEQUENCES_AREA_H

#include <stdint.h>

enum { GENERAL = 16, VECTORS = 8, VECTOR_BYTES = 32, DATA_BYTES = 256, PAGE_BYTES = 4096, FLAG_BYTES = 8 };

struct input {
  uint64_t general[GENERAL];
  uint8_t vectors[VECTORS][VECTOR_BYTES];
  uint8_t data[DATA_BYTES]; /* in and out */
};

struct output {
  uint64_t general[GENERAL];
  uint8_t vectors[VECTORS][VECTOR_BYTES];
  uint8_t flags[FLAG_BYTES];
};

/* The data lies across the border of two pages. */
struct area {
  uint8_t unused[PAGE_BYTES - sizeof(struct input) + DATA_BYTES / 2];
  struct input input;
  struct output output;
} __attribute__((aligned(4096)));

#endif

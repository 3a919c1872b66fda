/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people read them. */
#ifndef SEEP_HOST_MODEL_WORDS_NUMBERS_H
#define SEEP_HOST_MODEL_WORDS_NUMBERS_H

#include <stdint.h>

#include "shared/record/record.h"

struct grouped_number {
  char digits[48];
};

/* 1234567 as "1,234,567". */
struct grouped_number grouped_number(uint64_t number);

/* "1 block", "1,337 blocks"; the words have up to 20 bytes. */
struct grouped_number grouped_count(uint64_t count, const char *one, const char *several);
struct grouped_number grouped_bytes(uint64_t bytes);

/* " (+12)", or nothing when there is no comparison. */
struct grouped_number grouped_delta(uint64_t now, uint64_t before, enum record_leak_delta delta);

#endif

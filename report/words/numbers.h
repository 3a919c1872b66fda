/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people read them. */
#ifndef SEEP_REPORT_WORDS_NUMBERS_H
#define SEEP_REPORT_WORDS_NUMBERS_H

#include <stdint.h>

#include "record/record.h"

struct grouped_number {
  char digits[40];
};

/* 1234567 as "1,234,567". */
struct grouped_number grouped_number(uint64_t number);

/* "1 byte", "1,337 bytes" */
struct grouped_number grouped_bytes(uint64_t bytes);

/* " (+12)", or nothing when there is no comparison. */
struct grouped_number grouped_delta(uint64_t now, uint64_t before, enum record_leak_delta delta);

#endif

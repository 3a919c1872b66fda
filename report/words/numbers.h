/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers as people read them. */
#ifndef SEEP_REPORT_WORDS_NUMBERS_H
#define SEEP_REPORT_WORDS_NUMBERS_H

#include <stdint.h>

#include "record/record.h"

struct text_number {
  char digits[40];
};

/* 1234567 as "1,234,567". */
struct text_number text_number(uint64_t number);

/* " (+12)", or nothing when there is no comparison. */
struct text_number text_delta(uint64_t now, uint64_t before, enum record_leak_delta delta);

#endif

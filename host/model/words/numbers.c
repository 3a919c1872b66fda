/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Digits in groups of three, with commas, as Memcheck prints them in every locale. */
#include "host/model/words/numbers.h"

#include <stdio.h>

struct grouped_number grouped_number(uint64_t number)
{
  struct grouped_number ret;
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  char *to = ret.digits;
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0)
      *to++ = ',';
    *to++ = digits[i];
  }
  *to = '\0';
  return ret;
}

struct grouped_number grouped_count(uint64_t count, const char *one, const char *several)
{
  struct grouped_number ret;
  snprintf(ret.digits, sizeof ret.digits, "%.26s %.20s", grouped_number(count).digits, count == 1 ? one : several);
  return ret;
}

struct grouped_number grouped_bytes(uint64_t bytes)
{
  return grouped_count(bytes, "byte", "bytes");
}

struct grouped_number grouped_delta(uint64_t now, uint64_t before, enum record_leak_delta delta)
{
  struct grouped_number ret = {""};
  if (delta != RECORD_DELTA_NONE)
    snprintf(ret.digits, sizeof ret.digits, " (%c%.30s)", now >= before ? '+' : '-',
             grouped_number(now >= before ? now - before : before - now).digits);
  return ret;
}

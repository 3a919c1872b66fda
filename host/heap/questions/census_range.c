/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ranges of sizes as people write them: 1K..64K. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "host/heap/questions/census.h"

static const char units[] = "KMG";

/* A number with its unit at *text, which is moved after it. */
static bool parse_number(const char **text, uint64_t *ret)
{
  uint64_t number = 0;
  const char *c = *text;
  for (; *c >= '0' && *c <= '9'; c++)
    if (__builtin_mul_overflow(number, 10, &number) || __builtin_add_overflow(number, (uint64_t)(*c - '0'), &number))
      return false;
  if (c == *text)
    return false;
  const char *unit = *c ? strchr(units, *c) : NULL;
  for (const char *u = units; unit && u <= unit; u++)
    if (__builtin_mul_overflow(number, 1024, &number))
      return false;
  *text = unit ? c + 1 : c;
  *ret = number;
  return true;
}

bool census_range_parse(const char *text, struct census_range *ret)
{
  struct census_range range;
  const bool is_exact = *text == '=';
  text += is_exact;
  if (!parse_number(&text, &range.start))
    return false;
  range.end = range.start < UINT64_MAX ? range.start + 1 : UINT64_MAX;
  if (!is_exact) {
    if (strncmp(text, "..", 2) != 0)
      return false;
    text += 2;
    range.end = UINT64_MAX;
    if (*text && (!parse_number(&text, &range.end) || range.end <= range.start))
      return false;
  }
  if (*text)
    return false;
  *ret = range;
  return true;
}

static int print_number(char *buffer, size_t size, uint64_t number)
{
  int unit = -1;
  for (; unit < 2 && number > 0 && number % 1024 == 0; number /= 1024)
    unit++;
  return snprintf(buffer, size, "%" PRIu64 "%.*s", number, unit >= 0, unit >= 0 ? &units[unit] : "");
}

const char *census_range_text(struct census_range range, char buffer[CENSUS_RANGE_BYTES])
{
  char start[24], end[24] = "";
  print_number(start, sizeof start, range.start);
  if (range.end != UINT64_MAX)
    print_number(end, sizeof end, range.end);
  const bool is_exact = range.end - range.start == 1;
  snprintf(buffer, CENSUS_RANGE_BYTES, "%s%s%s%s", is_exact ? "=" : "", start, is_exact ? "" : "..",
           is_exact ? "" : end);
  return buffer;
}

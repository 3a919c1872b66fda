/* SPDX-License-Identifier: GPL-2.0-or-later */
/* "2026-11-27": the day of a time, in UTC. */
#ifndef SEEP_HOST_BASE_DAY_TEXT_H
#define SEEP_HOST_BASE_DAY_TEXT_H

#include <stdint.h>
#include <time.h>

enum { DAY_TEXT_BYTES = 40 };

/* `time_ns`: since the epoch. */
static inline const char *day_text(uint64_t time_ns, char text[static DAY_TEXT_BYTES])
{
  const time_t seconds = (time_t)(time_ns / 1000000000);
  struct tm date;
  text[0] = '\0';
  if (gmtime_r(&seconds, &date))
    strftime(text, DAY_TEXT_BYTES, "%Y-%m-%d", &date);
  return text;
}

#endif

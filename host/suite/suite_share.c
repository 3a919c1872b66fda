/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Days are counted from 1970 on, so a share moves on at the end of months and years as on any other day. */
#include "host/suite/suite_share.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SECONDS_OF_DAY = 86400 };

struct error *suite_share_parse(const char *text, struct suite_share *share)
{
  unsigned parts, of;
  int end = 0;
  if (strspn(text, "0123456789/") != strlen(text) || sscanf(text, "%3u/%4u%n", &parts, &of, &end) != 2 || text[end] ||
      parts < 1 || of > SUITE_SHARE_MOST || parts > of)
    return error_format("--full-share=%s: expected N/M, N of M parts of the tests, as in 1/7", text);
  share->parts = parts;
  share->of = of;
  return NULL;
}

/* What is not a day of the calendar has become another one then. */
static bool is_same_day(const struct tm *made, int year, int month, int day)
{
  return made->tm_year == year - 1900 && made->tm_mon == month - 1 && made->tm_mday == day;
}

struct error *suite_share_parse_day(const char *text, struct suite_share *share)
{
  int year, month, day, end = 0;
  struct tm date = {0};
  const bool has_form = strlen(text) == strlen("2026-11-27") && strspn(text, "0123456789-") == strlen(text) &&
                        sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &end) == 3 && !text[end];
  if (has_form)
    date = (struct tm){.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = day};
  const time_t seconds = has_form ? timegm(&date) : -1;
  if (seconds < 0 || !is_same_day(&date, year, month, day))
    return error_format("--full-date=%s: expected a day since 1970, as in 2026-11-27", text);
  share->day = (unsigned)(seconds / SECONDS_OF_DAY);
  share->has_day = true;
  return NULL;
}

void suite_share_finish(struct suite_share *share)
{
  if (!share->has_day)
    share->day = (unsigned)(time(NULL) / SECONDS_OF_DAY);
}

void suite_share_text(const struct suite_share *share, char text[static SUITE_SHARE_TEXT_BYTES])
{
  *text = '\0';
  if (share->of > 0)
    snprintf(text, SUITE_SHARE_TEXT_BYTES, "%u %u %u", share->parts, share->of, share->day);
}

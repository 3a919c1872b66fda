/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which part of the tests is checked fully on which day, as the command line says it. */
#ifndef SEEP_HOST_SUITE_SUITE_SHARE_H
#define SEEP_HOST_SUITE_SUITE_SHARE_H

#include <stdbool.h>

#include "host/base/error.h"

enum { SUITE_SHARE_MOST = 1000, SUITE_SHARE_TEXT_BYTES = 64 };

struct suite_share {
  unsigned parts, of; /* 0 of 0: none is */
  unsigned day;       /* since 1970 */
  bool has_day;       /* it has been given */
};

/* "1/7" */
struct error *suite_share_parse(const char *text, struct suite_share *share);

/* "2026-11-27" */
struct error *suite_share_parse_day(const char *text, struct suite_share *share);

/* If no day was given, it is today, as UTC has it. */
void suite_share_finish(struct suite_share *share);

/* As the preload library reads it; empty: none is. */
void suite_share_text(const struct suite_share *share, char text[static SUITE_SHARE_TEXT_BYTES]);

#endif

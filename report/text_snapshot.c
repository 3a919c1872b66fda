/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line for each snapshot, as one was asked for: how large it is, and for how long the program stood still. */
#include "report/text.h"

#include <string.h>

enum { NANOSECONDS_OF_MILLISECOND = 1000000 };

static const char *reason_name(uint64_t reason)
{
  switch (reason) {
  case RECORD_SNAPSHOT_AT_EXIT:
    return "exit";
  case RECORD_SNAPSHOT_BY_SIGNAL:
    return "signal";
  case RECORD_SNAPSHOT_PERIODIC:
    return "periodic";
  case RECORD_SNAPSHOT_BY_REQUEST:
    return "by the program";
  case RECORD_SNAPSHOT_BY_MONITOR:
    return "asked for";
  default:
    return "reason not known";
  }
}

/* Bytes of the first line. */
static int first_line(struct record_string string)
{
  const char *end = string.size > 0 ? memchr(string.data, '\n', string.size) : NULL;
  return (int)(end ? (size_t)(end - string.data) : string.size);
}

static void put_taken(struct text *text, const struct record_snapshot *snapshot)
{
  if (text->process->settings.verbosity == 0)
    return;
  const bool has_label = snapshot->label.size > 0;
  text_line(text, "Snapshot %llu (%s%s%.*s): %s blocks, %s bytes, program stopped for %s ms", (unsigned long long)snapshot->id,
            reason_name(snapshot->reason), has_label ? ": " : "", has_label ? first_line(snapshot->label) : 0,
            has_label ? snapshot->label.data : "", text_number(snapshot->blocks).digits,
            text_number(snapshot->bytes).digits, text_number(snapshot->pause_ns / NANOSECONDS_OF_MILLISECOND).digits);
}

void text_snapshot(struct text *text, const struct record_snapshot *snapshot)
{
  if (snapshot->problem.size == 0)
    put_taken(text, snapshot);
  else
    text_line(text, "Snapshot %llu (%s) was not taken: %.*s", (unsigned long long)snapshot->id, reason_name(snapshot->reason),
              first_line(snapshot->problem), snapshot->problem.data);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A line for each snapshot: how large it is, and for how long the program stood still. One that is written while the
 * program goes on gets a line when it begins, too, as the program may sleep before the other can be printed. */
#include "host/reports/text/text.h"

#include <stdio.h>
#include <string.h>

enum { NANOSECONDS_OF_MILLISECOND = 1000000, WHAT_BYTES = 320 };

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
  case RECORD_SNAPSHOT_PEAK_SO_FAR:
  case RECORD_SNAPSHOT_PEAK:
    return "peak";
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

/* "Snapshot 1 (by the program: label)", and what there is to be said of it. */
static void put_snapshot(struct text *text, uint64_t id, uint64_t reason, struct record_string label, const char *what)
{
  const bool has_label = label.size > 0;
  if (text->process->settings.verbosity > 0)
    text_line(text, "Snapshot %llu (%s%s%.*s)%s", (unsigned long long)id, reason_name(reason), has_label ? ": " : "",
              has_label ? first_line(label) : 0, has_label ? label.data : "", what);
}

static struct grouped_number milliseconds(uint64_t ns)
{
  return grouped_number(ns / NANOSECONDS_OF_MILLISECOND);
}

static void put_taken(struct text *text, const struct record_snapshot *snapshot)
{
  char what[WHAT_BYTES];
  int size = snprintf(what, sizeof what, ": %s, %s, program stopped for %s ms",
                      grouped_count(snapshot->blocks, "block", "blocks").digits, grouped_bytes(snapshot->bytes).digits,
                      milliseconds(snapshot->pause_ns).digits);
  if (snapshot->written_ns > 0)
    snprintf(what + size, sizeof what - (size_t)size, ", written in %s ms", milliseconds(snapshot->written_ns).digits);
  put_snapshot(text, snapshot->id, snapshot->reason, snapshot->label, what);
}

void text_snapshot_begun(struct text *text, const struct record_snapshot_begun *snapshot)
{
  char what[WHAT_BYTES];
  if (snapshot->reason == RECORD_SNAPSHOT_PEAK_SO_FAR)
    return;
  snprintf(what, sizeof what, " is being written; program stopped for %s ms", milliseconds(snapshot->pause_ns).digits);
  put_snapshot(text, snapshot->id, snapshot->reason, snapshot->label, what);
}

void text_snapshot(struct text *text, const struct record_snapshot *snapshot)
{
  const bool is_replaced = snapshot->reason == RECORD_SNAPSHOT_PEAK_SO_FAR; /* the last of these is told again */
  if (snapshot->problem.size == 0 && !is_replaced)
    put_taken(text, snapshot);
  else if (snapshot->problem.size > 0)
    text_line(text, "Snapshot %llu (%s) was not taken: %.*s", (unsigned long long)snapshot->id,
              reason_name(snapshot->reason), first_line(snapshot->problem), snapshot->problem.data);
}

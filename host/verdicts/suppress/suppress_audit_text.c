/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What an audit says: a line for each thing that is wrong with an entry, and the counts. */
#include <stdio.h>
#include <stdlib.h>

#include "host/verdicts/suppress/suppress.h"

enum { LISTED_PLACES_MAX = 4 };

static void say_places(const struct audit_entry *entry)
{
  for (size_t i = 0; i < entry->place_count && i < LISTED_PLACES_MAX; i++)
    printf("%s%s", i > 0 ? ", " : "", entry->places[i]);
  if (entry->place_count > LISTED_PLACES_MAX)
    printf(", and %zu more", entry->place_count - LISTED_PLACES_MAX);
  putchar('\n');
}

static void say_own(const struct audit_entry *entry)
{
  char *place = finding_frame_text(finding_place_frame(entry->own));
  printf("%s:%u: \"%s\": hides own code: %s\n", entry->entry->file, entry->entry->line, entry->entry->name,
         place ? place : "");
  free(place);
}

static void say_beyond(const struct audit_entry *entry)
{
  char *place = finding_frame_text(entry->beyond);
  printf("%s:%u: \"%s\": stops at a wrapper: hides what comes through %s from anywhere, not only from %s\n",
         entry->entry->file, entry->entry->line, entry->entry->name, entry->wrapper->name, place ? place : "?");
  free(place);
}

static void say_entry(const struct audit_entry *entry)
{
  const struct suppression *shown = entry->entry;
  if (entry->verdict != AUDIT_USED)
    printf("%s:%u: \"%s\": ", shown->file, shown->line, shown->name);
  switch (entry->verdict) {
  case AUDIT_USED:
    break;
  case AUDIT_UNUSED:
    puts("unused");
    break;
  case AUDIT_SHADOWED:
    printf("never reached: \"%s\" (%s:%u) already matches\n", entry->shadow->name, entry->shadow->file,
           entry->shadow->line);
    break;
  case AUDIT_INAPPLICABLE:
    puts("its conditions hold in none of these processes");
    break;
  case AUDIT_WIDE:
    printf("hides %zu findings in %zu functions: ", entry->findings, entry->place_count);
    say_places(entry);
  }
  if (entry->beyond)
    say_beyond(entry);
  if (entry->own)
    say_own(entry);
}

static size_t count_verdict(const struct audit *audit, enum audit_verdict verdict)
{
  size_t count = 0;
  for (size_t i = 0; i < audit->count; i++)
    count += audit->entries[i].verdict == verdict;
  return count;
}

static size_t count_stopping(const struct audit *audit)
{
  size_t count = 0;
  for (size_t i = 0; i < audit->count; i++)
    count += audit->entries[i].beyond != NULL;
  return count;
}

void audit_say(const struct audit *audit)
{
  const struct findings *findings = audit->findings;
  for (size_t i = 0; i < audit->count; i++)
    say_entry(&audit->entries[i]);
  for (size_t i = 0; i < findings->broken_count; i++)
    puts(findings->broken[i].message);
  printf("%zu %s against %zu %s of %zu %s: %zu used, %zu too broad, %zu unused, %zu shadowed", audit->count,
         suppress_plural(audit->count, "entry", "entries"), findings->process_count,
         suppress_plural(findings->process_count, "process", "processes"), findings->run_count,
         suppress_plural(findings->run_count, "run", "runs"), count_verdict(audit, AUDIT_USED),
         count_verdict(audit, AUDIT_WIDE), count_verdict(audit, AUDIT_UNUSED), count_verdict(audit, AUDIT_SHADOWED));
  if (count_verdict(audit, AUDIT_INAPPLICABLE) > 0)
    printf(", %zu for elsewhere", count_verdict(audit, AUDIT_INAPPLICABLE));
  if (count_stopping(audit) > 0)
    printf(", %zu at a wrapper", count_stopping(audit));
  printf("; %zu %s exceeded\n", findings->broken_count, suppress_plural(findings->broken_count, "limit", "limits"));
}

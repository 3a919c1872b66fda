/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What came of what was suggested, in words. A program cannot notice that the tool has freed a block, so what it prints
 * and how it ends say nothing: what counts is whether it used the block afterwards. If it ended otherwise than before,
 * it does not do the same in each run, and that is said. */
#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/model/words/numbers.h"
#include "host/verdicts/explain/tries.h"

struct sum {
  uint64_t freed, used;
  const char *use; /* the first one */
};

static struct sum sum_of(const struct explain_try *try)
{
  struct sum sum = {0};
  for (size_t i = 0; i < try->tried_count; i++) {
    sum.freed += try->tried[i].was_freed;
    sum.used += try->tried[i].use != NULL;
    sum.use = sum.use ? sum.use : try->tried[i].use;
  }
  return sum;
}

static struct grouped_number blocks(uint64_t count)
{
  return grouped_count(count, "block", "blocks");
}

/* What only the block has pointed to. Where most other blocks ended is told: that may be a function which can be
 * called, or the one that has forgotten this block. */
static void put_members(const struct finding *now, FILE *stream)
{
  const struct finding_sibling *way = now->siblings.count > 0 ? now->siblings.ways : NULL;
  const char *it = now->blocks == 1 ? "it" : "them";
  if (now->indirect_blocks == 0)
    return;
  fprintf(stream, " What is lost through %s, %s in %s, stays lost: ", it, grouped_bytes(now->indirect_bytes).digits,
          blocks(now->indirect_blocks).digits);
  if (way && !way->is_resized)
    fprintf(stream, "free %s as %s frees others.", it, way->place);
  else
    fputs("free that as well.", stream);
}

/* What is to be kept has no place where it is to be freed. */
static const char *moment_of(const struct explain_try *try)
{
  return strncmp(try->suggestion, "Keep ", strlen("Keep ")) == 0 ? "where it was dropped" : "there";
}

static void put_use(const struct explain_try *try, const struct sum *sum, FILE *stream)
{
  fprintf(stream, "Freeing it %s does not work: %s later", moment_of(try), sum->use);
  if (sum->freed > 1)
    fprintf(stream, "; so it is with %s of %s that were freed there", grouped_number(sum->used).digits,
            blocks(sum->freed).digits);
  else if (try->blocks > 1)
    fprintf(stream, "; of %s, 1 was freed there", blocks(try->blocks).digits);
  fputs(".", stream);
}

static void put_try(const struct explain_try *try, const struct finding *now, bool is_first, FILE *stream)
{
  const struct sum sum = sum_of(try);
  if (sum.used > 0) {
    put_use(try, &sum, stream);
  } else if (sum.freed > 0) {
    fprintf(stream, "Freeing it %s works: no later use, %s of %s freed.", moment_of(try),
            grouped_number(sum.freed).digits, blocks(try->blocks).digits);
    if (is_first)
      put_members(now, stream);
  } else {
    fprintf(stream, "Freeing it %s was not tried: %s.", moment_of(try),
            try->tried_count == 0 && try->why_not ? try->why_not
                                                  : "the program went another way when it ran once more");
  }
  if (try->why_not && try->tried_count > 0)
    fprintf(stream, " Others were not tried: %s.", try->why_not);
}

static bool ended_otherwise(const struct explain_ends *ends)
{
  return ends->after.is_known && ends->before.is_known &&
         (ends->before.reason != ends->after.reason || ends->before.status != ends->after.status ||
          ends->before.signal != ends->after.signal);
}

static void put_ends(const struct explain_tries *tries, const struct explain_try *try, FILE *stream)
{
  for (size_t program = 0; program < tries->programs->count; program++) {
    bool is_of_it = false;
    for (size_t i = 0; i < try->tried_count; i++)
      is_of_it |= try->tried[i].program == program;
    if (is_of_it && ended_otherwise(&tries->ends[program]))
      fputs(" The program did not end as before, so it does not do the same each time that it runs.", stream);
    else if (is_of_it && !tries->ends[program].after.is_known)
      fputs(" The program did not end, or was not searched for leaks.", stream);
  }
}

/* The suggestion that stands below the finding comes first; others are named. */
char *explain_tries_sentence(const struct explain_tries *tries, size_t item, const struct finding *now)
{
  char *text;
  size_t size, told = 0;
  FILE *stream = print_begin(&text, &size);
  const char *advice = now->explanation_count > 0 ? now->explanations[0].suggestion : NULL;
  for (size_t i = 0; i < 2 * tries->count; i++) {
    const struct explain_try *try = &tries->items[i % tries->count];
    const bool is_first = i < tries->count;
    if (try->item != item || is_first != (advice && strcmp(try->suggestion, advice) == 0))
      continue;
    fprintf(stream, "%s%s%s", told > 0 ? " " : "", is_first ? "" : try->suggestion, is_first ? "" : " ");
    put_try(try, now, is_first, stream);
    put_ends(tries, try, stream);
    told++;
  }
  text = print_end(stream, &text);
  if (told > 0)
    return text;
  free(text);
  return NULL;
}

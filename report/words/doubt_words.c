/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/words/doubt_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/print.h"
#include "report/words/lost_words.h"
#include "report/words/numbers.h"

enum { WORD_BYTES = 8 };

const char doubts_ended_threads[] = " (of threads that ended and were never joined or detached)";

static void add(struct doubts *doubts, const struct record_doubt *doubt)
{
  struct record_doubt *sum = &doubts->by_cause[doubt->cause];
  if (sum->blocks == 0) {
    *sum = *doubt;
    return;
  }
  if (sum->value != doubt->value)
    sum->value = 0;
  add_saturated(&sum->blocks, doubt->blocks);
}

static bool is_about(const struct record_doubt *doubt, const struct loss_record *record)
{
  return doubt->kind == record->kind && doubt->stack_id == (record->stack ? record->stack->id : 0);
}

void doubts_gather(const struct leak_check *check, const struct loss_record *const *records, size_t count,
                   struct doubts *ret)
{
  *ret = (struct doubts){0};
  for (size_t i = 0; i < check->doubt_count; i++)
    for (size_t r = 0; r < count; r++)
      if (is_about(&check->doubts[i], records[r])) {
        add(ret, &check->doubts[i]);
        break;
      }
}

static char *words(const struct record_doubt *doubt)
{
  switch ((enum record_doubt_cause)doubt->cause) {
  case RECORD_DOUBT_ENDED_THREAD:
    return strdup("It belongs to a thread that ended and was never joined or detached");
  case RECORD_DOUBT_INNER:
    if (doubt->value == 0)
      return NULL;
    return print_text("All pointers found lead %s into it, as %s", grouped_count(doubt->value, "byte", "bytes").digits,
                      doubt->value < WORD_BYTES ? "with a tag in their low bits" : "to a node of an intrusive list");
  case RECORD_DOUBT_HIGH_BITS:
    return strdup("A word has its address and something else in the upper 16 bits, as a tagged pointer has");
  case RECORD_DOUBT_UNALIGNED:
    return strdup("Its address is in memory, but not in an aligned word, as in a packed structure");
  case RECORD_DOUBT_BEHIND:
    return strdup("A pointer leads to its end");
  }
  return NULL;
}

char *doubts_sentence(const struct doubts *doubts, enum record_doubt_cause cause, uint64_t all_blocks)
{
  const struct record_doubt *doubt = &doubts->by_cause[cause];
  char *sentence = doubt->blocks > 0 ? words(doubt) : NULL;
  char *whole = sentence ? lost_sentence_of(sentence, doubt->blocks, all_blocks) : NULL;
  free(sentence);
  return whole;
}

bool doubts_are_of_ended_threads(const struct doubts *doubts, uint64_t all_blocks)
{
  return all_blocks > 0 && doubts->by_cause[RECORD_DOUBT_ENDED_THREAD].blocks >= all_blocks;
}

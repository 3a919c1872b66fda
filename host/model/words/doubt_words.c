/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/words/doubt_words.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/words/lost_words.h"
#include "host/model/words/numbers.h"

enum { WORD_BYTES = 8 };

static char *words(const struct record_doubt *doubt)
{
  switch ((enum record_doubt_cause)doubt->cause) {
  case RECORD_DOUBT_ENDED_THREAD:
    return memory_text("It belongs to a thread that ended and was never joined or detached");
  case RECORD_DOUBT_INNER:
    if (doubt->value == 0)
      return NULL;
    return print_text("All pointers found lead %s into it, as %s", grouped_count(doubt->value, "byte", "bytes").digits,
                      doubt->value < WORD_BYTES ? "with a tag in their low bits" : "to a node of an intrusive list");
  case RECORD_DOUBT_HIGH_BITS:
    return memory_text("A word has its address and something else in the upper 16 bits, as a tagged pointer has");
  case RECORD_DOUBT_UNALIGNED:
    return memory_text("Its address is in memory, but not in an aligned word, as in a packed structure");
  case RECORD_DOUBT_BEHIND:
    return memory_text("A pointer leads to its end");
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

enum loss_trait doubts_trait(const struct doubts *doubts, uint64_t all_blocks, bool is_cycle)
{
  if (all_blocks > 0 && doubts->by_cause[RECORD_DOUBT_ENDED_THREAD].blocks >= all_blocks)
    return LOSS_OF_ENDED_THREADS;
  return is_cycle ? LOSS_IN_CYCLE : LOSS_PLAIN;
}

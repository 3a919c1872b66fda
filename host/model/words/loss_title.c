/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/words/loss_title.h"

#include <stdlib.h>

#include "host/base/print.h"
#include "host/model/process/leak_kinds.h"
#include "host/model/words/numbers.h"

static const struct {
  const char *level, *words;
} kinds[LEAK_KINDS] = {
  [RECORD_LEAK_DEFINITE] = {"leak", "lost"},
  [RECORD_LEAK_INDIRECT] = {"leak", "lost, which only lost blocks point to"},
  [RECORD_LEAK_POSSIBLE] = {"possible leak", "(only interior pointers found)"},
  [RECORD_LEAK_REACHABLE] = {"still reachable", "not freed"},
};

const char *loss_level(enum record_leak_kind kind)
{
  return kinds[kind].level;
}

char *loss_amount(const struct leak_amounts *amounts, const char *words)
{
  const struct grouped_number bytes = grouped_bytes(amounts->bytes),
                              blocks = grouped_count(amounts->blocks, "block", "blocks");
  if (amounts->indirect_blocks == 0)
    return print_text("%s in %s%s", bytes.digits, blocks.digits, words);
  return print_text("%s in %s%s, and %s in %s through %s", bytes.digits, blocks.digits, words,
                    grouped_bytes(amounts->indirect_bytes).digits,
                    grouped_count(amounts->indirect_blocks, "block", "blocks").digits,
                    amounts->blocks == 1 ? "it" : "them");
}

char *loss_title(enum record_leak_kind kind, const struct leak_amounts *amounts, enum loss_trait trait)
{
  if (trait == LOSS_OF_ENDED_THREADS)
    return loss_amount(amounts, " (of threads that ended and were never joined or detached)");
  char *words = print_text(" %s%s", kinds[kind].words, trait == LOSS_IN_CYCLE ? ", in a cycle" : "");
  char *title = loss_amount(amounts, words);
  free(words);
  return title;
}

char *loss_headline(enum record_leak_kind kind, const struct leak_amounts *amounts, enum loss_trait trait)
{
  char *title = loss_title(kind, amounts, trait);
  char *headline = print_text("%s: %s", loss_level(kind), title);
  free(title);
  return headline;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/words/loss_title.h"

#include "base/print.h"
#include "report/model/leak_kinds.h"
#include "report/model/model.h"
#include "report/words/numbers.h"

static const struct {
  const char *level, *words;
} kinds[LEAK_KINDS] = {
  [RECORD_LEAK_DEFINITE] = {"leak", "lost"},
  [RECORD_LEAK_INDIRECT] = {"leak", "lost, which only lost blocks point to"},
  [RECORD_LEAK_POSSIBLE] = {"possible leak", "(only inner pointers found)"},
  [RECORD_LEAK_REACHABLE] = {"still reachable", "not freed"},
};

const char *loss_level(enum record_leak_kind kind)
{
  return kinds[kind].level;
}

char *loss_title(enum record_leak_kind kind, uint64_t bytes, uint64_t blocks, uint64_t indirect_bytes,
                 uint64_t indirect_blocks)
{
  uint64_t all_bytes = bytes, all_blocks = blocks;
  add_saturated(&all_bytes, indirect_bytes);
  add_saturated(&all_blocks, indirect_blocks);
  const struct grouped_number lost = grouped_bytes(all_bytes), in = grouped_count(all_blocks, "block", "blocks");
  if (indirect_bytes == 0)
    return print_text("%s in %s %s", lost.digits, in.digits, kinds[kind].words);
  return print_text("%s in %s %s (%s direct, %s indirect)", lost.digits, in.digits, kinds[kind].words,
                    grouped_number(bytes).digits, grouped_number(indirect_bytes).digits);
}

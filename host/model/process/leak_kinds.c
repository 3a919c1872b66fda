/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of leak_kinds.def. */
#include "host/model/process/leak_kinds.h"

static const struct {
  const char *words, *name, *option, *element;
  enum suppressions_leak_kind suppressed;
} kinds[LEAK_KINDS] = {
#define LEAK_KIND(kind, words, name, option, element) \
  [RECORD_LEAK_##kind] = {words, name, option, element, SUPPRESSIONS_##kind},
#include "host/model/process/leak_kinds.def"
};

const char *leak_kind_words(enum record_leak_kind kind)
{
  return kinds[kind].words;
}

const char *loss_kind_name(enum record_leak_kind kind)
{
  return kinds[kind].name;
}

const char *leak_kind_option(enum record_leak_kind kind)
{
  return kinds[kind].option;
}

const char *leak_kind_element(enum record_leak_kind kind)
{
  return kinds[kind].element;
}

enum suppressions_leak_kind leak_kind_for_suppressions(enum record_leak_kind kind)
{
  return kinds[kind].suppressed;
}

const char *heuristic_name(uint64_t heuristic)
{
  static const char *const names[HEURISTICS] = {
    [RECORD_HEURISTIC_NONE] = "none",
    [RECORD_HEURISTIC_STDSTRING] = "stdstring",
    [RECORD_HEURISTIC_LENGTH64] = "length64",
    [RECORD_HEURISTIC_NEWARRAY] = "newarray",
    [RECORD_HEURISTIC_MULTIPLEINHERITANCE] = "multipleinheritance",
    [RECORD_HEURISTIC_REFCOUNT] = "refcount",
    [RECORD_HEURISTIC_LIST] = "list",
  };
  return names[heuristic < HEURISTICS ? heuristic : RECORD_HEURISTIC_NONE];
}

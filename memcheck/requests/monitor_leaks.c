/* SPDX-License-Identifier: GPL-2.0-or-later */
/* leak_check and block_list. Each word of leak_check changes one thing of what is asked for. The reporter writes the
 * answers. */
#include "memcheck/requests/monitor.h"

#include "memcheck/base/tool_settings.h"
#include "memcheck/leak/leak_block_list.h"
#include "memcheck/leak/leak_check.h"

#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"

enum {
  DEFINITE = 1 << RECORD_LEAK_DEFINITE,
  INDIRECT = 1 << RECORD_LEAK_INDIRECT,
  POSSIBLE = 1 << RECORD_LEAK_POSSIBLE,
  REACHABLE = 1 << RECORD_LEAK_REACHABLE,
};

/* Words in the order of enum record_leak_kind and enum record_heuristic. */
static const HChar kind_names[] = "-,definite,indirect,possible,reachable";
static const HChar heuristic_names[] = "-,stdstring,length64,newarray,multipleinheritance,refcount,list";
static const HChar memchecks_heuristic_names[] = "-,stdstring,length64,newarray,multipleinheritance";

static bool parse_heuristics(HChar **words, UInt *ret)
{
  const bool is_memcheck = settings.personality == PERSONALITY_MEMCHECK;
  const HChar *word = VG_(strtok_r)(NULL, " ", words);
  const HChar *names = is_memcheck ? memchecks_heuristic_names : heuristic_names;
  if (word && VG_(parse_enum_set)(names, True, word, ret))
    return true;
  VG_(gdb_printf)("missing or malformed heuristics set\n");
  return false;
}

/* --- leak_check --- */

enum leak_word {
  WORD_FULL, WORD_SUMMARY, WORD_XTLEAK,
  WORD_KINDS, WORD_REACHABLE, WORD_POSSIBLELEAK, WORD_DEFINITELEAK,
  WORD_HEURISTICS,
  WORD_INCREASED, WORD_CHANGED, WORD_ANY, WORD_NEW,
  WORD_UNLIMITED, WORD_LIMITED,
};
static const HChar leak_words[] = "full summary xtleak "
                                  "kinds reachable possibleleak definiteleak "
                                  "heuristics "
                                  "increased changed any new "
                                  "unlimited limited ";

static bool parse_kinds(HChar **words, unsigned *ret)
{
  const HChar *word = VG_(strtok_r)(NULL, " ", words);
  if (word && VG_(parse_enum_set)(kind_names, True, word, ret))
    return true;
  VG_(gdb_printf)("missing or malformed leak kinds set\n");
  return false;
}

/* A word that must be a number of at least 1; otherwise says so and returns 0. */
static UInt parse_positive(const HChar *word, const HChar *name)
{
  HChar *end;
  Long value = word ? VG_(strtoll10)(word, &end) : 0;
  if (!word || end == word || *end != '\0')
    VG_(gdb_printf)("missing or malformed integer value\n");
  else if (value < 1)
    VG_(gdb_printf)("%s must be >= 1, got %lld\n", name, value);
  else
    return value < 0xffffffffLL ? (UInt)value : 0xffffffffu;
  return 0;
}

/* One word, with its argument if it has one. A limit that is no number is complained about, and means none. */
static bool take_leak_word(const HChar *word, HChar **words, struct leak_check_query *query)
{
  switch (VG_(keyword_id)(leak_words, word, kwd_report_all)) {
  case WORD_FULL:
    query->mode = RECORD_LEAK_FULL;
    return true;
  case WORD_SUMMARY:
    query->mode = RECORD_LEAK_SUMMARY;
    return true;
  case WORD_XTLEAK:
    query->mode = RECORD_LEAK_FULL;
    query->xtree_file = "xtleak.kcg.%p.%n";
    return true;
  case WORD_KINDS:
    return parse_kinds(words, &query->show_kinds);
  case WORD_REACHABLE:
    query->show_kinds = DEFINITE | INDIRECT | POSSIBLE | REACHABLE;
    return true;
  case WORD_POSSIBLELEAK:
    query->show_kinds = DEFINITE | INDIRECT | POSSIBLE;
    return true;
  case WORD_DEFINITELEAK:
    query->show_kinds = DEFINITE;
    return true;
  case WORD_HEURISTICS:
    return parse_heuristics(words, &query->heuristics);
  case WORD_INCREASED:
    query->delta = RECORD_DELTA_INCREASED;
    return true;
  case WORD_CHANGED:
    query->delta = RECORD_DELTA_CHANGED;
    return true;
  case WORD_ANY:
    query->delta = RECORD_DELTA_NONE;
    return true;
  case WORD_NEW:
    query->delta = RECORD_DELTA_NEW;
    return true;
  case WORD_UNLIMITED:
    query->records_max = 0;
    return true;
  case WORD_LIMITED:
    query->records_max = parse_positive(VG_(strtok_r)(NULL, " ", words), "max_loss_records_output");
    return true;
  default:
    return false;
  }
}

void monitor_leak_check(ThreadId tid, HChar **words)
{
  struct leak_check_query query = {
    .mode = RECORD_LEAK_FULL, .delta = RECORD_DELTA_INCREASED, .show_kinds = DEFINITE | POSSIBLE};
  bool is_sound = true;
  for (HChar *word; (word = VG_(strtok_r)(NULL, " ", words));)
    is_sound = take_leak_word(word, words, &query) && is_sound;
  if (is_sound)
    leak_check_by_monitor(tid, &query);
}

/* --- block_list --- */

/* "7" or "7..9", also with blanks around the dots. Returns what follows; NULL: it is neither. */
static HChar *parse_numbers(HChar *text, UInt *ret_first, UInt *ret_last)
{
  HChar *end;
  while (*text == ' ')
    text++;
  *ret_first = *ret_last = (UInt)VG_(strtoull10)(text, &end);
  if (end == text)
    return NULL;
  HChar *dots = end;
  while (*dots == ' ')
    dots++;
  if (dots[0] != '.')
    return end;
  if (dots[1] != '.')
    return NULL;
  for (text = dots + 2; *text == ' ';)
    text++;
  *ret_last = (UInt)VG_(strtoull10)(text, &end);
  return end == text ? NULL : end;
}

static bool parse_slice(HChar **words, UInt *ret_first, UInt *ret_last)
{
  HChar *end = *words ? parse_numbers(*words, ret_first, ret_last) : NULL;
  if (!end || (*end != '\0' && *end != ' ')) {
    VG_(gdb_printf)("%s integer or slice <from>..<to>\n", *words && **words ? "invalid" : "expecting");
    return false;
  }
  if (*ret_first > *ret_last) {
    VG_(gdb_printf)("<from> cannot be bigger than <to> in slice <from>..<to>\n");
    return false;
  }
  *words = end;
  return true;
}

static bool take_block_word(const HChar *word, HChar **words, struct leak_block_list_query *list)
{
  switch (VG_(keyword_id)("unlimited limited heuristics ", word, kwd_report_all)) {
  case 0:
    list->blocks_max = 0;
    return true;
  case 1:
    list->blocks_max = parse_positive(VG_(strtok_r)(NULL, " ", words), "max_blocks");
    return list->blocks_max > 0;
  case 2:
    return parse_heuristics(words, &list->heuristics);
  default:
    return false;
  }
}

void monitor_block_list(ThreadId tid, HChar **words)
{
  struct leak_block_list_query list = {0};
  if (!parse_slice(words, &list.first, &list.last))
    return;
  for (HChar *word; (word = VG_(strtok_r)(NULL, " ", words));)
    if (!take_block_word(word, words, &list))
      return;
  if (!leak_block_list_tell(&list))
    VG_(gdb_printf)("invalid loss record nr\n");
}

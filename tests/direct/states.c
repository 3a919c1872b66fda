/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Holds direct code against the processor: the same instructions, copied with checks and as they are, on the same
 * states.
 *
 *   states STRIDE SEQUENCES SEED [PLANTED]
 *   states
 *
 * It begins with so many random sequences. Then every STRIDE-th encoding that is in the table, its operand in two
 * forms, with live or with dead flags, is taken through the situations of situations.h. At the end, or where direct
 * code is left, registers, flags, memory, V bits and A bits are what they have to be, and it is left where it has to
 * be, and not elsewhere. With a mistake of planted.def, which is made on purpose, the first difference is the end;
 * without arguments, these are listed. Exit status: 0, 1 differences, 77 the processor or the kernel lacks
 * something, or the mistake was not made. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "direct/operands.h"
#include "direct/planted.h"
#include "direct/sequences.h"

enum { SHOWN_MAX = 20, SKIPPED = 77, FSGSBASE = 2 };

static unsigned differences, encodings, stride;
static bool is_planted;

/* --- telling --- */

static void tell(const char *where, const struct situation *situation, const char *what, uint64_t value)
{
  char text[SUBJECT_TEXT];
  if (differences++ >= SHOWN_MAX)
    return;
  printf("difference (%s%s): %s (%llx)\n", where, situation->settings.is_stressed ? ", stressed" : "", what,
         (unsigned long long)value);
  for (unsigned i = 0; agreement_step(i); i++) {
    subject_describe(agreement_step(i), text);
    printf("  %s\n", text);
  }
}

static void check(const char *where, const struct situation *situation)
{
  uint64_t value = 0;
  const char *what = agreement_find(situation, &value);
  if (what)
    tell(where, situation, what, value);
  if (what && is_planted)
    exit(EXIT_FAILURE);
}

/* --- one instruction --- */

static const char *const names[SITUATION_KINDS] = {
  [SITUATION_CLEAN] = "clean",           [SITUATION_UNDEFINED] = "undefined",
  [SITUATION_UNADDRESSABLE] = "unaddressable", [SITUATION_PAGE_END] = "at the page's end",
  [SITUATION_BEYOND_PAGE] = "beyond the page", [SITUATION_VANISHED] = "vanished",
  [SITUATION_ODD] = "odd",               [SITUATION_READ_ONLY] = "read-only",
  [SITUATION_ASTRAY] = "astray",         [SITUATION_REGISTER] = "undefined register",
  [SITUATION_STRESSED] = "stressed",     [SITUATION_BOUND] = "bound of the stack",
};

static void check_subject(const struct subject *subject)
{
  static struct situation situation;
  for (enum situation_kind kind = 0; kind < SITUATION_KINDS; kind++) {
    const bool has_live_flags = any(2);
    if (situation_make(kind, subject, has_live_flags, &situation))
      check(names[kind], &situation);
    situations_clear_code();
  }
}

static void check_forms(const struct subject *subject)
{
  static const struct operand operands[] = {
    {.base = DIRECT_RSP, .index = DIRECT_NO_REGISTER, .displacement = -64},
    {.base = DIRECT_RSP, .index = DIRECT_NO_REGISTER, .displacement = 48},
    {.base = DIRECT_RSP, .index = DIRECT_NO_REGISTER, .displacement = 1008},
    {.base = DIRECT_RIP, .index = DIRECT_NO_REGISTER},
    {.base = DIRECT_NO_REGISTER, .index = DIRECT_NO_REGISTER},
    {.base = DIRECT_NO_REGISTER, .index = DIRECT_NO_REGISTER, .is_fs = true},
    {.base = DIRECT_RBX, .index = DIRECT_NO_REGISTER, .is_fs = true},
    {.base = DIRECT_RSI, .index = DIRECT_RDI, .scale = 2, .displacement = 1 << 20},
  };
  struct subject other;
  check_subject(subject);
  if (operand_change(subject, &operands[any(sizeof operands / sizeof *operands)], MACHINE_CODE, &other))
    check_subject(&other);
}

static void try(const uint8_t *code)
{
  struct subject subject;
  if (!subject_make(&subject, code, MACHINE_CODE) || any(stride) != 0)
    return;
  encodings++;
  check_forms(&subject);
}

static void collect(const uint8_t *code)
{
  struct subject subject;
  if (subject_make(&subject, code, MACHINE_CODE))
    sequences_add(&subject);
}

/* --- all of it --- */

static bool machine_has_it(void)
{
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && getauxval(AT_HWCAP2) & FSGSBASE;
}

/* Nothing that is looked for may be missing for the test's own fault. */
static bool has_seen_all(void)
{
  const struct agreement_counts *counts = &agreement_counts;
  const unsigned *const each[] = {&counts->ended, &counts->faults, &counts->left_for_operands, &counts->left_at_start,
                                  &counts->left_at_random};
  for (unsigned i = 0; i < sizeof each / sizeof *each; i++)
    if (*each[i] == 0)
      return false;
  return (counts->refused + counts->unfit + counts->left_without_reason) / 2 < counts->ended;
}

static void show_counts(void)
{
  const struct agreement_counts *counts = &agreement_counts;
  printf("encodings %u, runs %u, refused %u, unfit %u; ended %u, faults %u, left for operands %u, at the start %u, "
         "at random %u, without a reason %u; differences %u\n",
         encodings, counts->runs, counts->refused, counts->unfit, counts->ended, counts->faults,
         counts->left_for_operands, counts->left_at_start, counts->left_at_random, counts->left_without_reason,
         differences);
}

static void try_all(unsigned long sequences)
{
  static struct situation situation;
  every_encoding(collect);
  for (; sequences > 0; sequences--) {
    sequence_make(&situation);
    check("sequence", &situation);
  }
  situations_clear_code();
  every_encoding(try);
}

int main(int argc, char **argv)
{
  is_planted = argc == 5;
  if (argc == 1)
    planted_list();
  if (argc < 4 || !subject_init() || (is_planted && !planted_choose(argv[4])))
    return argc == 1 ? EXIT_SUCCESS : 2;
  if (!machine_has_it())
    return SKIPPED;
  stride = (unsigned)strtoul(argv[1], NULL, 10);
  any_seed(strtoull(argv[3], NULL, 10));
  machine_init();
  shadows_init();
  copied_init();
  situations_init();
  try_all(strtoul(argv[2], NULL, 10));
  show_counts();
  if (is_planted && !planted_was_made())
    return SKIPPED;
  if (!has_seen_all())
    puts("difference: something was hardly tried");
  return differences || !has_seen_all() ? EXIT_FAILURE : EXIT_SUCCESS;
}

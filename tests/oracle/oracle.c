/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle: every line of definedness.def against the operation itself.
 *
 *   oracle [--samples N] [--seed N] [NAME...]    operations whose name contains one of these, or all
 *   oracle --mutants                             only whether wrong rules are noticed
 *
 * A rule must never be wrong, and its imprecision must not pass the ceiling that the table gives it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "coregrind-glue/port/vex_operations.h"
#include "oracle/mutants.h"
#include "oracle/trial.h"

enum { QUICK_SAMPLES = 300, LOOSE_SHARE = 8 };

struct ceilings {
  double cheap, exact;
};

static const struct rule_line {
  const char *name;
  struct ceilings ceilings;
} rules[] = {
#define RULE(name, cheap, exact) {#name, {cheap, exact}},
#define OP(name, rule, lane_bits)
#include "memcheck/pure/engine/definedness.def"
};

static const struct operation_line {
  IROp op;
  const char *name, *rule;
} operations[] = {
#define RULE(name, cheap, exact)
#define OP(name, rule, lane_bits) {Iop_##name, #name, #rule},
#include "memcheck/pure/engine/definedness.def"
};

#define LENGTH(array) (sizeof(array) / sizeof(array)[0])

static struct ceilings ceilings_of(const char *rule)
{
  size_t i = 0;
  while (strcmp(rules[i].name, rule) != 0)
    i++;
  return rules[i].ceilings;
}

static bool is_within(const struct tally *tally, double ceiling, const char *name, const char *mode)
{
  if (tally_imprecision(tally) <= ceiling)
    return tally->wrong == 0;
  printf("  %s: %s rule is imprecise: %.2f%% of the bits it marks, where %.2f%% are allowed\n", name, mode,
         tally_imprecision(tally), ceiling);
  return false;
}

static bool check_operation(const struct operation_line *line, struct trial trial)
{
  struct subject subject = {line->name, line->rule, signature_of(line->op)};
  struct tally cheap = trial_run(&trial, &subject, definedness_of);
  trial.mode = MODE_EXACT;
  struct tally exact = trial_run(&trial, &subject, definedness_of);
  trial.mode = MODE_LOOSE;
  trial.samples /= LOOSE_SHARE;
  struct tally loose = trial_run(&trial, &subject, definedness_of);
  uint64_t samples = cheap.samples + exact.samples + loose.samples, wrong = cheap.wrong + exact.wrong + loose.wrong;
  printf("%-24s %-16s %12" PRIu64 " %9" PRIu64 " %8.2f %8.2f\n", line->name, line->rule, samples, wrong,
         tally_imprecision(&cheap), tally_imprecision(&exact));
  fflush(stdout);
  struct ceilings ceilings = ceilings_of(line->rule);
  bool is_cheap_right = is_within(&cheap, ceilings.cheap, line->name, "cheap");
  return is_within(&exact, ceilings.exact, line->name, "exact") && is_cheap_right && loose.wrong == 0;
}

/* Not those whose operands are copies of one value, which samples are not, nor what VEX leaves to the processor when
 * that can not do it. */
static bool can_be_judged(const struct operation_line *line)
{
  if (strstr(line->name, "F16") && !__builtin_cpu_supports("f16c"))
    return false;
  return strcmp(line->rule, "compare_copies") != 0;
}

static bool is_wanted(const char *name, char *const wanted[])
{
  for (size_t i = 0; wanted[i]; i++)
    if (strstr(name, wanted[i]))
      return true;
  return !wanted[0];
}

static unsigned check_operations(const struct trial *trial, char *const wanted[])
{
  unsigned count = 0, failed = 0;
  printf("%-24s %-16s %12s %9s %8s %8s\n", "operation", "rule", "samples", "wrong", "cheap %", "exact %");
  for (size_t i = 0; i < LENGTH(operations); i++)
    if (can_be_judged(&operations[i]) && is_wanted(operations[i].name, wanted)) {
      count++;
      failed += !check_operation(&operations[i], *trial);
    }
  printf("%u operations, %u failed\n", count, failed);
  return failed;
}

static _Noreturn void usage(void)
{
  fputs("usage: oracle [--samples N] [--seed N] [NAME...] | oracle --mutants\n", stderr);
  exit(2);
}

static uint64_t number_of(const char *text)
{
  char *end;
  if (!text)
    usage();
  unsigned long long number = strtoull(text, &end, 0);
  if (*end || end == text)
    usage();
  return number;
}

int main(int argc, char *argv[])
{
  struct trial trial = {.samples = QUICK_SAMPLES, .seed = 20220411};
  bool only_mutants = false;
  int i = 1;
  for (; i < argc && strncmp(argv[i], "--", 2) == 0; i++)
    if (strcmp(argv[i], "--samples") == 0)
      trial.samples = number_of(argv[++i]) / 2;
    else if (strcmp(argv[i], "--seed") == 0)
      trial.seed = number_of(argv[++i]);
    else if (strcmp(argv[i], "--mutants") == 0)
      only_mutants = true;
    else
      usage();
  routines_begin();
  unsigned failed = only_mutants ? 0 : check_operations(&trial, argv + i);
  if (i == argc)
    failed += mutants_missed();
  return failed > 0;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Programs are counted by name and reason; the most frequent ones are shown, and the remedies for their reasons. */
#include "host/verdicts/gate/suite_nothing_checked.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/plain_text.h"
#include "host/model/words/numbers.h"

enum { PROGRAMS_SHOWN = 4 };

static const struct remedy {
  const char *why, *text;
} remedies[] = {
#define REMEDY(why, text) {why, text},
#include "host/verdicts/gate/suite_remedies.def"
};

/* A program that ran `times` times. */
struct program {
  const char *name, *why;
  size_t times;
};

ORDER(by_name, struct program, UP_TEXT(name) ?: UP_TEXT(why))

ORDER(by_times, struct program, DOWN(times) ?: by_name(x, y))

/* The most frequent first; malloc'ed. */
static struct program *list_programs(const struct findings *findings, size_t *ret_count)
{
  size_t count = 0;
  struct program *programs = memory_zeroed(findings->unchecked_count + 1, sizeof *programs);
  for (size_t i = 0; i < findings->unchecked_count; i++) {
    const struct finding_unchecked *unchecked = &findings->unchecked[i];
    if (!unchecked->is_test)
      programs[count++] = (struct program){.name = basename(unchecked->exe), .why = unchecked->reason, .times = 1};
  }
  qsort(programs, count, sizeof *programs, by_name);
  *ret_count = JOIN_EQUAL(programs, count, by_name, x->times++);
  qsort(programs, *ret_count, sizeof *programs, by_times);
  return programs;
}

static void put_program(const struct program *program, FILE *output)
{
  fprintf(output, "  %s time%s ", grouped_number(program->times).digits, program->times == 1 ? "" : "s");
  plain_text_put(program->name, output);
  fputs(" (", output);
  plain_text_put(program->why, output);
  fputs(")\n", output);
}

static void put_patterns(const char *name, char *const *globs, FILE *output)
{
  for (; globs && *globs; globs++) {
    fprintf(output, " %s=", name);
    plain_text_put(*globs, output);
  }
}

/* What was to be checked, as far as that explains anything. */
static void put_rules(const struct suite_facts *facts, FILE *output)
{
  fputs("Only programs ", output);
  if (facts->only && *facts->only) {
    fputs("matching", output);
    put_patterns("--only", facts->only, output);
  } else {
    fputs("in ", output);
    plain_text_put(facts->tree ? facts->tree : "?", output);
  }
  if (facts->skip && *facts->skip) {
    fputs(" (without", output);
    put_patterns("--skip", facts->skip, output);
    fputc(')', output);
  }
  fputs(" were to be checked.\n", output);
}

/* A program that ran unchecked for this reason; NULL: none did. */
static const struct program *find_reason(const struct program *programs, size_t count, const char *why)
{
  for (size_t i = 0; i < count; i++)
    if (strncmp(programs[i].why, why, strlen(why)) == 0)
      return &programs[i];
  return NULL;
}

static bool put_remedy(const struct program *programs, size_t count, const struct remedy *remedy, FILE *output)
{
  const struct program *program = find_reason(programs, count, remedy->why);
  if (!program)
    return false;
  plain_text_put(program->why, output);
  fprintf(output, ": %s.\n", remedy->text);
  return true;
}

/* That shells and compilers do not match is as it should be, unless there is nothing else. */
static void put_remedies(const struct program *programs, size_t count, FILE *output)
{
  bool is_shown = false;
  for (size_t i = 1; i < sizeof remedies / sizeof *remedies; i++)
    is_shown |= put_remedy(programs, count, &remedies[i], output);
  if (!is_shown)
    put_remedy(programs, count, &remedies[0], output);
}

static size_t count_images(const struct findings *findings)
{
  size_t count = 0;
  for (size_t i = 0; i < findings->unchecked_count; i++)
    count += !findings->unchecked[i].is_test;
  return count;
}

void suite_nothing_checked_print(const struct findings *findings, const struct suite_facts *facts, FILE *output)
{
  const size_t images = count_images(findings);
  size_t count = 0;
  if (images == 0) {
    fputs("Nothing was checked: COMMAND cannot be followed (is it a static program?); run the programs that it runs "
          "directly.\n",
          output);
    return;
  }
  struct program *programs = list_programs(findings, &count);
  fprintf(output, "Nothing was checked, though %s program%s ran:\n", grouped_number(images).digits,
          images == 1 ? "" : "s");
  for (size_t i = 0; i < count && i < PROGRAMS_SHOWN; i++)
    put_program(&programs[i], output);
  if (count > PROGRAMS_SHOWN)
    fprintf(output, "  and %zu more\n", count - PROGRAMS_SHOWN);
  put_rules(facts, output);
  put_remedies(programs, count, output);
  free(programs);
}

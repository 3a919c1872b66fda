/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "oracle/judge.h"

#include <inttypes.h>
#include <stdio.h>

enum { EXHAUSTIVE_BITS_MAX = 7, RANDOM_ASSIGNMENTS = 24, SINGLE_FLIPS = 8, BITS_MAX = DEFINEDNESS_OPERANDS_MAX * 256 };

struct bit {
  uint8_t operand, at;
};

/* How many there are; the first `limit` of them. */
static unsigned undefined_bits(const struct judge *judge, const struct sample *sample, struct bit *ret_bits,
                               unsigned limit)
{
  unsigned n = 0;
  for (unsigned i = 0; i < judge->subject->signature.count; i++)
    for (unsigned word = 0; word < VALUE_WORDS; word++)
      for (uint64_t left = sample->shadows[i].words[word]; left; left &= left - 1) {
        if (n < limit)
          ret_bits[n] = (struct bit){(uint8_t)i, (uint8_t)(word * 64 + (unsigned)__builtin_ctzll(left))};
        n++;
      }
  return n;
}

static void flip(struct value values[], struct bit bit)
{
  values[bit.operand].words[bit.at / 64] ^= UINT64_C(1) << bit.at % 64;
}

struct changes {
  struct value first, changed;
};

static void try_values(const struct judge *judge, const struct value values[], struct changes *changes)
{
  struct value result = routine_run(judge->operation, values, NULL);
  for (unsigned i = 0; i < VALUE_WORDS; i++)
    changes->changed.words[i] |= result.words[i] ^ changes->first.words[i];
}

/* In the order of a Gray code: one bit more is turned each time. */
static void try_all(const struct judge *judge, struct value values[], const struct bit bits[], unsigned n,
                    struct changes *changes)
{
  for (unsigned i = 1; i < 1u << n; i++) {
    flip(values, bits[__builtin_ctz(i)]);
    try_values(judge, values, changes);
  }
}

/* Undefined bits of one word, turned: all of them, none of them set, all of them set, or at random. */
static uint64_t turn_word(struct random *random, unsigned round, uint64_t value, uint64_t shadow)
{
  if (shadow == 0)
    return value;
  if (round == 0)
    return value ^ shadow;
  if (round == 1)
    return value & ~shadow;
  if (round == 2)
    return value | shadow;
  return value ^ (random_word(random) & shadow);
}

static void try_some(struct judge *judge, const struct sample *sample, const struct bit bits[], unsigned n,
                     struct changes *changes)
{
  unsigned count = judge->subject->signature.count;
  struct value values[DEFINEDNESS_OPERANDS_MAX];
  for (unsigned round = 0; round < RANDOM_ASSIGNMENTS; round++) {
    for (unsigned i = 0; i < count; i++)
      for (unsigned word = 0; word < VALUE_WORDS; word++)
        values[i].words[word] =
          turn_word(&judge->random, round, sample->values[i].words[word], sample->shadows[i].words[word]);
    try_values(judge, values, changes);
  }
  for (unsigned i = 0; i < SINGLE_FLIPS; i++) {
    flip(values, bits[random_below(&judge->random, n)]);
    try_values(judge, values, changes);
  }
}

static void mark_all(struct value *marked)
{
  uint64_t any = 0;
  for (unsigned i = 0; i < VALUE_WORDS; i++)
    any |= marked->words[i];
  for (unsigned i = 0; i < VALUE_WORDS; i++)
    marked->words[i] = any ? ~UINT64_C(0) : 0;
}

struct verdict {
  struct value changed, marked;
  unsigned undefined_bits;
  bool is_exhaustive, is_right;
};

static struct value find_changes(struct judge *judge, const struct sample *sample, const struct bit bits[], unsigned n)
{
  struct changes changes = {routine_run(judge->operation, sample->values, NULL), {{0}}};
  struct sample turned = *sample;
  if (n <= EXHAUSTIVE_BITS_MAX)
    try_all(judge, turned.values, bits, n, &changes);
  else
    try_some(judge, sample, bits, n, &changes);
  return changes.changed;
}

static struct verdict judge_once(struct judge *judge, const struct sample *sample)
{
  struct bit bits[BITS_MAX];
  unsigned n = undefined_bits(judge, sample, bits, BITS_MAX);
  struct verdict verdict = {.undefined_bits = n, .is_exhaustive = n <= EXHAUSTIVE_BITS_MAX, .is_right = true};
  verdict.changed = find_changes(judge, sample, bits, n);
  verdict.marked = routine_run(judge->rule, sample->values, sample->shadows);
  if (judge->is_loose)
    mark_all(&verdict.marked);
  for (unsigned i = 0; i < VALUE_WORDS; i++)
    if (verdict.changed.words[i] & ~verdict.marked.words[i] || (n == 0 && verdict.marked.words[i]))
      verdict.is_right = false;
  return verdict;
}

bool judge_sample(struct judge *judge, const struct sample *sample)
{
  struct verdict verdict = judge_once(judge, sample);
  struct tally *tally = &judge->tally;
  tally->samples++;
  tally->wrong += !verdict.is_right;
  for (unsigned i = 0; verdict.is_exhaustive && i < VALUE_WORDS; i++) {
    tally->marked += (unsigned)__builtin_popcountll(verdict.marked.words[i]);
    tally->needless += (unsigned)__builtin_popcountll(verdict.marked.words[i] & ~verdict.changed.words[i]);
  }
  return verdict.is_right;
}

static void print_value(const char *what, const struct value *value, unsigned bits)
{
  printf("    %-10s", what);
  for (unsigned i = (bits + 63) / 64; i-- > 0;)
    printf(" %0*" PRIx64, bits < 64 ? (int)(bits + 3) / 4 : 16, value->words[i]);
  putchar('\n');
}

/* Undefined bits that are not needed for the failure become defined. */
static void shrink(struct judge *judge, struct sample *sample)
{
  struct bit bits[BITS_MAX];
  unsigned n = undefined_bits(judge, sample, bits, BITS_MAX);
  for (unsigned i = 0; i < n; i++) {
    flip(sample->shadows, bits[i]);
    if (judge_once(judge, sample).is_right)
      flip(sample->shadows, bits[i]);
  }
}

void judge_explain(struct judge *judge, struct sample sample)
{
  const struct signature *signature = &judge->subject->signature;
  struct judge scratch = *judge;
  shrink(&scratch, &sample);
  struct verdict verdict = judge_once(&scratch, &sample);
  printf("  %s, rule %s, is wrong; for example:\n", judge->subject->name, judge->subject->rule);
  for (unsigned i = 0; i < signature->count; i++) {
    print_value("operand", &sample.values[i], bits_of_type(signature->operands[i]));
    print_value("  V bits", &sample.shadows[i], bits_of_type(signature->operands[i]));
  }
  print_value("changes", &verdict.changed, bits_of_type(signature->result));
  print_value("marked", &verdict.marked, bits_of_type(signature->result));
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values are made word by word in one of several manners, as random bits alone hardly ever meet the interesting cases:
 * equal operands, boundaries of lanes, single bits, small numbers, floating point numbers that mean something. The same
 * for V bits. Then they are cut to the operation's domain: VEX leaves it open what a shift by more than the width does,
 * or a division that overflows, and front ends do not emit them. */
#include "oracle/operands.h"

#include <stdlib.h>
#include <string.h>

/* `lane` in each lane of a word. */
static uint64_t repeat(uint64_t lane, unsigned lane_bits)
{
  uint64_t mask = ~UINT64_C(0) >> (64 - lane_bits), word = 0;
  for (unsigned at = 0; at < 64; at += lane_bits)
    word |= (lane & mask) << at;
  return word;
}

static unsigned some_lane_bits(struct random *random)
{
  return 8u << random_below(random, 4);
}

static uint64_t single_bit(struct random *random)
{
  return UINT64_C(1) << random_below(random, 64);
}

/* 0, 1, -1, the sign bit and all but it, one by one in each lane. */
static uint64_t boundaries(struct random *random)
{
  unsigned lane_bits = some_lane_bits(random);
  uint64_t sign = UINT64_C(1) << (lane_bits - 1), word = 0;
  const uint64_t choices[] = {0, 1, ~UINT64_C(0), sign, sign - 1, sign + 1};
  for (unsigned at = 0; at < 64; at += lane_bits) {
    uint64_t mask = ~UINT64_C(0) >> (64 - lane_bits);
    word |= (choices[random_below(random, 6)] & mask) << at;
  }
  return word;
}

static uint64_t floats(struct random *random)
{
  uint64_t word;
  if (random_below(random, 2)) {
    double number = (double)(int64_t)(random_word(random) >> 44) - (1 << 19);
    number /= random_below(random, 2) ? 8.0 : 1.0;
    memcpy(&word, &number, sizeof word);
    return word;
  }
  float numbers[2] = {(float)(random_below(random, 4096)) / 16 - 100, (float)random_below(random, 64) - 32};
  memcpy(&word, numbers, sizeof word);
  return word;
}

static uint64_t some_word(struct random *random, unsigned manner)
{
  switch (manner) {
  case 0:
    return 0;
  case 1:
    return boundaries(random);
  case 2:
    return single_bit(random);
  case 3:
    return random_word(random) & random_word(random) & random_word(random);
  case 4:
    return repeat(random_below(random, 16), some_lane_bits(random));
  case 5:
    return floats(random);
  default:
    return random_word(random);
  }
}

static struct value some_value(struct random *random, unsigned bits)
{
  struct value value = {{0}};
  unsigned manner = random_below(random, 10);
  for (unsigned i = 0; i < (bits + 63) / 64; i++)
    value.words[i] = some_word(random, manner);
  return value;
}

/* --- V bits --- */

static uint64_t whole_lanes(struct random *random)
{
  unsigned lane_bits = some_lane_bits(random);
  uint64_t word = 0;
  for (unsigned at = 0; at < 64; at += lane_bits)
    if (random_below(random, 3) == 0)
      word |= ~UINT64_C(0) >> (64 - lane_bits) << at;
  return word;
}

static uint64_t run_of_bits(struct random *random)
{
  unsigned length = 1 + random_below(random, 12), at = random_below(random, 64);
  return ((UINT64_C(1) << length) - 1) << at;
}

static void few_bits(struct random *random, struct value *shadow, unsigned bits)
{
  for (unsigned n = 1 + random_below(random, 5); n > 0; n--) {
    unsigned at = random_below(random, bits);
    shadow->words[at / 64] |= UINT64_C(1) << at % 64;
  }
}

/* `bits`: how many the operand has. Most samples have few undefined bits: only those are tried exhaustively. */
static struct value some_shadow(struct random *random, unsigned bits)
{
  struct value shadow = {{0}};
  unsigned manner = random_below(random, 12);
  if (manner < 6)
    few_bits(random, &shadow, bits);
  for (unsigned i = 0; i < (bits + 63) / 64; i++) {
    if (manner == 6)
      shadow.words[i] = run_of_bits(random);
    else if (manner == 7)
      shadow.words[i] = whole_lanes(random);
    else if (manner == 8)
      shadow.words[i] = random_word(random);
    else if (manner == 9)
      shadow.words[i] = ~UINT64_C(0);
  }
  return shadow;
}

/* --- domains --- */

/* Bits that are zero or one in every value of an operand, and never undefined. */
struct domain {
  struct value zeros, ones;
};

static void keep_only(struct domain *domain, uint64_t mask)
{
  for (unsigned i = 0; i < VALUE_WORDS; i++)
    domain->zeros.words[i] = ~mask;
}

static bool is_rounding_mode(const struct signature *signature, unsigned operand)
{
  if (operand != 0 || signature->operands[0] != Ity_I32 || signature->count < 2)
    return false;
  IRType second = signature->operands[1];
  return is_float_type(second) || second == Ity_V128 || second == Ity_V256 || is_float_type(signature->result);
}

/* Quotients of two words that fit into one: the dividend's upper half stays well below the divisor. */
static void domain_of_division(const struct subject *subject, unsigned operand, struct random *random,
                               struct domain *domain)
{
  unsigned width = bits_of_type(subject->signature.operands[1]);
  if (operand == 1) {
    domain->zeros.words[0] = UINT64_C(1) << (width - 1);
    domain->ones.words[0] = UINT64_C(1) << (width - 2);
    return;
  }
  bool is_signed = strstr(subject->name, "ModS") != NULL;
  uint64_t top = UINT64_C(0xf) << 60;
  struct value *fixed = is_signed && random_below(random, 2) ? &domain->ones : &domain->zeros;
  fixed->words[width == 64 ? 1 : 0] = top;
}

static bool starts_with(const char *name, const char *prefix)
{
  return strncmp(name, prefix, strlen(prefix)) == 0;
}

static bool is_shift(const char *name)
{
  return starts_with(name, "Shl") || starts_with(name, "Shr") || starts_with(name, "Sar");
}

/* The number in "Shl64" and "SarN16x8". */
static unsigned width_in(const char *name)
{
  return (unsigned)strtoul(name + strcspn(name, "0123456789"), NULL, 10);
}

static struct domain domain_of(const struct subject *subject, unsigned operand, struct random *random)
{
  struct domain domain = {{{0}}, {{0}}};
  const char *name = subject->name;
  if (is_rounding_mode(&subject->signature, operand))
    keep_only(&domain, 3);
  else if (is_shift(name) && operand == 1)
    keep_only(&domain, width_in(name) - 1);
  else if (starts_with(name, "Clz") || starts_with(name, "Ctz"))
    domain.ones.words[0] = single_bit(random);
  else if (starts_with(name, "PermOrZero") && operand == 1)
    keep_only(&domain, repeat(subject->signature.result == Ity_I64 ? 0x87 : 0x8f, 8));
  else if (starts_with(name, "Perm32") && operand == 1)
    keep_only(&domain, repeat(subject->signature.result == Ity_V128 ? 3 : 7, 32));
  else if (starts_with(name, "DivMod"))
    domain_of_division(subject, operand, random, &domain);
  return domain;
}

static uint64_t word_of_type(unsigned bits, unsigned i)
{
  if (bits >= 64 * (i + 1))
    return ~UINT64_C(0);
  return bits <= 64 * i ? 0 : (UINT64_C(1) << bits % 64) - 1;
}

static void cut(struct value *value, struct value *shadow, const struct domain *domain, unsigned bits)
{
  for (unsigned i = 0; i < VALUE_WORDS; i++) {
    uint64_t fixed = domain->zeros.words[i] | domain->ones.words[i];
    value->words[i] = ((value->words[i] & ~fixed) | domain->ones.words[i]) & word_of_type(bits, i);
    shadow->words[i] &= ~fixed & word_of_type(bits, i);
  }
}

struct value sample_constant(struct random *random, const struct subject *subject, unsigned operand)
{
  IRType type = subject->signature.operands[operand];
  struct value value = some_value(random, bits_of_type(type)), none = {{0}};
  unsigned manner = random_below(random, 3);
  if (type == Ity_V256 && manner == 2)
    manner = 1;
  for (unsigned i = 0; i < VALUE_WORDS && (type == Ity_V128 || type == Ity_V256); i++)
    value.words[i] = manner == 0 ? 0 : manner == 1 ? ~UINT64_C(0) : repeat(0xff, 8) & whole_lanes(random);
  struct domain domain = domain_of(subject, operand, random);
  if (type != Ity_V128 && type != Ity_V256)
    cut(&value, &none, &domain, bits_of_type(type));
  return value;
}

/* Equal to another operand, but for a bit now and then. */
static struct value almost_equal_value(struct random *random, const struct value *other)
{
  struct value value = *other;
  if (random_below(random, 2))
    value.words[random_below(random, VALUE_WORDS)] ^= single_bit(random);
  return value;
}

struct sample sample_make(struct random *random, const struct subject *subject, const struct form *form)
{
  struct sample sample = {0};
  const struct signature *signature = &subject->signature;
  for (unsigned i = 0; i < signature->count; i++) {
    if (form->operands[i] == OPERAND_CONSTANT) {
      sample.values[i] = form->constants[i];
      continue;
    }
    unsigned bits = bits_of_type(signature->operands[i]);
    bool is_like = i > 0 && random_below(random, 4) == 0;
    sample.values[i] = is_like ? almost_equal_value(random, &sample.values[i - 1]) : some_value(random, bits);
    if (form->operands[i] == OPERAND_TRACKED)
      sample.shadows[i] = some_shadow(random, bits);
    struct domain domain = domain_of(subject, i, random);
    cut(&sample.values[i], &sample.shadows[i], &domain, bits);
  }
  return sample;
}

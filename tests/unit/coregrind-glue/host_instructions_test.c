/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each helper of VEX and what stands in front of it are given the same operands, random ones and those at the edges,
 * and must leave the same bits. The first argument is how many operands, if not the usual number. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "libvex_guest_amd64.h"

#include "coregrind-glue/vex/host_instructions.h"
#include "tests/unit/unit.h"

enum { REGISTERS = 4, REGISTER_BYTES = 32, VECTOR_BYTES = 16, FLOAT_BYTES = 4, DOUBLE_BYTES = 8 };

static unsigned long tries = 20000;

/* --- operands --- */

static uint64_t random_state;

static uint64_t random_word(void)
{
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state * UINT64_C(0x2545f4914f6cdd1d);
}

static uint64_t edge_double(void)
{
  static const uint64_t edges[] = {
    0,
    1,
    2,
    UINT64_C(0x000fffffffffffff),
    UINT64_C(0x0010000000000000),
    UINT64_C(0x0010000000000001),
    UINT64_C(0x3ff0000000000000),
    UINT64_C(0x3fefffffffffffff),
    UINT64_C(0x3ff0000000000001),
    UINT64_C(0x4000000000000000),
    UINT64_C(0x7fefffffffffffff),
    UINT64_C(0x7fe0000000000000),
    UINT64_C(0x7ff0000000000000),
    UINT64_C(0x7ff8000000000000),
    UINT64_C(0x7ff8000000000123),
    UINT64_C(0x7ff0000000000456),
    UINT64_C(0x3cb0000000000000),
    UINT64_C(0x0340000000000000),
  };
  uint64_t sign = random_word() & UINT64_C(0x8000000000000000);
  return edges[random_word() % (sizeof edges / sizeof *edges)] | sign;
}

/* With few bits in the fraction, so that sums and products come out even and cancel. */
static uint64_t short_double(void)
{
  return (random_word() & UINT64_C(0x8007e00000000003)) | (UINT64_C(0x3fd0000000000000) + ((random_word() & 63) << 52));
}

static uint64_t any_double(void)
{
  switch (random_word() % 6) {
  case 0:
    return edge_double();
  case 1:
    return short_double();
  case 2: /* around 1 */
    return (random_word() & UINT64_C(0x800fffffffffffff)) |
           (UINT64_C(0x3fc0000000000000) + ((random_word() & 127) << 52));
  case 3: /* small */
    return (random_word() & UINT64_C(0x800fffffffffffff)) | ((random_word() & 127) << 52);
  case 4: /* the products' exponents reach both ends of the range */
    return (random_word() & UINT64_C(0x800fffffffffffff)) |
           (UINT64_C(0x1ff0000000000000) + ((random_word() & 63) << 52));
  default:
    return random_word();
  }
}

static uint32_t any_float(void)
{
  static const uint32_t edges[] = {0,          1,          0x007fffff, 0x00800000, 0x3f800000, 0x3f800001, 0x3f7fffff,
                                   0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fc00123, 0x7f800456, 0x34000000, 0x1f800000};
  uint32_t sign = (uint32_t)random_word() & 0x80000000;
  switch (random_word() % 4) {
  case 0:
    return edges[random_word() % (sizeof edges / sizeof *edges)] | sign;
  case 1:
    return ((uint32_t)random_word() & 0x807f0003) | (0x3f000000 + (((uint32_t)random_word() & 7) << 23));
  case 2:
    return ((uint32_t)random_word() & 0x807fffff) | (0x1f000000 + (((uint32_t)random_word() & 31) << 23));
  default:
    return (uint32_t)random_word();
  }
}

/* Words in which lanes are equal, extreme or zero more often than by chance. */
static uint64_t any_word(void)
{
  static const uint64_t edges[] = {0,
                                   UINT64_MAX,
                                   UINT64_C(0x8000000000000000),
                                   UINT64_C(0x7fff7fff80008000),
                                   UINT64_C(0x7f7f8080ff00ff00),
                                   UINT64_C(0x00007fff0000ffff),
                                   UINT64_C(0x7fffffff80000000)};
  uint64_t word = random_word();
  switch (random_word() % 4) {
  case 0:
    return edges[word % (sizeof edges / sizeof *edges)];
  case 1:
    return word & random_word() & random_word();
  default:
    return word;
  }
}

/* --- one trial for each kind of operands; each compares what the two leave --- */

typedef uint64_t (*helper)(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);

static uint64_t call(helper function, const void *a, const void *b, const void *c, const void *d)
{
  return function((uint64_t)a, (uint64_t)b, (uint64_t)c, (uint64_t)d, 0, 0);
}

static void fill_words(void *place, size_t bytes)
{
  for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
    uint64_t word = any_word();
    memcpy((uint8_t *)place + i, &word, sizeof word);
  }
}

static bool try_vectors(helper ours, helper theirs, size_t bytes)
{
  uint8_t left[REGISTER_BYTES], right[REGISTER_BYTES], mine[REGISTER_BYTES] = {0}, real[REGISTER_BYTES] = {0};
  fill_words(left, bytes);
  fill_words(right, bytes);
  if (random_word() % 4 == 0)
    memcpy(right, left, bytes / 2);
  call(ours, mine, left, right, NULL);
  call(theirs, real, left, right, NULL);
  return memcmp(mine, real, sizeof mine) == 0;
}

static bool try_VECTORS(helper ours, helper theirs)
{
  return try_vectors(ours, theirs, VECTOR_BYTES);
}

static bool try_VECTORS_256(helper ours, helper theirs)
{
  return try_vectors(ours, theirs, REGISTER_BYTES);
}

static bool try_COUNTED(helper ours, helper theirs)
{
  uint8_t left[VECTOR_BYTES], mine[VECTOR_BYTES], real[VECTOR_BYTES];
  fill_words(left, sizeof left);
  const void *count = (const void *)(uintptr_t)(random_word() % 256);
  call(ours, mine, left, count, NULL);
  call(theirs, real, left, count, NULL);
  return memcmp(mine, real, sizeof mine) == 0;
}

/* VEX's own loses the sign of a zero. Results differ as long as nothing is written there. */
static bool try_DOUBLES(helper ours, helper theirs)
{
  uint64_t x = any_double(), y = any_double(), z = any_double(), mine = 1, real = 2;
  call(ours, &mine, &x, &y, &z);
  call(theirs, &real, &x, &y, &z);
  return mine == real || (mine == UINT64_C(1) << 63 && real == 0);
}

static bool try_FLOATS(helper ours, helper theirs)
{
  uint32_t x = any_float(), y = any_float(), z = any_float(), mine = 1, real = 2;
  call(ours, &mine, &x, &y, &z);
  call(theirs, &real, &x, &y, &z);
  return mine == real || (mine == UINT32_C(1) << 31 && real == 0);
}

static bool try_words(helper ours, helper theirs, uint64_t mask_of_first, uint64_t mask_of_result)
{
  uint64_t word[6];
  fill_words(word, sizeof word);
  word[0] &= mask_of_first;
  if (random_word() % 4 == 0)
    word[2] = 0;
  uint64_t mine = ours(word[0], word[1], word[2], word[3], word[4], word[5]);
  uint64_t real = theirs(word[0], word[1], word[2], word[3], word[4], word[5]);
  return ((mine ^ real) & mask_of_result) == 0;
}

static bool try_WORDS(helper ours, helper theirs)
{
  return try_words(ours, theirs, UINT64_MAX, UINT64_MAX);
}

static bool try_FLAGS(helper ours, helper theirs)
{
  return try_words(ours, theirs, UINT64_MAX, UINT32_MAX);
}

static bool try_CRC(helper ours, helper theirs)
{
  return try_words(ours, theirs, UINT32_MAX, UINT64_MAX);
}

/* --- helpers that work on registers in the guest state --- */

static uint64_t register_offset(void)
{
  return offsetof(VexGuestAMD64State, guest_YMM0) + random_word() % REGISTERS * REGISTER_BYTES;
}

static void fill_state(VexGuestAMD64State *state)
{
  memset(state, 0, sizeof *state);
  fill_words(&state->guest_YMM0, REGISTERS * REGISTER_BYTES);
}

static bool same_after(helper ours, helper theirs, VexGuestAMD64State *mine, const uint64_t operand[5])
{
  VexGuestAMD64State real = *mine;
  uint64_t our_result = ours((uint64_t)mine, operand[0], operand[1], operand[2], operand[3], operand[4]);
  uint64_t their_result = theirs((uint64_t)&real, operand[0], operand[1], operand[2], operand[3], operand[4]);
  return our_result == their_result && memcmp(mine, &real, sizeof real) == 0;
}

static bool try_AES_ROUND(helper ours, helper theirs)
{
  VexGuestAMD64State state;
  fill_state(&state);
  const uint64_t operand[5] = {0xdb + random_word() % 5, register_offset(), register_offset(), register_offset(), 0};
  VexGuestAMD64State real = state;
  ours((uint64_t)&state, operand[0], operand[1], operand[2], operand[3], 0);
  theirs((uint64_t)&real, operand[0], operand[1], operand[2], operand[3], 0);
  return memcmp(&state, &real, sizeof real) == 0;
}

static bool try_AES_KEY(helper ours, helper theirs)
{
  VexGuestAMD64State state;
  fill_state(&state);
  const uint64_t operand[5] = {random_word() % 256, register_offset(), register_offset(), 0, 0};
  VexGuestAMD64State real = state;
  ours((uint64_t)&state, operand[0], operand[1], operand[2], 0, 0);
  theirs((uint64_t)&real, operand[0], operand[1], operand[2], 0, 0);
  return memcmp(&state, &real, sizeof real) == 0;
}

/* Characters of a small alphabet, with an end of the string here and there. */
static void fill_text(VexGuestAMD64State *state, bool is_wide)
{
  uint8_t *at = (uint8_t *)&state->guest_YMM0;
  for (size_t i = 0; i < REGISTERS * REGISTER_BYTES; i++)
    if (!is_wide || i % 2 == 0 || random_word() % 32 == 0)
      at[i] = (uint8_t)(random_word() % 12 == 0   ? 0
                        : random_word() % 16 == 0 ? random_word()
                                                  : 'a' + random_word() % 4);
}

static bool try_STRINGS(helper ours, helper theirs)
{
  /* Those that VEX translates. */
  static const uint8_t constants[] = {0x00, 0x02, 0x08, 0x0a, 0x0c, 0x0e, 0x10, 0x12, 0x14, 0x18, 0x1a, 0x30,
                                      0x34, 0x38, 0x3a, 0x40, 0x42, 0x44, 0x46, 0x4a, 0x62, 0x70, 0x72, 0x01,
                                      0x03, 0x09, 0x0b, 0x0d, 0x13, 0x19, 0x1b, 0x39, 0x3b, 0x41, 0x45, 0x4b};
  uint8_t constant = constants[random_word() % sizeof constants];
  VexGuestAMD64State state;
  memset(&state, 0, sizeof state);
  fill_text(&state, constant & 1);
  uint64_t length = random_word() % 4 ? random_word() % 40 - 20 : any_word();
  const bool finds_parts =
    (constant & 0x0c) == 0x0c; /* of these VEX gets the index alone right, with implicit lengths */
  const uint64_t operation = finds_parts ? 0x63 : 0x60 + random_word() % 4;
  const uint64_t operand[5] = {operation << 8 | constant, register_offset(), register_offset(),
                               random_word() % 40 - 20, length};
  return same_after(ours, theirs, &state, operand);
}

/* --- the table --- */

#define HELPER(symbol, operands, feature, code)                                        \
  extern uint64_t __wrap_##symbol(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t); \
  extern uint64_t __real_##symbol(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t);
#define HELPER_IF_THERE(symbol, operands, feature, code) \
  HELPER(symbol, operands, feature, code)                \
  extern __typeof__(__real_##symbol) __real_##symbol __attribute__((weak));
#include "coregrind-glue/vex/host_instructions.def"
#undef HELPER
#undef HELPER_IF_THERE

static const struct entry {
  const char *name;
  helper ours, theirs;
  bool (*trial)(helper, helper);
} entries[] = {
#define HELPER(symbol, operands, feature, code) {#symbol, __wrap_##symbol, __real_##symbol, try_##operands},
#define HELPER_IF_THERE HELPER
#include "coregrind-glue/vex/host_instructions.def"
#undef HELPER
#undef HELPER_IF_THERE
};

enum { ENTRIES = sizeof entries / sizeof *entries };

static void compare_results(const struct entry *entry)
{
  for (unsigned long i = 0; i < tries && entry->theirs; i++) {
    random_state = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    ck_assert_msg(entry->trial(entry->ours, entry->theirs), "%s: other bits, operands number %lu", entry->name, i);
  }
}

START_TEST(test_results_are_the_helpers)
{
  host_instructions_init();
  for (size_t i = 0; i < ENTRIES; i++)
    compare_results(&entries[i]);
}
END_TEST

START_TEST(test_software_is_used_without_instructions)
{
  tries = 1000;
  for (size_t i = 0; i < ENTRIES; i++)
    compare_results(&entries[i]);
}
END_TEST

/* --- registers --- */

enum { KEPT_WORDS = 3, KEPT_VECTORS = 10 };

struct kept {
  uint64_t word[KEPT_WORDS];
  uint8_t vector[KEPT_VECTORS][VECTOR_BYTES];
};

/* Calls with registers as in `kept`, and leaves there what they are afterwards. */
static void call_with_registers(helper function, struct kept *kept, uint64_t operand[4])
{
  register uint64_t r8 __asm__("r8") = kept->word[0];
  register uint64_t r9 __asm__("r9") = kept->word[1];
  register uint64_t r10 __asm__("r10") = kept->word[2];
  uint64_t a = operand[0], b = operand[1], c = operand[2], d = operand[3];
#define EACH_VECTOR(DO) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12)
#define LOAD(n) "movups (" #n " - 3) * 16(%[vectors]), %%xmm" #n "\n"
#define SAVE(n) "movups %%xmm" #n ", (" #n " - 3) * 16(%[vectors])\n"
  __asm__ volatile(EACH_VECTOR(LOAD) "subq $256, %%rsp\n"
                                     "callq *%[function]\n"
                                     "addq $256, %%rsp\n" EACH_VECTOR(SAVE)
                   : "+r"(r8), "+r"(r9), "+r"(r10), "+D"(a), "+S"(b), "+d"(c), "+c"(d)
                   : [function] "r"(function), [vectors] "b"(kept->vector)
                   : "rax", "r11", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9",
                     "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "memory", "cc");
#undef LOAD
#undef SAVE
#undef EACH_VECTOR
  kept->word[0] = r8;
  kept->word[1] = r9;
  kept->word[2] = r10;
}

static void check_registers(const struct entry *entry, uint64_t operand[4])
{
  struct kept before, after;
  fill_words(&before, sizeof before);
  after = before;
  call_with_registers(entry->ours, &after, operand);
  ck_assert_msg(memcmp(&before, &after, sizeof before) == 0, "%s changed a register", entry->name);
}

START_TEST(test_registers_are_kept)
{
  double result, infinity = 1e308 * 10, zero = 0, one = 1;
  uint64_t finite[4] = {(uint64_t)&result, (uint64_t)&one, (uint64_t)&one, (uint64_t)&one};
  uint64_t not_a_number[4] = {(uint64_t)&result, (uint64_t)&infinity, (uint64_t)&zero, (uint64_t)&one};
  random_state = 1;
  for (int is_known = 0; is_known < 2; is_known++) {
    check_registers(&entries[0], finite);
    check_registers(&entries[0], not_a_number);
    host_instructions_init();
  }
  ck_assert(host_instructions_contain((Addr)entries[0].ours));
  ck_assert(host_instructions_contain((Addr)entries[ENTRIES - 1].ours));
  ck_assert(!host_instructions_contain((Addr)entries[0].theirs));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("host_instructions");
  TCase *tests = tcase_create("all");
  tcase_add_test(tests, test_results_are_the_helpers);
  tcase_add_test(tests, test_software_is_used_without_instructions);
  tcase_add_test(tests, test_registers_are_kept);
  tcase_set_timeout(tests, 0);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(int count, char **arguments)
{
  if (count > 1)
    tries = strtoul(arguments[1], NULL, 10);
  return unit_run(make_suite());
}

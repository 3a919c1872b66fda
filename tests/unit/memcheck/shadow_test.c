/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The shadow against a model of one byte of state per guest byte, and its promises about cost and faults. */
#include "memcheck/pure/shadow/shadow.h"

#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "unit/unit.h"

enum { NOACCESS = -1, MODEL_BYTES = 1 << 21, GIB = 1 << 30 };

static struct shadow *shadow;
static uint64_t model_base;
static int16_t model[MODEL_BYTES]; /* NOACCESS or V bits */
static unsigned faults;

static void on_fault(int signal, siginfo_t *info, void *context)
{
  faults++;
  if (!shadow_resolve_fault(shadow, (uint64_t)info->si_addr))
    _exit(99);
}

static void set_up(void)
{
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
  sigaction(SIGSEGV, &action, NULL);
  shadow = shadow_create();
  model_base = UINT64_C(0x123456789);
  for (size_t i = 0; i < MODEL_BYTES; i++)
    model[i] = NOACCESS;
  srandom(1);
  faults = 0;
}

static void tear_down(void)
{
  ck_assert(shadow_is_valid(shadow));
  shadow_destroy(shadow);
}

static uint64_t below(uint64_t limit)
{
  return ((uint64_t)random() << 31 | (uint64_t)random()) % limit;
}

static int16_t state_of(uint64_t address)
{
  return shadow_is_addressable(shadow, address) ? shadow_value(shadow, address) : NOACCESS;
}

/* Check notes each assertion in a file: too slow for millions of bytes. */
#define check_quickly(condition, ...) ((condition) ? (void)0 : ck_abort_msg(__VA_ARGS__))

static void check_model(uint64_t start, uint64_t end)
{
  for (uint64_t i = start; i < end; i++) {
    check_quickly(state_of(model_base + i) == model[i], "byte %lu is %d, not %d", i, state_of(model_base + i),
                  model[i]);
    check_quickly(model[i] != NOACCESS || shadow_value(shadow, model_base + i) == SHADOW_UNDEFINED, "byte %lu", i);
  }
}

/* --- the model's own operations --- */

static void model_set(uint64_t start, uint64_t bytes, int16_t state)
{
  for (uint64_t i = start; i < start + bytes; i++)
    model[i] = state;
}

static void model_set_if_addressable(uint64_t start, uint64_t bytes, int16_t state)
{
  for (uint64_t i = start; i < start + bytes; i++)
    if (model[i] != NOACCESS)
      model[i] = state;
}

static void model_copy_values(uint64_t to, uint64_t from, uint64_t bytes)
{
  static int16_t before[MODEL_BYTES];
  memcpy(before, model + from, bytes * sizeof *model);
  for (uint64_t i = 0; i < bytes; i++)
    if (model[to + i] != NOACCESS)
      model[to + i] = before[i] == NOACCESS ? SHADOW_DEFINED : before[i];
}

/* One random operation on the shadow and the model. */
static void step(uint64_t start, uint64_t bytes, uint64_t from)
{
  uint64_t address = model_base + start;
  switch (below(9)) {
  case 0:
    shadow_make_noaccess(shadow, address, bytes);
    model_set(start, bytes, NOACCESS);
    break;
  case 1:
    shadow_make_undefined(shadow, address, bytes);
    model_set(start, bytes, SHADOW_UNDEFINED);
    break;
  case 2:
    shadow_make_defined(shadow, address, bytes);
    model_set(start, bytes, SHADOW_DEFINED);
    break;
  case 3:
    shadow_make_defined_if_addressable(shadow, address, bytes);
    model_set_if_addressable(start, bytes, SHADOW_DEFINED);
    break;
  case 4:
    shadow_copy(shadow, address, model_base + from, bytes);
    memmove(model + start, model + from, bytes * sizeof *model);
    break;
  case 5:
    shadow_copy_values(shadow, address, model_base + from, bytes);
    model_copy_values(start, from, bytes);
    break;
  case 6:
    for (uint64_t i = 0; i < bytes; i += 1 + below(bytes)) {
      shadow_set_value(shadow, address + i, 0x5a);
      model_set_if_addressable(start + i, 1, 0x5a);
    }
    break;
  case 7:
    shadow_release(shadow, address, bytes);
    model_set(start, bytes, NOACCESS);
    break;
  case 8:
    if (below(2))
      from = (from & ~UINT64_C(4095)) | (start & 4095);
    if (from + bytes > MODEL_BYTES || (start < from + bytes && from < start + bytes))
      break;
    shadow_move(shadow, address, bytes, model_base + from, bytes);
    memcpy(model + start, model + from, bytes * sizeof *model);
    model_set(from, bytes, NOACCESS);
    break;
  }
}

static void check_searches(uint64_t start, uint64_t bytes)
{
  uint64_t found = 0, hole = start, unclear = start;
  bool addressable = false;
  while (hole < start + bytes && model[hole] != NOACCESS)
    hole++;
  while (unclear < start + bytes && model[unclear] == SHADOW_DEFINED)
    unclear++;
  uint64_t last = start + bytes;
  while (last > start && model[last - 1] == NOACCESS)
    last--;
  ck_assert_uint_eq(shadow_last_addressable(shadow, model_base + start, model_base + start + bytes), model_base + last);
  ck_assert(shadow_find_unaddressable(shadow, model_base + start, bytes, &found) == (hole < start + bytes));
  if (hole < start + bytes)
    ck_assert_uint_eq(found, model_base + hole);
  ck_assert(shadow_find_undefined(shadow, model_base + start, bytes, &found, &addressable) ==
            (unclear < start + bytes));
  if (unclear < start + bytes) {
    ck_assert_uint_eq(found, model_base + unclear);
    ck_assert(addressable == (model[unclear] != NOACCESS));
  }
}

static void check_addressable_ranges(void)
{
  uint64_t address = model_base, end = model_base + MODEL_BYTES, start, stop;
  while (shadow_next_addressable(shadow, address, end, &start, &stop)) {
    ck_assert(start >= address && stop > start && stop <= end);
    for (; address < start; address++)
      check_quickly(model[address - model_base] == NOACCESS, "%lx", address);
    for (; address < stop; address++)
      check_quickly(model[address - model_base] != NOACCESS, "%lx", address);
  }
  for (; address < end; address++)
    check_quickly(model[address - model_base] == NOACCESS, "%lx", address);
}

static bool model_word_is_defined(uint64_t address)
{
  for (uint64_t i = 0; i < 8; i++)
    if (model[address - model_base + i] != SHADOW_DEFINED)
      return false;
  return true;
}

static void check_defined_words(uint64_t span)
{
  uint64_t address = (model_base + 7) & ~UINT64_C(7), end = (model_base + span) & ~UINT64_C(7), start, stop;
  while (shadow_next_defined(shadow, address, end, &start, &stop)) {
    ck_assert(start >= address && stop > start && stop <= end);
    for (; address < start; address += 8)
      check_quickly(!model_word_is_defined(address), "%lx", address);
    for (; address < stop; address += 8)
      check_quickly(model_word_is_defined(address), "%lx", address);
  }
  for (; address < end; address += 8)
    check_quickly(!model_word_is_defined(address), "%lx", address);
}

/* Ranges up to `bytes_max` long in the first `span` bytes of the model. */
static void random_steps(unsigned count, uint64_t span, uint64_t bytes_max)
{
  for (unsigned i = 0; i < count; i++) {
    uint64_t bytes = below(bytes_max) + 1, start = below(span - bytes), from = below(span - bytes);
    step(start, bytes, from);
    if (i % 16 == 0)
      check_searches(below(span - bytes), bytes);
  }
  check_model(0, span);
  check_defined_words(span);
}

START_TEST(everything_is_inaccessible_at_first)
{
  uint64_t found;
  bool addressable = true;
  ck_assert(!shadow_is_addressable(shadow, 0x1000));
  ck_assert_uint_eq(shadow_value(shadow, 0x1000), SHADOW_UNDEFINED);
  ck_assert(shadow_find_unaddressable(shadow, 0x1000, 8, &found));
  ck_assert_uint_eq(found, 0x1000);
  ck_assert(shadow_find_undefined(shadow, 0x1000, 8, &found, &addressable));
  ck_assert(!addressable);
  ck_assert_uint_eq(shadow_mapped_bytes(shadow), 0);
}
END_TEST

START_TEST(small_ranges_match_the_model)
{
  random_steps(20000, 512, 40);
}
END_TEST

START_TEST(ranges_across_pages_match_the_model)
{
  random_steps(4000, 40000, 9000);
}
END_TEST

START_TEST(ranges_across_groups_match_the_model)
{
  for (unsigned i = 0; i < 4; i++)
    random_steps(40, MODEL_BYTES, MODEL_BYTES * 3 / 4);
  check_addressable_ranges();
}
END_TEST

/* Where a chunk of the V bits' plane ends, within the pages that the steps change. */
START_TEST(far_ranges_match_the_model)
{
  model_base = (UINT64_C(5) << 40) - (MODEL_BYTES / 2) + 0x1337;
  for (unsigned i = 0; i < 4; i++)
    random_steps(40, MODEL_BYTES, MODEL_BYTES * 3 / 4);
  model_base = (UINT64_C(5) << 40) - 20000;
  shadow_release(shadow, UINT64_C(4) << 40, UINT64_C(2) << 40);
  model_set(0, MODEL_BYTES, NOACCESS);
  random_steps(4000, 40000, 9000);
  check_addressable_ranges();
}
END_TEST

START_TEST(every_alignment_and_length_matches_the_model)
{
  for (uint64_t start = 0; start < 24; start++)
    for (uint64_t bytes = 1; bytes < 40; bytes++)
      step(start, bytes, below(24));
  check_model(0, 64);
  check_addressable_ranges();
}
END_TEST

START_TEST(nothing_is_searched_in_an_empty_range)
{
  uint64_t found;
  bool addressable;
  ck_assert(!shadow_find_unaddressable(shadow, 0x1000, 0, &found));
  ck_assert(!shadow_find_undefined(shadow, 0x1000, 0, &found, &addressable));
  shadow_make_defined(shadow, 0x1000, 0);
  ck_assert_uint_eq(shadow_mapped_bytes(shadow), 0);
}
END_TEST

START_TEST(nothing_beyond_the_limit_is_addressable)
{
  uint64_t found;
  bool addressable;
  shadow_make_defined(shadow, SHADOW_LIMIT - 4, 100);
  shadow_make_defined(shadow, SHADOW_LIMIT + 4096, UINT64_MAX);
  ck_assert(shadow_is_addressable(shadow, SHADOW_LIMIT - 1));
  ck_assert(!shadow_is_addressable(shadow, SHADOW_LIMIT));
  ck_assert(!shadow_is_addressable(shadow, UINT64_MAX));
  ck_assert_uint_eq(shadow_value(shadow, SHADOW_LIMIT), SHADOW_UNDEFINED);
  ck_assert(shadow_find_unaddressable(shadow, SHADOW_LIMIT - 4, 8, &found));
  ck_assert_uint_eq(found, SHADOW_LIMIT);
  ck_assert(shadow_find_undefined(shadow, SHADOW_LIMIT - 4, 8, &found, &addressable));
  ck_assert_uint_eq(found, SHADOW_LIMIT);
  ck_assert(!addressable);
  ck_assert(shadow_find_unaddressable(shadow, UINT64_MAX - 1, 8, &found));
  ck_assert_uint_eq(found, UINT64_MAX - 1);
  for (unsigned i = 0; i < 64; i++)
    ck_assert_uint_eq(shadow_v_bits(SHADOW_LIMIT)[i], 0xff);
  for (unsigned i = 0; i < 8; i++)
    ck_assert_uint_eq(shadow_a_bits(SHADOW_LIMIT)[i], 0xff);
}
END_TEST

START_TEST(copying_from_beyond_the_limit_gives_inaccessible_memory)
{
  shadow_make_defined(shadow, 0x1000, 64);
  shadow_make_defined(shadow, SHADOW_LIMIT - 8, 8);
  shadow_copy(shadow, 0x1000, SHADOW_LIMIT - 8, 16);
  ck_assert(shadow_is_addressable(shadow, 0x1007));
  ck_assert(!shadow_is_addressable(shadow, 0x1008));
  ck_assert(!shadow_is_addressable(shadow, 0x100f));
  ck_assert(shadow_is_addressable(shadow, 0x1010));
}
END_TEST

static double cpu_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

START_TEST(huge_ranges_cost_next_to_nothing)
{
  const uint64_t start = 0x100000123, bytes = UINT64_C(60) * GIB;
  uint64_t found;
  double began = cpu_seconds();
  for (unsigned i = 0; i < 100; i++) {
    shadow_make_defined(shadow, start, bytes);
    shadow_make_undefined(shadow, start, bytes);
    ck_assert(shadow_is_addressable(shadow, start + bytes - 1));
    shadow_make_noaccess(shadow, start, bytes);
    ck_assert(shadow_find_unaddressable(shadow, start, bytes, &found));
    ck_assert_uint_eq(found, start);
  }
  ck_assert_msg(cpu_seconds() - began < 0.5, "%f seconds", cpu_seconds() - began);
  ck_assert(!shadow_next_addressable(shadow, 0, SHADOW_LIMIT, &found, &found));
  ck_assert_uint_lt(shadow_mapped_bytes(shadow), 1 << 20);
}
END_TEST

/* The V bits of higher addresses would lie where this program does, as the tool does not. */
START_TEST(huge_far_ranges_do_not_either)
{
  const uint64_t start = (UINT64_C(8) << 40) + 0x123, bytes = UINT64_C(8) << 40;
  uint64_t found;
  double began = cpu_seconds();
  shadow_release(shadow, start, bytes);
  for (unsigned i = 0; i < 10; i++) {
    shadow_make_defined(shadow, start, bytes);
    shadow_make_undefined(shadow, start, bytes);
    ck_assert(shadow_is_addressable(shadow, start + bytes - 1));
    shadow_make_noaccess(shadow, start, bytes);
  }
  ck_assert(!shadow_next_addressable(shadow, 0, SHADOW_LIMIT, &found, &found));
  ck_assert_msg(cpu_seconds() - began < 1, "%f seconds", cpu_seconds() - began);
  ck_assert_uint_lt(shadow_mapped_bytes(shadow), 1 << 20);
}
END_TEST

START_TEST(released_memory_takes_none)
{
  uint64_t before = shadow_mapped_bytes(shadow);
  for (unsigned i = 0; i < 1000; i++) {
    shadow_make_defined(shadow, 0x10000000, 20 * 4096 + i);
    shadow_release(shadow, 0x10000000, 20 * 4096 + i);
  }
  ck_assert_uint_le(shadow_mapped_bytes(shadow) - before, 64 * 4096);
}
END_TEST

/* A bits are alike in their pages only the second time. */
START_TEST(huge_moves_keep_what_was_touched)
{
  const uint64_t from = 0x100000000, to = 0x900001000 + (uint64_t)_i * 0x7000, bytes = UINT64_C(8) * GIB;
  shadow_make_defined(shadow, from, bytes);
  shadow_set_value(shadow, from + GIB, 0x11);
  shadow_make_undefined(shadow, from + UINT64_C(2) * GIB, GIB);
  double began = cpu_seconds();
  shadow_move(shadow, to, bytes, from, bytes);
  ck_assert_msg(cpu_seconds() - began < 2, "%f seconds", cpu_seconds() - began);
  ck_assert_uint_eq(shadow_value(shadow, to + GIB - 1), 0);
  ck_assert_uint_eq(shadow_value(shadow, to + GIB), 0x11);
  ck_assert_uint_eq(shadow_value(shadow, to + UINT64_C(2) * GIB - 1), 0);
  ck_assert_uint_eq(shadow_value(shadow, to + UINT64_C(2) * GIB), 0xff);
  ck_assert(shadow_is_addressable(shadow, to + UINT64_C(2) * GIB));
  ck_assert(shadow_is_addressable(shadow, to + bytes - 1));
  ck_assert(!shadow_is_addressable(shadow, to + bytes));
  ck_assert(!shadow_next_addressable(shadow, from, from + bytes, &(uint64_t){0}, &(uint64_t){0}));
}
END_TEST

START_TEST(small_blocks_cost_nanoseconds)
{
  double began = cpu_seconds();
  for (unsigned i = 0; i < UNIT_TRIALS(1000000); i++) {
    shadow_make_undefined(shadow, 0x5000010 + i % 64 * 256, 100);
    shadow_make_noaccess(shadow, 0x5000010 + i % 64 * 256 - 16, 132);
  }
  ck_assert_msg(cpu_seconds() - began < 1, "%f seconds", cpu_seconds() - began);
}
END_TEST

START_TEST(a_fault_makes_pages_present_that_mean_what_absence_meant)
{
  shadow_make_undefined(shadow, 0x7000000, 0x1000000);
  ck_assert_uint_eq(*(volatile uint8_t *)shadow_v_bits(0x7654321), 0xff);
  ck_assert_uint_eq(faults, 1);
  *(volatile uint8_t *)shadow_v_bits(0x7654321) = 0;
  *(volatile uint8_t *)shadow_v_bits(0x7654322) = 1;
  ck_assert_uint_eq(*(volatile uint8_t *)shadow_a_bits(0x9999999), 0xff);
  ck_assert_uint_eq(faults, 2);
  ck_assert_uint_eq(shadow_value(shadow, 0x7654321), 0);
  ck_assert_uint_eq(shadow_value(shadow, 0x7654322), 1);
  ck_assert_uint_eq(shadow_value(shadow, 0x7654323), 0xff);
  ck_assert(!shadow_is_addressable(shadow, 0x9999999));
}
END_TEST

START_TEST(faults_elsewhere_are_not_the_shadows)
{
  shadow_make_defined(shadow, 0x7000000, 0x1000);
  ck_assert(!shadow_resolve_fault(shadow, 0));
  ck_assert(!shadow_resolve_fault(shadow, 0x7000000));
  ck_assert(!shadow_resolve_fault(shadow, UINT64_MAX));
  ck_assert(!shadow_resolve_fault(shadow, (uint64_t)shadow_v_bits(0x7000000)));
}
END_TEST

/* More places than the kernel allows mappings. */
START_TEST(sparse_accesses_do_not_use_up_all_mappings)
{
  const uint64_t places = 70000, distance = 1 << 20;
  shadow_make_undefined(shadow, 0, places * distance);
  for (uint64_t i = 0; i < places; i++)
    check_quickly(*(volatile uint8_t *)shadow_v_bits(i * distance) == 0xff, "place %lu", i);
  ck_assert_uint_eq(shadow_value(shadow, 5 * distance), 0xff);
}
END_TEST

START_TEST(sparse_values_survive_the_sweep)
{
  const uint64_t places = 3000, distance = 1 << 20;
  shadow_make_undefined(shadow, 0, 16000 * distance);
  for (uint64_t i = 0; i < places; i++)
    *(volatile uint8_t *)shadow_v_bits(i * distance) = (uint8_t)i;
  for (uint64_t i = places; i < 16000; i++)
    check_quickly(*(volatile uint8_t *)shadow_v_bits(i * distance) == 0xff, "place %lu", i);
  for (uint64_t i = 0; i < places; i++)
    check_quickly(shadow_value(shadow, i * distance) == (uint8_t)i, "place %lu", i);
}
END_TEST

START_TEST(damage_is_found)
{
  const uint64_t start = model_base / SHADOW_GRANULE_BYTES * SHADOW_GRANULE_BYTES;
  shadow_make_defined(shadow, start, SHADOW_GRANULE_BYTES);
  ck_assert(shadow_is_valid(shadow));
  *shadow_a_bits(start) = 1;
  ck_assert(!shadow_is_valid(shadow));
  *shadow_v_bits(start) = SHADOW_UNDEFINED;
  ck_assert(shadow_is_valid(shadow));
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("shadow");
  TCase *states = tcase_create("states");
  tcase_set_timeout(states, 60);
  tcase_add_checked_fixture(states, set_up, tear_down);
  tcase_add_test(states, everything_is_inaccessible_at_first);
  tcase_add_test(states, small_ranges_match_the_model);
  tcase_add_test(states, ranges_across_pages_match_the_model);
  tcase_add_test(states, ranges_across_groups_match_the_model);
  tcase_add_test(states, far_ranges_match_the_model);
  tcase_add_test(states, every_alignment_and_length_matches_the_model);
  tcase_add_test(states, nothing_is_searched_in_an_empty_range);
  tcase_add_test(states, nothing_beyond_the_limit_is_addressable);
  tcase_add_test(states, copying_from_beyond_the_limit_gives_inaccessible_memory);
  tcase_add_test(states, damage_is_found);
  suite_add_tcase(suite, states);
  TCase *costs = tcase_create("costs");
  tcase_set_timeout(costs, 60);
  tcase_add_checked_fixture(costs, set_up, tear_down);
  tcase_add_test(costs, huge_ranges_cost_next_to_nothing);
  tcase_add_test(costs, huge_far_ranges_do_not_either);
  tcase_add_loop_test(costs, huge_moves_keep_what_was_touched, 0, 2);
  tcase_add_test(costs, released_memory_takes_none);
  tcase_add_test(costs, small_blocks_cost_nanoseconds);
  suite_add_tcase(suite, costs);
  TCase *faulting = tcase_create("faults");
  tcase_set_timeout(faulting, 60);
  tcase_add_checked_fixture(faulting, set_up, tear_down);
  tcase_add_test(faulting, a_fault_makes_pages_present_that_mean_what_absence_meant);
  tcase_add_test(faulting, faults_elsewhere_are_not_the_shadows);
  tcase_add_test(faulting, sparse_accesses_do_not_use_up_all_mappings);
  tcase_add_test(faulting, sparse_values_survive_the_sweep);
  suite_add_tcase(suite, faulting);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Rules for leaving functions, from sections that are written here byte by byte. */
#include "memcheck/pure/modules/call_frames.h"

#include <stdlib.h>
#include <string.h>

#include "unit/unit.h"

enum { ADDRESS = 0x10000, SECTION_MAX = 1024 };

struct section {
  unsigned char bytes[SECTION_MAX];
  size_t size;
};

static void put(struct section *section, uint64_t value, unsigned bytes)
{
  for (unsigned i = 0; i < bytes; i++)
    section->bytes[section->size++] = (unsigned char)(value >> (8 * i));
}

static void put_bytes(struct section *section, const void *bytes, size_t size)
{
  memcpy(section->bytes + section->size, bytes, size);
  section->size += size;
}

static size_t begin(struct section *section)
{
  put(section, 0, 4);
  return section->size;
}

static void end(struct section *section, size_t start)
{
  while (section->size % 8 != 4)
    put(section, 0, 1);
  uint32_t bytes = (uint32_t)(section->size - start);
  memcpy(section->bytes + start - 4, &bytes, 4);
}

/* The entry that functions refer to, as gcc writes it: frame address %rsp + 8, return address below it. */
static void put_common(struct section *section)
{
  static const unsigned char rest[] = {1, 'z', 'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1};
  size_t start = begin(section);
  put(section, 0, 4);
  put_bytes(section, rest, sizeof rest);
  end(section, start);
}

static void put_function(struct section *section, uint64_t address, uint32_t bytes, const void *program,
                         size_t program_bytes)
{
  size_t start = begin(section);
  put(section, start, 4); /* the common entry is the first one */
  put(section, address - ADDRESS - section->size, 4);
  put(section, bytes, 4);
  put(section, 0, 1);
  put_bytes(section, program, program_bytes);
  end(section, start);
}

static struct section with_function(const void *program, size_t program_bytes)
{
  struct section section = {.size = 0};
  put_common(&section);
  put_function(&section, 0x2000, 0x40, program, program_bytes);
  put(&section, 0, 4);
  return section;
}

static enum call_frames_answer find(const struct section *section, uint64_t instruction, struct call_frame_rule *ret)
{
  /* Behind the copy is nothing, so that reading too far shows under a checker. */
  unsigned char *copy = malloc(section->size + !section->size);
  memcpy(copy, section->bytes, section->size);
  struct call_frames *frames = call_frames_create(copy, section->size, ADDRESS);
  enum call_frames_answer answer = frames ? call_frames_find(frames, instruction, ret) : CALL_FRAMES_UNSURE;
  call_frames_destroy(frames);
  free(copy);
  return answer;
}

START_TEST(a_rule_changes_within_its_function)
{
  /* push %rbp at 0, mov %rsp,%rbp at 1, and a tail that has left the frame */
  static const unsigned char program[] = {
    0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x02, 0x1c, 0x0a, 0x0c, 7, 8, 0xc6, 0x48, 0x0b,
  };
  struct section section = with_function(program, sizeof program);
  struct call_frame_rule rule;
  ck_assert_int_eq(find(&section, 0x2000, &rule), CALL_FRAMES_RULE);
  ck_assert(!rule.is_rbp_based && rule.has_caller && !rule.saves_rbp);
  ck_assert(rule.frame_offset == 8 && rule.return_offset == -8);
  ck_assert_int_eq(find(&section, 0x2001, &rule), CALL_FRAMES_RULE);
  ck_assert(!rule.is_rbp_based && rule.saves_rbp && rule.frame_offset == 16 && rule.rbp_offset == -16);
  ck_assert_int_eq(find(&section, 0x2010, &rule), CALL_FRAMES_RULE);
  ck_assert(rule.is_rbp_based && rule.frame_offset == 16);
  ck_assert_int_eq(find(&section, 0x2020, &rule), CALL_FRAMES_RULE);
  ck_assert(!rule.is_rbp_based && rule.frame_offset == 8 && !rule.saves_rbp);
  ck_assert_int_eq(find(&section, 0x203f, &rule), CALL_FRAMES_RULE);
  ck_assert(rule.is_rbp_based && rule.frame_offset == 16 && rule.saves_rbp);
}
END_TEST

START_TEST(outside_of_functions_there_is_nothing)
{
  struct section section = with_function("", 0);
  struct call_frame_rule rule;
  ck_assert_int_eq(find(&section, 0x1fff, &rule), CALL_FRAMES_NONE);
  ck_assert_int_eq(find(&section, 0x2040, &rule), CALL_FRAMES_NONE);
}
END_TEST

START_TEST(the_outermost_function_has_no_caller)
{
  struct section section = with_function("\x07\x10", 2);
  struct call_frame_rule rule;
  ck_assert_int_eq(find(&section, 0x2000, &rule), CALL_FRAMES_RULE);
  ck_assert(!rule.has_caller);
}
END_TEST

START_TEST(a_frame_by_another_register_has_no_rule)
{
  struct section section = with_function("\x0c\x0a\x00", 3);
  struct call_frame_rule rule;
  ck_assert_int_eq(find(&section, 0x2000, &rule), CALL_FRAMES_NONE);
}
END_TEST

START_TEST(other_expressions_are_left_to_others)
{
  /* From the second instruction on: DW_CFA_def_cfa_expression of three kinds, and %rbp by a value */
  static const struct {
    const char *program;
    size_t bytes;
  } cases[] = {{"\x41\x0f\x03\x77\x08\x08", 6},
               {"\x41\x0f\x0b\x77\x08\x80\x00\x3f\x1a\x3b\x2a\x33\x24\x22", 14},
               {"\x41\x0f\x09\x77\x08", 5},
               {"\x41\x10\x06\x03\x77\x08\x06", 7}};
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct section section = with_function(cases[i].program, cases[i].bytes);
    struct call_frame_rule rule;
    ck_assert_int_eq(find(&section, 0x2000, &rule), CALL_FRAMES_RULE);
    ck_assert_int_eq(find(&section, 0x2001, &rule), CALL_FRAMES_UNSURE);
  }
}
END_TEST

START_TEST(a_function_that_aligns_its_stack_has_saved_its_frame_address)
{
  static const unsigned char program[] = {0x41, 0x0f, 3, 0x76, 0x78, 0x06, 0x10, 6, 2, 0x76, 0, 0x41, 0x0c, 7, 8, 0xc6};
  struct section section = with_function(program, sizeof program);
  struct call_frame_rule rule;
  ck_assert_int_eq(find(&section, 0x2001, &rule), CALL_FRAMES_RULE);
  ck_assert(rule.is_odd && rule.is_rbp_based && rule.is_frame_saved && rule.frame_offset == -8);
  ck_assert(rule.has_caller && rule.return_base == CALL_FRAME_ADDRESS && rule.return_offset == -8);
  ck_assert(rule.saves_rbp && rule.rbp_base == CALL_FRAME_RBP && rule.rbp_offset == 0);
  ck_assert_int_eq(find(&section, 0x2002, &rule), CALL_FRAMES_RULE);
  ck_assert(!rule.is_odd && !rule.is_frame_saved && rule.frame_offset == 8 && !rule.saves_rbp);
}
END_TEST

START_TEST(the_frame_of_a_signal_has_all_registers)
{
  /* %rsp at %rsp + 160, %rbp at + 120, the instruction at + 168; others do not matter */
  static const unsigned char program[] = {0x0f, 4,  0x77, 0xa0, 0x01, 0x06, 0x10, 6, 3, 0x77, 0xf8, 0x00,
                                          0x10, 16, 3,    0x77, 0xa8, 0x01, 0x10, 3, 3, 0x77, 0x80, 0x01};
  struct section section = with_function(program, sizeof program);
  struct call_frame_rule rule;
  ck_assert_int_eq(find(&section, 0x2000, &rule), CALL_FRAMES_RULE);
  ck_assert(rule.is_odd && !rule.is_rbp_based && rule.is_frame_saved && rule.frame_offset == 160);
  ck_assert(rule.has_caller && rule.return_base == CALL_FRAME_RSP && rule.return_offset == 168);
  ck_assert(rule.saves_rbp && rule.rbp_base == CALL_FRAME_RSP && rule.rbp_offset == 120);
}
END_TEST

START_TEST(an_index_leads_to_functions)
{
  enum { COUNT = 10, BASE = ADDRESS + 0x800 };
  struct section section = {.size = 0}, pairs = {.size = 0};
  struct call_frame_rule rule;
  put_common(&section);
  for (unsigned i = 0; i < COUNT; i++) {
    unsigned char program[] = {0x0e, (unsigned char)(8 * i)};
    put(&pairs, 0x3000 + i * 32 - BASE, 4);
    put(&pairs, ADDRESS + section.size - BASE, 4);
    put_function(&section, 0x3000 + i * 32, 16, program, sizeof program);
  }
  put(&pairs, 0x4000 - BASE, 4);
  put(&pairs, ADDRESS + section.size - BASE, 4); /* behind the section */
  const struct call_frames_index index = {pairs.bytes, COUNT + 1, BASE};
  struct call_frames *frames = call_frames_create_indexed(section.bytes, section.size, ADDRESS, &index);
  for (unsigned i = 0; i < COUNT; i++) {
    ck_assert_int_eq(call_frames_find(frames, 0x3000 + i * 32 + 15, &rule), CALL_FRAMES_RULE);
    ck_assert_int_eq(rule.frame_offset, 8 * i);
    ck_assert_int_eq(call_frames_find(frames, 0x3000 + i * 32 + 16, &rule), CALL_FRAMES_NONE);
  }
  ck_assert_int_eq(call_frames_find(frames, 0x2fff, &rule), CALL_FRAMES_NONE);
  ck_assert_int_eq(call_frames_find(frames, 0x4000, &rule), CALL_FRAMES_NONE);
  call_frames_destroy(frames);
}
END_TEST

START_TEST(functions_in_any_order_are_found)
{
  struct section section = {.size = 0};
  struct call_frame_rule rule;
  put_common(&section);
  for (unsigned i = 0; i < 10; i++) {
    unsigned char program[] = {0x0e, (unsigned char)(8 * i)};
    put_function(&section, 0x3000 + i * 7 % 10 * 16, 16, program, sizeof program);
  }
  for (unsigned i = 0; i < 10; i++) {
    ck_assert_int_eq(find(&section, 0x3000 + i * 7 % 10 * 16 + 15, &rule), CALL_FRAMES_RULE);
    ck_assert_int_eq(rule.frame_offset, 8 * i);
  }
}
END_TEST

START_TEST(overlapping_functions_are_left_to_others)
{
  struct section section = {.size = 0};
  struct call_frame_rule rule;
  put_common(&section);
  put_function(&section, 0x3000, 16, "", 0);
  put_function(&section, 0x300f, 16, "", 0);
  ck_assert_int_eq(find(&section, 0x3000, &rule), CALL_FRAMES_UNSURE);
}
END_TEST

/* Whatever stands there, nothing is read beyond the section and everything ends. */
START_TEST(damaged_sections_do_no_harm)
{
  static const unsigned char program[] = {0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x02, 0x1c, 0x0a, 0x0c, 7, 8, 0xc6};
  struct section whole = with_function(program, sizeof program);
  struct call_frame_rule rule;
  for (size_t size = 0; size < whole.size; size++) {
    struct section section = whole;
    section.size = size;
    find(&section, 0x2010, &rule);
  }
  for (size_t place = 0; place < whole.size; place++)
    for (unsigned value = 0; value < 256; value++) {
      struct section section = whole;
      section.bytes[place] = (unsigned char)value;
      find(&section, 0x2010, &rule);
    }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("call_frames");
  TCase *tcase = tcase_create("call_frames");
  tcase_add_test(tcase, a_rule_changes_within_its_function);
  tcase_add_test(tcase, outside_of_functions_there_is_nothing);
  tcase_add_test(tcase, the_outermost_function_has_no_caller);
  tcase_add_test(tcase, a_frame_by_another_register_has_no_rule);
  tcase_add_test(tcase, other_expressions_are_left_to_others);
  tcase_add_test(tcase, a_function_that_aligns_its_stack_has_saved_its_frame_address);
  tcase_add_test(tcase, the_frame_of_a_signal_has_all_registers);
  tcase_add_test(tcase, an_index_leads_to_functions);
  tcase_add_test(tcase, functions_in_any_order_are_found);
  tcase_add_test(tcase, overlapping_functions_are_left_to_others);
  tcase_add_test(tcase, damaged_sections_do_no_harm);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}

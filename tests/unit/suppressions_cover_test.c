/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets made for chosen findings: small, exact, and read by nobody's leave. */
#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "suppressions/cover.h"

enum { FINDINGS_MAX = 64, FRAMES_MAX = 16 };

static struct cover_finding findings[FINDINGS_MAX];
static struct suppressions_frame frames[FINDINGS_MAX][FRAMES_MAX];
static size_t finding_count;
static struct cover *cover;

static void set_up(void)
{
  finding_count = 0;
  cover = NULL;
}

static void tear_down(void)
{
  for (size_t i = 0; i < finding_count; i++)
    for (size_t j = 0; j < findings[i].finding.frame_count; j++) {
      free((char *)frames[i][j].function_linkage);
      free((char *)frames[i][j].object);
    }
  cover_destroy(cover);
}

/* "malloc@libc.so.6 f g": functions from the innermost on, in /bin/prog unless a module follows the '@'; "?" has no
 * name. */
static struct cover_finding *add(enum cover_state state, const char *kind, enum suppressions_leak_kind leak_kind,
                                 const char *stack)
{
  struct cover_finding *finding = &findings[finding_count];
  struct suppressions_frame *frame = frames[finding_count];
  char *copy = strdup(stack), *rest;
  ck_assert_uint_lt(finding_count, FINDINGS_MAX);
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest), frame++) {
    char *at = strchr(word, '@');
    if (at)
      *at = '\0';
    *frame = (struct suppressions_frame){.function_linkage = strcmp(word, "?") == 0 ? NULL : strdup(word)};
    ck_assert_int_gt(asprintf((char **)&frame->object, "%s%s", at ? "/usr/lib/" : "/bin/prog", at ? at + 1 : ""), 0);
  }
  free(copy);
  size_t count = (size_t)(frame - frames[finding_count]);
  *finding = (struct cover_finding){
    .finding = {.kind = kind, .leak_kind = leak_kind, .frames = frames[finding_count], .frame_count = count},
    .named_frames = count,
    .state = state,
  };
  finding_count++;
  return finding;
}

static struct cover_finding *lost(enum cover_state state, const char *stack)
{
  return add(state, "Leak", SUPPRESSIONS_DEFINITE, stack);
}

static void make(void)
{
  ck_no_error(cover_create(findings, finding_count, &cover));
}

/* The lines of an entry behind its head, without white space and remarks, each with a space behind it. */
static char *lines_of(size_t entry)
{
  char *text = strdup(cover->entries[entry].text), *rest, *result;
  size_t size;
  FILE *output = open_memstream(&result, &size);
  for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
    line += strspn(line, " ");
    if (strncmp(line, "fun:", 4) == 0 || strncmp(line, "obj:", 4) == 0 || strcmp(line, "...") == 0)
      fprintf(output, "%s ", line);
  }
  fclose(output);
  free(text);
  return result;
}

static void ck_lines(size_t entry, const char *expected)
{
  ck_assert_uint_lt(entry, cover->entry_count);
  char *lines = lines_of(entry);
  ck_assert_str_eq(lines, expected);
  free(lines);
}

/* --- what entries look like --- */

START_TEST(nothing_chosen_needs_no_entry)
{
  lost(COVER_VISIBLE, "malloc f main");
  make();
  ck_assert_uint_eq(cover->entry_count, 0);
  ck_assert_uint_eq(cover->missed_count, 0);
}
END_TEST

static const struct {
  const char *stack, *lines;
} shapes[] = {
  {"malloc parse_it main", "fun:*alloc fun:parse_it "},
  {"calloc parse_it main", "fun:*alloc fun:parse_it "},
  {"_vgr10010ZU_libcZdsoZa_malloc parse_it", "fun:*alloc fun:parse_it "},
  {"_Znwm parse_it main", "fun:_Zn* fun:parse_it "},
  {"posix_memalign parse_it", "fun:*memalign fun:parse_it "},
  {"malloc strdup@libc.so.6 parse_it main", "fun:*alloc fun:strdup fun:parse_it "},
  {"malloc g_malloc@libglib-2.0.so.0 parse_it main", "fun:*alloc fun:g_malloc fun:parse_it "},
  {"malloc a@libc.so.6 b@libc.so.6 fopen@libc.so.6 parse_it main", "fun:*alloc ... fun:fopen fun:parse_it "},
  {"_Znwm _ZNSt6vectorIiE4growEv _ZNSt6vectorIiE4pushEv parse_it", "fun:_Zn* ... fun:_ZNSt* fun:parse_it "},
  {"malloc parse_it.part.0 main", "fun:*alloc fun:parse_it* "},
  {"malloc _ZN5crate5parse17h0123456789abcdefE main", "fun:*alloc fun:_ZN5crate5parse17h*E* "},
  {"malloc _RNvCsgEmfK2I1SDS_5crate5parse", "fun:*alloc fun:_RNvCs*_5crate5parse "},
  {"malloc _RNvNtCsgEmfK2I1SDS_4core3fmt5write _RNvCsa_5crate5parse", "fun:*alloc fun:_RNvNtCs*_4core3fmt5write "
                                                                      "fun:_RNvCs*_5crate5parse "},
  {"malloc go main", "fun:*alloc fun:go fun:main "},
  {"malloc main", "fun:*alloc fun:main "},
  {"malloc ?@libx.so.1.2 ?@libx.so.1.2 parse_it main", "fun:*alloc obj:*/libx.so* obj:*/libx.so* fun:parse_it "},
  {"malloc ? ?", "fun:*alloc obj:*/prog obj:*/prog "},
  {"malloc inside@libc.so.6 outside@libc.so.6", "fun:*alloc fun:inside fun:outside "},
  {"malloc", "fun:malloc "},
  {"parse_it main", "fun:parse_it "},
};

START_TEST(entries_are_as_wide_as_is_sensible)
{
  lost(COVER_CHOSEN, shapes[_i].stack);
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_lines(0, shapes[_i].lines);
}
END_TEST

START_TEST(entries_name_what_they_are_for)
{
  struct cover_finding *finding = lost(COVER_CHOSEN, "malloc _ZN1a8parse_itEi@libx.so.1 main");
  frames[0][1].function = "a::parse_it(int)";
  finding->identity = "0123456789abcdef";
  finding->sentence = "7 bytes";
  make();
  ck_assert_str_eq(cover->entries[0].name, "libx/a::parse_it/Leak#0123456789abcdef");
  ck_assert_str_eq(cover->entries[0].text, "{\n   libx/a::parse_it/Leak#0123456789abcdef\n"
                                           "   #: covers 0123456789abcdef   7 bytes\n"
                                           "   Memcheck:Leak\n   match-leak-kinds: definite,indirect\n   fun:*alloc\n"
                                           "   #: in a::parse_it(int)\n   fun:_ZN1a8parse_itEi\n}\n");
}
END_TEST

START_TEST(stacks_of_one_place_share_an_entry)
{
  lost(COVER_CHOSEN, "malloc parse_it a main");
  lost(COVER_CHOSEN, "calloc parse_it b main");
  lost(COVER_CHOSEN, "realloc parse_it b c main");
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_assert_uint_eq(cover->entries[0].finding_count, 3);
  ck_lines(0, "fun:*alloc fun:parse_it ");
}
END_TEST

START_TEST(stacks_that_vary_get_dots)
{
  lost(COVER_CHOSEN, "malloc parse_it main");
  lost(COVER_CHOSEN, "malloc strdup@libc.so.6 parse_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_lines(0, "fun:*alloc ... fun:parse_it ");
}
END_TEST

START_TEST(families_that_vary_become_any_function)
{
  lost(COVER_CHOSEN, "malloc parse_it main");
  lost(COVER_CHOSEN, "_Znwm parse_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_lines(0, "fun:* fun:parse_it ");
}
END_TEST

START_TEST(as_many_functions_remain_as_many)
{
  add(COVER_CHOSEN, "Overlap", 0, "strcpy@vgpreload_x.so parse_it main");
  add(COVER_CHOSEN, "Overlap", 0, "strcat@vgpreload_x.so parse_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_lines(0, "fun:* fun:parse_it ");
}
END_TEST

START_TEST(nothing_wide_is_said_of_main)
{
  lost(COVER_CHOSEN, "malloc main");
  lost(COVER_CHOSEN, "malloc strdup@libc.so.6 main");
  make();
  ck_assert_uint_eq(cover->entry_count, 2);
  ck_lines(0, "fun:*alloc fun:main ");
  ck_lines(1, "fun:*alloc fun:strdup fun:main ");
}
END_TEST

START_TEST(leak_kinds_are_those_seen)
{
  add(COVER_CHOSEN, "Leak", SUPPRESSIONS_POSSIBLE, "malloc parse_it main");
  add(COVER_CHOSEN, "Leak", SUPPRESSIONS_REACHABLE, "malloc read_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 2);
  ck_assert_ptr_nonnull(strstr(cover->entries[0].text, "match-leak-kinds: possible\n"));
  ck_assert_ptr_nonnull(strstr(cover->entries[1].text, "match-leak-kinds: reachable\n"));
}
END_TEST

START_TEST(kinds_and_parameters_are_kept_apart)
{
  add(COVER_CHOSEN, "Cond", 0, "parse_it main");
  add(COVER_CHOSEN, "Value8", 0, "parse_it main");
  add(COVER_CHOSEN, "Param", 0, "parse_it main")->finding.extra = "write(buf)";
  add(COVER_VISIBLE, "Param", 0, "parse_it main")->finding.extra = "read(buf)";
  make();
  ck_assert_uint_eq(cover->entry_count, 3);
  ck_assert_uint_eq(cover->missed_count, 0);
}
END_TEST

/* --- exactness --- */

START_TEST(a_visible_kind_of_leak_stays_visible)
{
  lost(COVER_CHOSEN, "malloc parse_it main");
  add(COVER_VISIBLE, "Leak", SUPPRESSIONS_INDIRECT, "malloc parse_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_assert_ptr_nonnull(strstr(cover->entries[0].text, "match-leak-kinds: definite\n"));
}
END_TEST

START_TEST(another_allocator_can_stay_visible)
{
  lost(COVER_CHOSEN, "malloc parse_it main");
  lost(COVER_VISIBLE, "calloc parse_it main");
  make();
  ck_lines(0, "fun:malloc fun:parse_it ");
  ck_assert_uint_eq(cover->missed_count, 0);
}
END_TEST

START_TEST(another_caller_can_stay_visible)
{
  lost(COVER_CHOSEN, "malloc parse_it a main");
  lost(COVER_CHOSEN, "calloc parse_it a b main");
  lost(COVER_CHOSEN, "malloc parse_it c main");
  lost(COVER_VISIBLE, "malloc parse_it d main");
  make();
  ck_assert_uint_eq(cover->missed_count, 0);
  ck_assert_uint_le(cover->entry_count, 3);
  for (size_t i = 0; i < cover->entry_count; i++) {
    char *lines = lines_of(i);
    ck_assert_ptr_nonnull(strstr(lines, "alloc fun:parse_it "));
    free(lines);
  }
}
END_TEST

START_TEST(library_functions_between_can_stay_visible)
{
  lost(COVER_CHOSEN, "malloc x@libc.so.6 fopen@libc.so.6 parse_it main");
  lost(COVER_VISIBLE, "malloc y@libc.so.6 fopen@libc.so.6 parse_it main");
  make();
  ck_lines(0, "fun:malloc fun:x fun:fopen fun:parse_it ");
  ck_assert_uint_eq(cover->missed_count, 0);
}
END_TEST

START_TEST(what_cannot_be_told_apart_is_said)
{
  lost(COVER_CHOSEN, "malloc parse_it main");
  lost(COVER_VISIBLE, "malloc parse_it main start");
  lost(COVER_CHOSEN, "malloc read_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_lines(0, "fun:*alloc fun:read_it ");
  ck_assert_uint_eq(cover->missed_count, 1);
  ck_assert_uint_eq(cover->missed[0].finding, 0);
  ck_assert_uint_eq(cover->missed[0].twin, 1);
}
END_TEST

START_TEST(what_is_hidden_already_does_not_matter)
{
  lost(COVER_CHOSEN, "malloc parse_it main");
  lost(COVER_INDIFFERENT, "malloc parse_it main");
  lost(COVER_INDIFFERENT, "malloc other main");
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_assert_uint_eq(cover->entries[0].finding_count, 1);
}
END_TEST

START_TEST(what_no_entry_can_name_is_said)
{
  add(COVER_CHOSEN, "Odd", 0, "f main");
  add(COVER_CHOSEN, "Param", 0, "f main");
  lost(COVER_CHOSEN, "");
  make();
  ck_assert_uint_eq(cover->entry_count, 0);
  ck_assert_uint_eq(cover->missed_count, 3);
  ck_assert_ptr_nonnull(strstr(cover->missed[0].reason, "no suppression can name"));
  ck_assert_ptr_nonnull(strstr(cover->missed[2].reason, "without frames"));
}
END_TEST

START_TEST(frames_below_main_are_not_named)
{
  lost(COVER_CHOSEN, "malloc go (below-main)")->named_frames = 2;
  make();
  ck_lines(0, "fun:*alloc fun:go ");
}
END_TEST

/* --- libraries --- */

static void add_library_leaks(bool is_own)
{
  static const char *const stacks[] = {
    "malloc one_x@libx.so.1 load_all@libx.so.1 init_all@libx.so.1 main",
    "calloc two_x@libx.so.1 load_all@libx.so.1 init_all@libx.so.1 main",
    "malloc three_x@libx.so.1 load_all@libx.so.1 init_all@libx.so.1 other main",
  };
  for (size_t i = 0; i < 3; i++)
    lost(COVER_CHOSEN, stacks[i])->is_own = is_own;
}

START_TEST(places_of_a_library_are_lumped_together)
{
  add_library_leaks(false);
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_assert_uint_eq(cover->entries[0].finding_count, 3);
  ck_lines(0, "fun:*alloc ... fun:load_all ");
}
END_TEST

START_TEST(own_places_are_not)
{
  add_library_leaks(true);
  make();
  ck_assert_uint_eq(cover->entry_count, 3);
}
END_TEST

START_TEST(places_are_not_lumped_with_what_is_visible)
{
  add_library_leaks(false);
  lost(COVER_VISIBLE, "malloc four_x@libx.so.1 load_all@libx.so.1 init_all@libx.so.1 main");
  make();
  ck_assert_uint_eq(cover->entry_count, 3);
  ck_assert_uint_eq(cover->missed_count, 0);
}
END_TEST

/* --- anything --- */

static unsigned state;

static unsigned random_number(unsigned below)
{
  state = state * 1103515245 + 12345;
  return (state >> 16) % below;
}

static struct suppression *match(struct suppressions *set, size_t finding)
{
  struct suppression *found;
  ck_no_error(suppressions_match(set, &findings[finding].finding, &found));
  return found;
}

/* Whatever stacks there are, the set hides what is chosen and nothing visible; what it misses has a twin. */
START_TEST(sets_are_exact)
{
  static const char *const names[] = {"malloc", "calloc", "_Znwm", "strdup@libc.so.6", "aa", "bbbbbbbb",
                                      "cccccccc@libx.so.1",
                                      "?@libx.so.1", "dddddddd@libx.so.1", "f.part.0", "_ZNSt1aEv"};
  state = (unsigned)_i;
  for (size_t i = 0; i < 40; i++) {
    char stack[FRAMES_MAX * 24] = "";
    for (unsigned j = 0, depth = 1 + random_number(5); j < depth; j++) {
      strcat(stack, names[random_number(sizeof names / sizeof *names)]);
      strcat(stack, " ");
    }
    add((enum cover_state)random_number(3), "Leak", 1u << random_number(4), stack);
  }
  make();
  struct suppressions *set;
  ck_no_error(suppressions_create(&set));
  for (size_t i = 0; i < cover->entry_count; i++)
    ck_no_error(suppressions_load_text(set, "x", cover->entries[i].text, strlen(cover->entries[i].text)));
  for (size_t i = 0, missed = 0; i < finding_count; i++) {
    struct suppression *found = match(set, i);
    ck_assert(!found || findings[i].state != COVER_VISIBLE);
    if (findings[i].state != COVER_CHOSEN || found)
      continue;
    ck_assert_uint_lt(missed, cover->missed_count);
    ck_assert_uint_eq(cover->missed[missed].finding, i);
    ck_assert_uint_ne(cover->missed[missed++].twin, SIZE_MAX);
  }
  suppressions_destroy(set);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("suppressions: covers");
  TCase *tests = tcase_create("covers");
  tcase_add_checked_fixture(tests, set_up, tear_down);
  tcase_set_timeout(tests, 30);
  tcase_add_test(tests, nothing_chosen_needs_no_entry);
  tcase_add_loop_test(tests, entries_are_as_wide_as_is_sensible, 0, sizeof shapes / sizeof *shapes);
  tcase_add_test(tests, entries_name_what_they_are_for);
  tcase_add_test(tests, stacks_of_one_place_share_an_entry);
  tcase_add_test(tests, stacks_that_vary_get_dots);
  tcase_add_test(tests, families_that_vary_become_any_function);
  tcase_add_test(tests, as_many_functions_remain_as_many);
  tcase_add_test(tests, nothing_wide_is_said_of_main);
  tcase_add_test(tests, leak_kinds_are_those_seen);
  tcase_add_test(tests, kinds_and_parameters_are_kept_apart);
  tcase_add_test(tests, a_visible_kind_of_leak_stays_visible);
  tcase_add_test(tests, another_allocator_can_stay_visible);
  tcase_add_test(tests, another_caller_can_stay_visible);
  tcase_add_test(tests, library_functions_between_can_stay_visible);
  tcase_add_test(tests, what_cannot_be_told_apart_is_said);
  tcase_add_test(tests, what_is_hidden_already_does_not_matter);
  tcase_add_test(tests, what_no_entry_can_name_is_said);
  tcase_add_test(tests, frames_below_main_are_not_named);
  tcase_add_test(tests, places_of_a_library_are_lumped_together);
  tcase_add_test(tests, own_places_are_not);
  tcase_add_test(tests, places_are_not_lumped_with_what_is_visible);
  tcase_add_loop_test(tests, sets_are_exact, 0, 50);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}

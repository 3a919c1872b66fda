/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sets made for chosen findings: small, exact, and read by nobody's leave. */
#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "suppressions/generate/cover.h"

enum { FINDINGS_MAX = 64, FRAMES_MAX = 16 };

static struct cover_finding findings[FINDINGS_MAX];
static struct frame frames[FINDINGS_MAX][FRAMES_MAX];
static size_t finding_count;
static struct cover *cover;
static const struct suppressions_context in_prog = {.facts[EXTENSION_EXE] = "/bin/prog"},
                                         in_other = {.facts[EXTENSION_EXE] = "/usr/bin/other"};

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
  struct frame *frame = frames[finding_count];
  char *copy = strdup(stack), *rest;
  ck_assert_uint_lt(finding_count, FINDINGS_MAX);
  for (char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest), frame++) {
    char *at = strchr(word, '@');
    if (at)
      *at = '\0';
    *frame = (struct frame){.function_linkage = strcmp(word, "?") == 0 ? NULL : strdup(word)};
    ck_assert_int_gt(asprintf((char **)&frame->object, "%s%s", at ? "/usr/lib/" : "/bin/prog", at ? at + 1 : ""), 0);
  }
  free(copy);
  size_t count = (size_t)(frame - frames[finding_count]);
  *finding = (struct cover_finding){
    .finding = {.kind = kind, .leak_kind = leak_kind, .frames = frames[finding_count], .frame_count = count,
                .context = &in_prog},
    .named_frames = count,
    .place = SIZE_MAX,
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
  ck_no_error(cover_create(findings, finding_count, SIZE_MAX, &cover));
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
  {"_ZnwmSt11align_val_tRKSt9nothrow_t parse_it main", "fun:_Zn* fun:parse_it "},
  {"malloc _ZN3FoonwEm parse_it main", "fun:*alloc fun:_ZN3FoonwEm fun:parse_it "},
  {"posix_memalign parse_it", "fun:*memalign fun:parse_it "},
  {"malloc strdup@libc.so.6 parse_it main", "fun:*alloc fun:strdup fun:parse_it "},
  {"malloc g_malloc@libglib-2.0.so.0 parse_it main", "fun:*alloc fun:g_malloc fun:parse_it "},
  {"malloc yaml_malloc@libyaml-0.so.2 parse_it main", "fun:*alloc fun:yaml_malloc fun:parse_it "},
  {"malloc a@libc.so.6 b@libc.so.6 fopen@libc.so.6 parse_it main",
   "fun:*alloc obj:*/libc.so* obj:*/libc.so* fun:fopen fun:parse_it "},
  {"malloc a@ld-linux-x86-64.so.2 b@libc.so.6 parse_it", "fun:*alloc obj:*/ld-linux-x86-64.so* fun:b fun:parse_it "},
  {"memcpy@vgpreload_x.so a@libc.so.6 parse_it", "fun:memcpy fun:a fun:parse_it "},
  {"_Znwm _ZNSt6vectorIiE4growEv _ZNSt6vectorIiE4pushEv parse_it", "fun:_Zn* fun:_ZNSt* fun:_ZNSt* fun:parse_it "},
  {"malloc parse_it.part.0 main", "fun:*alloc fun:parse_it.* "},
  {"malloc _ZN5crate5parse17h0123456789abcdefE main", "fun:*alloc fun:_ZN5crate5parse17h*E "},
  {"malloc _ZN5crate5parse17h0123456789abcdefE.llvm.77 main", "fun:*alloc fun:_ZN5crate5parse17h*E.* "},
  {"malloc _RNvCsgEmfK2I1SDS_5crate5parse", "fun:*alloc fun:_RNvCs*_5crate5parse "},
  {"malloc _RNvCsgEmfK2I1SDS_5crate5parse.llvm.77", "fun:*alloc fun:_RNvCs*_5crate5parse.* "},
  {"malloc _RNvNtCsgEmfK2I1SDS_4core3fmt5write _RNvCsa_5crate5parse", "fun:*alloc fun:_RNvNtCs*_4core3fmt5write "
                                                                      "fun:_RNvCs*_5crate5parse "},
  {"malloc go handle_it main", "fun:*alloc fun:go fun:handle_it "},
  {"_Znwm _Z41__static_initialization_and_destruction_0ii _GLOBAL__sub_I_x __libc_start_main@libc.so.6",
   "fun:_Zn* fun:_Z41__static_initialization_and_destruction_0ii fun:_GLOBAL__sub_I_x "},
  {"malloc operator() handle_it main", "fun:*alloc fun:operator() fun:handle_it "},
  {"malloc operator*=_it handle_it main", "fun:*alloc fun:operator?=_it fun:handle_it "},
  {"malloc * handle_it main", "fun:*alloc fun:? fun:handle_it "},
  {"malloc ?@libx.so.1.2 ?@libx.so.1.2 parse_it main", "fun:*alloc obj:*/libx.so* obj:*/libx.so* fun:parse_it "},
  {"malloc ?@lib*.so.1.2 ?@x* parse_it main", "fun:*alloc obj:*/lib?.so* obj:*/x? fun:parse_it "},
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

START_TEST(each_way_to_a_place_has_an_entry)
{
  lost(COVER_CHOSEN, "malloc parse_it main");
  lost(COVER_CHOSEN, "malloc strdup@libc.so.6 parse_it main");
  lost(COVER_CHOSEN, "_Znwm parse_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 3);
  ck_lines(0, "fun:*alloc fun:parse_it ");
  ck_lines(1, "fun:*alloc fun:strdup fun:parse_it ");
  ck_lines(2, "fun:_Zn* fun:parse_it ");
}
END_TEST

/* --- places and programs --- */

START_TEST(entries_reach_the_place)
{
  lost(COVER_CHOSEN, "malloc get_it@libx.so.1 load_it@libx.so.1 parse_it handle_it main")->place = 3;
  lost(COVER_CHOSEN, "malloc take_it main_loop main")->place = 0;
  lost(COVER_CHOSEN, "malloc give_it main_loop main")->place = 9;
  make();
  ck_lines(0, "fun:*alloc fun:get_it fun:load_it fun:parse_it ");
  ck_lines(1, "fun:*alloc fun:take_it ");
  ck_lines(2, "fun:*alloc fun:give_it ");
}
END_TEST

/* Whose outermost function is main, with and without a frame below it that lies in the program. */
static const struct {
  const char *stack, *exe, *lines, *condition; /* condition NULL: there is none */
} mains[] = {
  {"malloc main", "/bin/prog", "fun:*alloc fun:main ", "#: exe: prog\n"},
  {"malloc main __libc_start_call_main@libc.so.6 _start", "/bin/prog", "fun:*alloc fun:main ... obj:*/prog ",
   "#: exe: prog\n"},
  {"malloc main main __libc_start_call_main@libc.so.6 _start", "/bin/prog", "fun:*alloc fun:main ... obj:*/prog ",
   "#: exe: prog\n"},
  {"malloc xstrdup main _start", "/bin/prog", "fun:*alloc fun:xstrdup fun:main ... obj:*/prog ", "#: exe: prog\n"},
  {"malloc go main _start", "/bin/prog", "fun:*alloc fun:go fun:main ... obj:*/prog ", "#: exe: prog\n"},
  {"malloc main.cold _start", "/bin/prog", "fun:*alloc fun:main.* ... obj:*/prog ", "#: exe: prog\n"},
  {"malloc _ZZ4mainENKUlvE_clEv main _start", "/bin/prog",
   "fun:*alloc fun:_ZZ4mainENKUlvE_clEv ... obj:*/prog ", "#: exe: prog\n"},
  {"malloc main@python3.11 _start@python3.11", "/usr/bin/python3.11", "fun:*alloc fun:main ... obj:*/python3.* ",
   "#: exe: python3.*\n"},
  {"malloc main@lt-x,y _start@lt-x,y", "/b/.libs/lt-x,y", "fun:*alloc fun:main ... obj:*x?y ", "#: exe: x?y\n"},
  {"malloc main@test12 _start@test12", "/b/test12", "fun:*alloc fun:main ... obj:*/test12 ", "#: exe: test12\n"},
  {"malloc main _start", "/lib64/ld-linux-x86-64.so.2", "fun:*alloc fun:main ... obj:*/prog ",
   "#: exe: ld-linux-x86-64.so.2\n"},
  {"malloc ?@prog __libc_start_main@libc.so.6 _start@prog", "/usr/lib/prog",
   "fun:*alloc obj:*/prog fun:(below main) ... obj:*/prog ", "#: exe: prog\n"},
  {"malloc main _start", NULL, "fun:*alloc fun:main ... obj:*/prog ", NULL},
};

START_TEST(main_stands_with_its_program)
{
  const struct suppressions_context context = {.facts[EXTENSION_EXE] = mains[_i].exe};
  struct cover_finding *finding = lost(COVER_CHOSEN, mains[_i].stack);
  finding->finding.context = mains[_i].exe ? &context : NULL;
  finding->named_frames -= strcmp(frames[0][finding->named_frames - 1].function_linkage, "_start") == 0;
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_lines(0, mains[_i].lines);
  if (mains[_i].condition)
    ck_assert_ptr_nonnull(strstr(cover->entries[0].text, mains[_i].condition));
  else
    ck_assert_ptr_null(strstr(cover->entries[0].text, "exe:"));
}
END_TEST

START_TEST(main_of_nobody_knows_what_is_given_up)
{
  lost(COVER_CHOSEN, "malloc main")->finding.context = NULL;
  make();
  ck_assert_uint_eq(cover->entry_count, 0);
  ck_assert_uint_eq(cover->missed_count, 1);
  ck_assert_ptr_nonnull(strstr(cover->missed[0].reason, "differ in its program"));
}
END_TEST

START_TEST(programs_have_their_own_entries)
{
  lost(COVER_CHOSEN, "malloc main");
  lost(COVER_CHOSEN, "malloc main")->finding.context = &in_other;
  lost(COVER_CHOSEN, "malloc parse_it main");
  lost(COVER_CHOSEN, "malloc parse_it main")->finding.context = &in_other;
  make();
  ck_assert_uint_eq(cover->entry_count, 3);
  ck_assert_ptr_nonnull(strstr(cover->entries[0].text, "#: exe: prog\n"));
  ck_assert_ptr_nonnull(strstr(cover->entries[1].text, "#: exe: other\n"));
  ck_assert_ptr_null(strstr(cover->entries[2].text, "exe:"));
}
END_TEST

START_TEST(main_of_another_program_can_stay_visible)
{
  lost(COVER_CHOSEN, "malloc main");
  lost(COVER_VISIBLE, "malloc main")->finding.context = &in_other;
  make();
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_assert_uint_eq(cover->missed_count, 0);
}
END_TEST

START_TEST(a_way_through_another_place_stays_narrow)
{
  lost(COVER_CHOSEN, "malloc load_it@libx.so.1 parse_it handle_it main")->place = 2;
  lost(COVER_CHOSEN, "malloc load_it@libx.so.1 start_it@liby.so.1 clone@libc.so.6")->place = 1;
  make();
  ck_assert_uint_eq(cover->entry_count, 2);
  ck_lines(0, "fun:*alloc fun:load_it fun:parse_it ");
  ck_lines(1, "fun:*alloc fun:load_it fun:start_it ");
}
END_TEST

START_TEST(a_place_that_all_is_reached_through_is_hidden_nevertheless)
{
  lost(COVER_CHOSEN, "malloc load_it@libx.so.1 parse_it handle_it main")->place = 2;
  lost(COVER_CHOSEN, "malloc load_it@libx.so.1")->place = 1;
  make();
  ck_assert_uint_eq(cover->missed_count, 0);
  ck_lines(0, "fun:*alloc fun:load_it fun:parse_it ");
  ck_lines(1, "fun:malloc fun:load_it ");
}
END_TEST

START_TEST(recursion_hides_no_other_function)
{
  lost(COVER_CHOSEN, "malloc parse_it parse_it main");
  lost(COVER_VISIBLE, "malloc read_it parse_it parse_it main");
  lost(COVER_CHOSEN, "malloc main main");
  lost(COVER_VISIBLE, "malloc read_it main main");
  make();
  ck_assert_uint_eq(cover->entry_count, 2);
  ck_assert_uint_eq(cover->missed_count, 0);
}
END_TEST

/* --- what has no name --- */

START_TEST(places_without_names_are_said_to_be_many)
{
  lost(COVER_CHOSEN, "malloc ?@libx.so.1 ?@libx.so.1 load_it main");
  lost(COVER_CHOSEN, "malloc ?@libx.so.1 ?@libx.so.1 load_it main");
  lost(COVER_CHOSEN, "malloc parse_it main");
  make();
  ck_assert_uint_eq(cover->entry_count, 2);
  ck_assert_uint_eq(cover->entries[0].finding_count, 2);
  ck_assert(cover->entries[0].is_nameless && !cover->entries[1].is_nameless);
  ck_assert_ptr_nonnull(strstr(cover->entries[0].text, "#: the place has no name"));
}
END_TEST

START_TEST(frames_of_nothing_are_no_callers)
{
  lost(COVER_CHOSEN, "malloc ?@libx.so.1 ?@libx.so.1 ? ?");
  for (size_t i = 3; i < 5; i++) {
    free((char *)frames[0][i].object);
    frames[0][i].object = NULL;
  }
  make();
  ck_lines(0, "fun:*alloc obj:*/libx.so* obj:*/libx.so* ");
}
END_TEST

START_TEST(places_without_names_cannot_be_told_apart)
{
  lost(COVER_CHOSEN, "malloc ?@libx.so.1");
  lost(COVER_VISIBLE, "malloc ?@libx.so.1");
  make();
  ck_assert_uint_eq(cover->entry_count, 0);
  ck_assert_uint_eq(cover->missed[0].twin, 1);
}
END_TEST

START_TEST(places_without_names_or_files_are_given_up)
{
  lost(COVER_CHOSEN, "malloc ? main");
  free((char *)frames[0][1].object);
  frames[0][1].object = NULL;
  make();
  ck_assert_uint_eq(cover->entry_count, 0);
  ck_assert_ptr_nonnull(strstr(cover->missed[0].reason, "differ in the function at its place"));
}
END_TEST

/* --- kinds --- */

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
  lost(COVER_VISIBLE, "malloc compare fopen@libc.so.6 parse_it main");
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

/* Entries would be compared in part, and hide all that is reached through the same wrapper. */
START_TEST(places_that_entries_cannot_reach_are_said)
{
  lost(COVER_CHOSEN, "malloc xstrdup parse_it main");
  lost(COVER_CHOSEN, "malloc read_it main");
  ck_no_error(cover_create(findings, finding_count, 2, &cover));
  ck_assert_uint_eq(cover->entry_count, 1);
  ck_lines(0, "fun:*alloc fun:read_it ");
  ck_assert_ptr_nonnull(strstr(cover->missed[0].reason, "make the run with --num-callers=3"));
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

START_TEST(places_of_a_library_are_not_lumped_together)
{
  lost(COVER_CHOSEN, "malloc one_x@libx.so.1 load_all@libx.so.1 init_all@libx.so.1 main");
  lost(COVER_CHOSEN, "calloc two_x@libx.so.1 load_all@libx.so.1 init_all@libx.so.1 main");
  lost(COVER_CHOSEN, "malloc three_x@libx.so.1 load_all@libx.so.1 init_all@libx.so.1 other main");
  make();
  ck_assert_uint_eq(cover->entry_count, 3);
  ck_lines(0, "fun:*alloc fun:one_x fun:load_all ");
  ck_lines(1, "fun:*alloc fun:two_x fun:load_all ");
  ck_lines(2, "fun:*alloc fun:three_x ");
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
  suppressions_match(set, &findings[finding].finding, &found);
  return found;
}

static const char *const names[] = {"malloc", "calloc", "_Znwm", "strdup@libc.so.6", "aa", "bbbbbbbb", "main",
                                    "cccccccc@libx.so.1", "?@libx.so.1", "dddddddd@libx.so.1", "f.part.0", "_ZNSt1aEv"};

static void add_anything(void)
{
  for (size_t i = 0; i < 40; i++) {
    char stack[FRAMES_MAX * 24] = "";
    for (unsigned j = 0, depth = 1 + random_number(5); j < depth; j++) {
      strcat(stack, names[random_number(sizeof names / sizeof *names)]);
      strcat(stack, " ");
    }
    struct cover_finding *finding =
      add((enum cover_state)random_number(3), "Leak", 1u << random_number(4), stack);
    finding->finding.context = random_number(2) ? &in_prog : &in_other;
    finding->place = random_number(5);
  }
}

/* The entries alone, in a set of their own. */
static struct suppressions *load(size_t first, size_t end)
{
  struct suppressions *set;
  suppressions_create(&set);
  for (size_t i = first; i < end; i++)
    ck_no_error(suppressions_load_text(set, "x", cover->entries[i].text, strlen(cover->entries[i].text)));
  return set;
}

/* Whatever stacks there are, the set hides what is chosen and nothing visible; what it misses is said. */
START_TEST(sets_are_exact)
{
  state = (unsigned)_i;
  add_anything();
  make();
  struct suppressions *set = load(0, cover->entry_count);
  for (size_t i = 0, missed = 0; i < finding_count; i++) {
    struct suppression *found = match(set, i);
    ck_assert(!found || findings[i].state != COVER_VISIBLE);
    if (findings[i].state != COVER_CHOSEN || found)
      continue;
    ck_assert_uint_lt(missed, cover->missed_count);
    ck_assert_uint_eq(cover->missed[missed].finding, i);
    ck_assert(cover->missed[missed].twin != SIZE_MAX || cover->missed[missed].reason);
    missed++;
  }
  suppressions_destroy(set);
}
END_TEST

/* A finding with a frame replaced by one that nobody knows: is it hidden? */
static bool hides_replaced(struct suppressions *set, size_t finding, size_t frame)
{
  struct frame kept = frames[finding][frame];
  frames[finding][frame] = (struct frame){.function_linkage = "nobody", .object = "/lib/nobody.so"};
  bool is_hidden = match(set, finding) != NULL;
  frames[finding][frame] = kept;
  return is_hidden;
}

static bool hides_inserted(struct suppressions *set, size_t finding, size_t frame)
{
  struct frame longer[FRAMES_MAX + 1];
  struct suppressions_finding changed = findings[finding].finding;
  struct suppression *found;
  memcpy(longer, frames[finding], frame * sizeof *longer);
  longer[frame] = (struct frame){.function_linkage = "nobody", .object = "/lib/nobody.so"};
  memcpy(longer + frame + 1, frames[finding] + frame, (changed.frame_count - frame) * sizeof *longer);
  changed.frames = longer;
  changed.frame_count++;
  suppressions_match(set, &changed, &found);
  return found != NULL;
}

static size_t count_lines(const char *lines)
{
  size_t count = 0;
  for (const char *space = strchr(lines, ' '); space && strncmp(space, " ...", 4) != 0; space = strchr(space + 1, ' '))
    count++;
  return count + (strstr(lines, " ...") != NULL);
}

/* A finding that is reached through the place of another one, which ends there, is hidden with that. */
static void ck_narrow(struct suppressions *set, size_t number, const char *lines)
{
  struct cover_finding *finding = &findings[number];
  struct cover_reach reach;
  cover_reach(finding, 0, &reach);
  ck_assert(finding->place >= finding->finding.frame_count || reach.place >= finding->place);
  for (size_t i = 0; i <= reach.place && i < count_lines(lines); i++) {
    ck_assert(!hides_replaced(set, number, i));
    ck_assert(!hides_inserted(set, number, i));
  }
}

/* ... and each entry is as narrow as what it is for. */
START_TEST(entries_are_narrow)
{
  static const struct suppressions_context nowhere = {.facts[EXTENSION_EXE] = "/bin/nobody"};
  state = (unsigned)_i;
  add_anything();
  make();
  for (size_t i = 0; i < cover->entry_count; i++) {
    struct suppressions *set = load(i, i + 1);
    for (size_t j = 0; j < cover->entries[i].finding_count; j++) {
      size_t number = cover->entries[i].findings[j];
      char *lines = lines_of(i), *last = strrchr(lines, ':');
      ck_narrow(set, number, lines);
      findings[number].finding.context = &nowhere;
      ck_assert(strcmp(last, ":main ") != 0 || !match(set, number));
      free(lines);
    }
    suppressions_destroy(set);
  }
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
  tcase_add_test(tests, each_way_to_a_place_has_an_entry);
  tcase_add_test(tests, entries_reach_the_place);
  tcase_add_loop_test(tests, main_stands_with_its_program, 0, sizeof mains / sizeof *mains);
  tcase_add_test(tests, main_of_nobody_knows_what_is_given_up);
  tcase_add_test(tests, programs_have_their_own_entries);
  tcase_add_test(tests, main_of_another_program_can_stay_visible);
  tcase_add_test(tests, a_way_through_another_place_stays_narrow);
  tcase_add_test(tests, a_place_that_all_is_reached_through_is_hidden_nevertheless);
  tcase_add_test(tests, recursion_hides_no_other_function);
  tcase_add_test(tests, places_without_names_are_said_to_be_many);
  tcase_add_test(tests, frames_of_nothing_are_no_callers);
  tcase_add_test(tests, places_without_names_cannot_be_told_apart);
  tcase_add_test(tests, places_without_names_or_files_are_given_up);
  tcase_add_test(tests, leak_kinds_are_those_seen);
  tcase_add_test(tests, kinds_and_parameters_are_kept_apart);
  tcase_add_test(tests, a_visible_kind_of_leak_stays_visible);
  tcase_add_test(tests, another_allocator_can_stay_visible);
  tcase_add_test(tests, another_caller_can_stay_visible);
  tcase_add_test(tests, library_functions_between_can_stay_visible);
  tcase_add_test(tests, what_cannot_be_told_apart_is_said);
  tcase_add_test(tests, places_that_entries_cannot_reach_are_said);
  tcase_add_test(tests, what_is_hidden_already_does_not_matter);
  tcase_add_test(tests, what_no_entry_can_name_is_said);
  tcase_add_test(tests, frames_below_main_are_not_named);
  tcase_add_test(tests, places_of_a_library_are_not_lumped_together);
  tcase_add_loop_test(tests, sets_are_exact, 0, 50);
  tcase_add_loop_test(tests, entries_are_narrow, 0, 50);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}

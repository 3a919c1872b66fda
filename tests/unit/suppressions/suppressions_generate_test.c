/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Entries are written as Memcheck writes them and mean the finding they were made for, here and in Valgrind itself. */
#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suppressions/suppressions.h"

static char *generate(const struct suppressions_finding *finding, const char *name)
{
  char *text;
  size_t size;
  FILE *output = open_memstream(&text, &size);
  ck_no_error(suppressions_generate(finding, name, output));
  fclose(output);
  return text;
}

static bool text_matches(const char *text, const struct suppressions_finding *finding)
{
  struct suppressions *set;
  struct suppression *found;
  suppressions_create(&set);
  ck_no_error(suppressions_load_text(set, "generated", text, strlen(text)));
  ck_assert_uint_eq(suppressions_size(set), 1);
  suppressions_match(set, finding, &found);
  suppressions_destroy(set);
  return found != NULL;
}

static const struct frame frames[] = {
  {.function_linkage = "_vgr10010ZU_libcZdsoZa_malloc", .object = "/x/vgpreload.so"},
  {.function_linkage = "_ZN1a1fEv.part.0", .function = "a::f() [clone .part.0]", .object = "/bin/prog"},
  {.function = "inlined", .object = "/bin/prog"},
  {.object = "/usr/lib/x.so"},
  {.line = 0},
  {.function_linkage = "main"},
  {.function_linkage = "__libc_start_main"},
};
enum { FRAMES = sizeof frames / sizeof *frames };

#define FRAME_LINES                                                                              \
  "   fun:malloc\n   fun:_ZN1a1fEv.part.0\n   fun:inlined\n   obj:/usr/lib/x.so\n   obj:*\n" \
  "   fun:main\n   fun:(below main)\n"

static const struct {
  struct suppressions_finding finding;
  const char *name, *text;
} findings[] = {
  {{"Leak", NULL, SUPPRESSIONS_DEFINITE, frames, FRAMES, NULL, {0}}, NULL,
   "{\n   <insert_a_suppression_name_here>\n   Memcheck:Leak\n   match-leak-kinds: definite\n" FRAME_LINES "}\n"},
  {{"Leak", NULL, SUPPRESSIONS_REACHABLE, frames, 1, NULL, {0}}, "a name",
   "{\n   a name\n   Memcheck:Leak\n   match-leak-kinds: reachable\n   fun:malloc\n}\n"},
  {{"Param", "write(buf)", 0, frames, 1, NULL, {0}}, "}",
   "{\n   <insert_a_suppression_name_here>\n   Memcheck:Param\n   write(buf)\n   fun:malloc\n}\n"},
  {{"FishyValue", "malloc(size)", 0, frames, 1, NULL, {0}}, "#no",
   "{\n   <insert_a_suppression_name_here>\n   Memcheck:FishyValue\n   malloc(size)\n   fun:malloc\n}\n"},
  {{"Free", NULL, 0, frames + 4, 2, NULL, {0}}, "n", "{\n   n\n   Memcheck:Free\n   obj:*\n   fun:main\n}\n"},
  {{"BadSize", NULL, 0, frames, 1, NULL, {0}}, "n", "{\n   n\n   Memcheck:UnsafeZeroSize\n   fun:malloc\n}\n"},
  {{"FdBadClose", NULL, 0, frames, 1, NULL, {0}}, "n", "{\n   n\n   CoreError:FdBadClose\n   fun:malloc\n}\n"},
};

START_TEST(entries_look_like_memchecks_and_match)
{
  char *text = generate(&findings[_i].finding, findings[_i].name);
  ck_assert_str_eq(text, findings[_i].text);
  ck_assert(text_matches(text, &findings[_i].finding));
  free(text);
}
END_TEST

START_TEST(stacks_are_cut_to_24_frames)
{
  struct frame deep[100];
  for (size_t i = 0; i < 100; i++)
    deep[i] = frames[1];
  struct suppressions_finding finding = {"Cond", NULL, 0, deep, 100, NULL, {0}};
  char *text = generate(&finding, NULL);
  size_t lines = 0;
  for (const char *line = text; (line = strstr(line, "fun:")); line++)
    lines++;
  ck_assert_uint_eq(lines, 24);
  ck_assert(text_matches(text, &finding));
  free(text);
}
END_TEST

START_TEST(names_that_would_break_a_line_become_wildcards)
{
  char *long_name = malloc(200001);
  memset(long_name, 'x', 200000);
  long_name[200000] = '\0';
  struct frame odd[] = {{.function_linkage = "a\nb\tc "}, {.object = " /dir with space/x\r"},
                                     {.function_linkage = long_name}, {.function_linkage = ""}};
  struct suppressions_finding finding = {"Cond", NULL, 0, odd, 4, NULL, {0}};
  char *text = generate(&finding, "two\nlines");
  ck_assert_ptr_nonnull(strstr(text, "   two?lines\n"));
  ck_assert_ptr_nonnull(strstr(text, "   fun:a?b?c?\n   obj:?/dir with space/x?\n   fun:xxx"));
  ck_assert(text_matches(text, &finding));
  free(text);
  free(long_name);
}
END_TEST

START_TEST(what_no_entry_can_name_is_refused)
{
  FILE *output = fopen("/dev/null", "w");
  struct suppressions_finding finding = {"Strange", NULL, 0, frames, 1, NULL, {0}};
  ck_error_says(suppressions_generate(&finding, NULL, output), "no suppression can name findings of kind \"Strange\"");
  finding = (struct suppressions_finding){"Leak", NULL, SUPPRESSIONS_DEFINITE, NULL, 0, NULL, {0}};
  ck_error_says(suppressions_generate(&finding, NULL, output), "without frames");
  finding = (struct suppressions_finding){"Param", NULL, 0, frames, 1, NULL, {0}};
  ck_error_says(suppressions_generate(&finding, NULL, output), "without its parameter");
  fclose(output);
}
END_TEST

/* Whatever the kind and its parameter, what is written means the finding again, or nothing is written. */
START_TEST(every_kind_is_matched_by_its_entry)
{
  static const char *const kinds[] = {
#define KIND(name, canonical, owner, extra) name,
#include "suppressions/suppression_kinds.def"
  };
  static const char *const extras[] = {
    "write(buf)",
    "writev(vector[2])",
    "ioctl(SIOCSIF*ADDR)",
    "a b",
    " (x)",
    "(\t\n)",
    "fun:(x)",
    "...",
    "}",
    "",
    "[...]()",
    "ptrace(getregset *(iovec->iov_base))",
    "mmsg[0].msg_hdr",
    "open",
    "#:()",
    "?",
    "[i",
    "[1(])",
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    for (size_t j = 0; j < sizeof extras / sizeof *extras; j++) {
      struct suppressions_finding finding = {
        kinds[i], extras[j], strcmp(kinds[i], "Leak") == 0 ? SUPPRESSIONS_POSSIBLE : SUPPRESSIONS_NOT_A_LEAK,
        frames,   FRAMES,    NULL,
        {0}};
      char *text;
      size_t size;
      FILE *output = open_memstream(&text, &size);
      struct error *error = suppressions_generate(&finding, NULL, output);
      fclose(output);
      ck_assert_msg(error ? size == 0 : text_matches(text, &finding), "%s", text);
      error_free(error);
      free(text);
    }
}
END_TEST

/* Exit status of the leaky program under Memcheck with an option; 9 when it has errors. */
static int run_valgrind(const char *option)
{
  char *command;
  ck_assert_int_gt(asprintf(&command, "valgrind -q --leak-check=full --error-exitcode=9 %s %s >/dev/null 2>&1", option,
                            LEAKY_PROGRAM), 0);
  int status = system(command);
  free(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

START_TEST(entries_work_in_valgrind)
{
  static const struct frame leak[] = {
    {.function_linkage = "malloc"}, {.function_linkage = "leak_here"}, {.function_linkage = "main"},
    {.function_linkage = "__libc_start_call_main", .object = "/lib/libc.so.6"}};
  struct suppressions_finding finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, leak, 4, NULL, {0}};
  char path[] = "/tmp/suppressions_generate_test.XXXXXX", option[64];
  if (system("valgrind --version >/dev/null 2>&1") != 0) {
    fprintf(stderr, "entries_work_in_valgrind: skipped, there is no valgrind\n");
    return;
  }
  FILE *file = fdopen(mkstemp(path), "w");
  ck_no_error(suppressions_generate(&finding, "for valgrind", file));
  fclose(file);
  snprintf(option, sizeof option, "--suppressions=%s", path);
  int with = run_valgrind(option), without = run_valgrind("");
  unlink(path);
  ck_assert_int_eq(without, 9);
  ck_assert_int_eq(with, 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("suppressions: generator");
  TCase *tests = tcase_create("entries");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, entries_look_like_memchecks_and_match, 0, sizeof findings / sizeof *findings);
  tcase_add_test(tests, stacks_are_cut_to_24_frames);
  tcase_add_test(tests, names_that_would_break_a_line_become_wildcards);
  tcase_add_test(tests, what_no_entry_can_name_is_refused);
  tcase_add_test(tests, every_kind_is_matched_by_its_entry);
  tcase_add_test(tests, entries_work_in_valgrind);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}

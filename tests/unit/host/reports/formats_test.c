/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What formats say of findings that are made up, hostile ones among them; tests/formats/run holds the files against
 * their schemas. */
#include "unit/unit.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "host/base/utf8.h"
#include "formats/specimens.h"
#include "host/model/findings/finding_kinds.h"
#include "host/reports/formats/format_parts.h"

static const struct format_options options = {
  .leak_kinds = 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_POSSIBLE,
  .source_root = "/src/project",
};

static char *text;
static size_t text_size;

static const char *write_as(const char *format, const struct findings *findings)
{
  free(text);
  FILE *stream = open_memstream(&text, &text_size);
  ck_no_error(format_write(format_find(format), findings, &options, stream));
  fclose(stream);
  return text;
}

static json_t *parse(const char *format, const struct findings *findings)
{
  json_error_t error;
  write_as(format, findings);
  json_t *document = json_loadb(text, text_size, 0, &error);
  ck_assert_msg(document != NULL, "%s: %s at %d", format, error.text, error.position);
  return document;
}

static const char *string_at(json_t *object, const char *key)
{
  const char *string = json_string_value(json_object_get(object, key));
  ck_assert_msg(string != NULL, "no string \"%s\"", key);
  return string;
}

/* --- text from outside --- */

static const struct {
  const char *text, *clean, *line;
} texts[] = {
  {"plain", "plain", "plain"},
  {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80",
   "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"},
  {"a\xff", "a\\xff", "a\\xff"},
  {"\xc0\xaf", "\\xc0\\xaf", "\\xc0\\xaf"},
  {"a\nb", "a\nb", "a\\x0ab"},
  {"\xc2\x85", "\xc2\x85", "<U+0085>"},
  {"", "", ""},
};

START_TEST(any_bytes_become_utf8)
{
  char *clean = utf8_clean(texts[_i].text), *line = utf8_line(texts[_i].text, 0);
  ck_assert_str_eq(clean, texts[_i].clean);
  ck_assert_str_eq(line, texts[_i].line);
  free(clean);
  free(line);
}
END_TEST

START_TEST(long_text_is_cut_between_characters)
{
  char *line = utf8_line("\xc3\xa9\xc3\xa9\xc3\xa9", 3);
  ck_assert_str_eq(line, "\xc3\xa9\xc3\xa9\xe2\x80\xa6");
  free(line);
}
END_TEST

/* --- paths --- */

static const struct {
  const char *directory, *path, *expected;
} paths[] = {
  {"/src/project/lib", "a.c", "lib/a.c"},
  {"/src/project/build", "../lib/./a.c", "lib/a.c"},
  {"/src/project-2", "a.c", "/src/project-2/a.c"},
  {"/src/project", "/usr/include/x.h", "/usr/include/x.h"},
  {NULL, "a.c", "a.c"},
  {"../lib", "../../x.c", "../../x.c"},
  {"/", "../../x.c", "/x.c"},
  {"/src//project/", "a//b.c", "a/b.c"},
  {"", "", ""},
  {"/src", "project", "/src/project"},
};

START_TEST(paths_are_relative_to_the_root)
{
  char *path;
  format_path(&options, paths[_i].directory, paths[_i].path, &path);
  ck_assert_str_eq(path, paths[_i].expected);
  free(path);
}
END_TEST

START_TEST(findings_point_at_own_code)
{
  const struct findings *findings = specimen_one();
  struct format_place place;
  format_place(findings, &options, &findings->items[0], &place);
  ck_assert_str_eq(place.path, "lib/parse.cc");
  ck_assert_uint_eq(place.line, 120);
  ck_assert_uint_eq(place.column, 17);
  free(place.path);
}
END_TEST

/* Formats that cannot say "no line" name the first. */
START_TEST(own_code_without_a_line_has_a_file)
{
  const struct findings *findings = specimen_one();
  const struct finding *finding = &findings->items[0];
  ((struct frame *)finding->stack.frames)[finding->own].line = 0;
  write_as("github", findings);
  ck_assert_ptr_nonnull(strstr(text, "::error file=lib/parse.cc,title="));
  write_as("sarif", findings);
  ck_assert_ptr_nonnull(strstr(text, "lib/parse.cc"));
  ck_assert_ptr_null(strstr(text, "\"startLine\":0"));
  json_t *issues = parse("gitlab", findings), *location = json_object_get(json_array_get(issues, 0), "location");
  ck_assert_str_eq(string_at(location, "path"), "lib/parse.cc");
  ck_assert_int_eq(json_integer_value(json_object_get(json_object_get(location, "lines"), "begin")), 1);
  json_decref(issues);
}
END_TEST

static const char *const run_problems[][3] = {
  {"/runs/a", "/runs/a/p1.rec: its checksum is wrong", "::/runs/a/p1.rec: its checksum is wrong"},
  {"a", "/runs/a/p1.rec: its checksum is wrong", "::a: /runs/a/p1.rec: its checksum is wrong"},
  {"/runs/a", "cannot open /runs/a/p1.rec", "::/runs/a: cannot open /runs/a/p1.rec"},
  {"/runs/a", "/runs/ab/p1.rec: it is cut", "::/runs/a: /runs/ab/p1.rec: it is cut"},
};

/* A message that begins with the file is not about the folder once more. */
START_TEST(problems_name_a_path_once)
{
  struct findings findings = *specimen_one();
  struct finding_run run = findings.runs[0];
  run.name = run_problems[_i][0];
  run.error = run_problems[_i][1];
  findings.runs = &run;
  findings.run_count = 1;
  write_as("github", &findings);
  ck_assert_msg(strstr(text, run_problems[_i][2]) != NULL, "%s", text);
}
END_TEST

START_TEST(without_a_stack_they_point_at_the_program)
{
  const struct findings *findings = specimen_some();
  const struct finding *finding = &findings->items[0];
  while (finding->stack.count > 0)
    finding++;
  struct format_place place;
  format_place(findings, &options, finding, &place);
  ck_assert_str_eq(place.path, "build/program");
  ck_assert_uint_eq(place.line, 0);
  free(place.path);
}
END_TEST

/* --- formats --- */

START_TEST(every_kind_of_error_is_described)
{
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) \
  ck_assert_str_ne(finding_kind_of(xml_kind).title, xml_kind);
#include "shared/record/error_kinds.def"
  ck_assert_str_ne(finding_kind_of("Leak_StillReachable").title, "Leak_StillReachable");
  ck_assert_str_eq(finding_kind_of("SomethingNew").title, "SomethingNew");
}
END_TEST

START_TEST(json_has_all_of_the_model)
{
  const struct findings *findings = specimen_some();
  json_t *document = parse("json", findings), *found = json_object_get(document, "findings");
  ck_assert_uint_eq(json_array_size(found), findings->count);
  ck_assert_str_eq(string_at(json_array_get(found, 0), "id"), findings->items[0].identity.digits);
  ck_assert_uint_eq(json_array_size(json_object_get(document, "processes")), findings->process_count);
  ck_assert_uint_eq(json_array_size(json_object_get(document, "unchecked")), 5);
  ck_assert_uint_eq(json_array_size(json_object_get(document, "suppressions")), 2);
  json_decref(document);
}
END_TEST

/* --- SARIF --- */

/* Of its steps, which begin at main. */
static json_t *place_of_step(json_t *result, size_t step)
{
  json_t *flows = json_object_get(json_array_get(json_object_get(result, "codeFlows"), 0), "threadFlows");
  json_t *steps = json_object_get(json_array_get(flows, 0), "locations");
  json_t *location = json_object_get(json_array_get(steps, step), "location");
  return json_object_get(location, "physicalLocation");
}

static const char *base_of_step(json_t *result, size_t step)
{
  json_t *artifact = json_object_get(place_of_step(result, step), "artifactLocation");
  return json_string_value(json_object_get(artifact, "uriBaseId"));
}

static json_int_t column_of_step(json_t *result, size_t step)
{
  json_t *region = json_object_get(place_of_step(result, step), "region");
  return json_integer_value(json_object_get(region, "startColumn"));
}

/* A distribution builds its libraries in a folder of any name, and says of sources where they lay below it. A program
 * may be built so, too. */
START_TEST(sarif_has_sources_of_the_system_elsewhere)
{
  const struct frame frames[] = {{.function = "strdup",
                                  .qualified = "strdup",
                                  .object = "/usr/lib/x86_64-linux-gnu/libc.so.6",
                                  .directory = "./string",
                                  .file = "strdup.c",
                                  .line = 42},
                                 {.function = "keep",
                                  .qualified = "keep",
                                  .object = "/home/me/keep",
                                  .directory = "src",
                                  .file = "keep.c",
                                  .line = 7,
                                  .column = 12,
                                  .is_own = true},
                                 {.function = "main",
                                  .qualified = "main",
                                  .object = "/opt/me/bin/keep",
                                  .directory = ".",
                                  .file = "main.c",
                                  .line = 9,
                                  .is_own = true},
                                 {.function = "start",
                                  .qualified = "start",
                                  .object = "/usr/bin/start",
                                  .directory = "/src/project",
                                  .file = "start.c",
                                  .line = 9}};
  const struct finding_variant variant = {.stack = {frames, 4}, .count = 1};
  const struct finding finding = {.kind = "InvalidRead",
                                  .sentence = "Invalid read of size 4",
                                  .title = "invalid read",
                                  .is_error = true,
                                  .own = 4,
                                  .suppression = SIZE_MAX,
                                  .count = 1,
                                  .stack = variant.stack,
                                  .variants = &variant,
                                  .variant_count = 1};
  const struct findings findings = {.items = &finding, .count = 1};
  json_t *document = parse("sarif", &findings), *run = json_array_get(json_object_get(document, "runs"), 0);
  json_t *result = json_array_get(json_object_get(run, "results"), 0);
  ck_assert_str_eq(base_of_step(result, 0), "SRCROOT"); /* its source is here */
  ck_assert_str_eq(base_of_step(result, 1), "SRCROOT");
  ck_assert_str_eq(base_of_step(result, 2), "SRCROOT");
  ck_assert_str_eq(base_of_step(result, 3), "SYSTEM");
  json_t *bases = json_object_get(run, "originalUriBaseIds");
  ck_assert_str_eq(string_at(json_object_get(bases, "SRCROOT"), "uri"), "file:///src/project/");
  ck_assert_ptr_null(json_object_get(json_object_get(bases, "SYSTEM"), "uri"));
  json_t *physical = json_object_get(json_array_get(json_object_get(result, "locations"), 0), "physicalLocation");
  ck_assert_str_eq(string_at(json_object_get(physical, "artifactLocation"), "uriBaseId"), "SYSTEM");
  ck_assert_int_eq(column_of_step(result, 2), 12);
  ck_assert_int_eq(column_of_step(result, 1), 0); /* it is not known */
  json_decref(document);
}
END_TEST

START_TEST(sarif_has_what_is_listed_and_what_is_suppressed)
{
  json_t *document = parse("sarif", specimen_some()), *run = json_array_get(json_object_get(document, "runs"), 0);
  json_t *results = json_object_get(run, "results"), *result;
  size_t index, suppressed = 0;
  json_array_foreach(results, index, result)
    suppressed += json_array_size(json_object_get(result, "suppressions"));
  ck_assert_uint_eq(json_array_size(results), 7);
  ck_assert_uint_eq(suppressed, 1);
  json_decref(document);
}
END_TEST

START_TEST(gitlab_has_a_severity_for_each)
{
  json_t *issues = parse("gitlab", specimen_some());
  ck_assert_uint_eq(json_array_size(issues), 6 + 8);
  ck_assert_str_eq(string_at(json_array_get(issues, 0), "severity"), "critical");
  ck_assert_str_eq(string_at(json_object_get(json_array_get(issues, 0), "location"), "path"), "lib/parse.cc");
  json_decref(issues);
}
END_TEST

/* No issue at all would look like good news. */
START_TEST(gitlab_says_what_was_not_looked_at)
{
  json_t *issues = parse("gitlab", specimen_some());
  size_t index, gaps = 0;
  json_t *issue;
  json_array_foreach(issues, index, issue)
    gaps += strncmp(string_at(issue, "description"), "Not everything was checked: ", 28) == 0;
  ck_assert_uint_eq(gaps, json_array_size(issues) - 6);
  ck_assert_ptr_nonnull(strstr(text, "process 1008: killed by a signal: SIGSEGV\",\"check_name\":\"killed\""));
  ck_assert_ptr_nonnull(strstr(text, "could not be checked: static\",\"check_name\":\"unchecked\""));
  json_decref(issues);
}
END_TEST

START_TEST(junit_counts_tests_that_fail)
{
  write_as("junit", specimen_some());
  ck_assert_ptr_nonnull(strstr(text, "tests=\"35\" failures=\"8\" errors=\"6\" skipped=\"1\""));
  ck_assert_ptr_nonnull(strstr(text, "<error message=\"process 1006: did not finish: it was killed by signal 9\""));
  ck_assert_ptr_nonnull(strstr(text, "<error message=\"process 1008: killed by a signal: SIGSEGV\" type=\"killed\"/>"));
  ck_assert_ptr_nonnull(strstr(text, "could not be checked: static\" type=\"unchecked\"/>"));
  ck_assert_ptr_nonnull(strstr(text, "<skipped message=\"not checked: skipped\"/>"));
}
END_TEST

START_TEST(github_commands_are_one_line_each)
{
  write_as("github", specimen_one());
  ck_assert_ptr_nonnull(strstr(
    text, "::error file=lib/parse.cc,line=120,col=17,title=leak%3A 1%2C337 bytes in 1 block lost::leak: 1,337 bytes"));
  ck_assert_ptr_eq(strchr(text, '\n'), text + text_size - 1);
}
END_TEST

/* It is no error that the user wanted no leak check, but "no leaks" would be wrong. */
START_TEST(what_was_not_searched_on_purpose_is_a_note)
{
  struct findings findings = *specimen_none();
  struct finding_process processes[] = {findings.processes[0], findings.processes[1]};
  findings.processes = processes;
  findings.process_count = 2;
  processes[0].is_searched = processes[1].is_searched = false;
  write_as("github", &findings);
  ck_assert_ptr_nonnull(strstr(text, "::notice title=Not everything was checked::"));
  ck_assert_ptr_nonnull(strstr(text, "not searched for leaks: 2 processes: --leak-check=no?\n"));
  write_as("junit", &findings);
  ck_assert_ptr_nonnull(strstr(text, "errors=\"0\""));
  ck_assert_ptr_nonnull(strstr(text, "process 1001: not searched for leaks: --leak-check=no?\n"));
  write_as("markdown", &findings);
  ck_assert_ptr_nonnull(strstr(text, "no findings in 2 processes, but not everything was checked\n"));
  write_as("sarif", &findings);
  ck_assert_ptr_nonnull(
    strstr(text, "\"executionSuccessful\":true,\"toolExecutionNotifications\":[{\"level\":\"note\""));
  write_as("gitlab", &findings);
  ck_assert_ptr_nonnull(strstr(text, "\"check_name\":\"not-searched\""));
  ck_assert_ptr_nonnull(strstr(text, "\"severity\":\"info\""));
}
END_TEST

START_TEST(github_commands_cannot_be_smuggled_in)
{
  write_as("github", specimen_hostile());
  for (const char *line = text; *line; line = strchr(line, '\n') + 1)
    ck_assert(strncmp(line, "::error ", 8) == 0 || strstr(line, "more findings"));
  ck_assert_ptr_null(strstr(text, "\n::warning"));
}
END_TEST

/* --- gnu --- */

START_TEST(gnu_lines_have_a_level)
{
  static const char *const levels[] = {": error: ", ": warning: ", ": note: "};
  write_as("gnu", specimen_many(200));
  for (char *line = text, *end; *line; line = end + 1) {
    bool has_level = false;
    *(end = strchr(line, '\n')) = '\0';
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
      has_level |= strstr(line, levels[i]) != NULL;
    ck_assert_msg(has_level, "%s", line);
  }
}
END_TEST

START_TEST(gnu_lines_cannot_be_smuggled_in)
{
  write_as("gnu", specimen_hostile());
  ck_assert_ptr_null(strstr(text, "\nlines"));
  ck_assert_ptr_null(strstr(text, "\n::error ::owned"));
}
END_TEST

/* Sources of libraries are where somebody else has built them; what is relative and not ours cannot be opened. Nobody
 * looks for mistakes in the language's library. */
START_TEST(gnu_lines_lead_nowhere_else)
{
  struct frame frames[] = {
    {.function = "strlen", .file = "strlen.S", .directory = "../sysdeps", .line = 12},
    {.function = "look(char const*)", .file = "look.c", .directory = "/src/project", .line = 1337, .is_own = true},
    {.function = "std::call()",
     .file = "functional",
     .directory = "/usr/include",
     .line = 7,
     .role = FRAME_RUNTIME},
    {.function = "boost::call()", .file = "boost.hpp", .directory = "/usr/include", .line = 7},
    {.function = "main", .file = "main.c", .line = 3, .is_own = true},
  };
  struct finding_variant variant = {.stack = {frames, 5}, .count = 1};
  struct finding finding = {.identity = {"0123456789abcdef"},
                            .kind = "InvalidRead",
                            .sentence = "Invalid read of size 1",
                            .title = "use after free: read of 1 byte",
                            .stack = variant.stack,
                            .variants = &variant,
                            .variant_count = 1,
                            .site = 1,
                            .place = 1,
                            .own = 1,
                            .is_error = true,
                            .suppression = SIZE_MAX};
  finding.notes[finding.note_count++] = (struct finding_note){.sentence = "Block was alloc'd at", .stack = {frames, 2}};
  struct findings findings = {.items = &finding, .count = 1};
  write_as("gnu", &findings);
  ck_assert_str_eq(text, "look.c:1337: error: use after free: read of 1 byte, in look [0123456789abcdef]\n"
                         "/usr/include/boost.hpp:7: note: called by boost::call\n"
                         "main.c:3: note: called by main\n"
                         "look.c:1337: note: Block was alloc'd in look\n");
}
END_TEST

START_TEST(comments_have_a_limit)
{
  write_as("markdown", specimen_many(2000));
  ck_assert_uint_lt(text_size, 65536);
  ck_assert_ptr_nonnull(strstr(text, "more findings are left out here"));
}
END_TEST

static const char *const json_formats[] = {"json", "sarif", "gitlab"};

START_TEST(hostile_text_is_valid_json)
{
  json_decref(parse(json_formats[_i], specimen_hostile()));
}
END_TEST

static const char *const marked_up[] = {"html", "junit", "markdown", "github-summary"};

START_TEST(hostile_text_is_no_markup)
{
  write_as(marked_up[_i], specimen_hostile());
  ck_assert_ptr_null(strstr(text, "<script>alert"));
  ck_assert_ptr_null(strstr(text, "<img"));
}
END_TEST

static size_t count_formats(void)
{
  size_t count = 0;
  while (format_find(NULL)[count].name)
    count++;
  return count;
}

START_TEST(a_full_disk_is_no_crash)
{
  FILE *full = fopen("/dev/full", "w");
  struct error *error = format_find(NULL)[_i].write(specimen_many(200), &options, full);
  ck_assert(error || fflush(full) != 0 || ferror(full));
  error_free(error);
  fclose(full);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("formats");
  TCase *tests = tcase_create("formats");
  tcase_set_timeout(tests, 60);
  tcase_add_loop_test(tests, any_bytes_become_utf8, 0, sizeof texts / sizeof *texts);
  tcase_add_test(tests, long_text_is_cut_between_characters);
  tcase_add_loop_test(tests, paths_are_relative_to_the_root, 0, sizeof paths / sizeof *paths);
  tcase_add_test(tests, findings_point_at_own_code);
  tcase_add_test(tests, own_code_without_a_line_has_a_file);
  tcase_add_loop_test(tests, problems_name_a_path_once, 0, sizeof run_problems / sizeof *run_problems);
  tcase_add_test(tests, without_a_stack_they_point_at_the_program);
  tcase_add_test(tests, every_kind_of_error_is_described);
  tcase_add_test(tests, json_has_all_of_the_model);
  tcase_add_test(tests, sarif_has_what_is_listed_and_what_is_suppressed);
  tcase_add_test(tests, sarif_has_sources_of_the_system_elsewhere);
  tcase_add_test(tests, gitlab_has_a_severity_for_each);
  tcase_add_test(tests, gitlab_says_what_was_not_looked_at);
  tcase_add_test(tests, junit_counts_tests_that_fail);
  tcase_add_test(tests, github_commands_are_one_line_each);
  tcase_add_test(tests, what_was_not_searched_on_purpose_is_a_note);
  tcase_add_test(tests, github_commands_cannot_be_smuggled_in);
  tcase_add_test(tests, gnu_lines_have_a_level);
  tcase_add_test(tests, gnu_lines_cannot_be_smuggled_in);
  tcase_add_test(tests, gnu_lines_lead_nowhere_else);
  tcase_add_test(tests, comments_have_a_limit);
  tcase_add_loop_test(tests, hostile_text_is_valid_json, 0, sizeof json_formats / sizeof *json_formats);
  tcase_add_loop_test(tests, hostile_text_is_no_markup, 0, sizeof marked_up / sizeof *marked_up);
  tcase_add_loop_test(tests, a_full_disk_is_no_crash, 0, (int)count_formats());
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which process's XML goes where: one document in a file, and none over another's. */
#include "unit/unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/reports/xml/xml_documents.h"

enum { FIRST = 1 << 23, CHILD }; /* no process has such an id */

static char directory[] = "/tmp/seep-documents-XXXXXX";
static struct options *options;

static void setup(void)
{
  unit_make_folder(directory);
  ck_no_error(options_create(true, &options));
  ck_no_error(options_set(options, "--xml=yes", "test"));
}

static void teardown(void)
{
  options_destroy(options);
  unit_remove_folder(directory);
}

static struct xml_documents *create(const char *option, bool append)
{
  struct xml_documents *documents;
  ck_no_error(options_set(options, option, "test"));
  ck_no_error(xml_documents_create(
    &(struct xml_documents_config){.options = options, .directory = directory, .pid = FIRST, .append = append},
    &documents));
  ck_assert_ptr_nonnull(documents);
  return documents;
}

static struct xml_config begin(struct xml_documents *documents, uint64_t pid, bool is_fork)
{
  struct xml_config document;
  ck_no_error(xml_documents_open(documents, pid, is_fork, &document));
  return document;
}

static void put(struct xml_documents *documents, uint64_t pid, bool is_fork, const char *text, bool has_findings)
{
  struct xml_config document = begin(documents, pid, is_fork);
  ck_assert_ptr_nonnull(document.output);
  fputs(text, document.output);
  xml_documents_close(documents, &document, has_findings);
}

static bool is_there(const char *name)
{
  char path[256];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  return access(path, F_OK) == 0;
}

static void holds(const char *name, const char *expected)
{
  char path[256], text[256];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s is not there", name);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(text, expected);
}

START_TEST(without_xml_there_are_none)
{
  struct xml_documents *documents;
  ck_no_error(options_set(options, "--xml=no", "test"));
  ck_no_error(
    xml_documents_create(&(struct xml_documents_config){.options = options, .directory = directory}, &documents));
  ck_assert_ptr_null(documents);
  ck_assert(!xml_documents_have_failed(documents));
}
END_TEST

START_TEST(the_first_file_is_made_at_once)
{
  struct xml_documents *documents = create("--xml-file=x", false);
  holds("x", "");
  put(documents, FIRST, false, "first\n", true);
  holds("x", "first\n");
  xml_documents_destroy(documents);
}
END_TEST

START_TEST(names_with_a_process_id_are_files_of_their_own)
{
  struct xml_documents *documents = create("--xml-file=x.%p", false);
  put(documents, FIRST, false, "first\n", false);
  struct xml_config child = begin(documents, CHILD, true);
  ck_assert(!child.is_lazy);
  fputs("child\n", child.output);
  xml_documents_close(documents, &child, false);
  holds("x.8388608", "first\n");
  holds("x.8388609", "child\n");
  xml_documents_destroy(documents);
}
END_TEST

START_TEST(a_successor_takes_the_file)
{
  struct xml_documents *documents = create("--xml-file=x", false);
  put(documents, FIRST, false, "first, and longer\n", false);
  put(documents, FIRST, false, "second\n", false);
  holds("x", "second\n");
  ck_assert(!is_there("x.8388608"));
  xml_documents_destroy(documents);
}
END_TEST

START_TEST(findings_of_a_predecessor_are_kept)
{
  struct xml_documents *documents = create("--xml-file=x", false);
  put(documents, FIRST, false, "first\n", true);
  put(documents, FIRST, false, "second\n", true);
  put(documents, FIRST, false, "third\n", false);
  holds("x", "third\n");
  holds("x.8388608", "first\n");
  holds("x.8388608.2", "second\n");
  xml_documents_destroy(documents);
}
END_TEST

START_TEST(a_child_writes_beside_its_parent)
{
  struct xml_documents *documents = create("--xml-file=x", false);
  struct xml_config parent = begin(documents, FIRST, false);
  struct xml_config child = begin(documents, CHILD, true), silent = begin(documents, CHILD + 1, true);
  ck_assert(!parent.is_lazy && child.is_lazy && silent.is_lazy);
  fputs("child\n", child.output);
  fputs("parent\n", parent.output);
  xml_documents_close(documents, &parent, false);
  xml_documents_close(documents, &child, false);
  xml_documents_close(documents, &silent, false);
  holds("x", "parent\n");
  holds("x.8388609", "child\n");
  ck_assert(!is_there("x.8388610"));
  xml_documents_destroy(documents);
}
END_TEST

START_TEST(a_file_of_an_earlier_reporter_stays)
{
  struct xml_documents *documents = create("--xml-file=x", false);
  put(documents, FIRST, false, "first\n", true);
  xml_documents_destroy(documents);
  documents = create("--xml-file=x", true);
  put(documents, FIRST, false, "later\n", true);
  holds("x", "first\n");
  holds("x.8388608", "later\n");
  xml_documents_destroy(documents);
}
END_TEST

START_TEST(a_descriptor_is_for_one_process)
{
  char path[256], option[64];
  snprintf(path, sizeof path, "%s/fd", directory);
  int fd = open(path, O_WRONLY | O_CREAT, 0600);
  snprintf(option, sizeof option, "--xml-fd=%d", fd);
  struct xml_documents *documents = create(option, false);
  put(documents, FIRST, false, "first\n", true);
  ck_assert_ptr_null(begin(documents, CHILD, true).output);
  ck_assert_ptr_null(begin(documents, CHILD, false).output);
  put(documents, FIRST, false, "second\n", true);
  holds("fd", "first\nsecond\n");
  xml_documents_destroy(documents);
  close(fd);
}
END_TEST

START_TEST(variables_of_the_name_are_told)
{
  setenv("SEEP_TEST_WHO", "me", 1);
  struct xml_documents *documents = create("--xml-file=x.%p.%q{SEEP_TEST_WHO}.%%.%q{SEEP_TEST_WHO}", false);
  struct xml_config document = begin(documents, FIRST, false);
  ck_assert_uint_eq(document.qualifier_count, 2);
  ck_assert_str_eq(document.qualifiers[1].variable, "SEEP_TEST_WHO");
  ck_assert_str_eq(document.qualifiers[1].value, "me");
  xml_documents_close(documents, &document, false);
  ck_assert(is_there("x.8388608.me.%.me"));
  xml_documents_destroy(documents);
}
END_TEST

static void create_fails(const char *option, const char *part)
{
  struct xml_documents *documents;
  ck_no_error(options_set(options, option, "test"));
  ck_error_says(xml_documents_create(
                  &(struct xml_documents_config){.options = options, .directory = directory, .pid = FIRST}, &documents),
                part);
}

START_TEST(what_cannot_work_is_said_at_once)
{
  create_fails("--xml-file=none/x", "cannot create XML file");
  create_fails("--xml-file=x.%z", "--xml-file=x.%z: expected p, n, q or %");
  create_fails("--xml-fd=987", "--xml-fd=987: the file descriptor is not open");
  create_fails("--xml-socket=nowhere:port", "--xml-socket=nowhere:port: expected ADDRESS:PORT");
}
END_TEST

START_TEST(what_cannot_be_written_is_noted)
{
  struct xml_documents *documents = create("--xml-file=%p", false);
  char link_path[256];
  snprintf(link_path, sizeof link_path, "%s/8388609", directory);
  ck_assert_int_eq(symlink("/dev/full", link_path), 0);
  ck_assert(!xml_documents_have_failed(documents));
  put(documents, CHILD, false, "lost\n", true);
  ck_assert(xml_documents_have_failed(documents));
  xml_documents_destroy(documents);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("documents");
  TCase *tests = tcase_create("documents");
  suite_add_tcase(suite, tests);
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, without_xml_there_are_none);
  tcase_add_test(tests, the_first_file_is_made_at_once);
  tcase_add_test(tests, names_with_a_process_id_are_files_of_their_own);
  tcase_add_test(tests, a_successor_takes_the_file);
  tcase_add_test(tests, findings_of_a_predecessor_are_kept);
  tcase_add_test(tests, a_child_writes_beside_its_parent);
  tcase_add_test(tests, a_file_of_an_earlier_reporter_stays);
  tcase_add_test(tests, a_descriptor_is_for_one_process);
  tcase_add_test(tests, variables_of_the_name_are_told);
  tcase_add_test(tests, what_cannot_work_is_said_at_once);
  tcase_add_test(tests, what_cannot_be_written_is_noted);
  return unit_run(suite);
}

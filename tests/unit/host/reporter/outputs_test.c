/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where reports go: names of files, whole lines, files that are shared, connections and what takes their place. */
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/output/line_stream.h"
#include "host/output/output_name.h"
#include "host/reporter/outputs.h"
#include "tests/unit/unit.h"

static char directory[] = "/tmp/seep-output-XXXXXX";
static struct options *options;
static char warnings[1024];

static void keep_warning(void *context, const char *message)
{
  strncat(warnings, message, sizeof warnings - strlen(warnings) - 1);
}

static void setup(void)
{
  unit_make_folder(directory);
  ck_no_error(options_create(false, &options));
  *warnings = '\0';
}

static void teardown(void)
{
  unit_remove_folder(directory);
  options_destroy(options);
}

static struct error *make(const char *option, bool append, struct outputs **ret)
{
  if (option)
    ck_no_error(options_set(options, option, "test"));
  struct outputs_config config = {.options = options, .directory = directory, .pid = getpid(), .append = append,
                                  .warn = keep_warning};
  return outputs_create(&config, ret);
}

static void check_content(const char *name, const char *expected)
{
  char path[128], text[256] = "";
  snprintf(path, sizeof path, "%s/%s", directory, name);
  FILE *file = fopen(path, "r");
  ck_assert_msg(file != NULL, "%s is missing", path);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  ck_assert_str_eq(text, expected);
}

static void print(struct outputs *outputs, uint64_t pid, const char *text)
{
  FILE *output;
  ck_no_error(outputs_open(outputs, pid, &output));
  ck_assert_ptr_nonnull(output);
  fputs(text, output);
  outputs_close(outputs, output);
}

/* --- names --- */

static const char *lookup(void *context, const char *variable)
{
  return strcmp(variable, "USER") == 0 ? "me" : NULL;
}

static struct error *expand(const char *pattern, char **ret)
{
  struct output_name name = {
    .option = "--log-file", .pattern = pattern, .directory = "/dir", .pid = 42, .number = 3, .lookup = lookup};
  return output_name_expand(&name, ret);
}

static void expands(const char *pattern, const char *expected)
{
  char *text = NULL;
  ck_no_error(expand(pattern, &text));
  ck_assert_str_eq(text, expected);
  free(text);
}

static void expand_fails(const char *pattern, const char *part)
{
  char *text;
  ck_error_says(expand(pattern, &text), part);
}

START_TEST(names_are_expanded)
{
  expands("x", "/dir/x");
  expands("/x.%p.%n.%q{USER}.%%", "/x.42.3.me.%");
  expands("%p", "/dir/42");
}
END_TEST

START_TEST(bad_names_are_errors)
{
  expand_fails("", "no file name");
  expand_fails("~/x", "$HOME");
  expand_fails("x%", "after %");
  expand_fails("x%z", "--log-file=x%z: expected p, n, q or % after %");
  expand_fails("x%q", "expected { after %q");
  expand_fails("x%q{USER", "missing }");
  expand_fails("x%q{NOBODY}", "environment variable NOBODY is not set");
}
END_TEST

/* --- lines --- */

static unsigned write_count;
static char written[256];

static void keep_lines(void *context, const char *lines, size_t size)
{
  write_count++;
  strncat(written, lines, size);
}

START_TEST(only_whole_lines_leave)
{
  *written = '\0';
  write_count = 0;
  FILE *stream = line_stream_open(keep_lines, NULL, NULL);
  fputs("one", stream);
  fflush(stream);
  ck_assert_str_eq(written, "");
  fputs(" line\nand ", stream);
  fflush(stream);
  ck_assert_str_eq(written, "one line\n");
  fputs("a\nb\nc", stream);
  fflush(stream);
  ck_assert_str_eq(written, "one line\nand a\nb\n");
  ck_assert_uint_eq(write_count, 2);
  fclose(stream);
  ck_assert_str_eq(written, "one line\nand a\nb\nc\n");
}
END_TEST

START_TEST(unfinished_lines_leave_when_let_go)
{
  struct line_stream *lines;
  *written = '\0';
  FILE *stream = line_stream_open(keep_lines, NULL, &lines);
  fputs("one", stream);
  fflush(stream);
  line_stream_flush_unfinished(lines);
  ck_assert_str_eq(written, "one");
  fputs(" line\ntwo", stream);
  fflush(stream);
  ck_assert_str_eq(written, "one line\n");
  line_stream_flush_unfinished(lines);
  line_stream_flush_unfinished(lines);
  ck_assert_str_eq(written, "one line\ntwo");
  fclose(stream);
  ck_assert_str_eq(written, "one line\ntwo\n");
}
END_TEST

/* --- files --- */

START_TEST(one_file_serves_all)
{
  struct outputs *outputs;
  ck_no_error(make("--log-file=log", false, &outputs));
  FILE *first, *second;
  ck_no_error(outputs_open(outputs, 1, &first));
  ck_no_error(outputs_open(outputs, 2, &second));
  fputs("first ", first);
  fflush(first);
  fputs("second\n", second);
  fflush(second);
  fputs("line\n", first);
  outputs_close(outputs, first);
  outputs_close(outputs, second);
  print(outputs, 3, "third\n");
  outputs_destroy(outputs);
  check_content("log", "second\nfirst line\nthird\n");
}
END_TEST

START_TEST(a_file_per_process)
{
  struct outputs *outputs;
  char name[64];
  ck_no_error(make("--log-file=log.%p.%n", false, &outputs));
  print(outputs, getpid(), "first\n");
  print(outputs, 1, "one\n");
  print(outputs, 1, "one again\n");
  outputs_destroy(outputs);
  snprintf(name, sizeof name, "log.%d.1", (int)getpid());
  check_content(name, "first\n");
  check_content("log.1.1", "one\n");
  check_content("log.1.2", "one again\n");
}
END_TEST

START_TEST(an_old_file_is_replaced_unless_it_is_the_trees_own)
{
  struct outputs *outputs;
  ck_no_error(make("--log-file=log", false, &outputs));
  print(outputs, 1, "old\n");
  outputs_destroy(outputs);
  ck_no_error(make(NULL, true, &outputs));
  print(outputs, 1, "more\n");
  outputs_destroy(outputs);
  check_content("log", "old\nmore\n");
  ck_no_error(make(NULL, false, &outputs));
  print(outputs, 1, "new\n");
  outputs_destroy(outputs);
  check_content("log", "new\n");
}
END_TEST

START_TEST(variables_are_the_processs_own)
{
  struct outputs *outputs;
  setenv("SEEP_OUTPUT_TEST", "later", 1); /* not in what this process was started with */
  ck_error_says(make("--log-file=log.%q{SEEP_OUTPUT_TEST}", false, &outputs), "SEEP_OUTPUT_TEST is not set");
}
END_TEST

START_TEST(a_file_that_cannot_be_made)
{
  struct outputs *outputs;
  ck_error_says(make("--log-file=/no/such/dir/log", false, &outputs), "cannot create log file /no/such/dir/log");
}
END_TEST

/* --- descriptors and connections --- */

START_TEST(a_descriptor)
{
  int pipe_fds[2];
  char option[32], text[16] = "";
  ck_assert_int_eq(pipe(pipe_fds), 0);
  snprintf(option, sizeof option, "--log-fd=%d", pipe_fds[1]);
  struct outputs *outputs;
  ck_no_error(make(option, false, &outputs));
  close(pipe_fds[1]);
  print(outputs, 1, "hello\n");
  outputs_destroy(outputs);
  ck_assert_int_eq(read(pipe_fds[0], text, sizeof text), 6);
  ck_assert_str_eq(text, "hello\n");
  ck_assert_int_eq(read(pipe_fds[0], text, sizeof text), 0);
  close(pipe_fds[0]);
}
END_TEST

START_TEST(no_descriptor)
{
  struct outputs *outputs;
  FILE *output = stderr;
  ck_no_error(make("--log-fd=-1", false, &outputs));
  ck_no_error(outputs_open(outputs, 1, &output));
  ck_assert_ptr_null(output);
  outputs_destroy(outputs);
  ck_no_error(make("--log-fd=999", false, &outputs));
  ck_assert_ptr_nonnull(strstr(warnings, "--log-fd=999: the file descriptor is not open"));
  outputs_destroy(outputs);
}
END_TEST

static int listen_somewhere(char option[static 64])
{
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  ck_assert_int_eq(bind(fd, (struct sockaddr *)&address, sizeof address), 0);
  ck_assert_int_eq(listen(fd, 1), 0);
  ck_assert_int_eq(getsockname(fd, (struct sockaddr *)&address, &size), 0);
  snprintf(option, 64, "--log-socket=127.0.0.1:%d", ntohs(address.sin_port));
  return fd;
}

START_TEST(a_connection)
{
  char option[64], text[16] = "";
  int listener = listen_somewhere(option);
  struct outputs *outputs;
  ck_no_error(make(option, false, &outputs));
  int fd = accept(listener, NULL, NULL);
  print(outputs, 1, "hello\n");
  ck_assert_int_eq(read(fd, text, sizeof text), 6);
  ck_assert_str_eq(text, "hello\n");
  outputs_destroy(outputs);
  close(fd);
  close(listener);
}
END_TEST

START_TEST(nobody_listens)
{
  char option[64];
  close(listen_somewhere(option));
  struct outputs *outputs;
  ck_no_error(make(option, false, &outputs));
  ck_assert_ptr_nonnull(strstr(warnings, "failed to connect to logging server '127.0.0.1:"));
  outputs_destroy(outputs);
  ck_error_says(make("--log-socket=localhost:http", false, &outputs), "expected ADDRESS:PORT");
  ck_error_says(make("--log-socket=:99", false, &outputs), "expected ADDRESS:PORT");
}
END_TEST

static Suite *output_suite(void)
{
  Suite *suite = suite_create("output");
  TCase *tests = tcase_create("output");
  tcase_add_checked_fixture(tests, setup, teardown);
  tcase_add_test(tests, names_are_expanded);
  tcase_add_test(tests, bad_names_are_errors);
  tcase_add_test(tests, only_whole_lines_leave);
  tcase_add_test(tests, unfinished_lines_leave_when_let_go);
  tcase_add_test(tests, one_file_serves_all);
  tcase_add_test(tests, a_file_per_process);
  tcase_add_test(tests, an_old_file_is_replaced_unless_it_is_the_trees_own);
  tcase_add_test(tests, variables_are_the_processs_own);
  tcase_add_test(tests, a_file_that_cannot_be_made);
  tcase_add_test(tests, a_descriptor);
  tcase_add_test(tests, no_descriptor);
  tcase_add_test(tests, a_connection);
  tcase_add_test(tests, nobody_listens);
  suite_add_tcase(suite, tests);
  return suite;
}

int main(void)
{
  return unit_run(output_suite());
}

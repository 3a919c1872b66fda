/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A test runner can list its tests with their command lines. The programs that it has executed itself are compared
 * with these, in the order of execution; if several tests have the same command line and directory, each is given to
 * one program. */
#include "host/suite/suite_runner_names.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/findings/exec_log.h"
#include "shared/base/plain_strings.h"

enum {
  QUERY_WORDS = 16,
  QUERY_PATIENCE_MS = 60000,
  ANSWER_MAX_BYTES = 1 << 26,
};

/* A runner as it was executed, and how it is asked. */
struct query {
  const struct exec_image *runner;
  const char *words[QUERY_WORDS + 1]; /* NULL-terminated */
  size_t count;
};

struct test {
  const char *name, *directory; /* NULL: not told */
  const json_t *command;
  bool is_taken;
};

/* --- asking --- */

static void add_word(struct query *query, const char *word)
{
  if (word && query->count < QUERY_WORDS)
    query->words[query->count++] = word;
}

/* Options that decide which tests there are, with their values. */
static void add_options(struct query *query, const char *const *options)
{
  for (const char *const *argument = query->runner->arguments; *argument; argument++)
    for (const char *const *option = options; *option; option++) {
      const char *rest = text_after(*argument, *option);
      if (!rest || (*rest && *rest != '=' && text_after(*option, "--")))
        continue;
      add_word(query, *argument);
      if (!*rest)
        add_word(query, argument[1]);
    }
}

static void ask_ctest(struct query *query)
{
  static const char *const options[] = {"--test-dir", "--build-config", "-C", NULL};
  add_word(query, query->runner->exe);
  add_word(query, "--show-only=json-v1");
  add_options(query, options);
}

/* The build directory is the value of -C, else the working directory. */
static void ask_meson(struct query *query)
{
  const char *directory = ".";
  for (const char *const *argument = query->runner->arguments; *argument; argument++)
    if (text_equal(*argument, "-C") && argument[1])
      directory = argument[1];
  add_word(query, query->runner->script ? query->runner->script : query->runner->exe);
  add_word(query, "introspect");
  add_word(query, "--tests");
  add_word(query, directory);
}

static void __attribute__((noreturn)) execute_runner(const struct query *query, int output)
{
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  if (null < 0 || chdir(query->runner->directory) < 0)
    _exit(EXIT_FAILURE);
  dup2(null, STDIN_FILENO);
  dup2(output, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  execvp(query->words[0], (char *const *)query->words);
  _exit(EXIT_FAILURE);
}

static int64_t now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Read to the end, within limits of size and time; the caller frees *ret. */
static bool read_answer(int input, char **ret, size_t *ret_size)
{
  int64_t deadline = now_ms() + QUERY_PATIENCE_MS;
  char *text = NULL;
  size_t size = 0, capacity = 0;
  for (ssize_t got = 1; got > 0; size += (size_t)(got > 0 ? got : 0)) {
    struct pollfd ready = {.fd = input, .events = POLLIN};
    if (size == capacity) {
      capacity = 2 * capacity + (1 << 16);
      char *longer = capacity <= ANSWER_MAX_BYTES ? memory_resize(text, capacity, 1) : NULL;
      if (!longer)
        break;
      text = longer;
    }
    int64_t left = deadline - now_ms();
    got = left > 0 && poll(&ready, 1, (int)left) > 0 ? read(input, text + size, capacity - size) : -1;
    if (got == 0) {
      *ret = text;
      *ret_size = size;
      return true;
    }
  }
  free(text);
  return false;
}

/* NULL: no usable answer. */
static json_t *ask_runner(const struct query *query)
{
  int ends[2], status;
  char *text = NULL;
  size_t size = 0;
  if (pipe2(ends, O_CLOEXEC) < 0)
    return NULL;
  pid_t pid = fork();
  if (pid == 0)
    execute_runner(query, ends[1]);
  close(ends[1]);
  bool is_read = pid > 0 && read_answer(ends[0], &text, &size);
  close(ends[0]);
  if (pid > 0 && !is_read)
    kill(pid, SIGKILL);
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
    continue;
  json_t *answer = is_read ? json_loadb(text, size, 0, NULL) : NULL;
  free(text);
  return answer;
}

/* --- the answers --- */

static const char *property(const json_t *test, const char *name)
{
  size_t index;
  const json_t *item;
  json_array_foreach(json_object_get(test, "properties"), index, item)
    if (text_equal(json_string_value(json_object_get(item, "name")), name))
      return json_string_value(json_object_get(item, "value"));
  return NULL;
}

static struct test read_ctest(const json_t *test)
{
  return (struct test){
    .name = json_string_value(json_object_get(test, "name")), .command = json_object_get(test, "command"),
    .directory = property(test, "WORKING_DIRECTORY"),
  };
}

static struct test read_meson(const json_t *test)
{
  return (struct test){
    .name = json_string_value(json_object_get(test, "name")), .command = json_object_get(test, "cmd"),
    .directory = json_string_value(json_object_get(test, "workdir")),
  };
}

static const struct runner {
  const char *name;
  void (*ask)(struct query *query);
  const char *list; /* where the tests are in the answer; NULL: it is the list */
  struct test (*read)(const json_t *test);
} runners[] = {
#define RUNNER(program, list) {#program, ask_##program, list, read_##program},
#include "host/suite/preload/suite_test_names.def"
};

/* --- comparing --- */

/* The arguments as the runner gave them: for a script, without the interpreter. */
static const char *const *given_arguments(const struct exec_image *image)
{
  const char *const *argument = image->arguments;
  while (image->script && *argument && !text_equal(*argument, image->script))
    argument++;
  return argument;
}

static bool is_command(const json_t *command, const struct exec_image *image)
{
  const char *const *arguments = given_arguments(image);
  size_t count = json_array_size(command), i = 0;
  for (; i < count && arguments[i]; i++)
    if (!text_equal(json_string_value(json_array_get(command, i)), arguments[i]))
      return false;
  return count > 0 && (i == count ? !arguments[i] : image->arguments_left_out > 0);
}

static bool is_same_directory(const char *wanted, const char *directory)
{
  char *one = wanted ? realpath(wanted, NULL) : NULL;
  bool same = !one || text_equal(one, directory);
  free(one);
  return same;
}

/* The test that this image belongs to, preferably one that has no image yet. */
static struct test *find_test(struct test *tests, size_t count, const struct exec_image *image)
{
  struct test *found = NULL;
  for (size_t i = 0; i < count; i++) {
    if (!tests[i].name || !is_command(tests[i].command, image) ||
        !is_same_directory(tests[i].directory, image->directory))
      continue;
    if (!tests[i].is_taken)
      return &tests[i];
    found = found ? found : &tests[i];
  }
  return found;
}

static void put_name(FILE *output, const struct exec_image *image, const char *name, const char *source)
{
  json_t *event =
    json_pack("{ssssssss}", "event", "test", "id", image->id, "test", name, "test_source", source);
  char *line = memory_given(json_dumps(event, JSON_COMPACT));
  json_decref(event);
  fprintf(output, "%s\n", line);
  free(line);
}

static void name_images(const struct exec_log *log, const struct exec_image *by, const struct runner *runner,
                        const json_t *list, FILE *output)
{
  size_t count = json_array_size(list), image_count;
  struct test *tests = memory_zeroed(count + 1, sizeof *tests);
  for (size_t i = 0; i < count; i++)
    tests[i] = runner->read(json_array_get(list, i));
  const struct exec_image *const *images = exec_log_images(log, &image_count);
  for (size_t i = 0; i < image_count; i++) {
    struct test *test = text_equal(images[i]->parent, by->id) ? find_test(tests, count, images[i]) : NULL;
    if (!test)
      continue;
    test->is_taken = true;
    put_name(output, images[i], test->name, runner->name);
  }
  free(tests);
}

/* --- all of the log --- */

static const struct runner *find_runner(const struct exec_image *image)
{
  for (size_t i = 0; i < sizeof runners / sizeof *runners; i++)
    if (text_equal(text_base(image->script ? image->script : image->exe), runners[i].name))
      return &runners[i];
  return NULL;
}

static bool has_children(const struct exec_log *log, const struct exec_image *image)
{
  size_t count;
  const struct exec_image *const *images = exec_log_images(log, &count);
  for (size_t i = 0; i < count; i++)
    if (text_equal(images[i]->parent, image->id))
      return true;
  return false;
}

static void name_tests_of(const struct exec_log *log, const struct exec_image *image, FILE *output)
{
  const struct runner *runner = find_runner(image);
  if (!runner || !image->directory || !has_children(log, image))
    return;
  struct query query = {.runner = image};
  runner->ask(&query);
  json_t *answer = ask_runner(&query);
  const json_t *list = runner->list ? json_object_get(answer, runner->list) : answer;
  name_images(log, image, runner, list, output);
  json_decref(answer);
}

struct error *suite_runner_names_add(const char *run_directory)
{
  struct exec_log *log = NULL;
  char *path = NULL;
  struct error *error = exec_log_read(run_directory, &log);
  if (error || !log)
    return error;
  path = print_text("%s/" EXEC_LOG, run_directory);
  FILE *output = fopen(path, "ae");
  if (!output)
    error = error_errno(errno, "cannot add to the log in %s", run_directory);
  size_t count;
  const struct exec_image *const *images = exec_log_images(log, &count);
  for (size_t i = 0; !error && i < count; i++)
    name_tests_of(log, images[i], output);
  if (output && fclose(output) != 0 && !error)
    error = error_errno(errno, "cannot add to %s", path);
  free(path);
  exec_log_destroy(log);
  return error;
}

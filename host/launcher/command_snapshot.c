/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep snapshot [PID|NAME [LABEL]]`: take a snapshot of a running program's heap, from another terminal. A program
 * that runs natively is asked directly (native_asking.h). Others may sleep in a system call for hours: Valgrind's vgdb
 * can wake them without their noticing, so vgdb is used to give the monitor command. A large heap is then written while
 * the program goes on: the writer holds a lock on the file, and once that is released the program is asked for the
 * result. Whatever may be wrong with the process is checked first, because vgdb's messages say little about it. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/error.h"
#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/process_status.h"
#include "host/launcher/native_asking.h"
#include "host/launcher/watched_programs.h"
#include "host/runs/command.h"

enum { ANSWER_BYTES = 1 << 14, LABEL_MAX_BYTES = 200, NAME_BYTES = 256, ASK_AGAIN_MS = 200 };

struct question {
  long pid;           /* 0: none was named */
  const char *label;  /* "": none */
  const char *prefix; /* of vgdb's files, "--vgdb-prefix=..."; NULL: the default */
  bool wants_help;
};

static void print_usage(FILE *output)
{
  fputs("usage: seep snapshot [PID|NAME [LABEL]] [--vgdb-prefix=PREFIX]\n"
        "Take a heap snapshot of a program that is running under Seep, and store it with\n"
        "the record of the run. The program pauses for milliseconds, even if it is\n"
        "waiting, and continues while the snapshot is written. The program is named by\n"
        "its process id (the number between == in its report) or its name; without that,\n"
        "seep snapshot lists the programs that run under Seep.\n"
        "--vgdb-prefix is needed if the program was started with one.\n",
        output);
}

/* --- arguments --- */

static struct error *read_pid(const char *text, long *ret)
{
  char *end;
  errno = 0;
  long pid = strtol(text, &end, 10);
  if (*end || end == text)
    return watched_programs_pid(text, ret);
  if (errno || pid <= 0 || pid > INT_MAX)
    return error_format("%s is not a process id; it is the number between == in the report", text);
  *ret = pid;
  return NULL;
}

static struct error *check_label(const char *label)
{
  if (strlen(label) > LABEL_MAX_BYTES)
    return error_format("the label is too long; the limit is %d bytes", LABEL_MAX_BYTES);
  for (; *label; label++)
    if (iscntrl((unsigned char)*label))
      return error_format("the label must be one line of text");
  return NULL;
}

static struct error *parse_arguments(int argc, char **argv, struct question *ret)
{
  struct error *error = NULL;
  ret->label = "";
  unsigned count = 0;
  for (int i = 1; i < argc && !error; i++) {
    if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
      ret->wants_help = true;
    else if (strncmp(argv[i], "--vgdb-prefix=", strlen("--vgdb-prefix=")) == 0)
      ret->prefix = argv[i];
    else if (argv[i][0] == '-')
      error = error_format("unknown option %s; see seep snapshot --help", argv[i]);
    else if (++count == 1)
      error = read_pid(argv[i], &ret->pid);
    else if (count == 2)
      error = check_label(ret->label = argv[i]);
    else
      error = error_format("a label of several words must be quoted");
  }
  return error;
}

/* --- the process --- */

/* Its name as it calls itself, terminated; empty if it cannot be read. Returns its size. */
static size_t read_name(long pid, char text[NAME_BYTES])
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/comm", pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = fd < 0 ? 0 : read(fd, text, NAME_BYTES - 1);
  if (fd >= 0)
    close(fd);
  text[size > 0 ? size : 0] = '\0';
  return size > 0 ? (size_t)size : 0;
}

/* Everybody may read which signals a process handles, even if /proc/PID/exe is hidden. Valgrind's core handles nearly
 * all, and hardly any other program. */
static bool handles_most_signals(long pid)
{
  enum { MOST = 48 };
  char text[PROCESS_STATUS_BYTES];
  const char *set;
  return process_status_find(pid, "\nSigCgt:", text, &set) && __builtin_popcountll(strtoull(set, NULL, 16)) >= MOST;
}

static bool is_of_another_user(long pid)
{
  char path[64];
  struct stat status;
  snprintf(path, sizeof path, "/proc/%ld", pid);
  return geteuid() != 0 && (stat(path, &status) < 0 || status.st_uid != geteuid());
}

/* /proc/PID/exe cannot be read. The kernel refuses that in many cases with the same error, so find out which one it
 * is. */
static struct error *check_hidden(long pid)
{
  char name[NAME_BYTES];
  size_t size = read_name(pid, name);
  for (size_t i = 0; i < size; i++) /* a process may call itself anything; a newline ends it */
    if (iscntrl((unsigned char)name[i]))
      name[i] = i + 1 < size ? '?' : '\0';
  if (name[0] && !handles_most_signals(pid))
    return error_format("process %ld does not run under Seep: it is %s", pid, name);
  if (is_of_another_user(pid))
    return error_format("process %ld: permission denied; run seep snapshot as the user that it belongs to", pid);
  return error_format("process %ld: permission denied; it has privileges that you lack, or tracing is forbidden (in a "
                      "container, add CAP_SYS_PTRACE)", pid);
}

static struct error *check_program(long pid)
{
  char path[64], program[PATH_MAX];
  snprintf(path, sizeof path, "/proc/%ld/exe", pid);
  ssize_t size = readlink(path, program, sizeof program - 1);
  if (size < 0)
    return process_status_state(pid) == 'Z' ? error_format("process %ld has ended", pid) : check_hidden(pid);
  program[size] = '\0';
  const char *slash = strrchr(program, '/'), *name = slash ? slash + 1 : program;
  if (strncmp(name, "seep-", strlen("seep-")) == 0)
    return NULL;
  if (native_asking_is_native(pid))
    return error_format("process %ld runs natively under Seep, but takes no requests: it is in another network "
                        "namespace, or has restricted its system calls",
                        pid);
  if (strstr(name, "-amd64-linux"))
    return error_format("process %ld runs under another tool of Valgrind (%s), not under Seep", pid, name);
  return error_format("process %ld does not run under Seep: it is %s", pid, program);
}

/* `is_native`: it runs natively, under Seep. */
static struct error *check_process(long pid, bool is_native)
{
  if (kill((pid_t)pid, 0) < 0 && errno == ESRCH)
    return error_format("there is no process %ld", pid);
  RETURN_IF_ERROR(is_native ? NULL : check_program(pid));
  switch (process_status_state(pid)) {
  case 'T':
    return error_format("process %ld is stopped; continue it first: kill -CONT %ld", pid, pid);
  case 't':
    return error_format("a debugger has stopped process %ld; continue it, or enter there: monitor snapshot", pid);
  case 'Z':
    return error_format("process %ld has ended", pid);
  default:
    return NULL;
  }
}

static bool process_is_gone(long pid)
{
  const char state = process_status_state(pid);
  return state == 0 || state == 'Z';
}

/* --- vgdb --- */

/* What has been read from a pipe. */
struct answer {
  int fd;
  size_t size;
  char text[ANSWER_BYTES];
};

/* Whatever does not fit is dropped. Returns whether there may be more. */
static bool read_more(struct answer *answer)
{
  char piece[1024];
  ssize_t size = read(answer->fd, piece, sizeof piece);
  if (size < 0 && errno == EINTR)
    return true;
  if (size <= 0)
    return false;
  size_t kept = sizeof answer->text - 1 - answer->size;
  kept = (size_t)size < kept ? (size_t)size : kept;
  memcpy(answer->text + answer->size, piece, kept);
  answer->size += kept;
  answer->text[answer->size] = '\0';
  return true;
}

static void read_answers(struct answer answers[2])
{
  struct pollfd ends[2] = {{.fd = answers[0].fd, .events = POLLIN}, {.fd = answers[1].fd, .events = POLLIN}};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    if (poll(ends, 2, -1) < 0 && errno != EINTR)
      return;
    for (unsigned i = 0; i < 2; i++)
      if (ends[i].fd >= 0 && ends[i].revents && !read_more(&answers[i]))
        ends[i].fd = -1; /* poll() passes over it */
  }
}

static int spawn_vgdb(char **arguments, const int outputs[2], pid_t *ret)
{
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions))
    return ENOMEM;
  int errno_value = posix_spawn_file_actions_adddup2(&actions, outputs[0], STDOUT_FILENO);
  if (!errno_value)
    errno_value = posix_spawn_file_actions_adddup2(&actions, outputs[1], STDERR_FILENO);
  if (!errno_value)
    errno_value = posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  if (!errno_value)
    errno_value = posix_spawnp(ret, arguments[0], &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  return errno_value;
}

/* Collect what it prints, until it ends. */
static struct error *run_vgdb(char **arguments, struct answer answers[2])
{
  int pipes[2][2];
  pid_t pid;
  if (pipe2(pipes[0], O_CLOEXEC) < 0)
    return error_errno(errno, "cannot make a pipe");
  if (pipe2(pipes[1], O_CLOEXEC) < 0) {
    close(pipes[0][0]);
    close(pipes[0][1]);
    return error_errno(errno, "cannot make a pipe");
  }
  int errno_value = spawn_vgdb(arguments, (int[]){pipes[0][1], pipes[1][1]}, &pid);
  for (unsigned i = 0; i < 2; i++) {
    close(pipes[i][1]);
    answers[i] = (struct answer){.fd = pipes[i][0]};
  }
  if (!errno_value) {
    read_answers(answers);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
  close(pipes[0][0]);
  close(pipes[1][0]);
  return errno_value ? error_errno(errno_value, "cannot run %s", arguments[0]) : NULL;
}

/* The last line of what vgdb complained about, without its own name in front. */
static const char *last_line(char *text)
{
  size_t size = strlen(text);
  while (size > 0 && text[size - 1] == '\n')
    text[--size] = '\0';
  const char *line = strrchr(text, '\n');
  line = line ? line + 1 : text;
  static const char own_name[] = "vgdb error: ";
  return strncmp(line, own_name, sizeof own_name - 1) == 0 ? line + sizeof own_name - 1 : line;
}

static bool begins(const char *text, const char *with)
{
  return strncmp(text, with, strlen(with)) == 0;
}

static struct error *judge_answer(const struct question *question, struct answer answers[2])
{
  static const char none[] = "no snapshot: ";
  char *text = answers[0].text;
  if (begins(text, "snapshot ") || begins(text, "begun "))
    return NULL;
  if (begins(text, none))
    return error_format("no snapshot of process %ld: %.*s", question->pid, (int)strcspn(text + sizeof none - 1, "\n"),
                        text + sizeof none - 1);
  if (strstr(answers[1].text, "no FIFO found"))
    return error_format("process %ld cannot be reached: it was started with --vgdb=no, or with a --vgdb-prefix, which "
                        "must be given here, too", question->pid);
  return error_format("process %ld did not answer: %s", question->pid, last_line(answers[1].text));
}

static struct error *ask_process(const struct question *question, char *order, struct answer answers[2])
{
  char pid[32], vgdb[PATH_MAX];
  char *arguments[] = {vgdb, pid, order, NULL, NULL};
  snprintf(pid, sizeof pid, "--pid=%ld", question->pid);
  if (question->prefix) {
    arguments[2] = (char *)question->prefix;
    arguments[3] = order;
  }
  struct error *error = installed_part("vgdb", vgdb);
  if (!error)
    error = run_vgdb(arguments, answers);
  return error ? error : judge_answer(question, answers);
}

/* --- while it is written --- */

/* "begun 3: program stopped for 12 ms\nin PATH\n" */
struct begun {
  unsigned long id;
  char *what; /* what comes after the number */
  int fd;     /* the file, -1: it cannot be opened */
};

static struct begun begun_open(const char *answer)
{
  struct begun begun = {.id = strtoul(answer + strlen("begun "), NULL, 10), .fd = -1};
  const char *what = strchr(answer, ':'), *path = strstr(answer, "\nin ");
  begun.what = memory_text(what ? what : ":\n");
  char *name = path ? memory_text_begin(path + 4, strcspn(path + 4, "\n")) : NULL;
  if (name)
    begun.fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  free(name);
  return begun;
}

static void begun_close(struct begun *begun)
{
  if (begun->fd >= 0)
    close(begun->fd);
  free(begun->what);
}

/* On a file system without locks this returns at once; then the caller asks again and again. */
static void wait_for_writer(const struct begun *begun)
{
  if (begun->fd >= 0)
    while (flock(begun->fd, LOCK_SH) < 0 && errno == EINTR)
      ;
}

/* The program has ended before it could answer, so look whether the writer has finished the file. */
static struct error *judge_file(const struct question *question, const struct begun *begun)
{
  struct stat stat;
  if (begun->fd >= 0 && fstat(begun->fd, &stat) == 0 && stat.st_nlink > 0) {
    printf("Snapshot %lu%s", begun->id, begun->what ? begun->what : "\n");
    return NULL;
  }
  return error_format("no snapshot of process %ld: it ended before the snapshot was finished", question->pid);
}

static struct error *wait_until_written(const struct question *question, struct answer answers[2])
{
  struct begun begun = begun_open(answers[0].text);
  struct error *error = NULL;
  char order[64];
  snprintf(order, sizeof order, "_snapshot end %lu", begun.id);
  do {
    wait_for_writer(&begun);
    error = ask_process(question, order, answers);
  } while (!error && begins(answers[0].text, "begun ") && poll(NULL, 0, ASK_AGAIN_MS) == 0);
  if (error && process_is_gone(question->pid)) {
    error_free(error);
    error = judge_file(question, &begun);
    answers[0].text[0] = '\0';
  }
  begun_close(&begun);
  return error;
}

static struct error *ask_by_vgdb(const struct question *question, struct answer answers[2])
{
  char order[LABEL_MAX_BYTES + 32];
  snprintf(order, sizeof order, "_snapshot begin %s", question->label);
  struct error *error = ask_process(question, order, answers);
  return !error && begins(answers[0].text, "begun ") ? wait_until_written(question, answers) : error;
}

static struct error *ask_natively(const struct question *question, int fd, struct answer answers[2])
{
  struct error *error = native_asking_ask(fd, question->pid, question->label, answers[0].text, sizeof answers[0].text);
  return error ? error : judge_answer(question, answers);
}

static struct error *take_snapshot(const struct question *question)
{
  static struct answer answers[2];
  const int native = native_asking_connect(question->pid);
  struct error *error = check_process(question->pid, native >= 0);
  if (!error)
    error = native >= 0 ? ask_natively(question, native, answers) : ask_by_vgdb(question, answers);
  if (!error && answers[0].text[0]) {
    answers[0].text[0] = 'S';
    fputs(answers[0].text, stdout);
  }
  return error;
}

static struct error *list_programs(void)
{
  struct watched_programs programs;
  struct error *error = NULL;
  watched_programs_find(&programs);
  if (programs.count == 0)
    error = error_format("no program runs under Seep; start one by seep PROGRAM, or see seep attach --help");
  else
    puts("These programs run under Seep; take a snapshot by seep snapshot PID:");
  watched_programs_print(&programs, NULL, stdout);
  watched_programs_release(&programs);
  return error;
}

int command_snapshot(int argc, char **argv)
{
  struct question question = {0};
  struct error *error = parse_arguments(argc, argv, &question);
  if (!error && question.wants_help)
    print_usage(stdout);
  else if (!error)
    error = question.pid ? take_snapshot(&question) : list_programs();
  return error ? command_failed("snapshot", error) : command_flush("snapshot");
}

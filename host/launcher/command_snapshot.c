/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep snapshot [PID|NAME [LABEL]]`: take a snapshot of a running program's heap, from another terminal. A program
 * that runs natively answers when that is done. Of others a large heap is written while the program goes on: the writer
 * holds a lock on the file, and once that is released the program is asked for the result. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/error.h"
#include "host/base/memory.h"
#include "host/launcher/asked_program.h"
#include "host/launcher/watched_programs.h"
#include "host/runs/command.h"

enum { LABEL_MAX_BYTES = 200, ASK_AGAIN_MS = 200 };

struct question {
  struct asked_program program; /* pid 0: none was named */
  const char *label;            /* "": none */
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
      ret->program.prefix = argv[i];
    else if (argv[i][0] == '-')
      error = error_format("unknown option %s; see seep snapshot --help", argv[i]);
    else if (++count == 1)
      error = asked_program_named(argv[i], &ret->program.pid);
    else if (count == 2)
      error = check_label(ret->label = argv[i]);
    else
      error = error_format("a label of several words must be quoted");
  }
  return error;
}

/* --- while it is written --- */

/* "begun 3: program stopped for 12 ms\nin PATH\n" */
struct begun {
  unsigned long id;
  char *what; /* what comes after the number */
  int fd;     /* the file, -1: it cannot be opened */
};

static bool is_begun(const char *answer)
{
  return strncmp(answer, "begun ", strlen("begun ")) == 0;
}

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
  return error_format("no snapshot of process %ld: it ended before the snapshot was finished", question->program.pid);
}

static struct error *wait_until_written(const struct question *question, char answer[VGDB_ANSWER_BYTES])
{
  struct begun begun = begun_open(answer);
  struct error *error = NULL;
  char order[64];
  snprintf(order, sizeof order, "_snapshot end %lu", begun.id);
  do {
    wait_for_writer(&begun);
    error = asked_program_order(&question->program, order, answer);
  } while (!error && is_begun(answer) && poll(NULL, 0, ASK_AGAIN_MS) == 0);
  if (error && asked_program_is_gone(question->program.pid)) {
    error_free(error);
    error = judge_file(question, &begun);
    answer[0] = '\0';
  }
  begun_close(&begun);
  return error;
}

static struct error *take_snapshot(const struct question *question)
{
  static char answer[VGDB_ANSWER_BYTES];
  char order[LABEL_MAX_BYTES + 32];
  snprintf(order, sizeof order, "_snapshot begin %s", question->label);
  struct error *error = asked_program_ask(&question->program, question->label, order, answer);
  if (!error && is_begun(answer))
    error = wait_until_written(question, answer);
  if (!error && answer[0]) {
    answer[0] = 'S';
    fputs(answer, stdout);
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
  static const char *const good[] = {"snapshot ", "begun ", NULL};
  struct question question = {
    .program = {
      .command = "snapshot", .wanted = "snapshot", .good = good, .in_debugger = ", or enter there: monitor snapshot"}};
  struct error *error = parse_arguments(argc, argv, &question);
  if (!error && question.wants_help)
    print_usage(stdout);
  else if (!error)
    error = question.program.pid ? take_snapshot(&question) : list_programs();
  return error ? command_failed("snapshot", error) : command_flush("snapshot");
}

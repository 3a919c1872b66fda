/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep gdb [options] PROGRAM [arguments]`: the program under Seep, and gdb connected to it, in one terminal. Two
 * children: the program under Seep, which waits for gdb before its first instruction, and gdb, which is told to
 * connect to it by vgdb. The terminal belongs to gdb: the program is in a session of its own, so that Ctrl-C reaches
 * gdb alone, which then stops the program as it always does, and so that the program cannot take away what is typed.
 * gdb never kills what it has connected to in this way, so a program that is left when gdb ends is ended here, by a
 * signal that lets it report. */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/error.h"
#include "host/base/foreign_file.h"
#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/options.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/base/text_after.h"
#include "host/launcher/prepare/program_check.h"
#include "host/launcher/prepare/set_up.h"
#include "host/suite/suite_child.h"

enum { TICK_NS = 10000000, TICKS_TO_END = 1000, TICKS_TO_RELEASE = 25 };

struct session {
  struct set_up set_up;  /* only where things are */
  char **options;        /* for Seep; NULL-terminated, as all lists */
  char **gdb_options;
  char **program;        /* its name and arguments */
  bool wants_help;
  char *program_path, *gdb;
  char vgdb[PATH_MAX];
  const char *prefix;    /* of vgdb's files */
  char *prefix_option;
  pid_t pid;             /* of the program */
  struct timespec began;
  bool has_ended;
  int program_status;    /* as waitpid() gives it */
  int nothing;           /* /dev/null */
  int status;            /* to exit with when something fails */
};

static void print_usage(void)
{
  puts("usage: seep gdb [options] [--] PROGRAM [arguments]\n"
       "Start PROGRAM under Seep, and gdb connected to it, stopped before the first\n"
       "instruction. It also stops at each error that Seep finds (--vgdb-error=N: at the\n"
       "Nth and later ones). Break, continue, print as usual; in addition,\n"
       "  monitor leak_check full any   what is lost now\n"
       "  monitor help                  all such commands\n"
       "With Valgrind 3.21 or later: memcheck leak_check full any, help memcheck.\n\n"
       "The terminal is gdb's. If standard input is a terminal, the program finds its\n"
       "input empty; otherwise it reads standard input as usual. When gdb quits, the\n"
       "program is ended, and the report is printed.\n\n"
       "  --gdb-option=OPTION   an option for gdb (--gdb-option=-tui); may be repeated\n\n"
       "All other options are those of seep PROGRAM.");
}

/* --- arguments --- */

/* "--" ends the options. */
static struct error *parse_arguments(int argc, char **argv, struct session *session)
{
  session->options = memory_zeroed((size_t)argc + 1, sizeof *session->options);
  session->gdb_options = memory_zeroed((size_t)argc + 1, sizeof *session->gdb_options);
  size_t options = 0, gdb_options = 0;
  for (argv++; *argv && **argv == '-' && strcmp(*argv, "--") != 0; argv++) {
    const char *for_gdb = text_after(*argv, "--gdb-option=");
    if (strcmp(*argv, "--help") == 0 || strcmp(*argv, "-h") == 0)
      session->wants_help = true;
    else if (for_gdb)
      session->gdb_options[gdb_options++] = (char *)for_gdb;
    else
      session->options[options++] = *argv;
  }
  session->program = *argv && strcmp(*argv, "--") == 0 ? argv + 1 : argv;
  if (session->wants_help || *session->program)
    return NULL;
  return error_format("no program specified; see seep gdb --help");
}

/* Known here, because the program is awaited by its files. */
static struct error *set_prefix(struct session *session)
{
  const char *given = options_value_among(session->options, OPTION_vgdb_prefix), *folder = getenv("TMPDIR");
  const char *vgdb = options_value_among(session->options, OPTION_vgdb);
  if (vgdb && strcmp(vgdb, "no") == 0)
    return error_format("--vgdb=no: gdb could not connect; omit it");
  if (given && strchr(given, '%'))
    return error_format("--vgdb-prefix=%s: the name must be one without %%", given);
  session->prefix_option =
    given ? print_text("--vgdb-prefix=%s", given) : print_text("--vgdb-prefix=%s/vgdb-pipe", folder ? folder : "/tmp");
  session->prefix = session->prefix_option + strlen("--vgdb-prefix=");
  return NULL;
}

/* --- what has to be there --- */

static struct error *find_gdb(struct session *session)
{
  struct error *error = program_check("gdb", getenv("PATH"), &session->gdb, &session->status);
  if (!error)
    return NULL;
  error_free(error);
  session->status = EXIT_NOT_FOUND;
  return error_format("gdb is not installed (Debian: package gdb)");
}

static struct error *find_all(struct session *session)
{
  struct error *error = program_check(*session->program, getenv("PATH"), &session->program_path, &session->status);
  if (!error)
    error = set_up_find_parts(&session->set_up);
  if (!error)
    error = find_gdb(session);
  return error ? error : installed_part("vgdb", session->vgdb);
}

/* --- the program --- */

static size_t count_of(char **list)
{
  size_t count = 0;
  while (list[count])
    count++;
  return count;
}

/* The first two may be overridden by the user's. */
static char **make_program_arguments(const struct session *session)
{
  static const char *const first[] = {"seep", "run", "--vgdb-error=0", "--vgdb-stop-at=startup"};
  enum { FIRST = sizeof first / sizeof *first };
  const size_t options = count_of(session->options), words = count_of(session->program);
  char **arguments = memory_zeroed(FIRST + options + words + 3, sizeof *arguments), **next = arguments;
  for (size_t i = 0; i < FIRST; i++)
    *next++ = (char *)first[i];
  for (size_t i = 0; i < options; i++)
    *next++ = session->options[i];
  *next++ = session->prefix_option;
  *next++ = (char *)"--";
  memcpy(next, session->program, words * sizeof *next);
  return arguments;
}

/* While it waits for gdb no other signal would end it. */
static void __attribute__((noreturn)) become_program(const struct session *session, char **arguments)
{
  setsid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (isatty(STDIN_FILENO))
    dup2(session->nothing, STDIN_FILENO);
  execv(session->set_up.executable, arguments);
  fprintf(stderr, "seep: cannot start %s: %s\n", session->set_up.executable, strerror(errno));
  _exit(EXIT_SEEP_FAILED);
}

static struct error *start_program(struct session *session)
{
  char **arguments = make_program_arguments(session);
  clock_gettime(CLOCK_REALTIME_COARSE, &session->began); /* the clock of file systems */
  session->pid = fork();
  const int problem = errno;
  if (session->pid == 0)
    become_program(session, arguments);
  free(arguments);
  return session->pid < 0 ? error_errno(problem, "cannot start %s", *session->program) : NULL;
}

static bool has_ended(struct session *session)
{
  if (!session->has_ended)
    session->has_ended = waitpid(session->pid, &session->program_status, WNOHANG) == session->pid;
  return session->has_ended;
}

static void wait_a_tick(void)
{
  nanosleep(&(struct timespec){.tv_nsec = TICK_NS}, NULL);
}

static bool is_newer(const char *path, const struct timespec *than)
{
  struct stat status;
  return stat(path, &status) == 0
         && (status.st_ctim.tv_sec > than->tv_sec
             || (status.st_ctim.tv_sec == than->tv_sec && status.st_ctim.tv_nsec >= than->tv_nsec));
}

/* Its files may have been left by a process that had the same number and was killed. */
static bool is_ready(const struct session *session)
{
  char pattern[PATH_MAX];
  snprintf(pattern, sizeof pattern, "%s-from-vgdb-to-%d-by-*", session->prefix, (int)session->pid);
  glob_t found;
  if (glob(pattern, 0, NULL, &found) != 0)
    return false;
  bool is_there = false;
  for (size_t i = 0; i < found.gl_pathc; i++)
    is_there |= is_newer(found.gl_pathv[i], &session->began);
  globfree(&found);
  return is_there;
}

/* Until vgdb can find the program. False: it has ended, and has said why. */
static bool wait_until_ready(struct session *session)
{
  while (!has_ended(session)) {
    if (is_ready(session))
      return true;
    wait_a_tick();
  }
  return false;
}

static void __attribute__((noreturn)) become_release(const struct session *session, const char *pid)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    dup2(session->nothing, fd);
  execl(session->vgdb, session->vgdb, session->prefix_option, pid, "v.clo --vgdb-error=999999999 --vgdb-stop-at=none",
        NULL);
  _exit(EXIT_NOT_FOUND);
}

/* The program waits for gdb if none has come yet, at errors, at its end and before a signal ends it. It shall not any
 * more; if it waits already, vgdb's coming and going lets it go on. */
static pid_t start_release(const struct session *session)
{
  char pid[32];
  snprintf(pid, sizeof pid, "--pid=%d", (int)session->pid);
  const pid_t vgdb = fork();
  if (vgdb == 0)
    become_release(session, pid);
  return vgdb;
}

/* The signal comes first, lest the program do much that nobody wants any more. It may have a handler. */
static void end_program(struct session *session)
{
  if (has_ended(session))
    return;
  kill(session->pid, SIGTERM);
  pid_t vgdb = start_release(session);
  for (unsigned i = 1; i < TICKS_TO_END && !has_ended(session); i++) {
    wait_a_tick();
    if (i % TICKS_TO_RELEASE == 0 && vgdb > 0 && waitpid(vgdb, NULL, WNOHANG) == vgdb)
      vgdb = start_release(session);
  }
  if (!has_ended(session))
    kill(session->pid, SIGKILL);
  while (!has_ended(session))
    wait_a_tick();
}

/* --- gdb --- */

/* A script has no symbols: gdb asks which program is running instead. */
static bool is_elf(const char *path)
{
  char magic[SELFMAG] = "";
  return foreign_file_begin(path, magic, SELFMAG) == SELFMAG && memcmp(magic, ELFMAG, SELFMAG) == 0;
}

/* All files are on this machine. */
static const char here[] = "set sysroot";

struct gdb_texts {
  char *load, *connect; /* load: NULL: there is nothing to */
};

static void texts_release(struct gdb_texts *texts)
{
  free(texts->load);
  free(texts->connect);
}

/* gdb has a shell run what follows "|". */
static char *make_connect(const struct session *session)
{
  char *connect;
  size_t size;
  FILE *text = print_begin(&connect, &size);
  fputs("target remote | ", text);
  shell_word_put(session->vgdb, text);
  putc(' ', text);
  shell_word_put(session->prefix_option, text);
  fprintf(text, " --pid=%d", (int)session->pid);
  return print_end(text, &connect);
}

static void make_texts(const struct session *session, struct gdb_texts *ret)
{
  char commands[PATH_MAX];
  ret->connect = make_connect(session);
  struct error *missing = installed_part("valgrind-monitor.py", commands); /* newer cores have it */
  if (!missing)
    ret->load = print_text("source %s", commands);
  error_free(missing);
}

/* The user's options come last, so that their commands are executed when gdb is connected. */
static char **make_gdb_arguments(const struct session *session, const struct gdb_texts *texts)
{
  const size_t count = count_of(session->gdb_options);
  char **arguments = memory_zeroed(count + 10, sizeof *arguments), **next = arguments;
  *next++ = session->gdb;
  *next++ = (char *)"-q";
  *next++ = (char *)"-iex", *next++ = (char *)here;
  if (texts->load)
    *next++ = (char *)"-ex", *next++ = texts->load;
  *next++ = (char *)"-ex", *next++ = texts->connect;
  memcpy(next, session->gdb_options, count * sizeof *next);
  if (is_elf(session->program_path))
    next[count] = session->program_path;
  return arguments;
}

/* Its input has been left to the program, if it is not a terminal. */
static void give_terminal(const struct session *session)
{
  if (isatty(STDIN_FILENO))
    return;
  const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
  dup2(terminal >= 0 ? terminal : session->nothing, STDIN_FILENO);
  if (terminal >= 0)
    close(terminal);
}

static struct error *run_gdb(struct session *session, struct suite_child *ret_gdb)
{
  struct gdb_texts texts = {0};
  make_texts(session, &texts);
  char **arguments = make_gdb_arguments(session, &texts);
  suite_child_prepare();
  give_terminal(session);
  struct error *error = suite_child_start(arguments, environ, ret_gdb, &session->status);
  if (!error)
    suite_child_wait(ret_gdb, NULL, NULL);
  free(arguments);
  texts_release(&texts);
  return error;
}

/* --- the session --- */

static int shell_status(int status)
{
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool was_ended_here(int status)
{
  return WIFSIGNALED(status) && (WTERMSIG(status) == SIGTERM || WTERMSIG(status) == SIGKILL);
}

static struct error *debug(struct session *session)
{
  struct suite_child gdb;
  RETURN_IF_ERROR(start_program(session));
  if (!wait_until_ready(session)) {
    session->status = shell_status(session->program_status);
    return NULL;
  }
  struct error *error = run_gdb(session, &gdb);
  const bool had_ended = has_ended(session);
  end_program(session);
  if (!error)
    session->status = shell_status(!had_ended && was_ended_here(session->program_status) ? gdb.status
                                                                                         : session->program_status);
  return error;
}

static void session_deinit(struct session *session)
{
  set_up_deinit(&session->set_up);
  free(session->options);
  free(session->gdb_options);
  free(session->program_path);
  free(session->gdb);
  free(session->prefix_option);
}

int command_gdb(int argc, char **argv)
{
  struct session session = {.status = EXIT_SEEP_FAILED};
  struct error *error = set_up_init(&session.set_up, "seep");
  session.nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (!error)
    error = parse_arguments(argc, argv, &session);
  if (!error && session.wants_help) {
    print_usage();
    session.status = EXIT_SUCCESS;
  } else if (!error) {
    error = set_prefix(&session);
    if (!error)
      error = find_all(&session);
    if (!error)
      error = debug(&session);
  }
  if (error)
    fprintf(stderr, "seep gdb: %s\n", error_message(error));
  error_free(error);
  session_deinit(&session);
  return session.status;
}

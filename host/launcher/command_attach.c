/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep attach PID|NAME`: leaks of a program that runs already. The library of --checks=leaks is brought into it by a
 * thread of the program's own, which is held by ptrace for that long and no longer; from then on nothing traces the
 * program. Until the end, which is the program's own, that of --for, or Ctrl-C, this process only waits. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "host/base/commands.h"
#include "host/base/error.h"
#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/base/options.h"
#include "host/base/print.h"
#include "host/base/process_status.h"
#include "host/base/text_after.h"
#include "host/launcher/attach_claim.h"
#include "host/launcher/attach_target.h"
#include "host/launcher/attach_thread.h"
#include "host/launcher/native_asking.h"
#include "host/launcher/native_run.h"
#include "host/launcher/prepare/leaks_only.h"
#include "host/launcher/prepare/set_up.h"
#include "host/launcher/prepare/tool_arguments.h"
#include "host/launcher/watched_programs.h"
#include "host/runs/command.h"
#include "shared/base/native_requests.h"
#include "shared/base/native_variable.h"

enum { ANSWER_BYTES = 1 << 14, REASON_BYTES = 256, COMMAND_LINE_BYTES = 1 << 20, NS_OF_MS = 1000000, MS_OF_S = 1000 };
enum { TRIES = 30, BETWEEN_TRIES_NS = 100 * NS_OF_MS };

struct attachment {
  struct set_up set_up;
  char **options;
  const char *pid_text, *for_text;
  bool wants_help;
  long pid;
  double seconds; /* negative: until it ends */
  struct attach_target target;
  char *command_line; /* the target's, each word with its NUL */
  char **program;     /* the same */
  int reporter;       /* ends with the reporter's process */
};

static void print_usage(void)
{
  puts("usage: seep attach PID|NAME [--for=SECONDS] [options]\n"
       "Watch the heap of a program that runs already, without starting it anew, and\n"
       "report what is lost on it: when it ends, after SECONDS, or at\n"
       "Ctrl-C. In the latter cases the program goes on as before. seep snapshot PID and\n"
       "seep heap work meanwhile.\n\n"
       "  --for=SECONDS   check, report and let go after this time\n\n"
       "All other options are those of seep --checks=leaks.");
}

/* --- arguments --- */

static struct error *parse_arguments(char **argv, struct attachment *ret)
{
  size_t count = 0, options = 0;
  while (argv[count])
    count++;
  ret->options = memory_zeroed(count + 1, sizeof *ret->options);
  ret->seconds = -1;
  for (argv++; *argv; argv++) {
    if (strcmp(*argv, "--help") == 0 || strcmp(*argv, "-h") == 0)
      ret->wants_help = true;
    else if (text_after(*argv, "--for="))
      ret->for_text = text_after(*argv, "--for=");
    else if (**argv == '-')
      ret->options[options++] = *argv;
    else if (ret->pid_text)
      return error_format("one process at a time; %s is too many", *argv);
    else
      ret->pid_text = *argv;
  }
  return ret->wants_help || ret->pid_text
           ? NULL
           : error_format("which process? give its process id or name; see seep attach --help");
}

static struct error *read_numbers(struct attachment *attachment)
{
  char *end;
  errno = 0;
  attachment->pid = strtol(attachment->pid_text, &end, 10);
  if (*end || end == attachment->pid_text)
    RETURN_IF_ERROR(watched_programs_any_pid(attachment->pid_text, &attachment->pid));
  else if (errno || attachment->pid <= 0 || attachment->pid > INT_MAX)
    return error_format("%s is not a process id", attachment->pid_text);
  if (!attachment->for_text)
    return NULL;
  attachment->seconds = strtod(attachment->for_text, &end);
  if (*end || end == attachment->for_text || !(attachment->seconds >= 0 && attachment->seconds < INT_MAX / MS_OF_S))
    return error_format("--for=%s: not a number of seconds", attachment->for_text);
  return NULL;
}

/* Those that would make the program end otherwise than it does. */
static struct error *check_options(const struct options *options)
{
  if (options_flag(options, OPTION_exit_on_first_error))
    return error_format("--exit-on-first-error would end a program that runs already; omit it");
  for (size_t i = 0; i < options_count(options, OPTION_snapshot); i++)
    if (strncmp(options_at(options, OPTION_snapshot, i), "SIG", 3) == 0)
      return error_format(
        "--snapshot=%s has to be given when a program starts; of one that runs already, seep snapshot PID "
        "takes snapshots",
        options_at(options, OPTION_snapshot, i));
  return leaks_only_check(options);
}

static struct error *read_options(struct attachment *attachment)
{
  char **rest;
  struct set_up *const set_up = &attachment->set_up;
  struct error *error = options_create(false, &set_up->options);
  if (!error)
    error = set_up_read_options(set_up, attachment->options, NULL, NULL, &rest);
  if (!error)
    error = options_set_value(set_up->options, OPTION_checks, "leaks", "seep attach");
  if (!error)
    error = options_set_value(set_up->options, OPTION_attached, "yes", "seep attach");
  if (!error)
    error = options_finish(set_up->options);
  return error ? error : check_options(set_up->options);
}

/* --- what it is told --- */

/* As the program was called; a kernel's thread has no words. */
static void read_command_line(struct attachment *attachment)
{
  char path[64];
  size_t count = 0, bytes;
  attachment->command_line = memory_zeroed(1, COMMAND_LINE_BYTES);
  snprintf(path, sizeof path, "/proc/%ld/cmdline", attachment->pid);
  FILE *const file = fopen(path, "re");
  bytes = file ? fread(attachment->command_line, 1, COMMAND_LINE_BYTES - 1, file) : 0;
  if (file)
    fclose(file);
  for (size_t i = 0; i < bytes; i++)
    count += attachment->command_line[i] == '\0';
  attachment->program = memory_zeroed(count + 2, sizeof *attachment->program);
  count = 0;
  for (char *word = attachment->command_line; word < attachment->command_line + bytes; word += strlen(word) + 1)
    attachment->program[count++] = word;
  if (count == 0)
    attachment->program[0] = attachment->target.program;
}

static char *make_options(const struct attachment *attachment, size_t *ret_bytes)
{
  const struct set_up *const set_up = &attachment->set_up;
  const struct launch launch = {
    .options = set_up->options,
    .directory = set_up->directory,
    .socket_name = set_up->socket_name,
    .channel = -1,
    .run_directory = set_up->run_directory,
    .program = attachment->program,
  };
  char **arguments;
  tool_arguments_make(&launch, &arguments);
  char *const text = native_run_options(set_up, arguments, ret_bytes);
  tool_arguments_release(arguments);
  return text;
}

/* The reporter keeps one end of a pipe, so that the other tells when it has ended. */
static struct error *start_reporter(struct attachment *attachment)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0)
    return error_errno(errno, "cannot make a pipe");
  attachment->reporter = ends[0];
  struct error *const error = set_up_reporter(&attachment->set_up, getpid());
  close(ends[1]);
  attach_claim_take(attachment->pid);
  return error;
}

/* --- bringing it there --- */

/* *ret_is_for_now: it may be over soon. */
static struct error *tell_refusal(const struct attachment *attachment, uint64_t address, const char *what,
                                  bool *ret_is_for_now)
{
  char text[REASON_BYTES + 1] = "";
  for (size_t i = 0; i < REASON_BYTES && attach_target_read(attachment->pid, address + i, text + i, 1) && text[i]; i++)
    continue;
  *ret_is_for_now = strcmp(text, NATIVE_REQUESTS_BUSY) == 0 || strcmp(text, NATIVE_REQUESTS_WATCHED) == 0;
  return error_format("process %ld cannot be watched: %s%s", attachment->pid, what, text);
}

static struct error *load_library(const struct attachment *attachment, struct attach_thread *thread,
                                  uint64_t *ret_function, bool *ret_is_for_now)
{
  const struct attach_target *const target = &attachment->target;
  char *const path = print_text("%s/" NATIVE_LIBRARY, attachment->set_up.parts);
  enum { RTLD_NOW_LOCAL = 2 };
  uint64_t text = 0, handle = 0, base = 0;
  struct error *error = attach_thread_put(thread, path, strlen(path) + 1, &text);
  free(path);
  if (!error)
    error = attach_thread_call(thread, target->dlopen, text, RTLD_NOW_LOCAL, 0, &handle);
  *ret_is_for_now = error && attach_thread_is_behind_loader(thread);
  if (error)
    return error;
  if (handle == 0)
    error = attach_thread_call(thread, target->dlerror, 0, 0, 0, &text);
  if (handle == 0 && !error)
    return tell_refusal(attachment, text, "its loader says: ", &(bool){false});
  /* What a handle leads to begins with the address of the library. */
  if (!error && attach_target_read(attachment->pid, handle, &base, sizeof base))
    *ret_function = attach_target_function(attachment->pid, base, "seep_native_attach");
  return error || *ret_function ? error
                                : error_format("process %ld has another version of Seep's library; it must be "
                                               "started anew",
                                               attachment->pid);
}

static struct error *begin_watching(const struct attachment *attachment, struct attach_thread *thread,
                                    uint64_t *ret_pause_ns, bool *ret_is_for_now)
{
  uint64_t function = 0, options = 0, pause = 0, reason = 0, number = 0;
  char first = 0;
  size_t bytes;
  struct error *error = load_library(attachment, thread, &function, ret_is_for_now);
  if (error)
    return error;
  char *const text = make_options(attachment, &bytes);
  error = attach_thread_put(thread, text, bytes, &options);
  free(text);
  if (!error)
    error = attach_thread_put(thread, &number, sizeof number, &pause);
  if (!error)
    error = attach_thread_call(thread, function, options, bytes, pause, &reason);
  if (error)
    return error;
  if (!attach_target_read(attachment->pid, reason, &first, 1) || first != '\0')
    return tell_refusal(attachment, reason, "", ret_is_for_now);
  return attach_target_read(attachment->pid, pause, ret_pause_ns, sizeof *ret_pause_ns)
           ? NULL
           : error_format("process %ld ended meanwhile", attachment->pid);
}

static uint64_t now_ns(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 * NS_OF_MS + (uint64_t)now.tv_nsec;
}

static bool is_quiet(const struct attachment *attachment)
{
  return options_flag(attachment->set_up.options, OPTION_quiet);
}

static struct error *bring_once(const struct attachment *attachment, bool *ret_is_for_now)
{
  struct attach_thread *thread = NULL;
  uint64_t pause_ns = 0;
  struct error *error = attach_thread_stop(&attachment->target, &thread);
  const uint64_t since_ns = now_ns();
  if (!error)
    error = begin_watching(attachment, thread, &pause_ns, ret_is_for_now);
  attach_thread_release(thread);
  if (!error && !is_quiet(attachment))
    fprintf(stderr, "seep: attached to process %ld (%s); one thread stopped for %lu ms, all for %lu ms\n",
            attachment->pid, attachment->target.program, (unsigned long)((now_ns() - since_ns) / NS_OF_MS),
            (unsigned long)(pause_ns / NS_OF_MS));
  return error;
}

static struct error *bring_library(const struct attachment *attachment)
{
  const struct timespec between = {0, BETWEEN_TRIES_NS};
  bool is_for_now = false;
  struct error *error = bring_once(attachment, &is_for_now);
  for (unsigned i = 1; i < TRIES && error && is_for_now; i++) {
    error_free(error);
    nanosleep(&between, NULL);
    attach_claim_free_orphan(attachment->pid);
    is_for_now = false;
    error = bring_once(attachment, &is_for_now);
  }
  return error;
}

/* --- until the end --- */

static volatile sig_atomic_t is_to_end;

static void on_signal(int number)
{
  (void)number;
  is_to_end = 1;
}

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { ENDING_SIGNALS = sizeof ending_signals / sizeof *ending_signals };

static void handle_endings(void (*handler)(int))
{
  const struct sigaction action = {.sa_handler = handler};
  for (size_t i = 0; i < ENDING_SIGNALS; i++)
    sigaction(ending_signals[i], &action, NULL);
}

/* No signal may end this process while it holds a thread whose registers are not the program's. */
static void block_signals(sigset_t *ret_before)
{
  sigset_t all;
  sigfillset(&all);
  signal(SIGPIPE, SIG_IGN);
  handle_endings(on_signal);
  sigprocmask(SIG_BLOCK, &all, ret_before);
}

/* For the reporter, or for what is to end it before. True: that has come. */
static bool wait_for_reporter(const struct attachment *attachment, const struct timespec *most, const sigset_t *open)
{
  struct pollfd end = {.fd = attachment->reporter, .events = POLLIN};
  return ppoll(&end, 1, most, open) == 0 || is_to_end;
}

/* The program's threads may be in another request. */
static struct error *let_go(const struct attachment *attachment)
{
  char answer[ANSWER_BYTES];
  const int fd = native_asking_connect(attachment->pid);
  if (fd < 0)
    return error_format(native_asking_is_native(attachment->pid)
                          ? "process %ld does not answer any more; it restricts its system calls, or has closed the "
                            "checker's descriptors"
                          : "process %ld is not watched any more: it ended, or executed another program",
                        attachment->pid);
  struct error *const error = native_asking_ask(fd, &(struct native_target){.pid = attachment->pid},
                                                NATIVE_REQUESTS_DETACH, answer, sizeof answer);
  if (!error && !is_quiet(attachment))
    fprintf(stderr, "seep: %s", answer);
  return error;
}

/* Without a report, as nothing is searched then. */
static void tell_execution(const struct attachment *attachment)
{
  const char state = process_status_state(attachment->pid);
  if (state != 0 && state != 'Z' && state != 'X' && !native_asking_is_native(attachment->pid))
    fprintf(stderr, "seep: process %ld has executed another program, and is not watched any more\n", attachment->pid);
}

static struct error *watch(const struct attachment *attachment, const sigset_t *open)
{
  const double seconds = attachment->seconds;
  const struct timespec most = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
  struct error *error = NULL;
  if (wait_for_reporter(attachment, seconds < 0 ? NULL : &most, open))
    error = let_go(attachment);
  else
    tell_execution(attachment);
  handle_endings(SIG_DFL);
  sigprocmask(SIG_SETMASK, open, NULL);
  if (!error) { /* it writes its report */
    struct pollfd end = {.fd = attachment->reporter, .events = POLLIN};
    while (poll(&end, 1, -1) < 0 && errno == EINTR)
      continue;
  }
  return error;
}

/* --- */

static struct error *prepare(struct attachment *attachment)
{
  struct error *error = read_numbers(attachment);
  if (!error)
    error = set_up_init(&attachment->set_up, "seep");
  if (!error)
    error = read_options(attachment);
  if (!error) {
    attach_claim_free_orphan(attachment->pid);
    error = attach_target_examine(attachment->pid, &attachment->target);
  }
  if (!error)
    error = set_up_find_parts(&attachment->set_up);
  if (!error)
    error = set_up_run_directory(&attachment->set_up, attachment->target.program);
  if (!error)
    read_command_line(attachment);
  return error ? error : start_reporter(attachment);
}

static void release(struct attachment *attachment)
{
  set_up_deinit(&attachment->set_up);
  free(attachment->command_line);
  free(attachment->program);
}

int command_attach(int argc, char **argv)
{
  struct attachment attachment = {.reporter = -1};
  sigset_t open;
  (void)argc;
  struct error *error = parse_arguments(argv, &attachment);
  if (!error && attachment.wants_help) {
    print_usage();
    free(attachment.options);
    return command_flush("attach");
  }
  if (!error)
    error = prepare(&attachment);
  block_signals(&open);
  if (!error && (error = bring_library(&attachment)))
    set_up_forget_run(&attachment.set_up);
  if (attachment.set_up.channel >= 0)
    close(attachment.set_up.channel);
  if (!error)
    error = watch(&attachment, &open);
  free(attachment.options);
  release(&attachment);
  return error ? command_failed("attach", error) : COMMAND_OK;
}

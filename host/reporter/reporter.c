/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Connects the server, which receives frames, with the report, which prints them, and gives each process its
 * outputs. */
#include "host/reporter/reporter.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/base/join_path.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/record/reporter_fault.h"
#include "host/runs/run_dir.h"

/* A process image and where its report goes. */
struct reported {
  struct outputs *outputs;
  struct xml_documents *documents;
  FILE *output; /* NULL: nothing is printed */
  struct xml_config document; /* output NULL: there is none */
  struct report_process *process;
  uint64_t pid;
  bool has_started; /* START was among the frames */
};

static const struct reported *current; /* whose frame is being worked on; NULL: none */

void reporter_warn(void *context, const char *message)
{
  char *line = print_text("%s: %s\n", (const char *)context, message);
  if (current && current->output)
    outputs_write_ahead(current->outputs, current->output, line);
  else
    fputs(line, stderr);
  free(line);
}

static void warn_error(struct error *error)
{
  if (error)
    reporter_warn("seep", error_message(error));
  error_free(error);
}

/* --- the handler --- */

static bool is_silent(const struct reporter_config *config, const struct record_frame *first)
{
  const char *program = config->silent_program;
  if (first->kind != RECORD_START)
    return false;
  if (config->forks_are_silent && first->start.forked_from != 0)
    return true;
  const struct record_strings *argv = &first->start.argv;
  return program && argv->count > 0 && argv->items[0].size == strlen(program)
         && memcmp(argv->items[0].data, program, argv->items[0].size) == 0;
}

static void release_reported(struct reported *reported)
{
  bool has_findings = reported->process && report_process_has_findings(reported->process);
  outputs_close(reported->outputs, reported->output);
  if (reported->documents)
    xml_documents_close(reported->documents, &reported->document, has_findings);
  free(reported);
  current = NULL;
}

static void open_outputs(const struct reporter_config *config, struct reported *reported,
                         const struct record_frame *first)
{
  bool is_fork = first->kind == RECORD_START && first->start.forked_from != 0;
  warn_error(outputs_open(config->outputs, reported->pid, &reported->output));
  if (config->documents)
    warn_error(xml_documents_open(config->documents, reported->pid, is_fork, &reported->document));
  report_process_create(report_session_report(config->session), reported->output, &reported->process);
  if (reported->document.output)
    report_process_add_xml(reported->process, &reported->document);
}

static void *begin_process(void *context, uint64_t pid, const struct record_frame *first)
{
  const struct reporter_config *config = context;
  struct reported *reported = memory_zeroed(1, sizeof *reported);
  *reported = (struct reported){.outputs = config->outputs, .documents = config->documents, .pid = pid};
  current = reported;
  if (is_silent(config, first)) {
    report_process_create(report_session_report(config->session), NULL, &reported->process);
  } else {
    open_outputs(config, reported, first);
  }
  return reported;
}

static void flush_outputs(const struct reported *reported)
{
  if (reported->output)
    fflush(reported->output);
  if (reported->document.output)
    fflush(reported->document.output);
}

/* Before START, the channel may report that it cannot keep a record; the report does not know the process yet. */
static void print_early(const struct reported *reported, const struct record_string *text)
{
  if (reported->output)
    fprintf(reported->output, "==%" PRIu64 "== %.*s", reported->pid, (int)text->size, text->data);
}

/* VALGRIND_PRINTF prints what it is given, whole lines or not. */
static bool is_of_guest(const struct record_frame *frame)
{
  return frame->kind == RECORD_MESSAGE && frame->message.class == RECORD_MESSAGE_GUEST;
}

static struct error *take_frame(void *process, const struct record_frame *record_frame)
{
  struct reported *reported = process;
  struct error *error = NULL;
  current = reported;
  reported->has_started |= record_frame->kind == RECORD_START;
  if (!reported->has_started && record_frame->kind == RECORD_MESSAGE)
    print_early(reported, &record_frame->message.text);
  else
    error = report_process_frame(reported->process, record_frame);
  flush_outputs(reported);
  if (is_of_guest(record_frame))
    outputs_write_partial_line(reported->outputs, reported->output);
  return error;
}

static void keep_module_file(void *process, const struct record_module *module, int fd)
{
  const struct reported *reported = process;
  current = reported;
  report_process_keep(reported->process, module, fd);
}

static void answer_query(void *process, enum record_question question, struct record_reply *ret)
{
  struct reported *reported = process;
  current = reported;
  report_process_answer(reported->process, question, ret);
  flush_outputs(reported);
  if (outputs_have_failed(reported->outputs) || xml_documents_have_failed(reported->documents))
    ret->flags |= RECORD_REPLY_OUTPUT_FAILED;
}

static const char *monitor_text(void *process, size_t *ret_size)
{
  const struct reported *reported = process;
  current = reported;
  return report_process_text(reported->process, ret_size);
}

static void end_process(void *process, const char *reason)
{
  struct reported *reported = process;
  current = reported;
  if (reason && !reported->has_started)
    reporter_warn("seep", reason);
  warn_error(report_process_finish(reported->process, reason));
  flush_outputs(reported);
  release_reported(reported);
}

static struct error *serve_tree(const struct reporter_config *config)
{
  struct server_config server_config = config->server;
  server_config.handler = (struct server_handler){
    .context = (void *)config, .begin = begin_process, .frame = take_frame, .file = keep_module_file,
    .answer = answer_query, .text = monitor_text, .end = end_process,
  };
  struct server *server;
  server_create(config->listener, &server_config, &server);
  report_session_set_end(config->session, server_is_ending, server);
  struct error *error = server_run(server);
  report_session_set_end(config->session, NULL, NULL);
  server_destroy(server);
  return error;
}

/* --- the process --- */

struct error *descriptors_list(struct descriptors *ret)
{
  struct descriptors list = {0};
  DIR *directory = opendir("/proc/self/fd");
  if (!directory)
    return error_errno(errno, "/proc/self/fd");
  for (struct dirent *entry; (entry = readdir(directory));) {
    int fd = atoi(entry->d_name);
    if (fd <= STDERR_FILENO || fd == dirfd(directory))
      continue;
    list.items = memory_resize(list.items, list.count + 1, sizeof *list.items);
    list.items[list.count++] = fd;
  }
  closedir(directory);
  *ret = list;
  return NULL;
}

void descriptors_release(struct descriptors *descriptors)
{
  free(descriptors->items);
  *descriptors = (struct descriptors){0};
}

/* Close everything the guest inherited, so that its pipes end when it does. Warnings go where the report does: standard
 * error may be the program's alone. */
static void leave_descriptors(const struct reporter_config *config)
{
  for (size_t i = 0; i < config->inherited.count; i++)
    close(config->inherited.items[i]);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0)
    return;
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  const int report = outputs_descriptor(config->outputs);
  dup2(report < 0 ? null : report, STDERR_FILENO);
  if (null > STDERR_FILENO)
    close(null);
}

/* Signals sent to the guest's process group must not end the report. */
static void ignore_signals(void)
{
  static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGALRM,
                                SIGUSR1, SIGUSR2, SIGXFSZ, SIGXCPU};
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
    signal(ignored[i], SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Each process needs a connection and perhaps files of its own, so take as many descriptors as the system gives. */
static void allow_descriptors(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  (void)setrlimit(RLIMIT_NOFILE, &limit);
}

static void leave_fault(void *path)
{
  (void)!mknod(path, S_IFREG | S_IRUSR | S_IWUSR, 0);
}

/* The checked processes say that the reporter has gone, and where their records are. */
static void be_ready_to_lack_memory(const struct reporter_config *config)
{
  static char path[PATH_MAX];
  static struct memory_end end;
  memory_set_command("seep: the report breaks off");
  if (config->run_directory && join_path(path, config->run_directory, REPORTER_FAULT))
    memory_end_add(&end, leave_fault, path);
}

static void __attribute__((noreturn)) run_reporter(const struct reporter_config *config)
{
  be_ready_to_lack_memory(config);
  prctl(PR_SET_NAME, "seep-reporter");
  ignore_signals();
  allow_descriptors();
  leave_descriptors(config);
  if (chdir("/") < 0)
    reporter_warn("seep", "cannot leave the working directory");
  struct error *error = serve_tree(config);
  report_session_destroy(config->session);
  xml_documents_destroy(config->documents);
  outputs_destroy(config->outputs);
  if (!error && config->prune)
    error = run_dir_prune(RUN_DIR_KEPT);
  int status = error ? EXIT_FAILURE : EXIT_SUCCESS;
  warn_error(error);
  _exit(status);
}

/* The process in between exits at once, so that the reporter is not a child of the guest, which might wait for it. */
static void __attribute__((noreturn)) run_between(const struct reporter_config *config)
{
  setsid();
  pid_t reporter = fork();
  if (reporter == 0)
    run_reporter(config);
  _exit(reporter < 0 ? EXIT_FAILURE : EXIT_SUCCESS);
}

struct error *reporter_start(const struct reporter_config *config)
{
  pid_t between = fork();
  if (between < 0)
    return error_format("cannot start the reporter: %s%s", strerror(errno),
                        errno == EAGAIN ? "; raise the limit of processes (ulimit -u)" : "");
  if (between == 0)
    run_between(config);
  int status = 0;
  while (waitpid(between, &status, 0) < 0 && errno == EINTR)
    continue;
  return status == 0
           ? NULL
           : error_format("cannot start the reporter: no more processes can be made; raise their limit (ulimit -u)");
}

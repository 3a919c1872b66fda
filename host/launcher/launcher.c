/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command `seep`: reads the options, checks the program, starts the reporter and becomes the tool, which becomes
 * the program. Everything that can be checked is checked here, before the program starts, so that an error is one
 * clear sentence. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "shared/base/restrictions.h"
#include "host/base/commands.h"
#include "host/base/memory.h"
#include "host/base/options.h"
#include "host/base/plain_stream.h"
#include "host/base/terminal.h"
#include "host/base/write_all.h"
#include "host/heap/page/heap_page.h"
#include "host/launcher/fail_each.h"
#include "host/launcher/native_run.h"
#include "host/launcher/prepare/other_tool.h"
#include "host/launcher/prepare/program_check.h"
#include "host/launcher/prepare/sanitizers.h"
#include "host/launcher/prepare/set_up.h"
#include "host/launcher/prepare/recorded_input.h"
#include "host/launcher/prepare/system_check.h"
#include "host/launcher/prepare/system_ways.h"
#include "host/launcher/prepare/tool_arguments.h"
#include "host/output/json_text.h"
#include "host/reporter/server.h"
#include "host/suite/preload/suite_test_names.h"
#include "host/suite/suite_call.h"

struct launcher {
  struct set_up set_up;
  struct suite_call *call; /* when it stands in for valgrind in a suite; else NULL */
  char **program; /* its name and arguments */
  struct handed handed;
  char *program_path;
  int status;     /* to exit with when something fails */
};

/* --- options --- */

/* Inherited descriptors are for the tool, not for programs that are not checked. NULL: there is none. */
static void close_on_exec(const char *descriptor, bool closes)
{
  if (descriptor)
    fcntl(atoi(descriptor), F_SETFD, closes ? FD_CLOEXEC : 0);
}

/* The launcher of a traced child gets everything from its parent. */
static struct error *take_options_of_parent(struct launcher *launcher, char **arguments)
{
  struct inherited_arguments inherited;
  RETURN_IF_ERROR(tool_arguments_take_inherited(arguments, launcher->set_up.options, &inherited));
  launcher->set_up.is_traced_child = true;
  launcher->program = inherited.program;
  launcher->handed = inherited.handed;
  close_on_exec(launcher->handed.restrictions, true);
  close_on_exec(launcher->handed.folder, true);
  if (inherited.socket_name)
    launcher->set_up.socket_name = memory_text(inherited.socket_name);
  if (inherited.run_directory)
    launcher->set_up.run_directory = memory_text(inherited.run_directory);
  return NULL;
}

static bool is_called_valgrind(const char *command)
{
  const char *slash = strrchr(command, '/');
  return strstr(slash ? slash + 1 : command, "valgrind") != NULL;
}

/* arguments[0] is the command's name. */
static struct error *read_options(struct launcher *launcher, char **arguments)
{
  struct error *error = options_create(is_called_valgrind(launcher->set_up.command), &launcher->set_up.options);
  if (error)
    return error;
  if (tool_arguments_are_inherited(arguments))
    error = take_options_of_parent(launcher, arguments);
  else
    error = set_up_read_options(&launcher->set_up, arguments + 1, NULL, NULL, &launcher->program);
  if (!error && launcher->call)
    error = suite_call_set_options(launcher->call, launcher->set_up.options);
  if (!error)
    error = options_finish(launcher->set_up.options);
  if (!error)
    terminal_want_colour(options_choice(launcher->set_up.options, OPTION_color));
  return error;
}

/* --- questions --- */

enum use { COMMON, RARE };

static void print_commands(enum use rarest)
{
  static const struct {
    enum use use;
    const char *name, *help;
  } commands[] = {
#define SUBCOMMAND(name, use, takes, help) {use, #name, help},
#include "host/base/subcommands.def"
  };
  fputs("usage: seep [options] [--] PROGRAM [arguments]   find memory errors and leaks\n"
        "       seep COMMAND [arguments]\n\n"
        "Commands (seep COMMAND --help tells more):\n", stdout);
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (commands[i].use <= rarest)
      printf("  %-10s %s\n", commands[i].name, commands[i].help);
}

static void print_short_help(const struct launcher *launcher)
{
  print_commands(COMMON);
  options_help_short(stdout, launcher->set_up.options);
}

static void print_help(const struct launcher *launcher, bool debugging)
{
  print_commands(RARE);
  options_help(stdout, launcher->set_up.options, debugging);
  fputs("\nOptions are also read from ~/.valgrindrc, $VALGRIND_OPTS, ./.valgrindrc,\n"
        "~/.seeprc, $SEEP_OPTS and ./.seeprc.\n\n"
        "Exit status: the program's own, or that of --error-exitcode; 125 if Seep itself\n"
        "failed, 126 if the program cannot be run, 127 if it does not exist.\n", stdout);
}

/* Tools ask for the version to see whether they know the checker. */
static void print_version(const struct launcher *launcher)
{
  if (options_choice(launcher->set_up.options, OPTION_personality) == 1)
    puts("valgrind-" VALGRIND_VERSION);
  else
    puts("seep-" PACKAGE_VERSION);
}

/* --- the run --- */

/* What a program executes is a file; it is libraries and shells that look for programs, and the core. */
static struct error *check_program(struct launcher *launcher)
{
  const bool is_file = launcher->set_up.is_traced_child;
  if (!*launcher->program)
    return error_format("no program specified; see %s --help", launcher->set_up.command);
  struct error *error = program_check(*launcher->program, is_file ? "." : getenv("PATH"), &launcher->program_path,
                                      &launcher->status);
  if (!error && is_file && !strchr(*launcher->program, '/'))
    *launcher->program = launcher->program_path;
  return error;
}

/* Where standard error is a file that may not grow, nobody is told, and nobody is killed. */
static void tell_of_child(const struct launcher *launcher, const char *what, const struct error *reason)
{
  const struct sigaction ignored = {.sa_handler = SIG_IGN};
  struct sigaction before;
  if (options_flag(launcher->set_up.options, OPTION_quiet))
    return;
  sigaction(SIGXFSZ, &ignored, &before);
  fprintf(stderr, "%s: child process %d%s: %s\n", launcher->set_up.command, (int)getpid(), what, error_message(reason));
  sigaction(SIGXFSZ, &before, NULL);
}

/* An error ends `seep`, but not a traced child: its parent expects it to run, and its record will say that its heap
 * was not seen. */
static struct error *check_sanitizer(struct launcher *launcher)
{
  struct error *error = sanitizers_check(launcher->program_path);
  if (!error)
    error = sanitizers_check_libraries(launcher->program_path);
  if (error && launcher->set_up.is_traced_child) {
    tell_of_child(launcher, "", error);
    error_free(error);
    return NULL;
  }
  launcher->status = error ? EXIT_NOT_EXECUTABLE : launcher->status;
  return error;
}

static struct error *check_native(struct launcher *launcher)
{
  struct error *error = native_run_check(launcher->program_path, launcher->set_up.options);
  launcher->status = error ? EXIT_NOT_EXECUTABLE : launcher->status;
  return error;
}

/* A traced child joins the reporter of its tree; if that has ended, it gets one of its own. */
static struct error *join_or_start_reporter(struct launcher *launcher)
{
  if (launcher->set_up.socket_name) {
    struct error *error = server_connect(launcher->set_up.socket_name, &launcher->set_up.channel);
    if (!error)
      return NULL;
    error_free(error);
    free(launcher->set_up.socket_name);
    launcher->set_up.socket_name = NULL;
  }
  return set_up_reporter(&launcher->set_up, getpid());
}

/* One variable tells the tool where its parts are and, for traced children, where this program is; see
 * core_environment.c. */
static struct error *set_environment(const struct launcher *launcher)
{
  char value[2 * PATH_MAX];
  snprintf(value, sizeof value, "%s\n%s", launcher->set_up.executable, launcher->set_up.parts);
  if (launcher->set_up.is_traced_child)
    unsetenv("VALGRIND_LIB"); /* put there by the core */
  return setenv("VALGRIND_LAUNCHER", value, 1) < 0 ? error_errno(errno, "cannot set the tool's environment") : NULL;
}

static struct error *become_tool(const struct launcher *launcher)
{
  const struct set_up *set_up = &launcher->set_up;
  struct launch launch = {
    .options = set_up->options,
    .directory = set_up->directory,
    .socket_name = set_up->socket_name,
    .channel = set_up->channel,
    .run_directory = set_up->run_directory,
    .program = launcher->program,
    .handed = launcher->handed,
    .is_mute = set_up->is_mute,
  };
  char **arguments;
  struct error *error = set_environment(launcher);
  if (!error)
    tool_arguments_make(&launch, &arguments);
  if (error)
    return error;
  /* All other descriptors that the launcher has opened are closed on exec. */
  fcntl(set_up->channel, F_SETFD, 0);
  if (options_leaks_only(set_up->options)) {
    error = native_run_become(set_up, launcher->program_path, launcher->program, arguments);
    tool_arguments_release(arguments);
    return error;
  }
  close_on_exec(launcher->handed.restrictions, false);
  close_on_exec(launcher->handed.folder, false);
  execv(set_up->tool, arguments);
  error = error_errno(errno, "cannot start %s", set_up->tool);
  tool_arguments_release(arguments);
  return error;
}

/* To what its checker has told the program. */
static void limit_descriptors(const char *limits)
{
  unsigned long long soft, hard;
  if (limits && sscanf(limits, "%llu,%llu", &soft, &hard) == 2)
    setrlimit(RLIMIT_NOFILE, &(struct rlimit){soft, hard});
}

/* The program has forbidden itself something before, which its checker kept from the kernel. Filters pass over one
 * instruction of ours, by which the program is executed. */
static void execute_restricted(const char *descriptor, const char *path, char **program)
{
  uint64_t behind;
  const struct restrictions *const restrictions = descriptor ? restrictions_map(atoi(descriptor)) : NULL;
  restrictions_call(SYS_getpid, 0, 0, 0, &behind);
  if (descriptor && !restrictions)
    return;
  if (restrictions && restrictions->code_denial != 0 &&
      restrictions_deny_code_by_kernel(restrictions->code_denial) != 0)
    return;
  const struct restrictions_filter *filter = restrictions ? restrictions_next(restrictions, NULL) : NULL;
  for (; filter; filter = restrictions_next(restrictions, filter))
    if (restrictions_filter_by_kernel(filter->steps, filter->step_count, behind, behind + 1) != 0)
      return;
  restrictions_call(SYS_execve, (long)path, (long)program, (long)environ, &behind);
}

/* Returns only if it cannot be. */
static void execute_program(char **program, const struct handed *handed)
{
  const char *path = *program;
  unsetenv("VALGRIND_LIB");
  unsetenv("VALGRIND_LAUNCHER");
  if (handed->name)
    *program = (char *)handed->name;
  limit_descriptors(handed->descriptors);
  execute_restricted(handed->restrictions, path, program);
}

/* A traced child that cannot be checked (a 32-bit program, say) must run nevertheless, as its parent expects. */
static struct error *run_unchecked(const struct launcher *launcher, struct error *reason)
{
  tell_of_child(launcher, " runs unchecked", reason);
  suite_call_run_unchecked(reason);
  execute_program(launcher->program, &launcher->handed);
  return reason;
}

/* The same without memory; what was said of that stands on standard error. */
static void run_without_memory(void *inherited)
{
  static const char said[] = "Seep: this child process runs unchecked\n";
  const struct inherited_arguments *child = inherited;
  (void)write_all(STDERR_FILENO, said, sizeof said - 1);
  if (*child->program)
    execute_program(child->program, &child->handed);
}

static void be_ready_to_lack_memory(char **arguments)
{
  static struct inherited_arguments inherited;
  static struct memory_end end;
  if (!tool_arguments_are_inherited(arguments))
    return;
  tool_arguments_take_handed(arguments, &inherited);
  memory_end_add(&end, run_without_memory, &inherited);
}

static struct error *set_run_directory(struct launcher *launcher)
{
  struct set_up *set_up = &launcher->set_up;
  if (set_up->is_traced_child)
    return NULL;
  return launcher->call ? suite_call_begin(launcher->call, launcher->program_path, launcher->program, set_up)
                        : set_up_run_directory(set_up, launcher->program_path);
}

/* Returns only on failure. */
static struct error *run_each(struct launcher *launcher)
{
  int status = EXIT_SEEP_FAILED;
  struct error *error = fail_each_run(&launcher->set_up, launcher->program, &status);
  if (!error)
    exit(status);
  return error;
}

/* A runner of tests that calls Seep itself may say by SEEP_TEST which test the program is for, as in a suite. */
static struct error *name_test(const struct launcher *launcher)
{
  struct options *options = launcher->set_up.options;
  const char *name = getenv("SEEP_TEST");
  char cut[SUITE_TEST_NAME_BYTES];
  if (!name || !*name || options_text(options, OPTION_suite_test))
    return NULL;
  snprintf(cut, sizeof cut, "%s", name);
  return options_set_value(options, OPTION_suite_test, cut, "SEEP_TEST");
}

/* Without vgdb the program is checked all the same, if nobody has asked for gdb. */
static struct error *check_vgdb(struct launcher *launcher)
{
  struct options *options = launcher->set_up.options;
  struct error *error = system_check_vgdb(options);
  if (!error || options_given(options, OPTION_vgdb) || options_given(options, OPTION_vgdb_error))
    return error;
  if (!options_flag(options, OPTION_quiet) && !launcher->set_up.is_traced_child)
    fprintf(stderr, "%s: gdb and seep snapshot cannot reach this program: %s\n", launcher->set_up.command,
            error_message(error));
  error_free(error);
  return options_set_value(options, OPTION_vgdb, "no", "the system");
}

/* What is tried in the program says nothing of those that it executes. */
static struct error *forget_tries(const struct launcher *launcher)
{
  struct options *options = launcher->set_up.options;
  if (!launcher->set_up.is_traced_child || !options_text(options, OPTION_try_fix))
    return NULL;
  return options_set_value(options, OPTION_try_fix, "", "the system");
}

static struct error *run_checked(struct launcher *launcher)
{
  struct error *error = check_program(launcher);
  if (!error)
    error = system_check_tool();
  if (error)
    return launcher->set_up.is_traced_child ? run_unchecked(launcher, error) : error;
  error = check_sanitizer(launcher);
  if (!error && options_leaks_only(launcher->set_up.options))
    error = check_native(launcher);
  if (!error)
    error = set_up_find_parts(&launcher->set_up);
  if (!error && !options_leaks_only(launcher->set_up.options)) /* it asks the core */
    error = check_vgdb(launcher);
  if (!error)
    error = set_run_directory(launcher);
  if (!error)
    error = name_test(launcher);
  if (!error)
    error = fail_each_check(launcher->set_up.options);
  if (!error && fail_each_is_wanted(launcher->set_up.options))
    return run_each(launcher);
  if (!error && !launcher->set_up.is_traced_child) /* whose input is what its parent makes it */
    error = recorded_input_note(launcher->set_up.options);
  if (!error)
    error = forget_tries(launcher);
  if (!error)
    error = set_up_translation_cache(&launcher->set_up);
  if (!error)
    error = join_or_start_reporter(launcher);
  if (!error && launcher->call)
    error = suite_call_set_environment(launcher->call, &launcher->set_up);
  return error ? error : become_tool(launcher);
}

static void launcher_deinit(struct launcher *launcher)
{
  set_up_deinit(&launcher->set_up);
  free(launcher->program_path);
}

static struct error *leave_other_tool(char **arguments)
{
  char tool[OTHER_TOOL_BYTES];
  return other_tool_is_wanted(arguments, tool) ? other_tool_run(arguments) : NULL;
}

/* --- the core --- */

static void __attribute__((noreturn)) become_tool_that_tells(const struct launcher *launcher)
{
  const struct set_up *set_up = &launcher->set_up;
  struct error *error = set_environment(launcher);
  dup2(STDOUT_FILENO, STDERR_FILENO);
  if (!error)
    execl(set_up->tool, set_up->command, "-q", "--seep-ways=yes", set_up->executable, NULL);
  _exit(EXIT_SEEP_FAILED);
}

/* The tool finds out what its core allows: it is asked by a run that ends as soon as it has told. */
static struct error *print_core(struct launcher *launcher)
{
  struct error *error = system_check_tool();
  if (!error)
    error = set_up_find_parts(&launcher->set_up);
  if (error)
    return error;
  puts("Linked with the core of Valgrind " VALGRIND_VERSION ". Fast paths:");
  fflush(stdout);
  int status = 0;
  const pid_t pid = fork();
  if (pid == 0)
    become_tool_that_tells(launcher);
  if (pid < 0 || waitpid(pid, &status, 0) < 0)
    return error_errno(errno, "cannot start %s", launcher->set_up.tool);
  if (status != 0)
    return error_format("%s cannot be started", launcher->set_up.tool);
  system_ways_tell(&launcher->set_up);
  return NULL;
}

static struct error *answer_version(struct launcher *launcher)
{
  print_version(launcher);
  return options_number(launcher->set_up.options, OPTION_verbose) > 0 ? print_core(launcher) : NULL;
}

/* Does the command line ask for something other than a run? Then it is answered. */
static struct error *answer_question(struct launcher *launcher, bool *ret_is_question)
{
  const struct options *options = launcher->set_up.options;
  /* Who asks for Memcheck's defaults gets Valgrind's kind of list. */
  const bool wants_all = options_flag(options, OPTION_help_all) || options_flag(options, OPTION_help_debug) ||
                         (options_flag(options, OPTION_help) && options_choice(options, OPTION_personality) == 1);
  *ret_is_question = true;
  if (options_flag(options, OPTION_version))
    return answer_version(launcher);
  if (wants_all)
    print_help(launcher, options_flag(options, OPTION_help_debug));
  else if (options_flag(options, OPTION_help))
    print_short_help(launcher);
  else if (options_flag(options, OPTION_help_dyn_options))
    options_help_dynamic(stdout);
  else
    *ret_is_question = false;
  return NULL;
}

/* `seep [run] [options] program`; returns only when no program was started. */
static int run_program(const char *command, char **arguments)
{
  struct launcher launcher = {.status = EXIT_SEEP_FAILED};
  struct error *error = set_up_init(&launcher.set_up, command);
  if (!error)
    suite_call_create(&launcher.call);
  if (!error && launcher.call)
    error = suite_call_leave_to_valgrind(launcher.call, arguments);
  if (!error && !launcher.call)
    error = leave_other_tool(arguments);
  if (!error)
    error = read_options(&launcher, arguments);
  bool is_question = false;
  if (!error)
    error = answer_question(&launcher, &is_question);
  if (!error && is_question) {
    launcher_deinit(&launcher);
    return EXIT_SUCCESS;
  }
  if (!error)
    error = run_checked(&launcher);
  if (launcher.call)
    suite_call_fail(launcher.call, error);
  fprintf(stderr, "%s: %s\n", command, error_message(error));
  error_free(error);
  set_up_forget_run(&launcher.set_up);
  launcher_deinit(&launcher);
  return launcher.status;
}

static int fail(const char *command, struct error *error)
{
  fprintf(stderr, "%s: %s\n", command, error_message(error));
  error_free(error);
  return EXIT_SEEP_FAILED;
}

/* For when memory runs out. */
static void name_command(const char *command, const char *subcommand)
{
  static char name[64];
  snprintf(name, sizeof name, "%s%s%s", command, subcommand ? " " : "", subcommand ? subcommand : "");
  memory_set_command(name);
}

/* "seep help" and "seep help COMMAND" become "seep --help" and "seep COMMAND --help". */
static void ask_for_help(int *argc, char **argv)
{
  argv[1] = *argc > 2 ? argv[2] : (char *)"--help";
  if (*argc > 2)
    argv[2] = (char *)"--help";
  *argc = *argc > 2 ? 3 : 2;
  argv[*argc] = NULL;
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
  } commands[] = {
#define OWN_SUBCOMMAND(name, use, takes, help)
#define SUBCOMMAND(name, use, takes, help) {#name, command_##name},
#include "host/base/subcommands.def"
  };
  const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
  const char *command = slash ? slash + 1 : argc > 0 ? argv[0] : "seep";
  name_command(command, NULL);
  be_ready_to_lack_memory(argv);
  plain_stream_use();
  struct error *error = system_check_stack();
  if (error)
    return fail(command, error);
  json_end_without_memory();
  heap_page_use();
  /* Called as valgrind there are no subcommands: the first word is a program. */
  const bool has_subcommands = argc > 1 && strncmp(command, "valgrind", strlen("valgrind")) != 0;
  if (has_subcommands && strcmp(argv[1], "help") == 0)
    ask_for_help(&argc, argv);
  if (has_subcommands)
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
      if (strcmp(argv[1], commands[i].name) == 0) {
        name_command(command, commands[i].name);
        options_set_command(commands[i].name, NULL);
        return commands[i].run(argc - 1, argv + 1);
      }
  bool is_named = argc > 1 && strcmp(argv[1], "run") == 0 && !is_called_valgrind(command);
  return run_program(command, argv + is_named);
}

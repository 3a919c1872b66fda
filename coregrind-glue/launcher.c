/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command `seep`: reads the options, checks the program, starts the reporter and becomes the tool, which becomes
 * the program. Whatever can go wrong does so here, before the program has begun, and is said in one sentence. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/options.h"
#include "coregrind-glue/cache_command.h"
#include "coregrind-glue/launch.h"
#include "coregrind-glue/output.h"
#include "coregrind-glue/program_check.h"
#include "coregrind-glue/reporter.h"
#include "coregrind-glue/server.h"
#include "coregrind-glue/sources.h"
#include "report/commands.h"
#include "report/run_dir.h"
#include "report/session.h"

#define TOOL_NAME "seep-amd64-linux"

struct launcher {
  const char *command;       /* as it was called, for messages */
  struct options *options;
  struct descriptors inherited;
  char directory[PATH_MAX];  /* the working directory */
  char executable[PATH_MAX]; /* of this program */
  char parts[PATH_MAX];      /* where the tool and its libraries are */
  char tool[PATH_MAX];
  char **program;            /* its name and arguments */
  char *program_path;
  bool is_mute;              /* standard error was not open */
  bool is_traced_child;      /* started by the core for a child of a checked program */
  bool is_kept_by_default;   /* the run directory was not asked for by name */
  char *run_directory;       /* NULL: no record is kept */
  char *run_name;            /* for people; NULL likewise */
  int run_lock;
  char *socket_name;
  int channel;
  int status;                /* to exit with when something fails */
};

/* --- where Seep's parts are --- */

static bool join_path(char path[static PATH_MAX], const char *directory, const char *name)
{
  int length = snprintf(path, PATH_MAX, "%s/%s", directory, name);
  return length > 0 && length < PATH_MAX;
}

static bool has_tool(struct launcher *launcher, const char *directory)
{
  if (!realpath(directory, launcher->parts) || !join_path(launcher->tool, launcher->parts, TOOL_NAME))
    return false;
  return access(launcher->tool, X_OK) == 0;
}

/* Beside this program in the build tree, then where `make install` puts it from here, then where configure said. */
static struct error *find_parts(struct launcher *launcher)
{
  ssize_t length = readlink("/proc/self/exe", launcher->executable, PATH_MAX - 1);
  if (length < 0)
    return error_errno(errno, "cannot find out where this program is: /proc/self/exe");
  launcher->executable[length] = '\0';
  char here[PATH_MAX], path[PATH_MAX];
  strcpy(here, launcher->executable);
  *strrchr(here, '/') = '\0';
  static const char *const relative[] = {"libexec/seep", "../libexec/seep"};
  for (size_t i = 0; i < sizeof relative / sizeof *relative; i++)
    if (join_path(path, here, relative[i]) && has_tool(launcher, path))
      return NULL;
  if (has_tool(launcher, PKGLIBEXECDIR))
    return NULL;
  return error_format("a part of Seep is missing: %s is neither in %s/libexec/seep nor in %s; install Seep again",
                      TOOL_NAME, here, PKGLIBEXECDIR);
}

/* --- options --- */

/* The options of the command line; returns where the program begins. */
static struct error *read_command_line(struct launcher *launcher, char **arguments)
{
  for (; *arguments && **arguments == '-'; arguments++) {
    if (strcmp(*arguments, "--") == 0) {
      arguments++;
      break;
    }
    struct error *error = options_set(launcher->options, *arguments, "command line");
    if (error)
      return error;
  }
  launcher->program = arguments;
  return NULL;
}

/* Are files and the environment to be left alone? That must be known before they are read. */
static bool is_command_line_only(char **arguments)
{
  for (; *arguments && **arguments == '-' && strcmp(*arguments, "--") != 0; arguments++)
    if (strcmp(*arguments, "--command-line-only=yes") == 0)
      return true;
  return false;
}

static struct error *read_all_options(struct launcher *launcher, char **arguments)
{
  struct sources sources = {
    .home = getenv("HOME"), .working_directory = launcher->directory,
    .valgrind_opts = getenv("VALGRIND_OPTS"), .seep_opts = getenv("SEEP_OPTS"),
    .warn = reporter_warn, .warn_context = (void *)launcher->command,
  };
  struct error *error = is_command_line_only(arguments) ? NULL : sources_read(launcher->options, &sources);
  return error ? error : read_command_line(launcher, arguments);
}

/* A traced child's launcher has everything from its parent. */
static struct error *take_parents_options(struct launcher *launcher, char **arguments)
{
  struct launch_inherited inherited;
  struct error *error = launch_take_inherited(arguments, launcher->options, &inherited);
  if (error)
    return error;
  launcher->is_traced_child = true;
  launcher->program = inherited.program;
  if ((inherited.socket_name && !(launcher->socket_name = strdup(inherited.socket_name)))
      || (inherited.run_directory && !(launcher->run_directory = strdup(inherited.run_directory))))
    return error_no_memory();
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
  struct error *error = options_create(is_called_valgrind(launcher->command), &launcher->options);
  if (error)
    return error;
  error = launch_is_inherited(arguments) ? take_parents_options(launcher, arguments)
                                         : read_all_options(launcher, arguments + 1);
  return error ? error : options_finish(launcher->options);
}

/* The tool is told which folder it is; without a home there is none. */
static struct error *name_translation_cache(struct launcher *launcher)
{
  const char *given = options_text(launcher->options, OPTION_translation_cache);
  char *folder = NULL, *argument;
  if (given && (strcmp(given, "no") == 0 || *given == '/'))
    return NULL;
  struct error *error = given ? NULL : session_cache_dir(&folder);
  if (error || (!given && !folder))
    return error;
  int length = given ? asprintf(&argument, "--translation-cache=%s/%s", launcher->directory, given)
                     : asprintf(&argument, "--translation-cache=%s/translations", folder);
  free(folder);
  if (length < 0)
    return error_no_memory();
  error = options_set(launcher->options, argument, "where caches are");
  free(argument);
  return error;
}

/* --- questions --- */

static void print_usage(FILE *output)
{
  fputs("usage: seep [options] [--] PROGRAM [arguments]   check a program\n"
        "       seep run [options] [--] PROGRAM [arguments]   the same, whatever its name\n"
        "       seep report [RUN...] [options]            print earlier runs again\n"
        "       seep gate RUN... [limits]                 fail when runs lose too much\n"
        "       seep dump RUN...                          show the frames of a record\n"
        "       seep cache [show|verify|clear]            look after kept translations\n", output);
}

static void print_help(const struct launcher *launcher, bool debugging)
{
  print_usage(stdout);
  options_help(stdout, launcher->options, debugging);
  fputs("\nOptions are also read from ~/.valgrindrc, $VALGRIND_OPTS, ./.valgrindrc, ~/.seeprc,\n"
        "$SEEP_OPTS and ./.seeprc.\n\n"
        "Exit status: the program's own, or that of --error-exitcode; 125 when Seep itself\n"
        "failed, 126 when the program cannot be run, 127 when there is no such program.\n", stdout);
}

/* Tools ask for the version to see whether they know the checker. */
static void print_version(const struct launcher *launcher)
{
  if (options_choice(launcher->options, OPTION_personality) == 1)
    puts("valgrind-" VALGRIND_VERSION);
  else
    puts("seep-" PACKAGE_VERSION);
}

/* True when the command line asked for something other than a run, and it was answered. */
static bool answer_question(const struct launcher *launcher)
{
  const struct options *options = launcher->options;
  if (options_flag(options, OPTION_version))
    print_version(launcher);
  else if (options_flag(options, OPTION_help) || options_flag(options, OPTION_help_debug))
    print_help(launcher, options_flag(options, OPTION_help_debug));
  else if (options_flag(options, OPTION_help_dyn_options))
    options_help_dynamic(stdout);
  else
    return false;
  return true;
}

/* --- the run --- */

static struct error *check_program(struct launcher *launcher)
{
  if (!*launcher->program)
    return error_format("no program specified; %s --help shows how", launcher->command);
  return program_check(*launcher->program, getenv("PATH"), &launcher->program_path, &launcher->status);
}

/* A record that was not asked for is not worth failing for. */
static struct error *make_run_directory(struct launcher *launcher)
{
  const char *record = options_text(launcher->options, OPTION_record);
  if (record && strcmp(record, "no") == 0)
    return NULL;
  if (record)
    return run_dir_create_at(record, &launcher->run_directory, &launcher->run_lock);
  struct error *error = run_dir_create(launcher->program_path, &launcher->run_directory, &launcher->run_lock);
  launcher->is_kept_by_default = !error;
  if (error && !options_flag(launcher->options, OPTION_quiet))
    fprintf(stderr, "%s: this run is not kept: %s\n", launcher->command, error_message(error));
  error_free(error);
  return NULL;
}

static struct error *make_outputs(struct launcher *launcher, struct outputs **ret)
{
  struct outputs_config config = {
    .options = launcher->options, .directory = launcher->directory, .pid = getpid(),
    .append = launcher->is_traced_child, .warn = reporter_warn, .warn_context = (void *)launcher->command,
  };
  return outputs_create(&config, ret);
}

static struct error *make_session(struct launcher *launcher, const struct outputs *outputs, struct session **ret)
{
  bool quiet = options_flag(launcher->options, OPTION_quiet);
  struct session_config config = {
    .options = launcher->options, .run_name = launcher->run_name, .colour = outputs_is_terminal(outputs),
    .warn = quiet ? NULL : reporter_warn, .warn_context = (void *)launcher->command,
  };
  return session_create(&config, ret);
}

/* Everything that can be wrong with options or files shows before the reporter's process exists. */
static struct error *start_reporter(struct launcher *launcher)
{
  struct reporter_config config = {
    .listener = -1, .inherited = launcher->inherited, .prune = launcher->is_kept_by_default,
    .server = {.first_pid = getpid(), .launcher = launcher->executable, .tool = launcher->tool},
    .forks_are_silent = options_flag(launcher->options, OPTION_child_silent_after_fork),
  };
  struct error *error = make_outputs(launcher, &config.outputs);
  if (!error && launcher->run_directory)
    error = run_dir_name(launcher->run_directory, &launcher->run_name);
  if (!error)
    error = make_session(launcher, config.outputs, &config.session);
  if (!error)
    error = server_listen(&config.listener, &launcher->socket_name);
  if (!error)
    error = reporter_start(&config);
  if (!error)
    error = server_connect(launcher->socket_name, &launcher->channel);
  if (config.listener >= 0)
    close(config.listener);
  if (error) {
    session_destroy(config.session);
    outputs_destroy(config.outputs);
  }
  return error;
}

/* A traced child joins the reporter of its tree; when that has gone, it gets one of its own. */
static struct error *join_or_start_reporter(struct launcher *launcher)
{
  if (launcher->socket_name) {
    struct error *error = server_connect(launcher->socket_name, &launcher->channel);
    if (!error)
      return NULL;
    error_free(error);
    free(launcher->socket_name);
    launcher->socket_name = NULL;
  }
  return start_reporter(launcher);
}

/* The tool finds its parts and, for traced children, this program through one variable; see core_environment.c. */
static struct error *set_environment(const struct launcher *launcher)
{
  char value[2 * PATH_MAX];
  snprintf(value, sizeof value, "%s\n%s", launcher->executable, launcher->parts);
  if (launcher->is_traced_child)
    unsetenv("VALGRIND_LIB"); /* put there by the core */
  return setenv("VALGRIND_LAUNCHER", value, 1) < 0 ? error_errno(errno, "cannot set the tool's environment") : NULL;
}

static struct error *become_tool(const struct launcher *launcher)
{
  struct launch launch = {
    .options = launcher->options, .directory = launcher->directory, .socket_name = launcher->socket_name,
    .channel = launcher->channel, .run_directory = launcher->run_directory, .program = launcher->program,
    .is_mute = launcher->is_mute,
  };
  char **arguments;
  struct error *error = set_environment(launcher);
  if (!error)
    error = launch_arguments(&launch, &arguments);
  if (error)
    return error;
  /* The connection is the one thing that crosses to the tool. */
  fcntl(launcher->channel, F_SETFD, 0);
  execv(launcher->tool, arguments);
  error = error_errno(errno, "cannot start %s", launcher->tool);
  launch_release(arguments);
  return error;
}

/* A traced child that cannot be checked (a 32-bit program, say) must run nevertheless, as its parent expects. */
static struct error *run_unchecked(const struct launcher *launcher, struct error *reason)
{
  if (!options_flag(launcher->options, OPTION_quiet))
    fprintf(stderr, "%s: child process %d runs unchecked: %s\n", launcher->command, (int)getpid(),
            error_message(reason));
  unsetenv("VALGRIND_LIB");
  unsetenv("VALGRIND_LAUNCHER");
  execv(*launcher->program, launcher->program);
  return reason;
}

static struct error *run(struct launcher *launcher)
{
  struct error *error = check_program(launcher);
  if (error)
    return launcher->is_traced_child ? run_unchecked(launcher, error) : error;
  error = find_parts(launcher);
  if (!error && !launcher->is_traced_child)
    error = make_run_directory(launcher);
  if (!error)
    error = name_translation_cache(launcher);
  if (!error)
    error = join_or_start_reporter(launcher);
  return error ? error : become_tool(launcher);
}

/* A run that never was must not be the newest one. */
static void forget_run(const struct launcher *launcher)
{
  if (launcher->is_kept_by_default)
    rmdir(launcher->run_directory);
}

static void launcher_deinit(struct launcher *launcher)
{
  options_destroy(launcher->options);
  descriptors_release(&launcher->inherited);
  free(launcher->program_path);
  free(launcher->run_directory);
  free(launcher->run_name);
  free(launcher->socket_name);
}

/* Standard descriptors that are closed must not be taken by what is opened here; for the guest they close again. */
static struct error *fill_standard_descriptors(struct launcher *launcher)
{
  launcher->is_mute = fcntl(STDERR_FILENO, F_GETFD) < 0;
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR | O_CLOEXEC) < 0)
      return error_errno(errno, "/dev/null");
  return descriptors_list(&launcher->inherited);
}

/* `seep [run] [options] program`; returns only when no program was started. */
static int command_run(const char *command, char **arguments)
{
  struct launcher launcher = {.command = command, .status = EXIT_SEEP_FAILED, .run_lock = -1, .channel = -1};
  if (!getcwd(launcher.directory, sizeof launcher.directory))
    strcpy(launcher.directory, ".");
  struct error *error = fill_standard_descriptors(&launcher);
  if (!error)
    error = read_options(&launcher, arguments);
  if (!error && answer_question(&launcher)) {
    launcher_deinit(&launcher);
    return EXIT_SUCCESS;
  }
  if (!error)
    error = run(&launcher);
  fprintf(stderr, "%s: %s\n", command, error_message(error));
  error_free(error);
  forget_run(&launcher);
  launcher_deinit(&launcher);
  return launcher.status;
}

int main(int argc, char **argv)
{
  static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
  } commands[] = {{"report", command_report}, {"gate", command_gate}, {"dump", command_dump}, {"cache", command_cache}};
  const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
  const char *command = slash ? slash + 1 : argc > 0 ? argv[0] : "seep";
  if (argc > 1)
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
      if (strcmp(argv[1], commands[i].name) == 0)
        return commands[i].run(argc - 1, argv + 1);
  bool is_named = argc > 1 && strcmp(argv[1], "run") == 0;
  return command_run(command, argv + is_named);
}

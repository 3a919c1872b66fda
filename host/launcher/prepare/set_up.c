/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/prepare/set_up.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/fnv.h"
#include "shared/base/descriptors.h"
#include "host/base/installed.h"
#include "host/base/print.h"
#include "host/base/terminal.h"
#include "host/heap/exports/xtree_files.h"
#include "host/launcher/prepare/option_sources.h"
#include "host/launcher/prepare/system_check.h"
#include "host/output/output_sink.h"
#include "host/runs/report_session.h"
#include "host/runs/run_dir.h"
#include "host/reporter/outputs.h"
#include "host/reporter/server.h"

/* A closed standard descriptor is filled with /dev/null, lest a file that is opened here get its number. It is
 * closed again for the guest. */
static struct error *fill_standard_descriptors(struct set_up *set_up)
{
  set_up->is_mute = fcntl(STDERR_FILENO, F_GETFD) < 0;
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR | O_CLOEXEC) < 0)
      return error_errno(errno, "/dev/null");
  return descriptors_list(&set_up->inherited);
}

static struct error *check_descriptors(const struct set_up *set_up)
{
  struct rlimit limit;
  size_t open_count = set_up->inherited.count;
  if (getrlimit(RLIMIT_NOFILE, &limit) < 0
      || (limit.rlim_max >= DESCRIPTORS_LEAST + open_count &&
          limit.rlim_cur >= DESCRIPTORS_LEAST_LAUNCHER + open_count))
    return NULL;
  return error_format("the limit of %llu open files is too low to check a program; run `ulimit -n %zu` first",
                      (unsigned long long)limit.rlim_cur, DESCRIPTORS_ENOUGH + open_count);
}

struct error *set_up_init(struct set_up *set_up, const char *command)
{
  *set_up = (struct set_up){.command = command, .run_lock = -1, .channel = -1};
  if (!getcwd(set_up->directory, sizeof set_up->directory))
    strcpy(set_up->directory, ".");
  struct error *error = system_check_proc();
  if (!error)
    error = fill_standard_descriptors(set_up);
  return error ? error : check_descriptors(set_up);
}

void set_up_deinit(struct set_up *set_up)
{
  options_destroy(set_up->options);
  descriptors_release(&set_up->inherited);
  free(set_up->run_directory);
  free(set_up->run_name);
  free(set_up->socket_name);
}

/* --- options --- */

/* Options of the command line up to the first word that is none, or "--". */
static struct error *read_command_line(struct set_up *set_up, char **arguments, set_up_taker *take, void *context,
                                       char ***ret_rest)
{
  for (; *arguments && **arguments == '-'; arguments++) {
    if (strcmp(*arguments, "--") == 0) {
      arguments++;
      break;
    }
    bool is_taken = false;
    struct error *error = take ? take(context, &arguments, &is_taken) : NULL;
    if (!error && !is_taken)
      error = options_set(set_up->options, *arguments, "command line");
    if (error)
      return error;
  }
  *ret_rest = arguments;
  return NULL;
}

/* --command-line-only must be known before files and the environment are read. */
static bool is_command_line_only(char **arguments)
{
  for (; *arguments && **arguments == '-' && strcmp(*arguments, "--") != 0; arguments++)
    if (strcmp(*arguments, "--command-line-only=yes") == 0)
      return true;
  return false;
}

struct error *set_up_read_options(struct set_up *set_up, char **arguments, set_up_taker *take, void *context,
                                  char ***ret_rest)
{
  struct sources sources = {
    .home = getenv("HOME"), .working_directory = set_up->directory,
    .valgrind_opts = getenv("VALGRIND_OPTS"), .seep_opts = getenv("SEEP_OPTS"),
    .warn = reporter_warn, .warn_context = (void *)set_up->command,
  };
  struct error *error = is_command_line_only(arguments) ? NULL : option_sources_read(set_up->options, &sources);
  return error ? error : read_command_line(set_up, arguments, take, context, ret_rest);
}

/* --- where Seep's parts are --- */

/* In LD_PRELOAD, spaces and colons end a name, and the loader expands $. */
static bool can_be_preloaded(const char *path)
{
  return !strpbrk(path, ": $");
}

/* A link that leads to the folder and is this user's, in whose folder only its owner can replace it. */
static bool leads_to(const char *link, const char *folder)
{
  struct stat status;
  char target[PATH_MAX];
  if (lstat(link, &status) < 0 || !S_ISLNK(status.st_mode) || status.st_uid != geteuid())
    return false;
  ssize_t length = readlink(link, target, sizeof target - 1);
  if (length < 0)
    return false;
  target[length] = '\0';
  return strcmp(target, folder) == 0;
}

/* The link is named after where it leads, so it stays for the next run. */
static bool link_parts(const char *where, const char *folder, char ret[static PATH_MAX])
{
  char link[PATH_MAX];
  uint64_t hash = fnv_bytes(FNV_EMPTY, folder, strlen(folder));
  int length = snprintf(link, sizeof link, "%s/seep-parts-%u-%016" PRIx64, where, (unsigned)geteuid(), hash);
  if (length >= PATH_MAX || !can_be_preloaded(link))
    return false;
  if ((symlink(folder, link) < 0 && errno != EEXIST) || !leads_to(link, folder))
    return false;
  strcpy(ret, link);
  return true;
}

/* The checked program's loader has to find the preload libraries by a name that it can read. */
static struct error *name_parts(struct set_up *set_up)
{
  const char *runtime = getenv("XDG_RUNTIME_DIR");
  const char *folder = set_up->folder;
  strcpy(set_up->parts, folder);
  if (can_be_preloaded(folder) || (runtime && *runtime == '/' && link_parts(runtime, folder, set_up->parts))
      || link_parts("/tmp", folder, set_up->parts))
    return NULL;
  return error_format(
    "%s: programs cannot be checked with libraries of such a name, and no link to them can be made in "
    "/tmp; install Seep where the path has no space, colon or dollar sign",
    folder);
}

struct error *set_up_find_parts(struct set_up *set_up)
{
  RETURN_IF_ERROR(installed_part(INSTALLED_TOOL, set_up->tool));
  set_up->executable = installed_program();
  set_up->folder = installed_parts();
  return name_parts(set_up);
}

struct error *set_up_translation_cache(struct set_up *set_up)
{
  const char *given = options_text(set_up->options, OPTION_translation_cache);
  char *folder = NULL, *path;
  if (given && (strcmp(given, "no") == 0 || *given == '/'))
    return NULL;
  if (!given)
    report_session_cache_dir(&folder);
  if (!given && !folder)
    return NULL;
  path = given ? print_text("%s/%s", set_up->directory, given) : print_text("%s/translations", folder);
  free(folder);
  struct error *error = options_set_value(set_up->options, OPTION_translation_cache, path, "where caches are");
  free(path);
  return error;
}

/* --- the run directory --- */

struct error *set_up_run_directory(struct set_up *set_up, const char *program)
{
  const char *record = options_text(set_up->options, OPTION_record);
  if (record && strcmp(record, "no") == 0)
    return NULL;
  if (record)
    return run_dir_create_at(record, &set_up->run_directory, &set_up->run_lock);
  struct error *error = run_dir_create(program, &set_up->run_directory, &set_up->run_lock);
  set_up->is_kept_by_default = !error;
  if (error && !options_flag(set_up->options, OPTION_quiet))
    fprintf(stderr, "%s: this run is not saved: %s\n", set_up->command, error_message(error));
  error_free(error);
  return NULL;
}

void set_up_forget_run(const struct set_up *set_up)
{
  if (set_up->is_kept_by_default)
    rmdir(set_up->run_directory);
}

/* --- the reporter --- */

static struct error *make_outputs(struct set_up *set_up, struct outputs **ret)
{
  struct outputs_config config = {
    .options = set_up->options, .directory = set_up->directory, .pid = getpid(),
    .append = set_up->is_traced_child, .warn = reporter_warn, .warn_context = (void *)set_up->command,
  };
  return outputs_create(&config, ret);
}

static struct error *make_documents(struct set_up *set_up, int first_pid, struct xml_documents **ret)
{
  struct xml_documents_config config = {
    .options = set_up->options, .directory = set_up->directory, .pid = (uint64_t)first_pid,
    .append = set_up->is_traced_child, .warn = reporter_warn, .warn_context = (void *)set_up->command,
  };
  return xml_documents_create(&config, ret);
}

/* The guest may close this descriptor, so the reporter gets a duplicate. */
static struct error *make_ask(struct set_up *set_up)
{
  const int fd = (int)options_number(set_up->options, OPTION_input_fd);
  if (strcmp(options_text(set_up->options, OPTION_gen_suppressions), "yes") != 0)
    return NULL;
  set_up->ask.fd = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  if (set_up->ask.fd < 0)
    return error_errno(errno, "answers cannot be read from file descriptor %d (--input-fd)", fd);
  set_up->asks = true;
  return NULL;
}

static struct error *make_session(struct set_up *set_up, const struct outputs *outputs, struct report_session **ret)
{
  const bool quiet = options_flag(set_up->options, OPTION_quiet);
  const int output = outputs_descriptor(outputs);
  const bool may_have_colour = options_choice(set_up->options, OPTION_style) == 0 || isatty(output);
  struct report_session_config config = {
    .options = set_up->options,
    .run_name = set_up->run_name,
    .colour = may_have_colour && terminal_has_colour(output),
    .columns = terminal_columns(output),
    .warn = quiet ? NULL : reporter_warn,
    .warn_context = (void *)set_up->command,
    .listener = set_up->listener,
    .files = xtree_files_writer(),
    .run_directory = set_up->run_directory,
    .ask = set_up->asks ? &set_up->ask : NULL,
    .tells_in_vain = !set_up->is_of_suite && !set_up->is_traced_child, /* others may have done it before */
  };
  return report_session_create(&config, ret);
}

/* The tool expands the names at the end of the run, when it is too late to complain. */
static struct error *check_xtree_file(const struct set_up *set_up, enum option_id id, const char *option)
{
  char *path = NULL;
  struct error *error = output_naming_expand(
    &(struct output_naming){.option = option, .pattern = options_text(set_up->options, id),
                                  .directory = set_up->directory},
    (uint64_t)getpid(), 1, &path);
  free(path);
  return error;
}

static struct error *check_xtree_files(const struct set_up *set_up)
{
  struct error *error = NULL;
  if (strcmp(options_text(set_up->options, OPTION_xtree_memory), "none") != 0)
    error = check_xtree_file(set_up, OPTION_xtree_memory_file, "--xtree-memory-file");
  if (!error && options_flag(set_up->options, OPTION_xtree_leak))
    error = check_xtree_file(set_up, OPTION_xtree_leak_file, "--xtree-leak-file");
  return error;
}

struct error *set_up_reporter(struct set_up *set_up, int first_pid)
{
  struct reporter_config config = {
    .listener = -1, .inherited = set_up->inherited, .prune = set_up->is_kept_by_default,
    .server = {.first_pid = first_pid, .launcher = set_up->executable, .tool = set_up->tool},
    .forks_are_silent = options_flag(set_up->options, OPTION_child_silent_after_fork),
    .silent_program = set_up->silent_program, .run_directory = set_up->run_directory,
  };
  struct error *error = check_xtree_files(set_up);
  if (!error)
    error = make_outputs(set_up, &config.outputs);
  if (!error)
    error = make_documents(set_up, first_pid, &config.documents);
  if (!error && set_up->run_directory)
    run_dir_name(set_up->run_directory, &set_up->run_name);
  if (!error)
    error = make_ask(set_up);
  if (!error)
    error = make_session(set_up, config.outputs, &config.session);
  if (!error)
    error = server_listen(&config.listener, &set_up->socket_name);
  if (!error)
    error = reporter_start(&config);
  if (!error)
    error = server_connect(set_up->socket_name, &set_up->channel);
  if (config.listener >= 0)
    close(config.listener);
  if (error) {
    report_session_destroy(config.session);
    xml_documents_destroy(config.documents);
    outputs_destroy(config.outputs);
  }
  return error;
}

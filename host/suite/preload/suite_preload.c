/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How a program of a suite begins.
 *
 * The loader calls begin_process() before the constructors of all other libraries (-z initfirst). What /proc says of
 * the process is then exactly what the kernel made of the exec: links followed, $PATH searched, "#!" lines obeyed.
 * So none of that has to be imitated here. A program that is to be checked executes the checker on itself; it has
 * not done anything yet that would happen twice. In the guest begin_process() runs again, and undoes what was
 * changed for that exec. */
#include "host/suite/preload/suite_preload.h"

#include <fcntl.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "shared/base/descriptors.h"
#include "shared/base/file_limit.h"
#include "shared/base/raw_syscalls.h"
#include "host/suite/preload/suite_become.h"
#include "host/suite/preload/suite_full.h"
#include "host/suite/preload/suite_limits.h"
#include "host/suite/preload/suite_log_client.h"
#include "host/suite/preload/suite_test_names.h"
#include "shared/base/plain_strings.h"
#include "valgrind.h"

struct suite_process suite_process;

static char setup_text[SUITE_SETUP_BYTES + 1];
static char setup_path[SUITE_KEY_BYTES + SUITE_PATH_BYTES];
static char inherited_source[32];
struct suite_image suite_image;

/* Defined only if the program has a sanitizer linked in; none of them can run under the checker. */
#define SANITIZER(name, option, symbol) extern void symbol(void) __attribute__((weak));
#include "shared/base/sanitizers.def"
/* Only glibc's loader gives constructors the arguments of the program. */
extern const char *gnu_get_libc_version(void) __attribute__((weak));

/* --- SEEP_SUITE_AT --- */

/* The next word of "ID STATE SOURCE NAME"; *text goes after it. A '?' before SOURCE: the name is preliminary. */
static void take_word(const char **text, char *ret, size_t size)
{
  size_t at = 0;
  const char *from = *text;
  for (; *from && *from != ' '; from++)
    if (at + 1 < size)
      ret[at++] = *from;
  ret[at] = '\0';
  *text = *from ? from + 1 : from;
}

void suite_write_at_variable(char *at, size_t size, enum suite_state state, const struct suite_test_name *test)
{
  const char word[] = {' ', (char)state, ' ', '\0'};
  at[0] = '\0';
  text_append(at, size, SUITE_AT_VARIABLE "=");
  text_append(at, size, suite_process.id);
  text_append(at, size, word);
  text_append(at, size, test->is_preliminary ? "?" : "");
  text_append(at, size, test->source ? test->source : "");
  text_append(at, size, " ");
  text_append(at, size, test->name);
}

/* The string of the environment that sets the variable. */
static char **find_setting(char **environment, const char *name)
{
  for (; *environment; environment++) {
    const char *rest = text_after(*environment, name);
    if (rest && *rest == '=')
      return environment;
  }
  return NULL;
}

static void hand_on_at_variable(char **environment)
{
  char **setting = find_setting(environment, SUITE_AT_VARIABLE);
  suite_become_state(SUITE_STATE_DONE);
  if (setting)
    *setting = suite_process.at;
}

/* --- this program --- */

static const char *program_as_invoked(char *const *environment)
{
  while (*environment)
    environment++;
  const unsigned long *entry = (const unsigned long *)(environment + 1);
  for (; entry[0] != AT_NULL; entry += 2)
    if (entry[0] == AT_EXECFN)
      return (const char *)entry[1];
  return NULL;
}

bool suite_is_same_file(const char *a, const char *b)
{
  struct stat one, other;
  return raw_syscall(SYS_stat, (long)a, (long)&one, 0, 0, 0, 0) == 0
         && raw_syscall(SYS_stat, (long)b, (long)&other, 0, 0, 0, 0) == 0 && one.st_dev == other.st_dev
         && one.st_ino == other.st_ino;
}

/* The kernel passes a script's name, as it was executed, to the interpreter as an argument. */
static bool is_script(void)
{
  for (char *const *argument = suite_image.arguments; *argument && argument < suite_image.arguments + 3; argument++)
    if (argument > suite_image.arguments && text_equal(*argument, suite_image.invoked))
      return !suite_is_same_file(suite_image.invoked, "/proc/self/exe");
  return false;
}

/* Without /proc, or if the path is too long for it: as the kernel was given it. */
static void describe_unknown_file(void)
{
  const char *invoked = suite_image.invoked ? suite_image.invoked : "?";
  suite_image.trouble = "its path is not known";
  while (text_after(invoked, "./"))
    invoked += 2;
  if (*invoked != '/' && *suite_image.directory == '/') {
    text_append(suite_image.exe, sizeof suite_image.exe, suite_image.directory);
    text_append(suite_image.exe, sizeof suite_image.exe, "/");
  }
  text_append(suite_image.exe, sizeof suite_image.exe, invoked);
}

/* The program among the arguments of the dynamic loader; some of its options have a value. */
static const char *program_of_loader(const char *words, const char *end)
{
  static const char *const with_value[] = {"--library-path", "--preload", "--audit", "--inhibit-rpath", "--argv0",
                                           "--glibc-hwcaps-prepend", "--glibc-hwcaps-mask", NULL};
  for (const char *word = words + text_length(words) + 1; word < end; word += text_length(word) + 1) {
    if (!text_after(word, "--"))
      return word;
    for (const char *const *option = with_value; *option; option++)
      if (text_equal(word, *option)) {
        word += text_length(word) + 1;
        break;
      }
  }
  return NULL;
}

/* `ld.so program`: for the kernel it is the loader that runs, and the checker would have to know its options. */
static void describe_loaded_file(void)
{
  static char words[SUITE_PATH_BYTES + 1];
  static struct suite_target target;
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)"/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0, 0, 0);
  long size = fd < 0 ? 0 : raw_syscall(SYS_read, fd, (long)words, sizeof words - 1, 0, 0, 0);
  if (fd >= 0)
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  const char *program = size > 0 ? program_of_loader(words, words + size) : NULL;
  if (!program)
    return;
  suite_target_find(program, NULL, &target);
  suite_image.exe[0] = '\0';
  text_append(suite_image.exe, sizeof suite_image.exe, target.path[0] ? target.path : program);
  suite_image.trouble = "started through ld.so";
}

static void describe_image(void)
{
  const size_t room = sizeof suite_image.exe - 1;
  long size = raw_syscall(SYS_readlink, (long)"/proc/self/exe", (long)suite_image.exe, (long)room, 0, 0, 0);
  suite_image.exe[size > 0 ? size : 0] = '\0';
  if (raw_syscall(SYS_getcwd, (long)suite_image.directory, sizeof suite_image.directory, 0, 0, 0, 0) < 0)
    suite_image.directory[0] = '\0';
  suite_image.invoked = program_as_invoked(suite_image.environment);
  suite_image.is_script = is_script();
  if (size <= 0)
    describe_unknown_file();
  else if (program_file_is_loader(suite_image.exe) && !RUNNING_ON_VALGRIND)
    describe_loaded_file();
}

/* The folder part of a path, with links resolved; empty if there is none. */
static void folder_of(const char *name, char path[static SUITE_PATH_BYTES])
{
  char link[64] = "/proc/self/fd/";
  size_t length = (size_t)(text_base(name) - name);
  path[0] = '\0';
  if (length == 0 || length >= SUITE_PATH_BYTES)
    return;
  for (size_t i = 0; i < length; i++)
    path[i] = name[i];
  path[length] = '\0';
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)path, O_PATH | O_DIRECTORY | O_CLOEXEC, 0, 0, 0);
  path[0] = '\0';
  if (fd < 0)
    return;
  text_append_number(link, sizeof link, (unsigned long)fd, 10);
  long size = raw_syscall(SYS_readlink, (long)link, (long)path, SUITE_PATH_BYTES - 1, 0, 0, 0);
  path[size > 0 ? size : 0] = '\0';
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

/* The path by which the program was executed: a link may have another name than the file that it leads to, and be in
 * another folder. */
static const char *named_program(char path[static SUITE_PATH_BYTES])
{
  const char *invoked = suite_image.invoked, *name = text_base(invoked);
  bool is_descriptor = text_after(invoked, "/dev/fd/") || text_after(invoked, "/proc/");
  if (!name || is_descriptor || text_equal(name, text_base(suite_image.exe)) || !suite_is_same_file(invoked,
                                                                                              "/proc/self/exe"))
    return suite_image.exe;
  folder_of(invoked, path);
  if (!*path)
    return suite_image.exe;
  text_append(path, SUITE_PATH_BYTES, "/");
  text_append(path, SUITE_PATH_BYTES, name);
  return path;
}

/* A program that runs tests by their names has the name as its first argument, and executes itself for each. */
static bool is_named_by_argument(void)
{
  const struct suite_test_name *test = &suite_image.test;
  const bool is_open = !test->is_preliminary && (!test->name[0] || text_equal(test->source, "program"));
  return text_equal(suite_process.setup.test_name, "argv1") && is_open && suite_image.arguments[0] &&
         suite_test_name_is_plain(suite_image.arguments[1]);
}

/* The program's own test name takes precedence over an inherited one; a program without either is its own test. */
static void name_test(bool is_checked)
{
  static char path[SUITE_PATH_BYTES];
  struct suite_rules rules = suite_setup_rules(&suite_process.setup);
  if (suite_test_name_find(suite_image.arguments, suite_image.environment, &suite_image.test))
    return;
  const bool has_argument = is_checked && is_named_by_argument();
  suite_image.test.is_preliminary |= suite_is_runner(suite_image.is_script ? suite_image.invoked : suite_image.exe);
  if ((suite_image.test.name[0] && !has_argument) || !is_checked)
    return;
  suite_rules_plain_path(&rules, named_program(path), suite_image.test.name, sizeof suite_image.test.name);
  suite_image.test.source = has_argument ? "argv1" : "program";
  if (has_argument) {
    text_append(suite_image.test.name, sizeof suite_image.test.name, "::");
    text_append(suite_image.test.name, sizeof suite_image.test.name, suite_image.arguments[1]);
  }
}

static const char *why_not_this_file(void)
{
  struct stat status;
  const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)suite_image.exe, flags, 0, 0, 0);
  long result = fd < 0 ? fd : raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0);
  if (fd >= 0)
    raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  if (result < 0)
    return "not readable";
  return status.st_mode & (S_ISUID | S_ISGID) ? "setuid" : NULL;
}

static bool has_few_descriptors(void)
{
  struct rlimit limit;
  unsigned long open_count = 0;
  if (raw_syscall(SYS_getrlimit, RLIMIT_NOFILE, (long)&limit, 0, 0, 0, 0) < 0 || limit.rlim_max >= DESCRIPTORS_ENOUGH)
    return false;
  for (long fd = STDERR_FILENO + 1; fd < DESCRIPTORS_ENOUGH; fd++)
    open_count += raw_syscall(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0) >= 0;
  return limit.rlim_max < DESCRIPTORS_LEAST + open_count;
}

/* Is it Valgrind? A script of that name is not: it will execute Valgrind in the end, perhaps with more options. */
static bool is_valgrind(void)
{
  const char *name = text_base(suite_image.exe), *invoked = text_base(suite_image.invoked);
  if (text_equal(suite_image.exe, suite_process.setup.launcher))
    return text_equal(invoked, "valgrind") || text_equal(invoked, "seep-valgrind");
  return !suite_image.is_script && (text_equal(name, "valgrind") || text_equal(name, "valgrind.bin"));
}

/* NULL: it is to be checked. */
static const char *why_unchecked(void)
{
  const char *why = suite_log_reason(suite_image.exe, suite_image.trouble);
  if (why)
    return why;
  if (is_valgrind())
    return "another checker";
#define SANITIZER(name, option, symbol) if (symbol) return "sanitizer";
#include "shared/base/sanitizers.def"
  if (RUNNING_ON_VALGRIND)
    return "another checker";
  if (has_few_descriptors())
    return "too few descriptors";
  if (!file_may_reach(FILE_LIMIT_LEAST))
    return "too low file limit";
  return why_not_this_file();
}

static bool has_changed(void)
{
  static struct suite_changed changed;
  if (!*suite_process.setup.full_state || text_equal(suite_image.exe, suite_process.setup.canary))
    return false;
  suite_changed_find(&changed);
  suite_image.changed = &changed;
  return changed.checked_ns == 0;
}

static bool is_checked_for_leaks(void)
{
  return *suite_process.setup.native && *suite_process.setup.tool && !has_changed() &&
         !suite_full_is_wanted(&suite_process.setup, suite_image.exe, suite_image.test.name);
}

/* --- executing it again --- */

/* The launcher does what valgrind was asked to do (suite_call.h); argv[0] tells it where valgrind is. */
static void become_launcher(void)
{
  const char **arguments = __builtin_alloca((text_list_length(suite_image.arguments) + 2) * sizeof(char *));
  arguments[0] = suite_image.invoked;
  const char *const *given = (const char *const *)suite_image.arguments + !!suite_image.arguments[0];
  arguments[text_list_append(arguments, 1, given)] = NULL;
  suite_become_state(SUITE_STATE_CALL);
  suite_become_program(suite_process.setup.launcher, arguments, (const char **)suite_image.environment);
  suite_become_state(SUITE_STATE_DONE);
}

static unsigned long suite_timeout_factor(void)
{
  unsigned long factor = 0;
  for (const char *digit = suite_process.setup.timeout_factor; *digit >= '0' && *digit <= '9' &&
       factor < SUITE_FACTOR_MAX; digit++)
    factor = 10 * factor + (unsigned long)(*digit - '0');
  return factor;
}

/* False: there is nothing to raise. Otherwise suite_image has the arguments and environment to execute the program
 * with again. */
static bool raise_limits(void)
{
  static struct suite_limits limits;
  const size_t argument_count = text_list_length(suite_image.arguments);
  const size_t entry_count = text_list_length(suite_image.environment);
  size_t bytes = (argument_count + entry_count + 3) * sizeof(char *);
  if (suite_timeout_factor() <= 1 || RUNNING_ON_VALGRIND || !suite_image.arguments[0])
    return false;
  const char **room = (const char **)raw_syscall(SYS_mmap, 0, (long)bytes, PROT_READ | PROT_WRITE,
                                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if ((unsigned long)room >= -4096ul)
    return false;
  limits.arguments = room;
  limits.environment = room + argument_count + 2;
  text_list_append(limits.arguments, 0, (const char *const *)suite_image.arguments);
  text_list_append(limits.environment, 0, (const char *const *)suite_image.environment);
  suite_limits_raise(&limits, (unsigned)suite_timeout_factor());
  if (limits.is_changed) {
    suite_image.arguments = (char *const *)limits.arguments;
    suite_image.environment = (char *const *)limits.environment;
  } else {
    raw_syscall(SYS_munmap, (long)room, (long)bytes, 0, 0, 0, 0);
  }
  return limits.is_changed;
}

static void run_again(const char **environment)
{
  suite_become_state(SUITE_STATE_NATIVE);
  suite_become_program(suite_image.exe, (const char **)suite_image.arguments, environment);
  suite_become_state(SUITE_STATE_DONE);
}

/* AddressSanitizer insists on being the first library, unless told otherwise before it begins. */
static void allow_sanitizer(void)
{
  static char options[SUITE_PATH_BYTES] = "ASAN_OPTIONS=verify_asan_link_order=0";
  const char *given = text_variable(suite_image.environment, "ASAN_OPTIONS");
  if (!__asan_init || text_find(given, "verify_asan_link_order"))
    return;
  const char **environment = __builtin_alloca((text_list_length(suite_image.environment) + 2) * sizeof(char *));
  size_t at = text_list_append(environment, 0, (const char *const *)suite_image.environment);
  if (given) {
    text_append(options, sizeof options, ":");
    text_append(options, sizeof options, given);
    *find_setting((char **)environment, "ASAN_OPTIONS") = options;
  } else {
    environment[at++] = options;
  }
  environment[at] = NULL;
  run_again(environment);
}

/* --- the start --- */

/* In the guest: restore argv[0], which was replaced by the path for the exec. */
static void restore_name(char **arguments, char **environment)
{
  char **setting = find_setting(environment, SUITE_NAME_VARIABLE);
  if (!setting)
    return;
  if (arguments[0])
    arguments[0] = (char *)text_after(*setting, SUITE_NAME_VARIABLE "=");
  do
    setting[0] = setting[1];
  while (*setting++);
}

/* Read SEEP_SUITE_AT; returns the state. */
static enum suite_state parse_at_variable(void)
{
  const char *at = text_variable(suite_image.environment, SUITE_AT_VARIABLE);
  char state[2] = "";
  if (!at)
    return SUITE_STATE_DONE;
  take_word(&at, suite_image.parent, sizeof suite_image.parent);
  take_word(&at, state, sizeof state);
  take_word(&at, inherited_source, sizeof inherited_source);
  text_append(suite_image.test.name, sizeof suite_image.test.name, at);
  suite_image.test.is_preliminary = inherited_source[0] == '?';
  suite_image.test.source = inherited_source + suite_image.test.is_preliminary;
  return (enum suite_state)state[0];
}

static bool is_own_id(const char *id)
{
  char pid[32] = "";
  text_append_number(pid, sizeof pid, (unsigned long)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), 10);
  const char *rest = text_after(id, pid);
  return rest && *rest == '-';
}

static bool comes_again(enum suite_state state)
{
  if (!is_own_id(suite_image.parent))
    return false;
  return state == SUITE_STATE_NATIVE || (state == SUITE_STATE_CHECKED && RUNNING_ON_VALGRIND);
}

/* What was executed in place of this image was not the checker, or has not kept it. To begin anew would go on without
 * end. */
static bool comes_again_unchecked(enum suite_state state)
{
  return state == SUITE_STATE_CHECKED && !RUNNING_ON_VALGRIND && is_own_id(suite_image.parent);
}

/* Is this the launcher, executed in place of another program? Then it is not an image of its own. */
static bool is_launcher_before_checker(enum suite_state state)
{
  bool is_expected = state == SUITE_STATE_CALL || state == SUITE_STATE_CHECKED;
  return is_expected && !RUNNING_ON_VALGRIND && is_own_id(suite_image.parent)
         && text_equal(suite_image.exe, suite_process.setup.launcher);
}

static void begin_image(char **environment)
{
  uint64_t time_ns;
  suite_event_make_id(suite_process.id, sizeof suite_process.id, &time_ns);
  const char *why = why_unchecked();
  name_test(!why);
  const bool is_for_leaks = !why && is_checked_for_leaks();
  hand_on_at_variable(environment);
  suite_log_image(time_ns, why, is_for_leaks);
  if (!*suite_process.setup.tool) {
    suite_end_watch();
    return;
  }
  bool is_raised = raise_limits();
  if (!why && suite_become_checked(is_for_leaks) < 0)
    suite_log_unchecked("the checker could not be started");
  if (text_equal(why, "sanitizer"))
    allow_sanitizer();
  else if (is_raised)
    run_again((const char **)suite_image.environment);
  if (is_valgrind() && !RUNNING_ON_VALGRIND)
    become_launcher();
}

/* The image that the process has begun before goes on. */
static void continue_image(char **arguments, char **environment)
{
  text_append(suite_process.id, sizeof suite_process.id, suite_image.parent);
  restore_name(arguments, environment);
  hand_on_at_variable(environment);
}

static void __attribute__((constructor)) begin_process(int argument_count, char **arguments, char **environment)
{
  if (!gnu_get_libc_version)
    return;
  const char *variable = text_variable(environment, SUITE_VARIABLE);
  if (!variable || !suite_setup_read(variable, setup_text, &suite_process.setup))
    return;
  text_append(setup_path, sizeof setup_path, variable);
  suite_process.setup_path = setup_path;
  suite_process.is_followed = true;
  suite_image.arguments = arguments;
  suite_image.environment = environment;
  describe_image();
  enum suite_state state = parse_at_variable();
  if (is_launcher_before_checker(state)) {
    suite_process.is_followed = false;
  } else if (comes_again(state)) {
    continue_image(arguments, environment);
  } else if (comes_again_unchecked(state)) {
    continue_image(arguments, environment);
    suite_log_unchecked("it was executed again without the checker");
  } else {
    begin_image(environment);
  }
  if (suite_process.is_followed)
    suite_limits_watch_files(arguments, suite_timeout_factor());
}

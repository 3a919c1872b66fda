/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The command line of `seep suite`. */
#include <stdio.h>
#include <stdlib.h>

#include "host/launcher/prepare/leaks_only.h"
#include "host/suite/preload/suite_limits.h"
#include "shared/base/plain_strings.h"
#include "host/suite/suite_parallel.h"
#include "host/suite/suite_private.h"

enum { JOBS_MAX = 4096 };

void suite_options_print_help(void)
{
  fputs("usage: seep suite [options] [--] COMMAND [arguments]\n"
        "Run a test suite (make check, ctest, meson test, cargo test, pytest, prove ...)\n"
        "and check the programs below the current directory. Shells, make, compilers and\n"
        "interpreters run natively.\n"
        "\n"
        "  --only=GLOB   check programs that match, wherever they are; may be repeated\n"
        "  --skip=GLOB   do not check programs that match; may be repeated\n"
        "  -j N          run N tests at once, by COMMAND's own option for it\n"
        "  --full=GLOB   with --checks=leaks: check programs or tests that match fully;\n"
        "                may be repeated\n"
        "  --full=changed\n"
        "                with --checks=leaks: check tests fully of which the program, or\n"
        "                something it loads, has changed since that was done without errors\n"
        "  --full-state=FILE\n"
        "                where --full=changed keeps what it knows [a file for each folder,\n"
        "                in ~/.local/state/seep/full]\n"
        "  --full-share=N/M\n"
        "                with --checks=leaks: check N of M parts of the tests fully, other\n"
        "                ones each day\n"
        "  --full-date=YYYY-MM-DD\n"
        "                the day that --full-share goes by [today, in UTC]\n"
        "  --shard=I/N   this is part I of N of the suite: seep gate misses the others;\n"
        "                found out by itself if COMMAND or a variable tells it\n"
        "  --test-name=argv1\n"
        "                a program's test is called by its first argument, too, if\n"
        "                nothing else names it\n"
        "  --timeout-factor=N\n"
        "                multiply the time limits of Meson, CTest, cargo-nextest,\n"
        "                pytest-timeout and Check by N [20]; 1 leaves them alone\n"
        "  --native-first\n"
        "                run COMMAND once without the checker first, and report programs\n"
        "                whose exit status differs under it\n"
        "  --canary      first make sure that a deliberate leak is found\n"
        "\n"
        "GLOB is matched with the path, the path below the current directory, and the\n"
        "file name. Other options are those of a run (seep --help-all). Reports of single\n"
        "processes are kept in the run directory; --log-file=FILE (with %p in it) or\n"
        "--log-fd=2 prints them, too.\n"
        "\n"
        "Exit status: COMMAND's own; with --error-exitcode=N, N if COMMAND succeeded but\n"
        "there are findings; 125 if Seep failed, 126 if COMMAND cannot be run, 127 if it\n"
        "does not exist.\n",
        stdout);
}

/* The value of "--name=value" or "--name value"; NULL: it is another option. */
static const char *take_value(char ***argument, const char *name)
{
  const char *rest = text_after(**argument, name);
  if (rest && *rest == '=')
    return rest + 1;
  if (!rest || *rest || !(*argument)[1])
    return NULL;
  return *++*argument;
}

static struct error *add_glob(const char **list, const char *glob)
{
  size_t count = 0;
  while (list[count])
    count++;
  if (count == SUITE_LIST_MAX)
    return error_format("more than %d patterns; name fewer, or use wildcards", SUITE_LIST_MAX);
  list[count] = glob;
  return NULL;
}

/* A program of that name has to be given with a slash or a wildcard. */
static struct error *add_full(struct suite *suite, const char *value)
{
  if (!text_equal(value, SUITE_FULL_CHANGED))
    return add_glob(suite->setup.full, value);
  suite->full_state.is_wanted = true;
  return NULL;
}

static struct error *set_number(const char *option, const char *text, unsigned most, unsigned *ret)
{
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  if (*text < '0' || *text > '9' || *end || number < 1 || number > most)
    return error_format("%s %s: expected a number from 1 to %u", option, text, most);
  *ret = (unsigned)number;
  return NULL;
}

static struct error *take_option(void *context, char ***argument, bool *ret_taken)
{
  struct suite *suite = context;
  const char *word = **argument, *value;
  *ret_taken = true;
  if ((value = take_value(argument, "--only")))
    return add_glob(suite->setup.only, value);
  if ((value = take_value(argument, "--skip")))
    return add_glob(suite->setup.skip, value);
  if ((value = take_value(argument, "--full-share")))
    return suite_share_parse(value, &suite->share);
  if ((value = take_value(argument, "--full-date")))
    return suite_share_parse_day(value, &suite->share);
  if ((value = take_value(argument, "--full-state"))) {
    suite->full_state.named = value;
    return *value ? NULL : error_format("--full-state=: expected a file");
  }
  if ((value = take_value(argument, "--full")))
    return add_full(suite, value);
  if ((value = take_value(argument, "-j")) || (value = take_value(argument, "--jobs")) ||
      (value = text_after(word, "-j")))
    return set_number("-j", value, JOBS_MAX, &suite->jobs);
  if ((value = take_value(argument, "--test-name"))) {
    suite->names_by_argument = text_equal(value, "argv1");
    return suite->names_by_argument ? NULL : error_format("--test-name=%s: expected argv1", value);
  }
  if ((value = take_value(argument, "--shard")))
    return suite_shard_parse(value, &suite->shard);
  if ((value = take_value(argument, "--timeout-factor")))
    return set_number("--timeout-factor", value, SUITE_FACTOR_MAX, &suite->timeout_factor);
  if (text_equal(word, "--canary"))
    suite->wants_canary = true;
  else if (text_equal(word, "--native-first"))
    suite->wants_native_first = true;
  else if (text_equal(word, "--help") || text_equal(word, "-h"))
    suite->wants_help = true;
  else
    *ret_taken = false;
  return NULL;
}

static bool is_given(const struct suite *suite, enum option_id id)
{
  return options_given(suite->set_up.options, id);
}

/* What is different for a suite, unless it is asked for. */
static struct error *set_own_defaults(struct suite *suite)
{
  struct options *options = suite->set_up.options;
  bool has_output =
    is_given(suite, OPTION_log_file) || is_given(suite, OPTION_log_socket) || is_given(suite, OPTION_log_fd);
  struct error *error = has_output ? NULL : options_set(options, "--log-fd=-1", "seep suite");
  if (!error && !is_given(suite, OPTION_vgdb))
    error = options_set(options, "--vgdb=no", "seep suite");
  /* It is the preload library that follows programs, within checked ones too. */
  return error ? error : options_set(options, "--trace-children=no", "seep suite");
}

bool suite_is_mixed(const struct suite *suite)
{
  return *suite->setup.full || suite->share.of > 0 || suite->full_state.is_wanted;
}

/* What full checks can be had for, where leaks are what all programs are checked for. */
static struct error *check_checks(struct suite *suite)
{
  const bool is_for_leaks = options_leaks_only(suite->set_up.options);
  if (suite->share.has_day && suite->share.of == 0)
    return error_format("--full-date is the day that --full-share goes by; give that, too");
  if (suite->full_state.named && !suite->full_state.is_wanted)
    return error_format("--full-state is what --full=changed goes by; give that, too");
  if (suite_is_mixed(suite) && !is_for_leaks)
    return error_format("--full and --full-share say what is checked fully in a suite that is checked for leaks only; "
                        "add --checks=leaks, or leave them out: then all is checked fully");
  suite_share_finish(&suite->share);
  return is_for_leaks ? leaks_only_check(suite->set_up.options) : NULL;
}

struct error *suite_options_read(struct suite *suite, char **arguments)
{
  struct error *error = options_create(false, &suite->set_up.options);
  if (!error)
    error = set_up_read_options(&suite->set_up, arguments, take_option, suite, &suite->command);
  if (error || suite->wants_help)
    return error;
  if (!*suite->command)
    return error_format("no command; see seep suite --help");
  if (!(error = set_own_defaults(suite)))
    error = options_finish(suite->set_up.options);
  if (!error)
    error = check_checks(suite);
  if (!error && suite->jobs)
    suite_parallel_command(suite->command, suite->jobs, &suite->command);
  return error;
}

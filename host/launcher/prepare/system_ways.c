/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/prepare/system_ways.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "shared/base/direct_machine.h"
#include "host/base/own_folder.h"
#include "host/launcher/prepare/system_check.h"
#include "host/runs/report_session.h"
#include "host/runs/run_dir.h"

static void tell(const char *what, struct error *why_not)
{
  if (why_not)
    printf("  off  %s (%s)\n", what, error_message(why_not));
  else
    printf("  on   %s\n", what);
  error_free(why_not);
}

static struct error *check_direct(const struct set_up *set_up)
{
  const char *engine = options_text(set_up->options, OPTION_engine),
             *lacks = direct_machine_lacks(getauxval(AT_HWCAP2));
  if (strcmp(engine, "direct") != 0)
    return error_format("--engine=%s", engine);
  return lacks ? error_format("there are no %s", lacks) : NULL;
}

/* NULL: there is no folder, as there is no home directory. */
static struct error *check_cache(const char *folder)
{
  return folder ? own_folder_check(folder) : error_format("neither XDG_CACHE_HOME nor HOME names a directory");
}

static struct error *check_translations(struct set_up *set_up)
{
  struct error *error = set_up_translation_cache(set_up);
  const char *folder = options_text(set_up->options, OPTION_translation_cache);
  if (error)
    return error;
  return folder && strcmp(folder, "no") == 0 ? error_format("--translation-cache=no") : check_cache(folder);
}

static struct error *check_names(void)
{
  char *folder = NULL;
  report_session_symbols_dir(&folder);
  struct error *error = check_cache(folder);
  free(folder);
  return error;
}

static struct error *check_runs(const struct set_up *set_up)
{
  char *folder = NULL;
  const char *record = options_text(set_up->options, OPTION_record);
  if (record && strcmp(record, "no") == 0)
    return error_format("--record=no");
  struct error *error = run_dir_kept_runs(&folder);
  if (!error)
    error = own_folder_check(folder);
  free(folder);
  return error;
}

static struct error *check_vgdb(const struct set_up *set_up)
{
  if (strcmp(options_text(set_up->options, OPTION_vgdb), "no") == 0)
    return error_format("--vgdb=no");
  return system_check_vgdb(set_up->options);
}

void system_ways_tell(struct set_up *set_up)
{
  puts("On this system:");
  tell("most code is the program's own instructions, with checks in front", check_direct(set_up));
  tell("translated code is kept for the next run", check_translations(set_up));
  tell("names of functions and lines are kept for the next report", check_names());
  tell("runs are saved", check_runs(set_up));
  tell("gdb and seep snapshot reach programs that run", check_vgdb(set_up));
}

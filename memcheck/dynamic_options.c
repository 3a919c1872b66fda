/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core changes its own options and prints a message for each. All other options are the tool's or the reporter's;
 * these are changed here, with the same messages. Every change is sent to the reporter, and sent again for each process
 * that is forked later. */
#include "memcheck/dynamic_options.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/tool_options.h"
#include "memcheck/runtime/checks.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

enum { PATH_BYTES = 4096 };

static const HChar suppressions_prefix[] = "--suppressions=";

static XArray *changes; /* of HChar *, in their order; NULL: none */

/* --- for the reporter --- */

static Bool begins_with(const HChar *text, const HChar *prefix)
{
  return VG_(strncmp)(text, prefix, VG_(strlen)(prefix)) == 0;
}

/* The reporter runs in another directory, so a relative path is completed. */
static HChar *with_whole_path(const HChar *argument)
{
  const HChar *path = argument + VG_(strlen)(suppressions_prefix);
  static HChar directory[PATH_BYTES];
  if (!begins_with(argument, suppressions_prefix) || *path == '/' ||
      raw_syscall(__NR_getcwd, (long)directory, PATH_BYTES, 0, 0, 0, 0) <= 0)
    return VG_(strdup)("seep.options", argument);
  HChar *whole =
    VG_(malloc)("seep.options", sizeof suppressions_prefix + VG_(strlen)(directory) + VG_(strlen)(path) + 1);
  VG_(sprintf)(whole, "%s%s/%s", suppressions_prefix, directory, path);
  return whole;
}

/* False: the reporter has refused the change, and told the user why. */
static Bool send_change(const HChar *argument)
{
  struct record_reply reply;
  HChar *whole = with_whole_path(argument);
  debugger_begin_answer();
  channel_send_option(&(struct record_option){.text = core_string(whole)});
  debugger_end_answer();
  if (channel_ask(RECORD_QUESTION_SYNC, &reply) && (reply.flags & RECORD_REPLY_REFUSED)) {
    VG_(free)(whole);
    return False;
  }
  if (!changes)
    changes = VG_(newXA)(VG_(malloc), "seep.options", VG_(free), sizeof whole);
  VG_(addToXA)(changes, &whole);
  return True;
}

void dynamic_options_send_inherited(void)
{
  for (Word i = 0; changes && i < VG_(sizeXA)(changes); i++)
    channel_send_option(
      &(struct record_option){.text = core_string(*(HChar **)VG_(indexXA)(changes, i)), .inherited = 1});
}

/* --- the options --- */

/* An option that is not the core's. The message is Memcheck's, which shows some options with their values. */
static void change_option(const struct known_option *option, const HChar *argument)
{
  Bool is_whole = *argument == '-' && (argument[1] != '-' || option->is_named_by_value);
  if (VG_(clo_verbosity) >= 1 && is_whole)
    VG_(umsg)("Handling new value %s for option %s\n", argument, argument);
  else if (VG_(clo_verbosity) >= 1)
    VG_(umsg)("Handling new value %s for option --%s\n", argument, option->name);
  if (!send_change(argument))
    return;
  tool_options_take(argument);
  tool_options_take_hosts(argument);
  checks_note_ranges();
  channel_stamp_times(settings.channel.time_stamps);
}

bool dynamic_options_change(const HChar *argument)
{
  struct known_option option;
  if (tool_options_note_subtest(argument)) {
    channel_send_option(&(struct record_option){.text = core_string(argument)});
    channel_flush();
    return true;
  }
  if (!tool_options_find(argument, &option) || option.is_core)
    return false;
  if (option.is_dynamic)
    change_option(&option, argument);
  else
    VG_(umsg)("Cannot change --%s option dynamically\n", option.name);
  return true;
}

void dynamic_options_core_changed(const HChar *argument)
{
  struct known_option option;
  settings.quiet = VG_(clo_verbosity) < 1;
  if (tool_options_find(argument, &option) && option.is_dynamic)
    send_change(argument);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where Valgrind's core meets Seep: the tool announces what it needs, and is called back.
 *
 * Order of a run: init (before options) -> options -> mappings of the guest -> begin -> the guest runs -> end. */
#include "config.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/cost/cost.h"
#include "memcheck/cost/cost_interface.h"
#include "memcheck/errors/errors.h"
#include "memcheck/heap/heap_blocks.h"
#include "memcheck/heap/heap_census.h"
#include "memcheck/heap/samples.h"
#include "memcheck/instrument.h"
#include "memcheck/leak/roots.h"
#include "memcheck/tool_options.h"
#include "memcheck/process.h"
#include "memcheck/requests/monitor.h"
#include "memcheck/requests/requests.h"
#include "memcheck/requests/syscalls.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/sanity.h"
#include "memcheck/snapshot/snapshot_triggers.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_tooliface.h"

/* What the code of a block takes on average: by this the core sizes its cache for a number of blocks. */
enum { TRANSLATION_BYTES = 750 };

static Bool process_option(const HChar *argument)
{
  return tool_options_take(argument);
}

/* The launcher prints help; the core asks for these all the same. */
static void print_nothing(void)
{
}

/* The core was started quiet so that it prints no preamble of its own. People ask by -v for more of what was found: how
 * the core found names is for those who ask twice. */
static Int core_verbosity(void)
{
  if (settings.quiet)
    return 0;
  return (Int)settings.verbosity - (settings.style == REPORT_STYLE_PEOPLE && settings.verbosity > 1);
}

static void tool_begin(void)
{
  VG_(clo_verbosity) = core_verbosity();
  sanity_begin();
  memory_begin();
  checks_begin();
  instrument_begin();
  own_program_begin(
    settings.program_name); /* from now on /proc/self/auxv is the program's, which knows less of the processor */
  if (settings.restrictions)
    self_restrictions_take(settings.restrictions);
  heap_begin();
  requests_begin();
  syscalls_begin();
  process_begin();
  translation_cache_begin(settings.engine_stress ? NULL : settings.translation_cache, VG_(clo_verbosity) > 1);
}

/* Periodic work while the program runs, such as samples and snapshots: whenever the core lets the program go on, which
 * is after each system call and client request and at least every 100,000 blocks of code. */
static void tool_tick(ThreadId tid, ULong blocks_done)
{
  userfaults_wait(tid);
  unwinder_forget_limits();
  instrument_tick(blocks_done);
  samples_tick();
  heap_census_tick();
  snapshot_triggers_tick(tid);
  sanity_tick(tid);
}

static void tool_end(Int exit_status)
{
  translation_cache_tell();
  instrument_log_promotions();
  process_end();
  core_failure_run_has_ended();
  translation_cache_flush();
}

/* `seep cost`: what has to do with memory and values is left out. */
static void begin_cost(void)
{
  VG_(clo_verbosity) = core_verbosity();
  cost_begin();
  own_program_begin(settings.program_name);
  if (settings.restrictions)
    self_restrictions_take(settings.restrictions);
  process_begin();
}

static void end_cost(Int exit_status)
{
  process_end();
  core_failure_run_has_ended();
}

static void tick_of_cost(ThreadId tid, ULong blocks_done)
{
  userfaults_wait(tid);
  unwinder_forget_limits();
  cost_tick();
}

static void init_cost(void)
{
  VG_(basic_tool_funcs)(begin_cost, cost_count_block, end_cost);
  VG_(track_start_client_code)(tick_of_cost);
  cost_interface_set(&tool);
  cost_init();
}

static void init_checks(void)
{
  VG_(basic_tool_funcs)(tool_begin, instrument_block, tool_end);
  VG_(needs_libc_freeres)();
  VG_(needs_cxx_freeres)();
  memory_init();
  heap_init();
  requests_init();
  syscalls_init();
  monitor_init();
  VG_(track_start_client_code)(tool_tick);
  sanity_init();
}

static void tool_init(void)
{
  VG_(details_name)(CORE_TOOL_NAME);
  VG_(details_version)(PACKAGE_VERSION);
  VG_(details_description)("a memory error and leak checker");
  VG_(details_copyright_author)("GPL-2.0-or-later");
  VG_(details_avg_translation_sizeB)(TRANSLATION_BYTES);
  VG_(details_bug_reports_to)("the Seep project");
  VG_(needs_command_line_options)(process_option, print_nothing, print_nothing);
  if (!fault_handler_begin())
    sparse_pages_be_whole();
  core_errors_init();
  host_instructions_init();
  traces_init();
  errors_init();
  modules_init();
  generated_code_init();
  process_init();
  roots_init();
  if (cost_is_on())
    init_cost();
  else
    init_checks();
}

VG_DETERMINE_INTERFACE_VERSION(tool_init)

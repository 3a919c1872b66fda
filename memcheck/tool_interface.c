/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the glue asks of the tool (coregrind-glue/tool.h), answered by the modules of the tool. */
#include "coregrind-glue/tool.h"

#include "memcheck/base/guest_tables.h"
#include "memcheck/base/run_end.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/dynamic_options.h"
#include "memcheck/errors/errors.h"
#include "memcheck/heap/heap_view.h"
#include "memcheck/instrument.h"
#include "memcheck/leak/roots.h"
#include "memcheck/process.h"
#include "memcheck/requests/file_descriptors.h"
#include "memcheck/requests/syscalls.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/running_stacks.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/runtime/stubs.h"
#include "memcheck/snapshot/snapshot_triggers.h"
#include "memcheck/stacks/live_threads.h"
#include "memcheck/stacks/traces.h"

static void ignore_mismatched_frees(void)
{
  settings.show_mismatched_frees = false;
}

static struct shadow *shadow_of_guest(void)
{
  return guest.shadow;
}

static bool has_final_answer(struct record_reply *ret)
{
  if (run_end.has_ended)
    *ret = run_end.final_answer;
  return run_end.has_ended;
}

/* Memcheck replaces them. */
static Bool replaces_fronts(void)
{
  return settings.personality == PERSONALITY_MEMCHECK;
}

/* What it has done to the shadow is done again. */
static void ignore_failing(Addr instruction)
{
}

static void ignore_going_on(void)
{
}

struct tool_interface tool = {
  .is_code_special = instrument_has_promotions,
  .keeps_registers = stubs_contain,
  .can_leave_at = stubs_can_leave,
  .instruction_fails = ignore_failing,
  .instruction_goes_on = ignore_going_on,
  .left_code = syscalls_left_code,

  .shadow = shadow_of_guest,
  .memory_moved = memory_was_remapped,
  .memory_copied = memory_copy_values,
  .data_segment_grew = memory_brk_grew,
  .data_segment_shrank = memory_release,
  .stack_runs = running_stacks_thread_runs,
  .stack_changes = running_stacks_move,
  .stack_end = running_stacks_end,
  .stack_changed = stack_tags_search,
  .stack_moved = stack_tags_moved,
  .stack_moved_far = memory_stack_moved_far,
  .module_gone = traces_retire,

  .heap_sighted = heap_view_note,
  .heap_has_front = heap_view_note_front,
  .replaces_fronts = replaces_fronts,
  .frees_are_one = ignore_mismatched_frees,

  .stack_of_thread = traces_of_thread,
  .stack_of_ips = traces_intern,
  .send_stack = traces_send,

  .errors_found = errors_found,
  .errors_shown = errors_shown,
  .last_error = errors_last,
  .send_error_counts = errors_send_counts,

  .registers_changed = syscalls_registers_changed,
  .took_signal = snapshot_triggers_on_signal,
  .note_signal = process_note_signal,
  .note_fatal_signal = process_note_fatal,
  .exit_status = process_exit_status,
  .has_final_answer = has_final_answer,
  .ends_by_debugger = process_end_by_debugger,
  .ends_by_failure = process_end_by_failure,

  .thread_begins = roots_thread_begins,
  .thread_is_gone = live_threads_remove,
  .process_forked = process_note_fork,
  .program_executes = process_note_execution,
  .program_is_not_executed = process_note_no_execution,
  .begins_syscall = process_begins_syscall,
  .syscall_reads_register = syscalls_check_register,
  .syscall_reads = syscalls_check_read,
  .syscall_reads_text = syscalls_check_text,
  .syscall_writes = syscalls_check_write,
  .syscall_meets_unaddressable = syscalls_tell_unaddressable,
  .syscall_wrote = syscalls_note_written,

  .descriptors_are_errors = file_descriptors_misused_are_errors,
  .may_list_open_descriptors = file_descriptors_may_be_listed,
  .changes_option = dynamic_options_change,
  .core_changed_option = dynamic_options_core_changed,
};

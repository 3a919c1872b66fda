/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the glue asks of the tool, and what it tells it of: the way back through the seam (core.h leads from the tool to
 * the core). The tool fills in one table, memcheck/tool_interface.c, so that the glue names no file of the
 * tool. None of these is NULL, and none is called before the tool's init() unless it says so. */
#ifndef SEEP_COREGRIND_GLUE_TOOL_H
#define SEEP_COREGRIND_GLUE_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/stacks/stacks.h"
#include "shared/record/record.h"

#include "pub_tool_basics.h"

struct tool_interface {
  /* --- translated code --- */

  /* Is code of these bytes not what it usually is in this run? */
  Bool (*is_code_special)(Addr start, SizeT bytes);
  /* Does a function that instrumented code calls leave alone all registers that VEX keeps values in? */
  Bool (*keeps_registers)(Addr function);
  /* Is this an instruction of such a function, where a fault means: continue with precise code? */
  Bool (*can_leave_at)(Addr instruction);

  /* VEX's code has begun an instruction that faults, and is about to be left for that or to begin it again elsewhere;
   * it is not left after all. */
  void (*instruction_fails)(Addr instruction);
  void (*instruction_goes_on)(void);

  /* Code of that thread was left in the middle, to go on at an alias. */
  void (*left_code)(ThreadId tid);

  /* --- memory and modules --- */

  /* NULL before it has been made. */
  struct shadow *(*shadow)(void);
  /* What was at one place is at the other, where all is accessible; the first is to be announced anew. */
  void (*memory_moved)(Addr to, Addr from, SizeT bytes);
  /* What is at one place will be at the other, too. */
  void (*memory_copied)(Addr to, Addr from, SizeT bytes);
  /* Its data segment has so many bytes more, or fewer, from there on. */
  void (*data_segment_grew)(Addr start, SizeT bytes, ThreadId tid);
  void (*data_segment_shrank)(Addr start, SizeT bytes);
  /* Another thread runs, with that stack pointer. */
  void (*stack_runs)(ThreadId tid, Addr sp);
  /* The running thread's stack pointer is about to go from one place to another: to another stack? */
  Bool (*stack_changes)(ThreadId tid, Addr from, Addr to);
  /* Where the running thread's stack ends at the latest. */
  Addr (*stack_end)(void);
  /* It is on another stack; it went from one place to another on the same stack, after the core's events about that; or
   * farther than --max-stackframe, of which the core has no events. */
  void (*stack_changed)(Addr to);
  void (*stack_moved)(Addr from, Addr to);
  void (*stack_moved_far)(Addr from, Addr to);
  /* A module has gone from [start, end): up to `epoch` addresses there meant its code. */
  void (*module_gone)(uint64_t start, uint64_t end, uint64_t epoch);

  /* --- allocators --- */

  /* A reason why the heap, or part of it, cannot be seen: an allocator (its name may be empty) of a file. */
  void (*heap_sighted)(enum record_heap_sight sight, const HChar *allocator, const HChar *path);
  /* The file's malloc(), which should call the C library's, is about to run. */
  void (*heap_has_front)(const HChar *path);
  /* Is such a malloc() to be replaced, as others are? */
  Bool (*replaces_fronts)(void);
  /* True: no function is to be replaced at all, and what reads past the end of strings is nobody's business. */
  Bool leaves_functions;
  /* An allocator has one function for free() and operator delete, so nobody can tell which of the two was called. */
  void (*frees_are_one)(void);

  /* --- call stacks --- */

  stack_id (*stack_of_thread)(ThreadId tid);
  stack_id (*stack_of_ips)(const uint64_t *ips, size_t count);
  /* To the reporter, before a message names it. */
  void (*send_stack)(stack_id stack);

  /* --- errors, for the core's questions and for monitor commands --- */

  UInt (*errors_found)(void);
  UInt (*errors_shown)(void);
  /* The id of the last one; 0: there is none. */
  uint64_t (*last_error)(void);
  void (*send_error_counts)(void);

  /* --- signals and the end --- */

  /* V bits of a thread's registers have been set. */
  void (*registers_changed)(ThreadId tid);
  /* True: it was meant for Seep, so that nobody else shall hear of it. */
  bool (*took_signal)(ThreadId tid, Int signal);
  void (*note_signal)(uint64_t signal, int64_t code, uint64_t address);
  /* The last signal noted turns out to be fatal. `stack`: what the core has shown of it; 0: nothing. */
  void (*note_fatal_signal)(ThreadId tid, stack_id stack);
  /* With which the guest is about to end, as far as known. */
  uint64_t (*exit_status)(void);
  /* The reporter's last answer; false: the run has not ended yet. */
  bool (*has_final_answer)(struct record_reply *ret);
  void (*ends_by_debugger)(void);
  void (*ends_by_failure)(void);

  /* --- system calls that are handled outside the core --- */

  /* A thread, or a process that shares the memory, is about to begin; it is gone, or has not begun after all. */
  void (*thread_begins)(ThreadId parent, ThreadId child);
  void (*thread_is_gone)(ThreadId tid);
  /* In the parent, after a fork. */
  void (*process_forked)(UInt child);
  /* The kernel is about to execute a program, which is checked or not; it has refused. */
  void (*program_executes)(ThreadId tid, const HChar *path, Bool is_checked);
  void (*program_is_not_executed)(ThreadId tid, UWord error);
  /* Has the thread been announced to be in a system call, the kernel's part of which is still to come? */
  bool (*begins_syscall)(ThreadId tid);
  /* `what` is "call(parameter)". A register is named by its offset in the guest's state. */
  void (*syscall_reads_register)(ThreadId tid, const HChar *what, PtrdiffT offset, SizeT bytes);
  void (*syscall_reads)(ThreadId tid, const HChar *what, Addr start, SizeT bytes);
  void (*syscall_reads_text)(ThreadId tid, const HChar *what, Addr start);
  void (*syscall_writes)(ThreadId tid, const HChar *what, Addr start, SizeT bytes);
  /* Nothing can be read there. */
  void (*syscall_meets_unaddressable)(ThreadId tid, const HChar *what, Addr address);
  void (*syscall_wrote)(ThreadId tid, Addr start, SizeT bytes);

  /* --- options --- */

  /* Are descriptors that are used wrongly errors, rather than warnings of the core's? */
  bool (*descriptors_are_errors)(void);
  /* May the core list in the log at exit which descriptors are open? */
  bool (*may_list_open_descriptors)(void);
  /* An option that the program or gdb changes. True: the tool has dealt with it, as with all that are not the
   * core's. */
  bool (*changes_option)(const HChar *option);
  /* The core has taken a change. */
  void (*core_changed_option)(const HChar *option);
};

/* Set before the core calls anything of the tool, and not changed since. */
extern struct tool_interface tool;

#endif

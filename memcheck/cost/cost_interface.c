/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/cost/cost_interface.h"

#include "memcheck/cost/cost.h"

static void ignore_thread(ThreadId tid)
{
}

static void ignore_two_ranges(Addr to, Addr from, SizeT bytes)
{
}

static void ignore_growth(Addr start, SizeT bytes, ThreadId tid)
{
}

static void ignore_range(Addr start, SizeT bytes)
{
}

static void ignore_thread_at(ThreadId tid, Addr at)
{
}

static Bool never_changes(ThreadId tid, Addr from, Addr to)
{
  return False;
}

static Addr nowhere(void)
{
  return 0;
}

static void ignore_address(Addr at)
{
}

static void ignore_move(Addr from, Addr to)
{
}

static void ignore_sight(enum record_heap_sight sight, const HChar *allocator, const HChar *path)
{
}

static void ignore_path(const HChar *path)
{
}

/* The program may name any address. */
static bool ignore_option(const HChar *option)
{
  return true;
}

static void ignore_register(ThreadId tid, const HChar *what, PtrdiffT offset, SizeT bytes)
{
}

static void ignore_range_of_call(ThreadId tid, const HChar *what, Addr start, SizeT bytes)
{
}

static void ignore_address_of_call(ThreadId tid, const HChar *what, Addr address)
{
}

static void ignore_written(ThreadId tid, Addr start, SizeT bytes)
{
}

void cost_interface_set(struct tool_interface *table)
{
  table->instruction_fails = cost_uncount;
  table->instruction_goes_on = cost_count_again;
  table->left_code = ignore_thread;
  table->memory_moved = ignore_two_ranges;
  table->memory_copied = ignore_two_ranges;
  table->data_segment_grew = ignore_growth;
  table->data_segment_shrank = ignore_range;
  table->stack_runs = ignore_thread_at;
  table->stack_changes = never_changes;
  table->stack_end = nowhere;
  table->stack_changed = ignore_address;
  table->stack_moved = ignore_move;
  table->stack_moved_far = ignore_move;
  table->module_gone = cost_send_range;
  table->heap_sighted = ignore_sight;
  table->heap_has_front = ignore_path;
  table->leaves_functions = True;
  table->registers_changed = ignore_thread;
  table->syscall_reads_register = ignore_register;
  table->syscall_reads = ignore_range_of_call;
  table->syscall_reads_text = ignore_address_of_call;
  table->syscall_writes = ignore_range_of_call;
  table->syscall_meets_unaddressable = ignore_address_of_call;
  table->syscall_wrote = ignore_written;
  table->changes_option = ignore_option;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/process.h"

#include "config.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/run_end.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/cost/cost.h"
#include "memcheck/base/running_tests.h"
#include "memcheck/dynamic_options.h"
#include "memcheck/errors/errors.h"
#include "memcheck/heap/heap_blocks.h"
#include "memcheck/heap/heap_view.h"
#include "memcheck/heap/heap_census.h"
#include "memcheck/heap/samples.h"
#include "memcheck/heap/heap_xtree.h"
#include "memcheck/leak/leak_check.h"
#include "memcheck/leak/roots.h"
#include "memcheck/tool_options.h"
#include "memcheck/requests/file_descriptors.h"
#include "memcheck/runtime/value_paths.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/thread_stacks.h"
#include "memcheck/snapshot/snapshot_peaks.h"
#include "memcheck/snapshot/snapshot_triggers.h"
#include "memcheck/snapshot/snapshots.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_clientstate.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_xarray.h"

enum { PATH_BYTES = 4096, THREAD_NAME_BYTES = 16, STATUS_SEEP_FAILED = 125 };

static uint64_t forked_from;     /* pid of the process that forked this one */
static uint64_t pid_before_fork; /* of this process, when it is about to fork */
static struct record_reply reply_before_fork; /* what the reporter had counted before the last fork, if it was asked */
static uint64_t exit_status, fatal_signal;
static struct record_fatal_signal last_signal; /* delivered to any thread */
static ThreadId syscall_thread; /* in which the last system call began, until one ends */

/* --- START --- */

static struct record_strings guest_arguments(void)
{
  Word count = VG_(sizeXA)(VG_(args_for_client));
  struct record_string *items = env_allocate("seep.arguments", (size_t)(count + 1) * sizeof *items);
  items[0] = core_string(VG_(args_the_exename));
  for (Word i = 0; i < count; i++)
    items[i + 1] = core_string(*(HChar **)VG_(indexXA)(VG_(args_for_client), i));
  return (struct record_strings){items, (size_t)count + 1};
}

static struct record_string working_directory(HChar *buffer)
{
  long size = raw_syscall(__NR_getcwd, (long)buffer, PATH_BYTES, 0, 0, 0, 0);
  return (struct record_string){buffer, size > 0 ? (size_t)size - 1 : 0};
}

static void send_start(void)
{
  static HChar exe[PATH_BYTES], cwd[PATH_BYTES];
  struct record_strings arguments = guest_arguments(), options = tool_options_for_record();
  VG_(client_fname)(exe, sizeof exe, False);
  clock_begin_stream();
  channel_send_start(&(struct record_start){
    .pid = (uint64_t)VG_(getpid)(),
    .ppid = (uint64_t)VG_(getppid)(),
    .start_time_ns = clock_stream_start_ns(),
    .generation = clock_generation(),
    .forked_from = forked_from,
    .exe = core_string(exe),
    .cwd = working_directory(cwd),
    .options = options,
    .argv = arguments,
    .seep_version = core_string(PACKAGE_VERSION),
    .core_version = core_string(VALGRIND_VERSION),
    .launcher = core_string(VG_(name_of_launcher)),
    .elapsed_ns = clock_elapsed_ns(),
    .inherited_leak_errors = reply_before_fork.leak_errors,
    .inherited_suppressed_leaks = reply_before_fork.suppressed_leaks,
  });
  env_free((void *)arguments.items);
  env_free((void *)options.items);
  modules_send_all();
  generated_code_send_all();
  generated_names_forget_sent();
  channel_flush();
}

void process_begin(void)
{
  detached_init();
  descriptor_limits_begin(settings.descriptors);
  channel_open(&settings.channel);
  send_start();
  heap_view_begin();
  samples_begin();
  file_descriptors_begin();
}

/* --- fork --- */

static void before_fork(ThreadId tid)
{
  pid_before_fork = (uint64_t)VG_(getpid)();
  if (!leak_check_was_made() || !channel_ask(RECORD_QUESTION_ERRORS, &reply_before_fork))
    channel_flush();
  channel_before_fork();
}

static void after_fork(ThreadId tid)
{
  channel_after_fork();
}

static void begin_in_child(ThreadId tid)
{
  clock_note_fork();
  forked_from = pid_before_fork; /* not getppid(): the parent may have ended by now */
  channel_reopen();
  traces_forget_sent();
  value_paths_forget_sent();
  heap_forget_ends();
  running_tests_forget_sent();
  snapshot_triggers_in_child();
  cost_forget();
  send_start();
  dynamic_options_send_inherited();
  errors_send_inherited();
  heap_view_begin();
  heap_census_forget();
  samples_begin();
}

/* --- system calls that change what runs --- */

void process_note_fork(UInt child)
{
  channel_send_fork(&(struct record_fork){.child_pid = child});
  channel_flush();
}

/* When a process kills itself by SIGKILL the core ends it, and no signal is delivered of which the tool would hear. */
static void note_kill(UInt number, const UWord *arguments)
{
  UInt at = number == __NR_tgkill ? 1 : 0;
  bool is_kill = number == __NR_kill || number == __NR_tkill || number == __NR_tgkill;
  if (!is_kill || arguments[at + 1] != VKI_SIGKILL)
    return;
  if (VG_(lwpid_to_vgtid)((Int)arguments[at]) != 0)
    process_note_signal(VKI_SIGKILL, VKI_SI_TKILL, 0);
  else if (number == __NR_kill)
    killed_process_before_kill((Int)arguments[0]);
}

/* A process that shares the memory of this one has no stream of its own; the program that it executes begins one. */
void process_note_execution(ThreadId tid, const HChar *path, Bool is_checked)
{
  if (sharing_is_other(tid)) {
    if (is_checked)
      process_note_fork((UInt)VG_(getpid)());
    else
      channel_send_unchecked(&(struct record_unchecked){.path = core_string(path)});
    return;
  }
  translation_cache_flush();
  snapshots_finish();
  snapshot_peaks_tell();
  errors_send_counts();
  samples_before_exec();
  cost_send();
  heap_view_end();
  channel_send_exec(&(struct record_exec){.path = core_string(path), .traced = is_checked});
  channel_flush();
}

void process_note_no_execution(ThreadId tid, UWord error)
{
  if (sharing_is_other(tid))
    return;
  channel_send_exec_failed(&(struct record_exec_failed){.errno_value = error});
  channel_flush();
}

static void before_syscall(ThreadId tid, UInt number, UWord *arguments, UInt count)
{
  const bool is_first = !sharing_is_other(tid);
  if (is_first && (number == __NR_exit || number == __NR_exit_group)) {
    exit_status = arguments[0] & 0xff;
    roots_remember_threads();
    snapshot_triggers_note_threads();
  }
  if (is_first && number == __NR_exit_group)
    snapshot_peaks_before_end();
  file_descriptors_before(tid, number, arguments);
  code_writes_before(tid, number, arguments);
  if (number == __NR_close)
    io_uring_closes((Int)arguments[0]);
  note_kill(number, arguments);
  detached_note_syscall(number, arguments);
  traced_faults_note_syscall(number, arguments);
  channel_wait_until_shown();
  userfaults_before_syscall(tid, number, arguments);
  waiting_masks_before(tid, number, arguments);
  syscall_thread = tid;
}

bool process_begins_syscall(ThreadId tid)
{
  return tid != VG_INVALID_THREADID && tid == syscall_thread;
}

/* prctl(PR_SET_NAME): reports name threads. */
static void note_thread_name(ThreadId tid, Addr guest_name)
{
  HChar name[THREAD_NAME_BYTES];
  SizeT size = core_guest_string(guest_name, name, sizeof name);
  channel_send_thread(&(struct record_thread){.tid = tid, .name = {name, size}});
  channel_flush();
}

static bool asks_for_memory(UInt number, const UWord *arguments)
{
  return (number == __NR_brk && arguments[0] > VG_(brk_base)) ||
         (number == __NR_mmap && (arguments[3] & VKI_MAP_ANONYMOUS) != 0);
}

static void note_mapping(ThreadId tid, const UWord *arguments, Addr start)
{
  thread_stacks_mapped(tid, start, arguments[1], arguments[3]);
  if (!(arguments[3] & VKI_MAP_ANONYMOUS))
    io_uring_mapped((Int)arguments[4], arguments[5], start);
}

static void hide_descriptors(ThreadId tid, UInt number, const UWord *arguments, UWord result)
{
  UWord kept = result;
  own_descriptors_hide(tid, number, arguments, &kept);
  if (kept < result)
    memory_make_undefined(arguments[1] + kept, result - kept);
}

static void after_syscall(ThreadId tid, UInt number, UWord *arguments, UInt count, SysRes result)
{
  syscall_thread = VG_INVALID_THREADID;
  watched_pages_end_call(tid);
  if (!sr_isError(result))
    hide_descriptors(tid, number, arguments, sr_Res(result));
  if (number == __NR_prctl && arguments[0] == VKI_PR_SET_NAME && !sr_isError(result))
    note_thread_name(tid, arguments[1]);
  if (!sr_isError(result))
    code_writes_after(tid, number, arguments, sr_Res(result));
  if (!sr_isError(result))
    file_descriptors_after(tid, number, arguments, sr_Res(result));
  if (asks_for_memory(number, arguments) && !sr_isError(result))
    heap_view_note_memory();
  if (number == __NR_mmap && !sr_isError(result))
    note_mapping(tid, arguments, sr_Res(result));
  if (!sr_isError(result))
    traced_faults_hide(tid, number, arguments, sr_Res(result));
  userfaults_after_syscall(tid, number, arguments, result);
  waiting_masks_after(tid, sr_isError(result) && sr_Err(result) == VKI_EINTR);
}

/* --- fatal signals, noticed where the core passes by (see core_wraps.c) --- */

void process_note_signal(uint64_t signal, int64_t code, uint64_t address)
{
  last_signal = (struct record_fatal_signal){.number = signal, .code = (uint64_t)code, .address = address};
}

/* The reporter may be waiting for a server of debug files, and whoever ends a program does not want to wait with it. It
 * sees this at once, frames when it comes to them. Signals that leave a core file leave the name alone. */
static void announce_end(uint64_t signal)
{
  static const HChar name[] = RECORD_NAME_OF_ENDING;
  if (signal != VKI_SIGTERM && signal != VKI_SIGINT && signal != VKI_SIGHUP)
    return;
  const SysRes opened = VG_(open)("/proc/self/comm", VKI_O_WRONLY, 0);
  if (sr_isError(opened))
    return;
  VG_(write)((Int)sr_Res(opened), name, sizeof name - 1);
  VG_(close)((Int)sr_Res(opened));
}

void process_note_fatal(ThreadId tid, stack_id stack)
{
  announce_end(last_signal.number);
  fatal_signal = last_signal.number;
  last_signal.tid = tid;
  last_signal.stack_id = stack ? stack : traces_of_thread(tid);
  traces_send(last_signal.stack_id);
  channel_send_fatal_signal(&last_signal);
  channel_flush();
  roots_remember_threads();
  snapshot_triggers_note_threads();
  snapshot_peaks_before_end();
}

/* --- the end --- */

static void send_end(enum record_end_reason reason)
{
  channel_send_end_of_run(&(struct record_end_of_run){
    .reason = reason,
    .exit_status = exit_status,
    .signal = fatal_signal,
    .instructions = clock_instructions,
    .user_time_ns = (uint64_t)VG_(get_user_milliseconds)() * 1000000u,
    .elapsed_ns = clock_elapsed_ns(),
  });
}

static enum record_end_reason own_end(void)
{
  return fatal_signal != 0 ? RECORD_END_SIGNAL : RECORD_END_EXIT;
}

static Int status_of(const struct record_reply *answer)
{
  return answer->flags & RECORD_REPLY_USE_STATUS ? (Int)answer->exit_status : 0;
}

/* Without the reporter nobody knows which errors are suppressed, so the run cannot be called clean. */
static void decide_without_reporter(void)
{
  if (settings.error_exitcode <= 0)
    return;
  VG_(clo_error_exitcode) = STATUS_SEEP_FAILED;
  run_end.final_answer.flags = RECORD_REPLY_USE_STATUS;
}

/* For when the reporter could not write the log: standard error of the guest is still there. */
static void tell_where_the_report_is(void)
{
  core_print_directly("Seep: the log could not be written (is the disk full?)");
  if (settings.channel.run_dir) {
    core_print_directly("; the report is in the record: seep report ");
    core_print_directly(settings.channel.run_dir);
  }
  core_print_directly("\n");
}

void process_end(void)
{
  heap_xtree_at_exit();
  if (!cost_is_on())
    heap_send_totals();
  file_descriptors_at_exit();
  heap_view_end();
  samples_end();
  cost_send();
  if (settings.leak_mode != 0)
    leak_check_at_exit();
  if (!killed_process_is_under_way())
    snapshot_triggers_at_exit(settings.leak_mode != 0);
  checks_warn_of_ranges_left();
  errors_send_counts();
  send_end(own_end());
  if (channel_ask(RECORD_QUESTION_EXIT, &run_end.final_answer))
    VG_(clo_error_exitcode) = status_of(&run_end.final_answer);
  else
    decide_without_reporter();
  if (run_end.final_answer.flags & RECORD_REPLY_OUTPUT_FAILED)
    tell_where_the_report_is();
  run_end.has_ended = true;
  /* What the core would say from here on, the reporter has said already. */
  VG_(clo_verbosity) = 0;
}

uint64_t process_exit_status(void)
{
  return settings.error_exitcode > 0 && errors_found() > 0 ? (uint64_t)settings.error_exitcode : exit_status;
}

void process_end_by_debugger(void)
{
  if (run_end.has_ended)
    return;
  struct record_reply reply;
  run_end.has_ended = true;
  errors_send_counts();
  send_end(RECORD_END_BY_DEBUGGER);
  channel_ask(RECORD_QUESTION_SYNC, &reply);
}

void process_end_by_failure(void)
{
  if (run_end.has_ended)
    return;
  struct record_reply reply;
  run_end.has_ended = true;
  send_end(RECORD_END_TOOL_FAILED);
  channel_ask(RECORD_QUESTION_SYNC, &reply);
}

static __attribute__((noreturn)) void end_now(const struct record_reply *reply)
{
  exit_status = reply->exit_status;
  VG_(umsg)("\nExit program on first error (--exit-on-first-error=yes)\n");
  snapshots_finish();
  snapshot_peaks_tell();
  heap_view_end();
  errors_send_counts();
  send_end(own_end());
  channel_ask(RECORD_QUESTION_EXIT, &run_end.final_answer);
  run_end.has_ended = true;
  VG_(client_exit)((Int)exit_status);
}

void process_init(void)
{
  clock_init();
  run_end.end_now = end_now;
  VG_(atfork)(before_fork, after_fork, begin_in_child);
  VG_(needs_syscall_wrapper)(before_syscall, after_syscall);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that the linker (--wrap) puts in front of the core's own, so that all the core has to say goes through the
 * channel, that the core asks the reporter about errors, and that no DWARF is read inside the guest. */
#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/descriptor_limits.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/last_signal.h"
#include "coregrind-glue/core/traps.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/syscalls/calls_of_32_bits.h"
#include "coregrind-glue/syscalls/killed_process.h"
#include "coregrind-glue/syscalls/process_calls.h"
#include "coregrind-glue/syscalls/traced_faults.h"
#include "coregrind-glue/syscalls/userfaults.h"
#include "coregrind-glue/syscalls/waiting_masks.h"
#include "coregrind-glue/tool.h"
#include "coregrind-glue/wraps/core_failure.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

enum { SHORT_MESSAGE_BYTES = 1024 };

/* What the core prints without a process id in front is no kind of message to it. */
enum { PRINTED = -1 };

static unsigned message_class(int kind)
{
  switch (kind) {
  case Vg_DebugMsg:
    return RECORD_MESSAGE_DEBUG;
  case Vg_ClientMsg:
    return RECORD_MESSAGE_GUEST;
  case PRINTED:
    return RECORD_MESSAGE_PLAIN;
  default:
    return RECORD_MESSAGE_CORE;
  }
}

/* The core may warn of a system call, which then is made. VEX prints a few characters at a time. */
static void send_text(int kind, const HChar *text, UInt size)
{
  ThreadId tid = VG_(get_running_tid)();
  bool is_line = size > 0 && text[size - 1] == '\n';
  channel_send_message(&(struct record_message){.class = message_class(kind), .tid = tid, .text = {text, size}});
  if (is_line && tool.begins_syscall(tid))
    channel_wait_until_shown();
  else if (is_line || kind != PRINTED)
    channel_flush();
}

struct formatting {
  HChar *text;
  SizeT text_bytes;
  const HChar *format;
  va_list args;
  UInt size; /* of the whole text, its end not counted */
};

static void format(void *context)
{
  struct formatting *formatting = context;
  va_list args;
  va_copy(args, formatting->args);
  formatting->size = VG_(vsnprintf)(formatting->text, (Int)formatting->text_bytes, formatting->format, args);
  va_end(args);
}

/* Format and arguments may be the guest's (VALGRIND_PRINTF). */
static void format_readable(struct formatting *formatting)
{
  static const HChar unreadable[] = "(a text that cannot be read)\n";
  UWord fault;
  if (guarded_call(format, formatting, &fault))
    return;
  VG_(strcpy)(formatting->text, unreadable);
  formatting->size = sizeof unreadable - 1;
}

/* Messages come in pieces of lines; the host puts them together again. */
static UInt send_message(int kind, const HChar *format, va_list args)
{
  HChar buffer[SHORT_MESSAGE_BYTES];
  struct formatting formatting = {.text = buffer, .text_bytes = sizeof buffer, .format = format};
  va_copy(formatting.args, args);
  format_readable(&formatting);
  if (formatting.size >= sizeof buffer) {
    formatting.text_bytes = formatting.size + 1;
    formatting.text = VG_(malloc)("seep.message", formatting.text_bytes);
    format_readable(&formatting);
  }
  send_text(kind, formatting.text, formatting.size);
  if (formatting.text != buffer)
    VG_(free)(formatting.text);
  va_end(formatting.args);
  return formatting.size;
}

UInt WRAPPED(vmessage)(VgMsgKind kind, const HChar *format, va_list args)
{
  /* Failures of the core go straight to stderr: there may be no reporter any more. */
  if (!channel_is_open() || kind == Vg_FailMsg || debugger_takes_output())
    return REAL(vmessage)(kind, format, args);
  return send_message(kind, format, args);
}

extern Int VG_(fd_hard_limit); /* the tool's descriptors are from here on */

/* With --track-fds these are errors. And programs close all that they could have open, where the tool's are, too. */
static bool is_told_otherwise(const HChar *format, va_list args)
{
  static const HChar bad_descriptor[] = "Warning: invalid file descriptor";
  if (VG_(strncmp)(format, bad_descriptor, sizeof bad_descriptor - 1) != 0)
    return false;
  const Int descriptor = va_arg(args, Int);
  return tool.descriptors_are_errors() ||
         (descriptor >= VG_(fd_hard_limit) && (UWord)descriptor < descriptor_limits().rlim_cur);
}

UInt WRAPPED(message)(VgMsgKind kind, const HChar *format, ...)
{
  va_list args;
  va_start(args, format);
  const bool is_known = is_told_otherwise(format, args);
  va_end(args);
  if (is_known)
    return 0;
  va_start(args, format);
  UInt size = WRAPPED(vmessage)(kind, format, args);
  va_end(args);
  return size;
}

UInt WRAPPED(umsg)(const HChar *format, ...)
{
  va_list args;
  va_start(args, format);
  UInt size = WRAPPED(vmessage)(Vg_UserMsg, format, args);
  va_end(args);
  return size;
}

UInt WRAPPED(dmsg)(const HChar *format, ...)
{
  va_list args;
  va_start(args, format);
  UInt size = WRAPPED(vmessage)(Vg_DebugMsg, format, args);
  va_end(args);
  return size;
}

/* Descriptions of addresses for gdb's "v.info location". */
UInt WRAPPED(emit)(const HChar *format, ...)
{
  va_list args;
  va_start(args, format);
  UInt size = WRAPPED(vmessage)(Vg_UserMsg, format, args);
  va_end(args);
  return size;
}

UInt WRAPPED(vprintf)(const HChar *format, va_list args)
{
  bool is_sent = channel_is_open() && !debugger_takes_output();
  return is_sent ? send_message(PRINTED, format, args) : REAL(vprintf)(format, args);
}

/* The core cannot load the program, and ends. */
static bool is_of_loader(const HChar *format)
{
  static const HChar begin[] = "valgrind: mmap(";
  return VG_(strncmp)(format, begin, sizeof begin - 1) == 0;
}

UInt WRAPPED(printf)(const HChar *format, ...)
{
  va_list args;
  if (is_of_loader(format))
    core_failure_note_loading_failed();
  va_start(args, format);
  UInt size = WRAPPED(vprintf)(format, args);
  va_end(args);
  return size;
}

/* --- stack traces the core prints: fatal signals, VALGRIND_PRINTF_BACKTRACE, --track-fds --- */

static stack_id last_trace; /* since the last signal */

static void send_trace(stack_id stack)
{
  last_trace = stack;
  debugger_begin_answer();
  tool.send_stack(stack);
  channel_send_message(&(struct record_message){
    .class = RECORD_MESSAGE_CORE, .tid = VG_(get_running_tid)(), .stack_id = stack});
  debugger_end_answer();
}

void WRAPPED(pp_StackTrace)(DiEpoch epoch, StackTrace ips, UInt count)
{
  if (channel_is_open())
    send_trace(tool.stack_of_ips((const uint64_t *)ips, count));
  else
    REAL(pp_StackTrace)(epoch, ips, count);
}

void WRAPPED(get_and_pp_StackTrace)(ThreadId tid, UInt count)
{
  if (channel_is_open())
    send_trace(tool.stack_of_thread(tid));
  else
    REAL(get_and_pp_StackTrace)(tid, count);
}

/* --- answers to monitor commands that the program itself has given --- */

void __wrap_print_to_initial_valgrind_sink(const char *text)
{
  channel_print_plain(text);
}

/* --- the list of open descriptors --- */

/* `when`: empty for the monitor. */
void WRAPPED(show_open_fds)(const HChar *when)
{
  const bool is_at_exit = *when != '\0';
  if (!is_at_exit || tool.may_list_open_descriptors())
    REAL(show_open_fds)(when);
}

/* --- errors are counted by the reporter, which knows the suppressions --- */

UInt WRAPPED(get_n_errs_found)(void)
{
  return tool.errors_found();
}

UInt WRAPPED(get_n_errs_shown)(void)
{
  return tool.errors_shown();
}

/* The tool does not record its errors there. The core's own are misused descriptors, of which the tool tells with all
 * cores. */
void WRAPPED(maybe_record_error)(ThreadId tid, ErrorKind kind, Addr address, const HChar *text, void *extra)
{
}

/* --- suppressions and the list of errors are the host's --- */

void WRAPPED(load_suppressions)(void)
{
}

/* `id`: 0 for all of them. */
static void tell_errors(uint64_t id)
{
  struct record_reply reply;
  tool.send_error_counts();
  debugger_begin_answer();
  channel_ask_about(RECORD_QUESTION_TELL_ERROR, id, &reply);
  debugger_end_answer();
}

/* A monitor command, or the core at the end, when the reporter has listed them already. */
void WRAPPED(show_all_errors)(Int verbosity, Bool xml)
{
  struct record_reply reply;
  if (!tool.has_final_answer(&reply))
    tell_errors(0);
}

void WRAPPED(show_last_error)(void)
{
  if (tool.last_error() == 0)
    VG_(umsg)("No errors yet\n");
  else
    tell_errors(tool.last_error());
}

/* --- signals: the core tells its tool nothing of fatal ones --- */

static Int last_signal;

Bool WRAPPED(gdbserver_report_signal)(vki_siginfo_t *info, ThreadId tid)
{
  calls_of_32_bits_interrupted(tid);
  waiting_masks_close(tid);
  traps_amend(info);
  killed_process_on_signal(info);
  traced_faults_note_signal(info);
  if (userfaults_settle(tid, info, traps_take_access()))
    return False;
  if (tool.took_signal(tid, info->si_signo))
    return False;
  tool.note_signal((uint64_t)info->si_signo, info->si_code, (uint64_t)info->_sifields._sigfault._addr);
  last_trace = 0;
  last_signal = info->si_signo;
  execution_interrupted(tid);
  const Bool is_for_guest = REAL(gdbserver_report_signal)(info, tid);
  if (is_for_guest)
    last_signal_begin_delivery(info);
  return is_for_guest;
}

/* Those that share the memory of a process that dies get the time to execute their programs. */
void WRAPPED(nuke_all_threads_except)(ThreadId tid, int reason)
{
  enum { SHARING_WITHIN_MS = 1000 };
  last_signal_end_use();
  if (reason == CORE_FATAL_SIGNAL && sharing_is_other(tid))
    sharing_die(tid, last_signal);
  if (reason == CORE_FATAL_SIGNAL)
    tool.note_fatal_signal(tid, last_trace);
  sharing_wait(tid, SHARING_WITHIN_MS);
  REAL(nuke_all_threads_except)(tid, reason);
}

/* --- options that are changed while the program runs --- */

void WRAPPED(process_dynamic_option)(Clo_Mode mode, HChar *value)
{
  const bool is_change = mode == cloD;
  if (is_change && tool.changes_option(value))
    return;
  REAL(process_dynamic_option)(mode, value);
  if (is_change)
    tool.core_changed_option(value);
}

/* --- the host reads lines, inlined calls and variables; the tool needs none of them --- */

/* Its parameters do not matter: by the ABI the caller passes and clears them. */
void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void)
{
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the core cannot go on, the process ends with the status that means a failure of Seep, and the core's message is
 * in the log.
 *
 * When memory has run out the core would print a map of it, which helps no user; the limits that apply are shown
 * instead. */
#include "coregrind-glue/wraps/core_failure.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types

enum {
  SEEP_FAILED = 125,
  LIMIT_OF_DATA = 2,           /* RLIMIT_DATA */
  LIMIT_OF_ADDRESS_SPACE = 9,  /* RLIMIT_AS */
  NEEDED_KB = 115000,          /* for a program that does nothing */
  LINE_BYTES = 1024,
};

static bool run_has_ended, loading_has_failed, is_failing;

void core_failure_run_has_ended(void)
{
  run_has_ended = true;
}

void core_failure_note_loading_failed(void)
{
  loading_has_failed = true;
}

/* --- ends --- */

extern void VG_(gdbserver_exit)(ThreadId tid, Int reason);

static __attribute__((noreturn)) void exit_as_failed(void)
{
  tool.ends_by_failure();
  channel_flush();
  if (__real_vgPlain_gdbserver_init_done())
    VG_(gdbserver_exit)(1, CORE_FATAL_SIGNAL);
  for (;;)
    raw_syscall(__NR_exit_group, SEEP_FAILED, 0, 0, 0, 0, 0);
}

/* The last thing that the core does before it exits after a failure. */
Bool __wrap_vgPlain_gdbserver_init_done(void)
{
  if (is_failing)
    exit_as_failed();
  return __real_vgPlain_gdbserver_init_done();
}

void __wrap_vgPlain_core_panic(const HChar *text)
{
  is_failing = true;
  __real_vgPlain_core_panic(text);
}

void __wrap_vgPlain_core_panic_at(const HChar *text, const struct start_registers *registers)
{
  is_failing = true;
  __real_vgPlain_core_panic_at(text, registers);
}

void __wrap_vgPlain_assert_fail(Bool is_core, const HChar *expression, const HChar *file, Int line_number,
                                const HChar *function, const HChar *format, ...)
{
  HChar text[LINE_BYTES];
  va_list args;
  va_start(args, format);
  VG_(vsnprintf)(text, sizeof text, format, args);
  va_end(args);
  is_failing = true;
  __real_vgPlain_assert_fail(is_core, expression, file, line_number, function, text[0] ? "%s" : "", text);
}

/* The program needs something that the core lacks. */
void __wrap_vgPlain_unimplemented(const HChar *format, ...)
{
  HChar text[LINE_BYTES];
  va_list args;
  va_start(args, format);
  VG_(vsnprintf)(text, sizeof text, format, args);
  va_end(args);
  is_failing = true;
  __real_vgPlain_unimplemented("%s", text);
}

/* --- no memory --- */

/* `option`: of the shell's ulimit. */
static void tell_limit(const HChar *what, const HChar *option, Int resource)
{
  struct vki_rlimit limit;
  if (VG_(getrlimit)(resource, &limit) == 0 && limit.rlim_cur != ~0UL)
    VG_(umsg)
    ("%s is limited to %'lu kB (ulimit %s). A program that does nothing takes about %'d kB under Seep;\n"
     "others take that and up to three times what they take by themselves.\n",
     what, limit.rlim_cur >> 10, option, NEEDED_KB);
}

static bool is_below_need(Int resource)
{
  struct vki_rlimit limit;
  return VG_(getrlimit)(resource, &limit) == 0 && limit.rlim_cur >> 10 < NEEDED_KB;
}

static bool is_limited_below_need(void)
{
  return is_below_need(LIMIT_OF_ADDRESS_SPACE) || is_below_need(LIMIT_OF_DATA);
}

/* A process may give up memory for code while it runs (PR_SET_MDWE), or have a filter of system calls do so. */
static bool is_code_forbidden(void)
{
  const long page = raw_syscall(__NR_mmap, 0, VKI_PAGE_SIZE, VKI_PROT_READ | VKI_PROT_WRITE | VKI_PROT_EXEC,
                                VKI_MAP_PRIVATE | VKI_MAP_ANONYMOUS, -1, 0);
  if (page >= 0)
    raw_syscall(__NR_munmap, page, VKI_PAGE_SIZE, 0, 0, 0, 0);
  return page == -VKI_EACCES || page == -VKI_EPERM;
}

static void tell_shortage(void)
{
  if (is_code_forbidden()) {
    VG_(umsg)
    ("Seep cannot go on: the program has been forbidden memory that is writable and executable (prctl:\n"
     "PR_SET_MDWE; a filter of system calls; SELinux: execmem), but its code is translated into such memory.\n");
    return;
  }
  VG_(umsg)("Seep has run out of memory: the system gives this process no more.\n");
  tell_limit("Its address space", "-v", LIMIT_OF_ADDRESS_SPACE);
  tell_limit("Its data", "-d", LIMIT_OF_DATA);
}

static __attribute__((noreturn)) void end_without_memory(void)
{
  if (!is_failing) {
    is_failing = true;
    tell_shortage();
  }
  exit_as_failed();
}

/* Its list of mappings is full. */
void __wrap_vgModuleLocal_am_barf_toolow(const HChar *what)
{
  if (VG_(strcmp)(what, "VG_N_SEGMENTS") != 0)
    __real_vgModuleLocal_am_barf_toolow(what);
  if (!is_failing) {
    is_failing = true;
    VG_(umsg)("Seep cannot go on: the program has more mappings than can be listed (30,000).\n");
  }
  exit_as_failed();
}

/* The core exits with status 0 before the end only when gdb kills the program; with status 1 when it has failed. */
void __wrap_vgPlain_exit(Int status)
{
  if (status == 0 && debugger_was_here())
    tool.ends_by_debugger();
  if (status == 1 && loading_has_failed && is_limited_below_need())
    end_without_memory();
  if (status == 1 && !run_has_ended)
    exit_as_failed();
  channel_flush();
  __real_vgPlain_exit(status);
}

void __wrap_vgPlain_am_show_nsegments(Int level, const HChar *who)
{
  if (VG_(strcmp)(who, "out_of_memory") == 0)
    end_without_memory();
  __real_vgPlain_am_show_nsegments(level, who);
}

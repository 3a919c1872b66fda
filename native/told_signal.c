/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/told_signal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>

#include "native/call_stacks.h"
#include "native/process_private.h"
#include "shared/base/raw_syscalls.h"

enum { FP_NUMBER = 6, SP_NUMBER = 7 /* in DWARF */ };

/* The reporter may be waiting for a server of debug files, and who ends a program does not want to wait with it. */
static void announce_end(int signal)
{
  static const char name[] = RECORD_NAME_OF_ENDING;
  if (signal != SIGTERM && signal != SIGINT && signal != SIGHUP)
    return;
  const int file = (int)raw_syscall(SYS_open, (long)"/proc/self/comm", O_WRONLY | O_CLOEXEC, 0, 0, 0, 0);
  if (file < 0)
    return;
  (void)raw_syscall(SYS_write, file, (long)name, sizeof name - 1, 0, 0, 0);
  (void)raw_syscall(SYS_close, file, 0, 0, 0, 0, 0);
}

/* "SIGTERM". */
static void print_name(int signal, char *ret, size_t bytes)
{
  const char *const name = signal == SIGIO ? "IO" : sigabbrev_np(signal);
  if (name)
    snprintf(ret, bytes, "SIG%s", name);
  else
    snprintf(ret, bytes, "SIGRT%u", (unsigned)(signal - __SIGRTMIN) & 0x3f);
}

static void say_of(const struct watched_thread *thread, const char *text, stack_id stack)
{
  output_send(&process.output, RECORD_MESSAGE,
              &(struct record_message){
                .class = RECORD_MESSAGE_CORE, .tid = thread->number, .stack_id = stack, .text = process_string(text)});
}

static void say_where(const struct watched_thread *thread, const siginfo_t *info)
{
  char text[100];
  const char *what = NULL;
  if (info->si_signo == SIGSEGV && info->si_code == SEGV_MAPERR)
    what = "Access not within mapped region";
  else if (info->si_signo == SIGSEGV && info->si_code == SEGV_ACCERR)
    what = "Bad permissions for mapped region";
  if (!what)
    return;
  snprintf(text, sizeof text, " %s at address 0x%lX\n", what, (unsigned long)info->si_addr);
  say_of(thread, text, 0);
}

void told_signal_send(const struct watched_thread *thread, const siginfo_t *info)
{
  char name[16], text[100];
  const stack_id stack = walks_take_stopped(&(struct unwind_registers){
    .pc = thread->pc, .sp = thread->registers[SP_NUMBER], .fp = thread->registers[FP_NUMBER]});
  announce_end(info->si_signo);
  print_name(info->si_signo, name, sizeof name);
  snprintf(text, sizeof text, "\nProcess terminating with default action of signal %d (%s)\n", info->si_signo, name);
  say_of(thread, text, 0);
  say_where(thread, info);
  walks_send(&process.output, stack);
  say_of(thread, "", stack);
  output_send(&process.output, RECORD_FATAL_SIGNAL,
              &(struct record_fatal_signal){.tid = thread->number,
                                            .number = (uint64_t)info->si_signo,
                                            .code = (uint64_t)info->si_code,
                                            .address = (uint64_t)info->si_addr, /* or what else the kernel puts there */
                                            .stack_id = stack});
  say_of(thread, "\n", 0);
}

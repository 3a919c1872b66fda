/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A thread can be used if it waits in a system call that neither malloc() nor the loader makes while they have locks,
 * or if it is at work outside of the C library and the loader. In both cases a signal handler that runs on top of them
 * is ruled out by its frame on the stack. */
#include "host/launcher/attach_place.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>

enum {
  SEARCHED_STACK_BYTES = 1 << 16,
  FUTEX_COMMANDS = 127,
  FUTEX_OF_CONDITIONS = 9, /* FUTEX_WAIT_BITSET, which locks do not use */
  CALL_BYTES = 2,          /* of the instruction that calls the kernel */
};

static bool is_among(uint64_t number, const unsigned short *numbers, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (numbers[i] == number)
      return true;
  return false;
}

static bool is_waiting_call(const struct user_regs_struct *registers)
{
  static const unsigned short waiting[] = {
    SYS_nanosleep,       SYS_clock_nanosleep, SYS_poll,        SYS_ppoll,  SYS_select,  SYS_pselect6,
    SYS_pause,           SYS_epoll_wait,      SYS_epoll_pwait, SYS_read,   SYS_readv,   SYS_recvfrom,
    SYS_recvmsg,         SYS_accept,          SYS_accept4,     SYS_wait4,  SYS_waitid,  SYS_rt_sigsuspend,
    SYS_rt_sigtimedwait, SYS_write,           SYS_writev,      SYS_sendto, SYS_sendmsg, SYS_restart_syscall};
  if (registers->orig_rax == SYS_futex)
    return (registers->rsi & FUTEX_COMMANDS) == FUTEX_OF_CONDITIONS;
  return is_among(registers->orig_rax, waiting, sizeof waiting / sizeof *waiting);
}

/* By the address to which a handler returns, and the registers that lie behind it, the kernel's. */
static bool has_handler_over_locks(const struct attach_target *target, uint64_t sp)
{
  enum { RESUMED_AT_WORD = 22 }; /* behind the address: flags, a link, a stack, and 16 other registers */
  static uint64_t words[SEARCHED_STACK_BYTES / sizeof(uint64_t)];
  unsigned char code[ATTACH_RESTORER_BYTES];
  struct attach_range stack;
  if (!attach_target_mapping(target->pid, sp, &stack))
    return true;
  size_t bytes = stack.end - sp < sizeof words ? stack.end - sp : sizeof words;
  while (bytes >= 4096 && !attach_target_read(target->pid, sp, words, bytes))
    bytes -= 4096;
  for (size_t i = 0; i + RESUMED_AT_WORD < bytes / sizeof *words; i++)
    if (attach_target_is_locked(target, words[i]) && attach_target_read(target->pid, words[i], code, sizeof code) &&
        memcmp(code, attach_target_restorer, sizeof code) == 0 &&
        attach_target_is_locked(target, words[i + RESUMED_AT_WORD]))
      return true;
  return false;
}

/* A sequence that the kernel would begin again if the thread were moved to another processor. */
static bool is_in_restartable_sequence(const struct attach_target *target, pid_t thread)
{
  enum { GET_CONFIGURATION = 0x420f, SEQUENCE_AT = 8 };
  struct {
    uint64_t address;
    uint32_t size, signature, flags, unused;
  } configuration = {0};
  uint64_t sequence = 0;
  return ptrace((enum __ptrace_request)GET_CONFIGURATION, thread, sizeof configuration, &configuration) > 0 &&
         configuration.address != 0 &&
         attach_target_read(target->pid, configuration.address + SEQUENCE_AT, &sequence, sizeof sequence) &&
         sequence != 0;
}

bool attach_place_is_usable(const struct attach_target *target, pid_t thread, const struct user_regs_struct *registers)
{
  const bool is_in_call = (long)registers->orig_rax >= 0;
  if (is_in_call ? !is_waiting_call(registers) || attach_target_is_loader(target, registers->rip)
                 : attach_target_is_locked(target, registers->rip))
    return false;
  return !has_handler_over_locks(target, registers->rsp) && !is_in_restartable_sequence(target, thread);
}

/* --- interrupted calls --- */

/* Which the kernel does not continue by itself. */
static bool returns_early(uint64_t number)
{
  static const unsigned short numbers[] = {SYS_epoll_wait,
                                           SYS_epoll_pwait,
                                           441 /* epoll_pwait2 */,
                                           SYS_rt_sigtimedwait,
                                           SYS_semop,
                                           SYS_semtimedop,
                                           SYS_io_getevents,
                                           333 /* io_pgetevents */,
                                           SYS_msgrcv,
                                           SYS_msgsnd,
                                           SYS_recvfrom,
                                           SYS_recvmsg,
                                           SYS_accept,
                                           SYS_accept4,
                                           SYS_sendto,
                                           SYS_sendmsg,
                                           SYS_read,
                                           SYS_write};
  return is_among(number, numbers, sizeof numbers / sizeof *numbers);
}

static bool has_signal(pid_t thread)
{
  uint64_t mask = 0;
  siginfo_t first;
  bool has_one = false;
  (void)ptrace(PTRACE_GETSIGMASK, thread, sizeof mask, &mask);
  for (unsigned shared = 0; shared < 2 && !has_one; shared++)
    for (uint64_t at = 0; !has_one; at++) {
      struct __ptrace_peeksiginfo_args arguments = {.off = at, .flags = shared, .nr = 1};
      if (ptrace(PTRACE_PEEKSIGINFO, thread, &arguments, &first) <= 0)
        break;
      has_one = (mask >> (first.si_signo - 1) & 1) == 0;
    }
  return has_one;
}

void attach_place_repeat_call(pid_t thread, struct user_regs_struct *registers)
{
  if ((long)registers->rax != -EINTR || !returns_early(registers->orig_rax) || has_signal(thread))
    return;
  registers->rax = registers->orig_rax;
  registers->orig_rax = (uint64_t)-1;
  registers->rip -= CALL_BYTES;
}

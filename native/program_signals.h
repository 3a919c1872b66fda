/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the program does about signals, where functions of the checker's stand in for it: sigaction(), and all that the
 * C library makes of it, answers as if they did not. A system call of the program's own making is not noticed. */
#ifndef SEEP_NATIVE_PROGRAM_SIGNALS_H
#define SEEP_NATIVE_PROGRAM_SIGNALS_H

#include <stdbool.h>

#include "native/kernel_actions.h"

/* When a function stands in. */
struct signal_rule {
  void (*handler)(int, siginfo_t *, void *);
  /* The program asks for that, which all rules are told. False: it gets it; else the kernel is told *ret, with the
   * handler above. */
  bool (*stands_in)(int signal, const struct kernel_action *asked, struct kernel_action *ret);
  bool takes_ignored; /* also for signals that the program has inherited as ignored ones */
};

/* Before program_signals_begin(); the first one of two that want a signal has it. */
void program_signals_add(const struct signal_rule *rule);

/* From now on. False: the C library's code cannot be changed. */
bool program_signals_begin(void);

/* The kernel has again what the program asked for, for good. */
void program_signals_end(void);

/* Another program is about to be executed by this process, or a child that shares its memory: it inherits what is
 * ignored. It was not, and this process goes on. */
void program_signals_before_exec(void);
void program_signals_after_exec(void);

/* What the program asked for last, where a function stands in. Its handler is taken, which leaves the default, if the
 * program has said so (SA_RESETHAND). */
void program_signals_take(int signal, struct kernel_action *ret);

/* The signal ends the process as soon as it is not blocked, by the kernel's default: when its handler returns. */
void program_signals_die(int signal, const siginfo_t *info);

#endif

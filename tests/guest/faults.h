// SPDX-License-Identifier: GPL-2.0-or-later
// For programs that touch memory which is not there, and go on.
#ifndef SEEP_TESTS_GUEST_FAULTS_H
#define SEEP_TESTS_GUEST_FAULTS_H

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf after_fault;
static volatile int faults;

static void on_fault(int signal)
{
  siglongjmp(after_fault, signal);
}

static void count_faults(void)
{
  signal(SIGSEGV, on_fault);
}

#define TRY(access) (sigsetjmp(after_fault, 1) ? (void)faults++ : (void)(access))

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pages that the program itself provides when they are first touched (userfaultfd). */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_USERFAULTS_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_USERFAULTS_H

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Around each system call. */
void userfaults_before_syscall(ThreadId tid, UInt number, const UWord *arguments);
void userfaults_after_syscall(ThreadId tid, UInt number, const UWord *arguments, SysRes result);

/* The guest has touched an address. True: it is such a page; the access is to be made again, after
 * userfaults_wait(). */
Bool userfaults_settle(ThreadId tid, const vki_siginfo_t *info, Bool is_write);

/* The thread is about to run: wait until the page that it has met is there. */
void userfaults_wait(ThreadId tid);

/* The tool is about to search memory: pages that are not there are closed to it, as nobody may provide them. Returns
 * how many. */
SizeT userfaults_close_missing(void);

#endif

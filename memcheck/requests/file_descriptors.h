/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --track-fds: file descriptors that are closed twice, used after they were closed, used without ever having been open,
 * or left open. --modify-fds: which numbers new ones get. */
#ifndef SEEP_MEMCHECK_REQUESTS_FILE_DESCRIPTORS_H
#define SEEP_MEMCHECK_REQUESTS_FILE_DESCRIPTORS_H

#include <stdbool.h>

#include "pub_tool_basics.h"

/* Begin, if an option asks for it; before the guest runs. */
void file_descriptors_begin(void);

/* Around each system call. */
void file_descriptors_before(ThreadId tid, UInt number, const UWord *arguments);
void file_descriptors_after(ThreadId tid, UInt number, const UWord *arguments, UWord result);

/* Report what was left open where that is an error, which is in XML documents that have a kind for it. */
void file_descriptors_at_exit(void);

/* Is it an error, rather than a warning of the core's, to use a descriptor that is not open? */
bool file_descriptors_misused_are_errors(void);

/* May the core list in the log at exit what is open? Not where that is an error, nor into a document, which cannot hold
 * the list. */
bool file_descriptors_may_be_listed(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which test case a thread was running when it allocated a block, or made an error. A test that begins in a thread ends
 * the one before. Times are numbers of allocations, as in `birth` of struct block. */
#ifndef SEEP_MEMCHECK_BASE_RUNNING_TESTS_H
#define SEEP_MEMCHECK_BASE_RUNNING_TESTS_H

#include <stdbool.h>
#include <stdint.h>

#include "pub_tool_basics.h"

/* `name`: NULL when it is not known yet. `is_whole`: it need not be told which program the test is of. */
void running_tests_begin(ThreadId tid, const HChar *name, bool is_whole, uint64_t allocations);

/* The test that the thread is running is called so, unless it has a name. False: it is running none, or has one. */
bool running_tests_name(ThreadId tid, const HChar *name);

/* The thread is running no test any more. */
void running_tests_end(ThreadId tid, uint64_t allocations);

/* What the thread is running; 0: no test. */
uint32_t running_tests_running(ThreadId tid);

/* What the thread was running when it made its allocation number `birth`. */
uint32_t running_tests_at(ThreadId tid, uint64_t birth);

/* Send the TEST frame of a test unless this stream has it, or the test has no name; 0 is none and sends nothing. */
void running_tests_send(uint32_t id);

/* A new stream knows no tests. */
void running_tests_forget_sent(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pages with code that the guest may write to. As long as code has been made of one it is watched: the kernel takes it
 * for read-only, so a store faults, the page is opened, and its code is made again. What is written to all the time is
 * not watched. */
#ifndef SEEP_COREGRIND_GLUE_CODE_WATCHED_PAGES_H
#define SEEP_COREGRIND_GLUE_CODE_WATCHED_PAGES_H

#include "pub_tool_basics.h"

enum { WATCHED_PAGE_BYTES = 4096 };

/* Code of [start, end) is about to be made, or was just made. False: it has to look for changes itself. */
Bool watched_pages_watch(Addr start, Addr end);

/* For the fault handler: was it a store to a watched page? Then it can be repeated. */
Bool watched_pages_settle_fault(Addr address);

/* Pages are about to change there, in what they hold or altogether. */
void watched_pages_open(Addr start, SizeT bytes);
/* The kernel is going to write there for this thread; until its call is over nothing there is watched. */
void watched_pages_begin_call(ThreadId tid, Addr start, SizeT bytes);
void watched_pages_end_call(ThreadId tid);

/* Is there an opened page whose code has not gone yet? It must before code of the guest is entered. */
Bool watched_pages_have_changed(void);
/* May such a page have code of a block with this address? */
Bool watched_pages_have_changed_near(Addr address);
/* Not from within generated code. */
void watched_pages_lose_changed(void);

/* All code of [start, start + bytes) goes: what was known of pages there may be true no more. */
void watched_pages_forget(Addr start, SizeT bytes);

#endif

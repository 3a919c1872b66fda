/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ranges of memory whose pages the program provides, and which of these pages are closed to the processor. */
#ifndef SEEP_COREGRIND_GLUE_SYSCALLS_USERFAULT_PAGES_H
#define SEEP_COREGRIND_GLUE_SYSCALLS_USERFAULT_PAGES_H

#include "pub_tool_basics.h"

/* How a range is registered. */
enum { USERFAULT_MISSING = 1, USERFAULT_PROTECTED = 2, USERFAULT_MINOR = 4 };

/* All pages are closed. */
void userfault_pages_add(Addr start, Addr end, UInt mode);
/* Pages are as any others again; `is_mapped`: they are still there. */
void userfault_pages_remove(Addr start, Addr end, Bool is_mapped);
Bool userfault_pages_are_there(void);

/* Does an access there fault because the page is closed? */
Bool userfault_pages_stop(Addr address, Bool is_write);
/* Does any of [start, end) lie in a range; how is it registered? */
Bool userfault_pages_overlap(Addr start, Addr end, UInt *ret_mode);
/* Is any page? */
Bool userfault_pages_are_closed(void);
/* The first closed page at or behind an address that lies in a range. */
Bool userfault_pages_find_closed(Addr from, Addr *ret_page);

/* Where a page can be protected from stores, it stays closed to these unless `is_write`. */
void userfault_pages_open(Addr page, Bool is_write);
void userfault_pages_open_range(Addr start, Addr end);
void userfault_pages_open_all(void);
/* All closed pages around an address, up to the next open ones. */
void userfault_pages_open_run(Addr address, Addr *ret_start, Addr *ret_end);
/* The page, if it is there, and some that follow it and are there. */
void userfault_pages_open_present(Addr address, Bool is_write);
void userfault_pages_close(Addr start, Addr end);
/* As they are noted, after the guest has changed what may be done with the memory. */
void userfault_pages_protect_again(Addr start, Addr end);
void userfault_pages_close_all(void);

/* Open what is there, close what is not; returns how many pages these are. */
SizeT userfault_pages_close_missing(void);

#endif

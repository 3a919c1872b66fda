/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What differs between cores, in one form for all of them. port.m4 lists the differences, and configure finds out which
 * form the installed core has; no other folder knows. */
#ifndef SEEP_COREGRIND_GLUE_PORT_PORT_H
#define SEEP_COREGRIND_GLUE_PORT_PORT_H

#include "pub_tool_basics.h"

/* Zeroed pages for the tool; NULL: there are none. */
void *port_map_pages(SizeT bytes);

/* End the process, as there is no memory for this. */
__attribute__((noreturn)) void port_out_of_memory(const HChar *what, SizeT bytes);

/* What the core does, and Seep has to know the private details of ("tells of instructions"), turns out to be another
 * way than any that is known: end with a message that says so. */
__attribute__((noreturn)) void port_refuse(const HChar *what);

/* Have the core warn of bad descriptors and signals. */
void port_need_core_errors(void);

/* The guest's allocation functions. An alignment is the one that the core means to have: at least the usual one. What
 * realloc() is given is not NULL. */
struct port_malloc {
  void *(*malloc)(ThreadId tid, SizeT bytes);
  void *(*new)(ThreadId tid, SizeT bytes);
  void *(*new_aligned)(ThreadId tid, SizeT bytes, SizeT alignment);
  void *(*new_array)(ThreadId tid, SizeT bytes);
  void *(*new_array_aligned)(ThreadId tid, SizeT bytes, SizeT alignment);
  void *(*memalign)(ThreadId tid, SizeT alignment, SizeT bytes);
  void *(*calloc)(ThreadId tid, SizeT count, SizeT bytes);
  void (*free)(ThreadId tid, void *start);
  void (*delete)(ThreadId tid, void *start);
  void (*delete_aligned)(ThreadId tid, void *start, SizeT alignment);
  void (*delete_array)(ThreadId tid, void *start);
  void (*delete_array_aligned)(ThreadId tid, void *start, SizeT alignment);
  void *(*realloc)(ThreadId tid, void *start, SizeT bytes);
  SizeT (*usable_size)(ThreadId tid, void *start);
  SizeT redzone_bytes;
};
void port_replace_malloc(const struct port_malloc *functions);

/* The words of --vgdb-stop-at, each at the place of its bit. If the core does not know "abexit", that is the last, and
 * not its affair. */
enum { PORT_STOPS = 4 };
extern const HChar *const port_stops[PORT_STOPS];
extern const Bool port_stops_at_abexit;

/* For `seep --version --verbose`: print which fast paths this core allows, and end, as soon as that is known. */
void port_tell_ways(void);

/* The first module is there, so it is known now. */
void port_know_ways(void);

#endif

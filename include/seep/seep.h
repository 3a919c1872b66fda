/* SPDX-License-Identifier: 0BSD */
/* Unlike the rest of Seep, this file may be used, copied, changed and distributed for any purpose, with or without fee:
 * it becomes part of programs of any licence. It comes without warranty. */
/* What a program can tell Seep while it runs under it. Natively, each of these costs a few instructions and does
 * nothing.
 *
 *   #include <seep/seep.h>
 *
 *   SEEP_SNAPSHOT("after loading");   take a snapshot of the heap; returns its number, or 0 when there is
 *                                     none: natively, or because it could not be begun, as the report then says.
 *                                     A large one is written while the program goes on
 *   SEEP_MARK("request served");      name this moment on the time line of the heap; returns 0 natively
 *
 * With SEEP_DISABLE defined nothing is compiled at all, and valgrind's header is not needed. */
#ifndef SEEP_INCLUDE_SEEP_SEEP_H
#define SEEP_INCLUDE_SEEP_SEEP_H

#ifdef SEEP_DISABLE

#define SEEP_SNAPSHOT(label) ((void)(label), 0UL)
#define SEEP_MARK(name) ((void)(name), 0UL)

#else

#if defined(__has_include) && !__has_include(<valgrind/valgrind.h>)
#include <valgrind.h>
#else
#include <valgrind/valgrind.h>
#endif

enum {
  SEEP_USERREQ_SNAPSHOT = VG_USERREQ_TOOL_BASE('S', 'P'),
  SEEP_USERREQ_MARK,
};

#define SEEP_SNAPSHOT(label) VALGRIND_DO_CLIENT_REQUEST_EXPR(0, SEEP_USERREQ_SNAPSHOT, (label), 0, 0, 0, 0)
#define SEEP_MARK(name) VALGRIND_DO_CLIENT_REQUEST_EXPR(0, SEEP_USERREQ_MARK, (name), 0, 0, 0, 0)

#endif

#endif

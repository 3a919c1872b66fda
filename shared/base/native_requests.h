/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How `seep snapshot` and its like ask a program that runs natively: what it and the library in the program agree on.
 */
#ifndef SEEP_SHARED_BASE_NATIVE_REQUESTS_H
#define SEEP_SHARED_BASE_NATIVE_REQUESTS_H

/* The name of the program's socket in the abstract namespace: with its process id, and the first number that is free,
 * as there may be other namespaces of process ids. */
#define NATIVE_REQUESTS_SOCKET "seep-program-%d.%d"

enum {
  NATIVE_REQUESTS_NUMBERS = 8,
  NATIVE_REQUESTS_BYTES = 512,        /* of a request: a label */
  NATIVE_REQUESTS_SIGNAL = 33,        /* which the C library keeps for itself, and no program can block by it */
  NATIVE_REQUESTS_VALUE = 0x53656570, /* of the signal */
};

/* A socket that `seep attach` has while it watches the program of that process id. */
#define NATIVE_REQUESTS_ATTACHER_SOCKET "seep-attach-%ld"

/* A request that is no label: the last check, and the program goes on without Seep (`seep attach`). A program that Seep
 * has started does nothing. */
#define NATIVE_REQUESTS_DETACH "\001detach"

/* Another: what each allocation stack has now goes into the record (`seep top`). */
#define NATIVE_REQUESTS_CENSUS "\001census"

/* Why the library does not come to a program, if that may be over soon: what another `seep attach` has begun, which was
 * killed. */
#define NATIVE_REQUESTS_BUSY    "one of its threads is at work for Seep"
#define NATIVE_REQUESTS_WATCHED "it is watched by Seep already"

#endif

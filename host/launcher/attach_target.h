/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A running program, as far as it must be known before a library can be brought into it. */
#ifndef SEEP_HOST_LAUNCHER_ATTACH_TARGET_H
#define SEEP_HOST_LAUNCHER_ATTACH_TARGET_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"

struct attach_range {
  uint64_t start, end;
  bool is_loader;
};

/* The code to which handlers of signals return, which calls the kernel. */
enum { ATTACH_RESTORER_BYTES = 9 };
extern const unsigned char attach_target_restorer[ATTACH_RESTORER_BYTES];

enum { ATTACH_LOCKED_RANGES = 8 };

struct attach_target {
  long pid;
  char program[PATH_MAX];
  uint64_t libc;                                    /* where its C library begins */
  struct attach_range locked[ATTACH_LOCKED_RANGES]; /* code of the C library and the loader, which may have locks */
  unsigned locked_count;
  struct attach_range loader_data;
  uint64_t dlopen, dlerror, errno_location; /* functions of its C library */
  uint64_t syscall;                         /* an instruction that calls the kernel, after which its function returns */
  uint64_t restorer;                        /* code as above */
};

/* An error says why the library cannot be brought into it, and what to do. Nothing is changed. */
struct error *attach_target_examine(long pid, struct attach_target *ret);

/* Is it still what was examined? It may have executed another program since. */
bool attach_target_is_same(const struct attach_target *target);

/* Does it run, and is it not stopped or traced? */
struct error *attach_target_check_state(long pid);

/* Why the kernel does not let us trace it. */
struct error *attach_target_forbidden(long pid);

/* The mapping in which the address is; false: none. What lies beside it may wait for somebody to fill it (userfaultfd).
 */
bool attach_target_mapping(long pid, uint64_t address, struct attach_range *ret);

/* False: there is nothing to read. */
bool attach_target_read(long pid, uint64_t address, void *ret, size_t bytes);

/* A function that the library which begins at `base` has for others; 0: none of that name. */
uint64_t attach_target_function(long pid, uint64_t base, const char *name);

/* Is the address in code of the C library or the loader? Of the latter? */
bool attach_target_is_locked(const struct attach_target *target, uint64_t address);
bool attach_target_is_loader(const struct attach_target *target, uint64_t address);

#endif

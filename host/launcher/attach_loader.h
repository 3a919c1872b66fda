/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dynamic linker of a running program: is it at work for one of the threads, so that others must wait for it? */
#ifndef SEEP_HOST_LAUNCHER_ATTACH_LOADER_H
#define SEEP_HOST_LAUNCHER_ATTACH_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

#include "host/launcher/attach_target.h"

/* The thread that has one of its locks, as within dlopen(), where it is best left alone; 0: none has. */
pid_t attach_loader_owner(const struct attach_target *target);

/* Does the thread that was stopped with these registers wait for one of these locks? */
bool attach_loader_is_waiting(const struct attach_target *target, const struct user_regs_struct *registers);

/* The words around a thread's control block, in which dlopen() notes where on the stack it returns to for an error. */
enum { ATTACH_NOTES_PAGES = 20, ATTACH_NOTES_PAGE_WORDS = 512 };
struct attach_notes {
  uint64_t start;
  bool is_there[ATTACH_NOTES_PAGES];
  uint64_t words[ATTACH_NOTES_PAGES][ATTACH_NOTES_PAGE_WORDS];
};
void attach_loader_take_notes(const struct attach_target *target, uint64_t thread_pointer, struct attach_notes *ret);

/* The thread is not to go on with dlopen(): whatever leads to that stack since is as it was. False: it cannot be. */
bool attach_loader_put_notes(const struct attach_target *target, const struct attach_notes *notes, uint64_t stack_start,
                             uint64_t stack_end);

#endif

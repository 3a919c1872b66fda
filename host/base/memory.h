/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Allocation in host programs. It always succeeds: when memory runs out the program ends, here and nowhere else.
 *
 * Whoever is refused a few bytes can do nothing but give up, and every function in between would have to hand that on
 * and release what it has, on paths that nobody ever takes. So these functions do not fail. If there is no memory,
 * memory_lacking() writes a line to standard error that says how much was asked for, what the program was at, and what
 * limits it, and the program ends with status 125. It flushes nothing: an output that breaks off is not taken for a
 * whole one.
 *
 * What others rely on stays whole. Records are written by the checked program's own process, so they do not depend on
 * any host program. Whoever would leave something behind that is misleading or in the way, a file under a temporary
 * name or a run whose reporter has gone, registers a function for the end. That function allocates nothing: it makes
 * system calls with what it was given before. Functions are called last first, once, and only in the process that has
 * registered them, not in its forks.
 *
 * No gate is green by it. `report`, `gate` and so on have a status of their own, 125; a suite that ended this way is
 * unfinished; the reporter leaves a file in the run's directory, which is a gap of that run (host/runs/run_dir.h).
 * The process that reads debug information is expected to end like this (host/symbols/worker.h): its asker reads the
 * module without.
 *
 * Sizes that come from files are no reason to end: they are compared with what can be before memory is asked for, and
 * where that is still much, memory_if_there() returns NULL, and an error value says which file it is.
 *
 * Not for the preload libraries, which have no C library, and not for the tool. */
#ifndef SEEP_HOST_BASE_MEMORY_H
#define SEEP_HOST_BASE_MEMORY_H

#include <stddef.h>
#include <sys/types.h>

#define MEMORY_RETURNS __attribute__((returns_nonnull, warn_unused_result))

/* All are released by free(). */
void *memory_allocate(size_t bytes) MEMORY_RETURNS __attribute__((malloc, alloc_size(1)));
void *memory_zeroed(size_t count, size_t item_bytes) MEMORY_RETURNS __attribute__((malloc, alloc_size(1, 2)));
/* Like reallocarray(): `block` may be NULL and is not valid any more. */
void *memory_resize(void *block, size_t count, size_t item_bytes) MEMORY_RETURNS __attribute__((alloc_size(2, 3)));
/* A copy of these bytes. */
void *memory_copy(const void *data, size_t bytes) MEMORY_RETURNS __attribute__((malloc, alloc_size(2)));
/* A copy of a text, and of its first `size` bytes at most. */
char *memory_text(const char *text) MEMORY_RETURNS __attribute__((malloc));
char *memory_text_begin(const char *text, size_t size) MEMORY_RETURNS __attribute__((malloc));

/* What a function of the C library has made that fails for want of memory alone. */
void *memory_given(void *made) MEMORY_RETURNS;

/* NULL without memory: for sizes that come from files. */
void *memory_if_there(size_t bytes) __attribute__((malloc, alloc_size(1), warn_unused_result));

/* End the program because it was refused `bytes`; 0: how many is not known. */
void memory_lacking(size_t bytes) __attribute__((noreturn, cold));

/* What the message names, borrowed: the command ("seep gate"), and the file or so that it is at (NULL: none). */
void memory_set_command(const char *command);
void memory_set_subject(const char *subject);

/* Something to do before the program ends for want of memory; in the caller's memory until it is removed. */
struct memory_end {
  void (*run)(void *context);
  void *context;
  pid_t pid;
  struct memory_end *before;
};
void memory_end_add(struct memory_end *end, void (*run)(void *context), void *context);
void memory_end_remove(struct memory_end *end);

#endif

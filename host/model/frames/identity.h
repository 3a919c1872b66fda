/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The identity of a finding: what stays the same when code around it changes and everything is built again, and differs
 * between findings that a person would mend one by one.
 *
 * It is the 64-bit FNV-1a hash, in 16 hexadecimal digits, of these texts, each followed by a zero byte:
 *
 *   "2"        the version of this rule; in version 3 other functions are wrappers (host/model/frames/place.h)
 *   kind       "Leak_DefinitelyLost", "InvalidRead"
 *   extra      what the kind adds: the parameter of SyscallParam, the function of Overlap; else empty
 *   through    names of the functions between the allocator (or the error) and the place: wrappers, unless their name
 *              says that they are one ("xmalloc"), or the library's function that kept the block; sorted, each once.
 *              Of a wrapper that does not return the block itself, but may hand on several at once, the mark is put
 *              after the name
 *   scope      the source file of the place without its directory; where that is not known, and of main, the program
 *              or library
 *   function   of the place, with its parameters unless it is of a template
 *   mark       of the place: by the text of its line (host/symbols/symbols.h)
 *
 * Names are demangled, without template arguments, clone suffixes, symbol versions, hashes and numbers of lambdas. A
 * cycle has its kind, and the identities of the places that its blocks come from, sorted, each once. Addresses, lines,
 * directories, callers and sizes are not in it. */
#ifndef SEEP_HOST_MODEL_FRAMES_IDENTITY_H
#define SEEP_HOST_MODEL_FRAMES_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"

enum { IDENTITY_DIGITS = 16, IDENTITY_DIGITS_LEAST = 4, IDENTITY_VERSION = 3 };
struct identity {
  char digits[IDENTITY_DIGITS + 1];
};

/* The normalised name of a frame, with template arguments; malloc'ed. All may be NULL;
 * `inlined_linkage` is that of struct frame. */
char *identity_frame_name(const char *function, const char *inlined_linkage, const char *object);

/* The same with its parameters. */
char *identity_frame_signature(const char *function, const char *inlined_linkage, const char *object);

/* A function that a block came through. */
struct identity_step {
  const char *name;
  uint64_t mark; /* 0: which line of it does not matter */
};

/* A place, and how the finding came there. */
struct identity_place {
  const char *kind, *extra;  /* extra: NULL for none */
  const struct identity_step *through;
  size_t through_count;
  const char *function;      /* names are those of identity_frame_name(), this one has parameters */
  const char *file, *object; /* paths; NULL: unknown */
  uint64_t mark;
};

/* Of the steps that have a mark, in any order; 0: none has. */
uint64_t identity_of_steps(const struct identity_step *steps, size_t count);

/* Hash the place. */
void identity_of_place(const struct identity_place *place, struct identity *ret);

/* Of the identities of places, in any order; each may be there several times. A cycle of one place is called like
 * it. */
void identity_of_cycle(const char *kind, const struct identity *places, size_t count, struct identity *ret);

/* As version 1 had it, by the normalised names of the whole stack, innermost first; where a function calls itself it
 * counts once. For baselines of that time, and for allocation stacks. */
struct identity identity_of_stack(const char *kind, const char *extra, const char *const *names, size_t count);

/* Is the text an identity? */
bool identity_is(const char *text);

/* Can it be the beginning of an identity, as people type it? */
bool identity_is_prefix(const char *text);

#endif

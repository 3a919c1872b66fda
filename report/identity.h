/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The identity of a finding: what stays the same when code elsewhere changes and everything is built again, and differs
 * between findings that a person would tell apart.
 *
 * It is the 64-bit FNV-1a hash, in 16 hexadecimal digits, of these texts, each followed by a zero byte: the kind
 * ("Leak_DefinitelyLost", "InvalidRead"), what the kind adds (the parameter of SyscallParam, the function of Overlap; else empty),
 * then for each frame down to main its normalised function. That is the demangled name without parameters, clone suffixes,
 * symbol versions and hashes; where no function is known, the last component of the module's path without its version. A
 * function that calls itself directly counts once. Addresses, lines, directories and sizes are not in it. */
#ifndef SEEP_REPORT_IDENTITY_H
#define SEEP_REPORT_IDENTITY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { IDENTITY_DIGITS = 16, IDENTITY_DIGITS_LEAST = 4 };
struct identity {
  char digits[IDENTITY_DIGITS + 1];
};

/* The normalised name of a frame; malloc'ed, NULL without memory. All may be NULL; `inlined_linkage` is that of
 * struct symbols_frame. */
char *identity_frame_name(const char *function, const char *inlined_linkage, const char *object);

/* Of normalised names, innermost first. */
struct identity identity_of(const char *kind, const char *extra, const char *const *names, size_t count);

/* Is the text one? */
bool identity_is(const char *text);

/* May it be the beginning of one, as people give them? */
bool identity_is_prefix(const char *text);

#endif

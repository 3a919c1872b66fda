/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which language's code in a file calls an allocator, as far as its blocks have a layout of their own: Rust's Arc and
 * Rc, objects of CPython. */
#ifndef SEEP_MEMCHECK_PURE_MODULES_FILE_LANGUAGE_H
#define SEEP_MEMCHECK_PURE_MODULES_FILE_LANGUAGE_H

#include "memcheck/pure/modules/symbol_tables.h"

enum language { LANGUAGE_OTHER, LANGUAGE_RUST, LANGUAGE_PYTHON };

struct file_language {
  struct symbol_tables tables;
  bool has_rust, is_python;
};

/* Release it with file_language_release(). */
void file_language_read(elf_read_fn *read, void *context, struct file_language *ret);
void file_language_release(struct file_language *file);

/* Whose is the call of `callee` at `instruction`, both addresses of the file? `callee`: 0: it is elsewhere, or not
 * known.
 */
enum language file_language_of_call(const struct file_language *file, uint64_t instruction, uint64_t callee);

/* Where a call goes of which `bytes` are the last ones, and `next` is the address behind it: a direct one, or one
 * through a word beside the code, as to functions of other files; then *ret_is_indirect, and it is the word's address.
 * 0: neither. */
enum { FILE_LANGUAGE_CALL_BYTES = 6 };
uint64_t file_language_callee(const unsigned char bytes[static FILE_LANGUAGE_CALL_BYTES], uint64_t next,
                              bool *ret_is_indirect);

#endif

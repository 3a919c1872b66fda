/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols for tests of what stands on them: symbols.h implemented over a table that the test fills. Linking this file
 * keeps the real ones out. */
#ifndef SEEP_TESTS_SUPPORT_FAKE_SYMBOLS_H
#define SEEP_TESTS_SUPPORT_FAKE_SYMBOLS_H

#include "host/symbols/symbols.h"

/* Name the instruction at a file offset of any module; again for the same offset: the caller it was inlined into.
 * Strings are borrowed. `directory` and `file` may be NULL. */
void fake_symbols_add(uint64_t file_offset, const char *function, const char *directory, const char *file,
                      unsigned line);

/* More about the frame that was added last. */
struct frame *fake_symbols_last(void);

/* What the call at this file offset returns, the function that calls returns; it has so many callers. */
void fake_symbols_wrap(uint64_t file_offset, unsigned callers);

/* The same, but the block is put in an object of the caller's. */
void fake_symbols_store(uint64_t file_offset, unsigned callers);

/* A variable of a function, so many bytes from the canonical address of the frame at this file offset. */
void fake_symbols_add_local(uint64_t file_offset, const char *function, const char *name, int64_t offset);

/* A variable of 8 bytes at this address of any module, which from now on have writable data; `function` may be NULL. */
void fake_symbols_add_variable(uint64_t address, const char *function, const char *name);

/* Forget them all. */
void fake_symbols_clear(void);

/* How often a file offset was looked up. */
unsigned fake_symbols_lookups(void);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inputs for tests of host/symbols/: programs compiled when the test runs, in a folder of their own. */
#ifndef SEEP_TESTS_SUPPORT_SYMBOLS_FIXTURE_H
#define SEEP_TESTS_SUPPORT_SYMBOLS_FIXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "host/symbols/symbols.h"

/* Make a folder and work in it; remove it with everything in it. */
void support_enter(void);
void support_leave(void);

/* The absolute path of a file in the folder, valid until that is left. */
const char *support_path(const char *name);

/* Run a shell command, silently; whether it succeeded. */
bool support_run(const char *format, ...) __attribute__((format(printf, 1, 2)));

void support_write(const char *name, const char *text);

/* The line of `text` that contains `marker`, counted from 1. */
unsigned support_line(const char *text, const char *marker);

/* Compile "prog.c", a program with an inlined function, as "whole"; false when there is no compiler. At its symbol
 * "mark" are the frames "inlined prog.c:5, outer prog.c:9". */
bool support_build(const char *flags);
extern const char support_everything[], support_nothing[]; /* as support_text() has those frames, and none */

/* Frames joined; valid until the next call. */
const char *support_text(const struct frame *frames, size_t count);

/* Where the symbol of an ELF file lies in that file. Fails the test when there is none. */
uint64_t support_offset(const char *name, const char *symbol);

/* Its address in the file (of a thread-local variable: its offset). The first symbol whose name is that, or that and a
 * dot and more. */
uint64_t support_address(const char *name, const char *symbol);

/* Its size. */
uint64_t support_bytes(const char *name, const char *symbol);

/* A module as the guest side describes it: by build-id when the file has one. */
struct symbols_module support_module(const char *name);

/* The same of a file without a build-id. */
struct symbols_module support_module_by_sum(const char *name);

/* Warnings are collected here when support_config() is used. */
extern char support_warnings[4096];
struct symbols_config support_config(void);

#endif

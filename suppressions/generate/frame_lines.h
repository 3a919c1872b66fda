/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Frames as lines of entries: patterns that still fit another build, and which frames are telling. */
#ifndef SEEP_SUPPRESSIONS_GENERATE_FRAME_LINES_H
#define SEEP_SUPPRESSIONS_GENERATE_FRAME_LINES_H

#include <stdbool.h>

#include "suppressions/frame_role.h"
#include "suppressions/suppressions.h"

struct frame_lines;

struct frame_lines *frame_lines_create(void);
void frame_lines_destroy(struct frame_lines *lines);

/* What an entry says of a frame. Kept once each, so that equal texts are the same pointer; valid as long as the
 * lines. */
struct frame_line {
  const char *text;    /* "fun:f", "obj:*\/libx.so*" */
  const char *family;  /* "fun:*alloc": for all functions like it, of allocators and runtime; NULL: there are none */
  const char *module;  /* "obj:*\/libc.so*" for what is compiled into the library of a language; else NULL */
  const char *comment; /* the demangled name when the text is mangled, else NULL */
  enum frame_role role;
  bool is_function;
  bool is_main;        /* main, what is local to it, or what calls it: every program has one */
  bool is_vague;       /* a name that many functions have, such as "get" or "operator()" */
};
const struct frame_line *frame_lines_find(struct frame_lines *lines, const struct frame *frame);

/* "obj:*\/prog", for a program as frame_program() names it. */
const char *frame_lines_program(struct frame_lines *lines, const char *object);

/* A program as conditions of entries name it: "prog" for "/b/.libs/lt-prog", "python3.*" for "/usr/bin/python3.11".
 * malloc'ed. */
char *frame_program(const char *path);

/* "libx" for "/usr/lib/libx.so.1.2", "prog" for "/bin/prog"; malloc'ed. */
char *frame_library_name(const char *object);

#endif

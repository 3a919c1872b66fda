/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function at an instruction of a call stack: the one form in which it goes from the files of modules to reports.
 *
 *   symbols_resolve() ─► frame_table ─► stack_frames() ─► findings ─► formats
 *   what files tell      names, owner   wrappers     └─► suppressions
 *
 * A frame owns nothing. Its strings belong to whoever fills it in: what symbols tell lives as long as `struct symbols`,
 * the normalised names as long as the frame table; findings have copies of all, which live as long as they do. */
#ifndef SEEP_HOST_FRAME_FRAME_H
#define SEEP_HOST_FRAME_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/frame/mark_set.h"

/* What a mark is made of. Marks of different kinds cannot be compared. */
enum frame_mark {
  FRAME_MARK_NONE,
  FRAME_MARK_TEXT,   /* the statement in the source, and how many like it come before it in the function */
  FRAME_MARK_LINE,   /* its distance from the function's declaration: the source cannot be read, or is newer than
                      * the module */
  FRAME_MARK_OFFSET, /* the offset of the code in its symbol: no line is known, or not which function it is in */
  FRAME_MARKS,
};

/* What surrounds a line in its function's source, by which the line is recognised after an edit. */
struct frame_surroundings {
  struct mark_set statements; /* the marks of all statements of the function */
  uint64_t neighbours[2];     /* of the statements before and after it; 0: there is none, or not known */
};

/* What a function is there for. */
enum frame_role {
  FRAME_TELLING,
  FRAME_ALLOCATOR, /* hands out memory for somebody else */
  FRAME_RUNTIME,   /* of a language's library */
};

/* Does it belong to a test framework? */
enum frame_test {
  FRAME_TEST_NONE,
  FRAME_TEST_BETWEEN, /* between functions of the program's own */
  FRAME_TEST_BELOW,   /* below a test case: it calls that, and nothing beyond it tells more */
};

/* There are several at an address where calls were inlined. NULL means unknown. */
struct frame {
  /* As symbols tell it. */
  const char *function_linkage; /* as in the symbol table, for suppressions ("_Z3foov") */
  const char *function;         /* demangled: C++, Rust, D; the same whenever function_linkage is the same. In findings
                                 * as it is shown */
  const char *object;           /* path of the module; of what symbols_resolve() returns NULL */
  const char *directory;        /* as the compiler was given it, made absolute with its working directory. In findings
                                 * after --path-map */
  const char *file;             /* as the line table has it: as a rule the last component, but Rust has "src/map.rs",
                                 * and generated files may be absolute. As in Memcheck */
  unsigned line;                /* 0: none in particular (code that the compiler made up), or not known */
  unsigned column;              /* where in the line the statement or call begins, or has its operator, as the compiler
                                 * has it: in bytes, from 1; 0: not known. No identity and no match goes by this */
  bool is_inlined;              /* into the function of the next frame. Both names above are then the plain name in
                                 * the source ("push_back"), as in Memcheck */
  const char *qualified;        /* for people: the same as `function`, but of an inlined function with what it is
                                 * declared in ("store::Cache::put", with parameters when the compiler tells them) */
  const char *inlined_linkage;  /* the linkage name of an inlined function, when the compiler tells it */
  uint64_t mark;                /* tells this line from others of its function, wherever the function stands and
                                 * however it is compiled; 0: not known. In a frame table by what else tells it */
  enum frame_mark mark_kind;
  unsigned line_in_function;    /* lines below the declaration; 0: that line itself, or not known. In a frame table
                                 * the line in the file then */
  const struct frame_surroundings *around; /* with statements */
  uint64_t offset;              /* of the address in the symbol that covers it; also 0 when none does */

  /* As the frame table has it (host/model/frames/frame_table.h). */
  const char *name, *signature; /* normalised, as identities have them; the second one with parameters */
  enum frame_role role;
  bool is_own;                  /* as --own says, whatever its role */
  bool is_local;                /* as it would be without --own: identities go by this one, so that they do not depend
                                 * on options */
  bool is_named;                /* it has a name that wrappers have ("xmalloc") */
  enum frame_test test;         /* as people are shown it; no place and no identity goes by this */

  /* As the stack tells it (place_mark_wrappers()). */
  bool hands_on;                /* it is a wrapper */
  bool is_by_line;              /* as such it may hand on several blocks: which one its mark tells */
  bool returns_on;              /* as version 2 of identities had it: the function returns what an allocator has just
                                 * given it */
};

/* Is it own code, and no allocator or language's library that was compiled into it? */
static inline bool frame_is_own(const struct frame *frame)
{
  return frame->is_own && frame->role == FRAME_TELLING;
}

/* Would a person look for a mistake in it? */
static inline bool frame_is_looked_at(const struct frame *frame)
{
  return frame->role == FRAME_TELLING && frame->test == FRAME_TEST_NONE;
}

#endif

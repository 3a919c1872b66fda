/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses to names: a byte of a mapped file becomes the functions, files and lines that stand there.
 *
 * Files are opened once and kept; answers are kept in memory and, by build-id, on disk. Nothing in an ELF or DWARF
 * file is trusted: what cannot be read costs names, never the run, and is said once as a warning. */
#ifndef SEEP_SYMBOLS_SYMBOLS_H
#define SEEP_SYMBOLS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "symbols/mark_set.h"

struct symbols;

struct symbols_config {
  const char *cache_dir;         /* where answers are kept by build-id; NULL: no disk cache */
  const char *packed_dir;        /* answers that were packed with a run: they hold wherever they are read, whatever files are
                                  * there; NULL: none */
  bool packs;                    /* put all answers there in the end, not only those about files that are kept and gone */
  const char *const *debug_dirs; /* extra roots to look for debug files in, NULL-terminated; NULL: none.
                                  * /usr/lib/debug is always searched */
  void (*warn)(void *context, const char *message); /* called once per problem; may be NULL */
  void *warn_context;
  const char *code; /* answers that other code has left in the cache are not taken; NULL: that of this program */
};

/* Identifies a file as it was when it was mapped. */
struct symbols_module {
  const char *path;
  const unsigned char *build_id; /* may be NULL */
  size_t build_id_bytes;
  /* Tell another file when there is no build-id: the first that is known does. 0: unknown */
  uint64_t sum;                  /* of its contents (record/file_sum.h) */
  uint64_t file_bytes, mtime_ns; /* together */
  uint64_t inode;
};

/* What a mark is made of; those of two kinds say nothing about each other. */
enum symbols_mark {
  SYMBOLS_MARK_NONE,
  SYMBOLS_MARK_TEXT,   /* the statement in the source, and how many like it stand before it in the function */
  SYMBOLS_MARK_LINE,   /* its distance from the declaration of the function; no source could be read, or it is newer
                        * than the module */
  SYMBOLS_MARK_OFFSET, /* the distance in code from the beginning of the symbol; no line is known, or not whose it is */
  SYMBOLS_MARKS,
};

/* What stands around a line in its function, in the source: by this a line that was edited is known again. */
struct symbols_surroundings {
  struct mark_set statements; /* the marks of all statements of the function; empty: not known */
  uint64_t neighbours[2];     /* of the statements before and behind it; 0: there is none, or not known */
};

/* One function at an address; several when calls were inlined. Strings live as long as `struct symbols`; NULL:
 * unknown. */
struct symbols_frame {
  const char *function_linkage; /* as in the symbol table, for suppressions ("_Z3foov") */
  const char *function;         /* demangled: C++, Rust, D; equal to function_linkage for C */
  const char *directory;        /* as the compiler was given it, made absolute with its working directory */
  const char *file;             /* as the line table has it: as a rule the last component, but Rust has "src/map.rs",
                                 * and generated files may be absolute. As in Memcheck */
  unsigned line;                /* 0: none in particular: code that the compiler made up, or nothing is known */
  bool is_inlined;              /* into the function of the next frame. Then both names above are, as in Memcheck, the
                                 * plain name in the source ("push_back") */
  const char *inlined_linkage;  /* the linkage name of an inlined function, when the compiler tells it */
  uint64_t mark;                /* tells this line from others of its function, wherever that stands and however it is
                                 * compiled; 0: not known */
  enum symbols_mark mark_kind;
  unsigned line_in_function;    /* counted from its declaration; 0: that line, or not known */
  struct symbols_surroundings around;
  uint64_t offset;              /* of the address in the symbol that covers it; 0: or there is none */
};

struct error *symbols_create(const struct symbols_config *config, struct symbols **ret);

/* Write the disk cache and free everything. */
void symbols_destroy(struct symbols *symbols);

/* Names of a module are wanted later, and its path may lead elsewhere by then, or nowhere: `fd`, which is taken over,
 * is the file that was mapped. It is proved before it is believed. Only so many are kept as descriptors can be spared
 * for. */
void symbols_keep_file(struct symbols *symbols, const struct symbols_module *module, int fd);

/* Is it kept, and its path leads elsewhere by now, or are answers to be packed for elsewhere? Then what is not asked
 * will not be known later. */
bool symbols_must_resolve_now(struct symbols *symbols, const struct symbols_module *module);

/* Frames of the instruction at `file_offset` of the module, innermost (most deeply inlined) first; at least one. The
 * array belongs to `symbols`. When nothing is known the single frame is all NULL. Fails only without memory. */
struct error *symbols_resolve(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                              const struct symbols_frame **ret_frames, size_t *ret_count);

/* What follows is told in addresses of the file ("link-time"): the loader adds one number to all of them. */

struct symbols_segment {
  uint64_t start, end;
  bool is_writable;
};

/* Where a module's parts lie. */
struct symbols_layout {
  uint64_t address;                       /* of the byte of code that was asked about */
  const struct symbols_segment *segments; /* those that are loaded, with what memory adds to the file; as long as
                                           * `symbols` */
  size_t segment_count;                   /* 0: nothing is known */
  uint64_t tls_bytes, tls_alignment;      /* of each thread's copy of thread-local storage; 0: there is none */
};

struct error *symbols_layout(struct symbols *symbols, const struct symbols_module *module, uint64_t code_file_offset,
                             struct symbols_layout *ret);

/* A variable with an address of its own. */
struct symbols_variable {
  const char *name;       /* demangled; NULL: none has a name here, and so in the whole range */
  const char *function;   /* the function that it is local to; NULL: none, or not known */
  const char *directory, *file; /* where it is declared, as in struct symbols_frame */
  unsigned line;
  uint64_t start, bytes;
};

/* The variable that covers an address of the module's data, or an offset in its thread-local storage. Strings live as
 * long as `symbols`. */
enum symbols_area { SYMBOLS_DATA, SYMBOLS_TLS };
struct error *symbols_variable(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                               uint64_t address, struct symbols_variable *ret);

/* Where in a variable a byte is. */
struct symbols_path {
  const char *name; /* of the variable, as in its declaration; NULL: nothing is known */
  const char *path; /* "[3].name": the field and element that the byte is in; "" when it has no parts */
  uint64_t rest;    /* how far in that */
};
struct error *symbols_variable_path(struct symbols *symbols, const struct symbols_module *module,
                                    enum symbols_area area, uint64_t address, struct symbols_path *ret);

/* What a variable's place in a frame is told from. */
enum symbols_base {
  SYMBOLS_FRAME_ADDRESS, /* the canonical frame address, which is the caller's stack pointer */
  SYMBOLS_FRAME_POINTER, /* what rbp holds; mostly 16 bytes below that */
  SYMBOLS_STACK_POINTER,
  SYMBOLS_BASES,
};

/* A variable in the frame of a function. */
struct symbols_local {
  const char *name, *type;  /* NULL: the type has no name */
  const char *function;     /* that it belongs to, demangled: the one with the frame, or one that is inlined */
  const char *file;
  unsigned line;            /* where it is declared */
  enum symbols_base base;
  int64_t offset;           /* from that */
  uint64_t bytes;
};

/* The variables that the function at an instruction has in its frame there, innermost block first. Those that are in
 * registers, or in several places, are not among them. */
struct error *symbols_locals(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                             const struct symbols_local **ret, size_t *ret_count);

/* What frames hold; 0: not known. */
struct symbols_frame_registers {
  uint64_t frame_address, frame_pointer, stack_pointer;
};

/* Where a variable of a frame begins; false when that is not known. */
bool symbols_local_start(const struct symbols_local *local, const struct symbols_frame_registers *registers,
                         uint64_t *ret);

/* A byte of variable `number` among those. */
struct error *symbols_local_path(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                                 size_t number, uint64_t byte, struct symbols_path *ret);

/* What the result of a call seems to point at. */
enum symbols_evidence {
  SYMBOLS_STORED,   /* the next instruction puts the result into a variable with a pointer to that type */
  SYMBOLS_BUILT,    /* it is passed to a constructor of that type */
  SYMBOLS_DECLARED, /* a variable with a pointer to that type is declared in the line of the call */
  SYMBOLS_RETURNED, /* the function that calls returns a pointer to that type; NULL: to void */
  SYMBOLS_EVIDENCES,
};
struct symbols_target {
  enum symbols_evidence evidence;
  const char *type;
  const char *function;  /* SYMBOLS_RETURNED: its plain name */
  uint64_t bytes;        /* of one; 0: not known */
  bool is_structure;
};

/* `file_offset`: somewhere in the call, just before the address that it returns to. */
struct error *symbols_targets(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                              const struct symbols_target **ret, size_t *ret_count);

/* What a function does with the result of a call that it makes, and for how many callers. A wrapper is a function that
 * returns it, for several. */
struct symbols_call {
  bool is_known;    /* otherwise nothing could be found out */
  bool is_returned; /* the very value is what the function returns, on some path. Its machine code tells; of a function
                     * that is inlined only the type of its result: whether that is a pointer or reference */
  unsigned callers; /* calls of the function in its module, those from itself aside, and places that it was inlined
                     * into. 2 more when its address is taken, 2 when it is exported from a shared library, and 2
                     * when it is of a template. At most 255 */
};

/* `file_offset`: the call's last byte, just before the address that it returns to; `depth`: which of the functions
 * there, as symbols_resolve() numbers them. */
struct error *symbols_call(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                           size_t depth, struct symbols_call *ret);

/* Demangle one linkage name (C++, Rust, D); returns a malloc'ed string or NULL when it is not mangled. */
char *symbols_demangle(const char *linkage_name);

/* The same for Ada: "ada.text_io.put_line". Nothing in a name says that it is Ada's. */
char *symbols_demangle_ada(const char *linkage_name);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Addresses to names: a byte of a mapped file becomes the functions, files and lines that stand there.
 *
 * Files are opened once and kept; answers are kept in memory and, by build-id, on disk. Nothing in an ELF or DWARF
 * file is trusted: what cannot be read costs names, never the run, and is said once as a warning. */
#ifndef SEEP_HOST_SYMBOLS_SYMBOLS_H
#define SEEP_HOST_SYMBOLS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/frame/frame.h"
#include "host/symbols/dwarf/type_items.h"

struct symbols;

struct symbols_config {
  const char *cache_dir;         /* where answers are kept by build-id; NULL: no disk cache */
  const char *packed_dir;        /* answers packed with a run, which hold on any machine, whatever files it has;
                                  * NULL: none */
  bool packs;                    /* store all answers there at the end, not only those about files that have gone */
  const char *const *debug_dirs; /* extra roots to look for debug files in, NULL-terminated; NULL: none.
                                  * /usr/lib/debug is always searched */
  bool downloads;                /* debug files are also looked for on the servers in $DEBUGINFOD_URLS */
  /* What takes so long, now and then; NULL: it is over. May be NULL */
  void (*progress)(void *context, const char *text);
  void (*warn)(void *context, const char *message); /* called once per problem; may be NULL */
  void *warn_context;            /* of both */
  const char *code; /* identifies the code that answers; cached answers of other code are ignored. NULL: this
                     * program's build-id */
};

/* Identifies a file as it was when it was mapped. */
struct symbols_module {
  const char *path;
  const unsigned char *build_id; /* may be NULL */
  size_t build_id_bytes;
  /* Identify the file when there is no build-id; the first that is known decides. 0: unknown */
  uint64_t sum;                  /* of its contents (shared/record/file_sum.h) */
  uint64_t file_bytes, mtime_ns; /* together */
  uint64_t inode;
};

void symbols_create(const struct symbols_config *config, struct symbols **ret);

/* Write the disk cache and free everything. */
void symbols_destroy(struct symbols *symbols);

/* Once `is_over(context)`, nothing is waited for that servers may send. */
void symbols_set_end(struct symbols *symbols, bool (*is_over)(void *context), void *context);

/* In a warning: the file of a module cannot be read any more, or is another one, so its names are lost. */
#define SYMBOLS_NAMELESS "no names are taken from it"

/* Keep a mapped file open: by the time its names are wanted, its path may lead to another file or to none. `fd` is
 * taken over; before anything is read from it, it is checked to be the module's file. Only as many are kept as there
 * are descriptors to spare. */
void symbols_keep_file(struct symbols *symbols, const struct symbols_module *module, int fd);

/* Must names be looked up now, as they cannot be later? So it is when only the kept file has them, its path leading
 * elsewhere by now, and when all answers are to be packed. */
bool symbols_must_resolve_now(struct symbols *symbols, const struct symbols_module *module);

/* Frames of the instruction at `file_offset` of the module, innermost (most deeply inlined) first; at least one. The
 * array and its strings belong to `symbols`; `object` is NULL, and so is everything when nothing is known. */
void symbols_resolve(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                     const struct frame **ret_frames, size_t *ret_count);

/* From here on addresses are those in the file (link-time addresses), to which the loader adds one number. */

struct symbols_segment {
  uint64_t start, end;
  bool is_writable;
};

/* Where a module's parts lie. */
struct symbols_layout {
  uint64_t address;                       /* of the byte of code that was asked about */
  const struct symbols_segment *segments; /* those that are loaded, with what they have in memory beyond the file;
                                           * as long as `symbols` */
  size_t segment_count;                   /* 0: nothing is known */
  uint64_t tls_bytes, tls_alignment;      /* of each thread's copy of thread-local storage; 0: there is none */
};

/* Where variables of the module lie, for one loaded with code from that offset on. Nothing is known: zeros. */
void symbols_layout(struct symbols *symbols, const struct symbols_module *module, uint64_t code_file_offset,
                    struct symbols_layout *ret);

/* A variable with a fixed address. */
struct symbols_variable {
  const char *name;       /* demangled; NULL: none has a name here, and so in the whole range */
  const char *function;   /* the function that it is local to; NULL: none, or not known */
  const char *directory, *file; /* where it is declared, as in struct frame */
  unsigned line;
  uint64_t start, bytes;
};

/* The variable that covers an address of the module's data, or an offset in its thread-local storage. Strings live as
 * long as `symbols`. */
enum symbols_area { SYMBOLS_DATA, SYMBOLS_TLS };
void symbols_variable(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                      uint64_t address, struct symbols_variable *ret);

/* Where in a variable a byte is. */
struct symbols_path {
  const char *name; /* of the variable, as in its declaration; NULL: nothing is known */
  const char *path; /* "[3].name": the field and element that the byte is in; "" when it has no parts */
  uint64_t rest;    /* how far in that */
};
void symbols_variable_path(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                           uint64_t address, struct symbols_path *ret);

/* The type of the variable that covers a byte, and all that it leads to, as a list whose first item is that type; empty
 * when nothing is known. What is far away may be left out. *ret_start: where the variable begins. */
void symbols_variable_types(struct symbols *symbols, const struct symbols_module *module, enum symbols_area area,
                            uint64_t address, const struct symbols_type **ret, size_t *ret_count, uint64_t *ret_start);

/* What a variable's place in a frame is relative to. */
enum symbols_base {
  SYMBOLS_FRAME_ADDRESS, /* the canonical frame address, which is the caller's stack pointer */
  SYMBOLS_FRAME_POINTER, /* what rbp holds; as a rule 16 bytes below the frame address */
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

/* The variables that the function at an instruction has in its frame there, innermost block first. Variables in
 * registers, or in several places, are left out. */
void symbols_locals(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                    const struct symbols_local **ret, size_t *ret_count);

/* The registers of a frame; 0: not known. */
struct symbols_frame_registers {
  uint64_t frame_address, frame_pointer, stack_pointer;
};

/* Where a variable of a frame begins; false when that is not known. */
bool symbols_local_start(const struct symbols_local *local, const struct symbols_frame_registers *registers,
                         uint64_t *ret);

/* The part of local variable `number`, counted as above, that a byte belongs to. */
void symbols_local_path(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                        size_t number, uint64_t byte, struct symbols_path *ret);

/* The types of local variable `number`, counted as above, as symbols_variable_types() has them. */
void symbols_local_types(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                         size_t number, const struct symbols_type **ret, size_t *ret_count);

/* How it is known what the result of a call points at. */
enum symbols_evidence {
  SYMBOLS_STORED,   /* the next instruction stores the result in a variable of type pointer to that */
  SYMBOLS_BUILT,    /* it is passed to a constructor of that type */
  SYMBOLS_DECLARED, /* a variable of type pointer to that is declared in the line of the call */
  SYMBOLS_RETURNED, /* the calling function returns a pointer to that; a NULL type is void */
  SYMBOLS_EVIDENCES,
};
struct symbols_target {
  enum symbols_evidence evidence;
  const char *type;
  const char *function;  /* SYMBOLS_RETURNED: its plain name */
  uint64_t bytes;        /* of one; 0: not known */
  bool is_structure;
};

/* `file_offset` is in the call instruction, just before its return address. */
void symbols_targets(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset,
                     const struct symbols_target **ret, size_t *ret_count);

/* How a block comes from a function to its caller; also bits of a set. */
enum {
  SYMBOLS_WAY_RESULT,   /* in %rax */
  SYMBOLS_WAY_SECOND,   /* in %rdx, as the second half of a structure */
  SYMBOLS_WAY_ARGUMENT, /* in memory that the first argument leads to; the other five in registers follow, and those on
                         * the stack as one */
  SYMBOLS_WAYS = SYMBOLS_WAY_ARGUMENT + 7,
};

/* What a function leaves in registers that may be an address. */
enum symbols_result {
  SYMBOLS_RESULT_UNKNOWN,
  SYMBOLS_RESULT_NONE,
  SYMBOLS_RESULT_WORD,      /* %rax */
  SYMBOLS_RESULT_TWO_WORDS, /* and %rdx */
};

/* What a function does with the block that a call gives it, and how many callers the function has. One that hands the
 * block on and has several callers is a wrapper. */
struct symbols_call {
  bool is_known;    /* false: nothing could be found out */
  bool is_returned; /* on some path the function returns the very value that the call returned. Machine code tells; of
                     * an inlined function only the type of its result does: whether it is a pointer or reference */
  bool is_stored;   /* that value is put where a pointer leads: in an object, say, of which it is a part */
  uint16_t ways[SYMBOLS_WAYS]; /* by the way that the block came from the call: the set of ways by which it may go on.
                                * An inlined function has no registers: what it hands on stays on the way it came */
  uint8_t result;              /* enum symbols_result, of the function itself, as it is declared */
  bool takes_pointer;          /* the function has a parameter that may lead to memory */
  const char *callee;          /* by its symbol, what the instruction itself calls in its module; NULL: not known, as of
                                * functions          that are inlined */
  int64_t callee_start, callee_end; /* where that lies, in bytes from the call's last one */
  unsigned callers; /* calls in its module from other functions, and places it was inlined into. 2 more when its
                     * address is taken, 2 when a shared library exports it, and 2 when it comes from a template. At
                     * most 255 */
};

/* `file_offset` is the call's last byte, just before its return address; `depth` says which of the functions there is
 * meant, as symbols_resolve() numbers them. */
void symbols_call(struct symbols *symbols, const struct symbols_module *module, uint64_t file_offset, size_t depth,
                  struct symbols_call *ret);

/* Demangle a linkage name of C++, Rust or D. Malloc'ed; NULL when it is not mangled. */
char *symbols_demangle(const char *linkage_name);

/* The same for Ada ("ada.text_io.put_line"), whose names do not show the language. */
char *symbols_demangle_ada(const char *linkage_name);

#endif

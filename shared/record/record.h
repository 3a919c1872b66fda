/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The run record: what the guest side sends and the host side reads, live over a socket or later from a file.
 *
 * A stream is a header followed by frames; the stream over the socket and the file are the same bytes.
 *
 *   header   24 bytes: magic "SEEPREC\n", then five little-endian numbers: u16 major, u16 minor, u32 header_bytes,
 *            u32 word_bytes (8), u32 reserved (0). Frames begin at header_bytes.
 *   frame    u32 payload_bytes, u16 kind, u16 reserved (0), payload, u32 crc32 (IEEE) of everything before it.
 *   payload  the fields of frame_kinds.def in order: U64 as LEB128, STR as LEB128 length and bytes, lists as LEB128
 *            count and items.
 *
 * A reader refuses another major version, takes any minor version by the rules of growth in frame_kinds.def, and
 * treats a stream that stops inside a frame as one that was cut off there. */
#ifndef SEEP_SHARED_RECORD_RECORD_H
#define SEEP_SHARED_RECORD_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RECORD_MAGIC "SEEPREC\n"
enum {
  RECORD_MAGIC_BYTES = 8,
  RECORD_MAJOR = 1,
  RECORD_MINOR = 1,
  RECORD_HEADER_BYTES = 24,
  RECORD_FRAME_HEAD_BYTES = 8,
  RECORD_FRAME_TAIL_BYTES = 4,
  RECORD_PAYLOAD_MAX_BYTES = 1 << 24, /* decoded lists may take 16 times as much memory */
};

struct record_string {
  const char *data; /* not NUL-terminated */
  size_t size;      /* bytes */
};
struct record_numbers {
  const uint64_t *items;
  size_t count;
};
struct record_strings {
  const struct record_string *items;
  size_t count;
};

enum record_kind {
#define FRAME(NAME, name, number) RECORD_##NAME = number,
#include "shared/record/frame_kinds.def"
};

#define FRAME(NAME, name, number) struct record_##name {
#define U64(f) uint64_t f;
#define STR(f) struct record_string f;
#define U64S(f) struct record_numbers f;
#define STRS(f) struct record_strings f;
#define END(NAME, name) };
#include "shared/record/frame_kinds.def"

/* What a process is called from the moment when a signal that asks it to end does end it (PR_SET_NAME). */
#define RECORD_NAME_OF_ENDING "seep-ending"

enum record_error_kind {
  RECORD_ERROR_NONE = 0, /* no error and without an id: the place of its address is to be told, for a monitor command */
#define ERROR_KIND(NAME, number, xml_kind, suppression_kind) RECORD_ERROR_##NAME = number,
#include "shared/record/error_kinds.def"
};

/* Where an address lies. */
enum record_place {
  RECORD_PLACE_UNKNOWN = 0,     /* not stack'd, malloc'd or (recently) free'd */
  RECORD_PLACE_LIVE_BLOCK = 1,  /* in, before or after a block that is allocated; place_detail 1: where a freed one lay
                                   a short while ago */
  RECORD_PLACE_FREED_BLOCK = 2, /* in, before or after a block in quarantine */
  RECORD_PLACE_POOL_BLOCK = 3,  /* in a block of a memory pool or a client-described block (place_name) */
  RECORD_PLACE_STACK = 4,   /* on the stack of thread place_tid; place_frame is one more than the index of the frame in
                               that thread's stack trace, 0 when it is not known; place_stack_id is a stack of the one
                               frame that made it, 0 when not known; place_detail is an enum record_stack_part, and
                               place_offset the signed distance from the stack pointer when not RECORD_STACK_LIVE */
  RECORD_PLACE_SEGMENT = 5, /* in a mapped segment; place_name is its file, if any, place_frame its bits (below) */
  RECORD_PLACE_DATA_SYMBOL = 6, /* place_offset bytes into the global variable place_name */
  RECORD_PLACE_SECTION = 7,     /* in section place_section (".bss" as "BSS") of the mapped object place_name */
  RECORD_PLACE_BRK = 8, /* in the brk data segment or above its present limit; block_start, block_bytes: the part in
                           use */
  RECORD_PLACE_JUST_BELOW = 9, /* just below the stack pointer, and nowhere else */
  RECORD_PLACE_ARENA = 10,     /* in, before or after a block of the core's memory; place_name is the arena's name;
                                  place_detail 1: the block is not in use */
};
enum record_stack_part { RECORD_STACK_LIVE = 0, RECORD_STACK_BELOW_SP = 1, RECORD_STACK_GUARD_PAGE = 2 };
enum record_segment {
  RECORD_SEGMENT_READ = 1,
  RECORD_SEGMENT_WRITE = 2,
  RECORD_SEGMENT_EXECUTE = 4,
  RECORD_SEGMENT_FILE = 8,
  RECORD_SEGMENT_SHARED = 16, /* System V shared memory */
};

/* What is wrong with a parameter of a system call, or with memory that the program asked to be checked. */
enum record_param {
  RECORD_PARAM_REGISTER = 0,      /* the register that holds the parameter has undefined bits */
  RECORD_PARAM_UNADDRESSABLE = 1, /* it points at memory that may not be touched */
  RECORD_PARAM_UNDEFINED = 2,     /* it points at memory with undefined bits */
};

/* Where an undefined value came from. */
enum record_origin {
  RECORD_ORIGIN_NONE = 0,    /* nothing to say, or something else at origin_stack_id when there is one */
  RECORD_ORIGIN_HEAP = 1,    /* a heap allocation, at origin_stack_id */
  RECORD_ORIGIN_STACK = 2,   /* a stack allocation; origin_stack_id is a stack of one frame, the function's */
  RECORD_ORIGIN_CLIENT = 3,  /* a client request, at origin_stack_id */
  RECORD_ORIGIN_PAST_END = 4, /* an aligned load that reached past the end of a block, which was allocated at
                                 origin_stack_id */
};

/* When something was found that had happened before. */
enum record_found_when {
  RECORD_FOUND_BY_CALL = 1,      /* that freed or resized the block */
  RECORD_FOUND_BEFORE_REUSE = 2, /* when the memory of a freed block was about to be used again */
  RECORD_FOUND_AT_END = 3,       /* of the program */
};

/* Which family of functions made a block; it decides which may free it. */
enum record_allocator {
  RECORD_ALLOCATOR_MALLOC = 0,
  RECORD_ALLOCATOR_NEW = 1,
  RECORD_ALLOCATOR_NEW_ARRAY = 2,
  RECORD_ALLOCATOR_CUSTOM = 3, /* MALLOCLIKE_BLOCK and pools */
};

/* In the order of a leak check's verdicts; the numbers are also the order of the LEAK SUMMARY. */
enum record_leak_kind {
  RECORD_LEAK_DEFINITE = 1,
  RECORD_LEAK_INDIRECT = 2,
  RECORD_LEAK_POSSIBLE = 3,
  RECORD_LEAK_REACHABLE = 4,
};
enum record_leak_mode { RECORD_LEAK_SUMMARY = 1, RECORD_LEAK_FULL = 2 };
enum record_leak_delta {
  RECORD_DELTA_NONE = 0,
  RECORD_DELTA_INCREASED = 1,
  RECORD_DELTA_CHANGED = 2,
  RECORD_DELTA_NEW = 3
};
enum record_leak_reason { RECORD_LEAK_AT_EXIT = 1, RECORD_LEAK_BY_REQUEST = 2, RECORD_LEAK_BY_MONITOR = 3 };

enum record_xtree_content { RECORD_XTREE_ALLOCS = 1, RECORD_XTREE_FULL = 2 }; /* --xtree-memory */

/* Best first: if roots of several classes hold a block, the best one is recorded. */
enum record_root_class {
  RECORD_ROOT_NONE = 0,
  RECORD_ROOT_GLOBAL = 1,   /* data of a mapped file, or another writable mapping */
  RECORD_ROOT_TLS = 2,      /* thread-local storage, its vectors and thread control blocks */
  RECORD_ROOT_STACK = 3,    /* live part of a thread's stack */
  RECORD_ROOT_REGISTER = 4, /* a register of a thread */
};

/* What speaks against a verdict, or explains it. */
enum record_doubt_cause {
  RECORD_DOUBT_ENDED_THREAD = 1, /* it belongs to a thread that has ended, and that was neither joined nor detached */
  RECORD_DOUBT_INNER = 2,        /* all pointers to it that were found lead equally far into it */
  RECORD_DOUBT_HIGH_BITS = 3,    /* a word has its address, with something else in the upper 16 bits */
  RECORD_DOUBT_UNALIGNED = 4,    /* its address is in memory, but not in an aligned word */
  RECORD_DOUBT_BEHIND = 5,       /* a pointer leads to where it ends */
};
enum { RECORD_DOUBT_CAUSES = RECORD_DOUBT_BEHIND + 1 };

/* How the last pointer to a block went. */
enum record_lost_cause {
  RECORD_LOST_UNKNOWN = 0,      /* pointers to it were seen, but not how the last one went */
  RECORD_LOST_NEVER_STORED = 1, /* it was in registers only; no event */
  RECORD_LOST_OVERWRITTEN = 2,
  RECORD_LOST_FRAME_LEFT = 3,   /* it lay on a stack, whose pointer passed it */
  RECORD_LOST_HOLDER_FREED = 4, /* the block that it lay in was freed, or resized so that it was cut off */
  RECORD_LOST_UNMAPPED = 5,     /* so was the memory that it lay in */
  RECORD_LOST_BY_HOLDER = 6,    /* it is still there, in a block that is lost itself: an event of RECORD_LOST_HELD */
  RECORD_LOST_HELD = 7,         /* a pointer is still there: of blocks that are not lost, and of freed ones */
  RECORD_LOST_PASSED_ON = 8,    /* no pointer: an undefined value was stored there on its way; in events only */
};
enum record_lost_role {
  RECORD_LOST_ROLE_NONE = 0,  /* one of the last events */
  RECORD_LOST_ROLE_OWNER = 1, /* earlier: of the block's owner; others have outlived losses like the last one */
  RECORD_LOST_ROLE_NEWER = 2, /* earlier: of a pointer that was stored after the last one, which may have been that */
};
enum record_heuristic {
  RECORD_HEURISTIC_NONE = 0,
  RECORD_HEURISTIC_STDSTRING = 1,
  RECORD_HEURISTIC_LENGTH64 = 2,
  RECORD_HEURISTIC_NEWARRAY = 3,
  RECORD_HEURISTIC_MULTIPLEINHERITANCE = 4,
  RECORD_HEURISTIC_REFCOUNT = 5,
  RECORD_HEURISTIC_LIST = 6,
};
enum record_message_class {
  RECORD_MESSAGE_CORE = 1,  /* the core's user messages */
  RECORD_MESSAGE_DEBUG = 2, /* the core's debug messages, shown as --PID-- */
  RECORD_MESSAGE_GUEST = 3, /* VALGRIND_PRINTF, shown as **PID** */
  RECORD_MESSAGE_SEEP = 4,  /* the tool's own */
  RECORD_MESSAGE_PLAIN = 5, /* as it is, without a process id in front */
  RECORD_MESSAGE_FAILS = 6, /* the tool's own: an allocation fails, as --fail-alloc asks for */
};
enum record_question {
  RECORD_QUESTION_SYNC = 1,   /* all frames so far are dealt with */
  RECORD_QUESTION_LEAKS = 2,  /* totals of the last leak check, suppressed blocks told apart */
  RECORD_QUESTION_ERRORS = 3, /* errors that were not suppressed so far */
  RECORD_QUESTION_EXIT = 4,   /* asked after END_OF_RUN: all is printed; which exit status applies? */
  RECORD_QUESTION_TEXT = 5, /* what has been told since MONITOR: text_bytes of it follow the reply, in pieces of at most
                               RECORD_TEXT_PIECE_BYTES; to be asked until there are none */
  RECORD_QUESTION_LOSS = 6, /* what is loss record number `argument` of the last leak check? */
  RECORD_QUESTION_TELL_LOSS = 7,  /* the same, and it is to be told */
  RECORD_QUESTION_FAIL_ALLOC = 9, /* does --fail-alloc name the place of stack `argument`? */
  RECORD_QUESTION_TELL_ERROR = 8, /* tell of error `argument` again; 0: of all, as at the end of a report */
  RECORD_QUESTION_EXPLAIN = 10,   /* does --explain mean blocks that are allocated by stack `argument`? */
};
enum record_snapshot_reason {
  RECORD_SNAPSHOT_AT_EXIT = 1,
  RECORD_SNAPSHOT_BY_SIGNAL = 2,
  RECORD_SNAPSHOT_PERIODIC = 3,
  RECORD_SNAPSHOT_BY_REQUEST = 4, /* of the program */
  RECORD_SNAPSHOT_BY_MONITOR = 5, /* vgdb, gdb, seep snapshot */
  RECORD_SNAPSHOT_PEAK_SO_FAR = 6, /* the heap was never larger; replaces the one before */
  RECORD_SNAPSHOT_PEAK = 7,       /* the last of these, told again before the process ends; its file says PEAK_SO_FAR */
};
/* Can the heap of a process be seen? If it is not SEEN, blocks can be lost unnoticed. */
enum record_heap_sight {
  RECORD_HEAP_SEEN = 1,              /* every allocation function that was found is replaced */
  RECORD_HEAP_STATIC = 2,            /* the program is linked statically, and its allocation functions have no names */
  RECORD_HEAP_FOREIGN_ALLOCATOR = 3, /* an allocator that is not replaced is in there */
  RECORD_HEAP_SANITIZER = 4,     /* the program was built with a sanitizer, which has its own heap or does not start */
  RECORD_HEAP_OTHER_RUNTIME = 5, /* a language's runtime with a heap of its own, such as Go's */
};
enum record_end_reason {
  RECORD_END_EXIT = 1,
  RECORD_END_SIGNAL = 2,
  RECORD_END_TOOL_FAILED = 3,
  RECORD_END_BY_DEBUGGER = 4
};

/* The reporter's answer to a QUERY: a struct in the machine's own layout, as both ends are on one machine. */
#define RECORD_REPLY_MAGIC 0x53454550u
enum {
  RECORD_REPLY_EXIT_NOW = 1,
  RECORD_REPLY_USE_STATUS = 2,
  RECORD_REPLY_SUPPRESSED = 4,
  RECORD_REPLY_OUTPUT_FAILED = 8,
  RECORD_REPLY_FAILS = 16,
  RECORD_REPLY_REFUSED = 32,
  RECORD_REPLY_FOLLOWED = 64,
};
enum { RECORD_TEXT_PIECE_BYTES = 1 << 14 };
struct record_reply {
  uint32_t magic;
  uint32_t token;
  uint64_t flags;       /* EXIT_NOW: --exit-on-first-error applies; USE_STATUS: end with exit_status; SUPPRESSED: the
                           * last ERROR before a SYNC was suppressed; OUTPUT_FAILED: part of the report could
                           * not be written where it belongs; FAILS: of FAIL_ALLOC, it does; FOLLOWED: of
                           * EXPLAIN, it does; REFUSED: the last OPTION cannot be set so */
  uint64_t exit_status;
  uint64_t errors;      /* unsuppressed errors so far, duplicates counted */
  uint64_t leak_bytes[4]; /* of the last leak check: definite + indirect, possible, reachable, suppressed */
  uint64_t leak_blocks[4];
  uint64_t text_bytes;    /* of TEXT */
  uint64_t loss_kind;     /* of LOSS: enum record_leak_kind, 0: there is no such record */
  uint64_t loss_stack_id;
  uint64_t loss_count;    /* how many records there are */
  uint64_t leak_errors;   /* loss records among `errors` */
  uint64_t suppressed_leaks; /* those that are not, being suppressed */
  uint64_t items;         /* of EXPLAIN: by which items of its list, as in MET */
};

/* --- encoding; pure, shared by both sides --- */

/* Bytes are written as long as they fit in `capacity`; `size` counts how many would have been needed. If size >
 * capacity after a put, enlarge the buffer and repeat the put from where the frame began. */
struct record_encoder {
  unsigned char *data;
  size_t capacity;
  size_t size;
};

/* The header, which comes once, before all frames. */
void record_put_header(struct record_encoder *encoder);

#define FRAME(NAME, name, number) \
  void record_put_##name(struct record_encoder *encoder, const struct record_##name *frame);
#include "shared/record/frame_kinds.def"

/* The same by kind: `frame` is the structure of that kind. */
static inline void record_put(struct record_encoder *encoder, enum record_kind kind, const void *frame)
{
  switch (kind) {
#define FRAME(NAME, name, number)      \
  case RECORD_##NAME:                  \
    record_put_##name(encoder, frame); \
    return;
#include "shared/record/frame_kinds.def"
  }
}

/* CRC-32 (IEEE 802.3, reflected, as zlib's crc32()); start with 0. */
uint32_t record_crc32(uint32_t crc, const void *data, size_t size);

#endif

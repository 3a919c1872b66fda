/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Followed blocks, the words of memory that point to each, and what became of such words: the last few events of a
 * block tell how it was lost.
 *
 * A block is lost for good when the last pointer from outside goes. Pointers from within do not count: those of blocks
 * that lead to each other in a cycle, none of which anything else points to. So the event that lost a block, or a
 * cycle, is the last one of any of its members whose word lay in none of them. What happens later can only be among the
 * members: whoever could change more would have had a pointer. (Registers are no words here: after its last event a
 * block may live in registers for a while; exits.h tells how they lost it.)
 *
 * Nothing here looks at memory: whoever sees a word change says what it points to now. */
#ifndef SEEP_MEMCHECK_PURE_FOLLOW_REFERENCES_H
#define SEEP_MEMCHECK_PURE_FOLLOW_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t followed_id; /* 0: none; used again when a block is forgotten and nothing points to it any more */

/* An aligned word that points to a followed block. */
struct reference {
  uint64_t address;
  followed_id target; /* 0: this place of the table is free */
  followed_id holder; /* in which the word lies; 0: in none */
  uint32_t stack;     /* where it was stored; 0: not known */
  uint32_t place;     /* the caller's */
  uint64_t stored_time;      /* counts up with those of events; set when it is added */
  uint64_t into : 62;        /* bytes from the block's start to where it points */
  uint64_t may_be_owner : 1; /* it is no copy that a function has made for itself */
  uint64_t is_late : 1; /* stored after the block was freed */
};

enum { REFERENCE_FRAMES = 2 };

/* Where a word lies, as far as that cannot be found out later. */
struct reference_place {
  uint64_t block_start, block_bytes; /* of the block around it; 0 bytes: it lay in none */
  uint32_t block_stack, block_allocator;
  uint32_t tid, frame;               /* on a stack, as in ERROR; `frame` 0: on none */
  uint32_t frames_stack, frames_first, frame_count; /* the same */
  uint64_t sps[REFERENCE_FRAMES + 1], fps[REFERENCE_FRAMES];
  uint32_t tls_module, tls_tid; /* likewise */
  uint64_t tls_offset;
};

/* A word does not point to a block any more. */
struct reference_event {
  uint64_t time;       /* counts up over all events; 0: this is none */
  uint64_t stored_time; /* of the word */
  uint64_t address;
  uint64_t into;       /* from the block's start to where it pointed */
  uint64_t value;      /* what it was overwritten with */
  uint32_t stack, stored_stack, value_stack;
  uint32_t tid;
  followed_id holder;
  uint32_t holder_serial; /* of that, as it may be freed */
  uint32_t kind;          /* outlived.h */
  bool was_outlived;      /* other words pointed to the block still */
  bool was_moved_on;      /* and a register that the function kept or returned */
  uint8_t cause;       /* enum record_lost_cause */
  struct reference_place place;
};

enum { REFERENCE_EVENTS = 3 };

struct followed {
  uint64_t start, bytes;
  uint32_t block;           /* the caller's number for it */
  uint32_t serial;          /* tells blocks apart that have the same id */
  uint32_t count;           /* references to it */
  uint32_t count_outside;   /* of these, those that lie in no followed block */
  bool is_live;
  bool was_stored;        /* outside of itself */
  uint64_t owner_stored_time; /* of the last word that may be its owner */
  bool is_owner_watched;      /* exits.h: the last word that may be its owner went, others did not */
  bool is_forgotten;      /* only words that point to it in vain keep the entry */
  struct reference_event *events; /* REFERENCE_EVENTS, in turn; NULL: none so far */
  uint32_t event_count;
};

struct references;

struct references *references_create(void);
void references_destroy(struct references *references);

/* Follow a new block from now on; `block` is the caller's name of it. */
followed_id references_follow(struct references *references, uint64_t start, uint64_t bytes, uint32_t block);
/* It was freed: its events are forgotten, and what points to it does so in vain. New words may still do so until it is
 * forgotten. */
void references_end(struct references *references, followed_id id);
/* The memory of a block that has ended may be used again: the id is free when nothing points to it any more. */
void references_forget(struct references *references, followed_id id);

/* Valid until the next block is followed. */
struct followed *references_followed(struct references *references, followed_id id);
followed_id references_limit(const struct references *references);

/* A word points to `target` now. It was none before. */
void references_add(struct references *references, const struct reference *reference);
/* What is known of a word; NULL: it points to none. Valid until the next one is added or removed. */
struct reference *references_find(struct references *references, uint64_t address);
/* It is none any more. */
void references_remove(struct references *references, uint64_t address);

/* The first word from `start` to before `end` that points to a followed block; false: there is none. */
bool references_next_in(struct references *references, uint64_t start, uint64_t end, uint64_t *ret_address);
/* All of them, in no order: begin with *cursor = 0. NULL at the end. Nothing must be added or removed in between. */
const struct reference *references_next(const struct references *references, size_t *cursor);
size_t references_count(const struct references *references);

/* Such a word is about to go: can that be what loses its block? Not if words that lie in no followed block point there,
 * too, as one of these will go later. */
bool references_may_be_last(const struct references *references, const struct reference *gone);

/* It happens now. */
void references_take_time(struct references *references, struct reference_event *event);

/* An event of a block; it has its time. */
void references_note_event(struct references *references, followed_id target, struct reference_event event);

/* The followed blocks from which `id` is reached and which are reached from it, itself first; `room` of them at most.
 * Returns their number; `room`: there may be more. */
size_t references_cycle(struct references *references, followed_id id, followed_id *ret, size_t room);
/* The event that lost them: the last one of a word outside; NULL: there was none. Members in ascending order are found
 * faster. */
const struct reference_event *references_loss(struct references *references, const followed_id *members, size_t count,
                                              followed_id *ret_target);
/* The events of a block from the latest to the earliest, `number` from 0; NULL: no more. */
const struct reference_event *references_event(const struct followed *followed, unsigned number);

/* For tests: do all its parts agree with each other? */
bool references_is_valid(struct references *references);

#endif

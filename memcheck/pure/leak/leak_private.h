/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the leak scan share: leak_scan.c drives, leak_mark.c follows pointers, leak_heuristic.c judges
 * those into the middle of a block, leak_cycle.c finds cycles, leak_loss.c sums up. */
#ifndef SEEP_MEMCHECK_PURE_LEAK_LEAK_PRIVATE_H
#define SEEP_MEMCHECK_PURE_LEAK_LEAK_PRIVATE_H

#include "memcheck/pure/base/id_set.h"
#include "memcheck/pure/leak/leak_index.h"
#include "memcheck/pure/leak/leak_pointers.h"
#include "memcheck/pure/leak/leak_scan.h"

enum {
  SCANS = 32,     /* a power of two */
  SCAN_DELAY = 8, /* blocks between two stages of scanning one: less than half of SCANS */
};

/* A block that is to be scanned, on its way. */
struct leak_waiting {
  block_id id;
  uint64_t start; /* 0: not known before the second stage */
};

/* A block that points to another one; `next` is the link that was noted for that one before. */
struct leak_link {
  block_id from;
  uint32_t next;
};

struct leak_cycle_set {
  uint32_t first, end; /* in stack_ids */
};

struct leak_cycle_search {
  bool is_under_way, are_members_found;
  block_id *leaders; /* that were found to be pointed to from their cliques */
  uint32_t leader_count, leader_capacity;

  /* One leader's search. Tables by block, for all searches. */
  uint32_t *last_link; /* of a block: the last link of those that point to it; 0: it was not found so far */
  uint32_t *cycle_of;  /* of a block: the number of a set; 0: it is in no cycle. NULL: no block is */
  uint32_t *outer_stack; /* of a leader in a cycle: the stack of another leader that leads to it, the lowest; 0: none */
  block_id *members;   /* blocks of the cycle, as they are found; those before members_followed were followed back */
  uint32_t member_count, members_followed;
  struct leak_link *links;
  uint32_t link_count, link_capacity;

  /* Sets of stacks, one behind the other, and a hash table of their numbers. */
  uint32_t *stack_ids;
  uint32_t stack_count, stack_capacity;
  struct leak_cycle_set *sets;
  uint32_t set_count, set_capacity;
  uint32_t *slots;
  uint32_t slot_count;    /* a power of two */
  struct id_set distinct; /* stacks of the set that is being put together */
  uint32_t distinct_limit;
};

/* Pointers from roots and blocks to those of LEAK_LAYOUT_FRONT, by how many words they lead in. */
enum { LEAK_FRONT_WORDS = 8, LEAK_FRONT_SURE = 4, LEAK_FRONT_RARE = 16 };
struct leak_front {
  uint64_t pointers[LEAK_FRONT_WORDS + 1];
  uint64_t bytes; /* that are in front of each block, so that a pointer behind them is one to its start; 0: none */
};

struct leak_scan {
  struct leak_front front;
  struct blocks *blocks;
  struct leak_index index;
  const struct leak_memory *memory;
  const struct leak_options *options;
  uint8_t root_class;  /* of the roots that are being followed */
  block_id leader;     /* whose clique is being gathered; 0: roots are being followed */
  bool is_led_back_to; /* another block of that clique points to its leader */
  uint32_t lost_count; /* blocks whose verdict is still DEFINITE */
  uint64_t searched_bytes;

  struct leak_pointers pointers;
  struct leak_waiting scans[SCANS];
  uint32_t scans_in, scans_fetched, scans_out; /* counted up without end */
  struct id_set pending; /* blocks to be scanned beyond those in `scans` */
  block_id last_taken;   /* from pending */
  block_id scanned;      /* whose words are being read */

  struct leak_cycle_search cycles;
};

/* Begin to follow the pointers in a root, or in a block; leak_mark_all() goes on until there is nothing left to
 * follow. */
void leak_mark_root(struct leak_scan *scan, const struct leak_root *root);
void leak_mark_block(struct leak_scan *scan, block_id id);
void leak_mark_all(struct leak_scan *scan);

/* Note that the leader of the clique just gathered may be in a cycle; when all are gathered, find the cycles. */
void leak_cycle_note_leader(struct leak_scan *scan);
void leak_cycle_find(struct leak_scan *scan);
void leak_cycle_release(struct leak_scan *scan);

/* During that search: one block of a clique points to another one. True: that one was not known so far and must be
 * scanned. */
bool leak_cycle_note_pointer(struct leak_scan *scan, block_id from, block_id to);

/* The number of the set for a block in a cycle with its leader; 0: it is in none. */
uint32_t leak_cycle_of(const struct leak_scan *scan, block_id id);

/* The stack of another leader that leads to a leader's cycle, the lowest; 0: none does. */
uint32_t leak_cycle_outer_stack(const struct leak_scan *scan, block_id leader);

/* Make the sets that a result holds. Returns by such a number that of the result, to be freed; NULL: there are none. */
uint32_t *leak_cycle_sum_up(struct leak_scan *scan, struct leak_cycles *ret);

/* Who leads the clique of an indirectly lost block in the end. */
block_id leak_loss_final_leader(const struct leak_scan *scan, struct block *block);

/* Make loss records of all verdicts. */
void leak_loss_sum_up(struct leak_scan *scan, struct leak_result *ret);

#endif

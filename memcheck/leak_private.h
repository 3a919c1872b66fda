/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the files of the leak scan share: leak.c drives, leak_mark.c follows pointers, leak_heuristic.c judges those
 * into the middle of a block, leak_loss.c sums up. */
#ifndef SEEP_MEMCHECK_LEAK_PRIVATE_H
#define SEEP_MEMCHECK_LEAK_PRIVATE_H

#include "memcheck/id_set.h"
#include "memcheck/leak.h"
#include "memcheck/leak_index.h"

enum {
  CANDIDATES = 64,      /* a power of two */
  CANDIDATE_DELAY = 16, /* words between two stages of looking one up: at most half of CANDIDATES */
  SCANS = 32,           /* a power of two */
  SCAN_DELAY = 8,       /* blocks between two stages of scanning one: less than half of SCANS */
};

/* A word that may be a pointer to a block, on its way through the pipeline. */
struct leak_candidate {
  uint64_t address;
  const struct blocks_leaf *leaf;
  block_id first;   /* of the granule's chain, from the second stage on */
  bool is_definite; /* the block it was found in is reachable, not just possibly so */
};

/* A block that is to be scanned, on its way. */
struct leak_waiting {
  block_id id;
  uint64_t start; /* 0: not known before the second stage */
};

struct leak_scan {
  struct blocks *blocks;
  struct leak_index index;
  const struct leak_memory *memory;
  const struct leak_options *options;
  uint8_t root_class;  /* of the roots that are being followed */
  block_id leader;     /* whose clique is being gathered; 0: roots are being followed */
  uint32_t lost_count; /* blocks not reached so far */
  uint64_t searched_bytes;

  struct leak_candidate candidates[CANDIDATES];
  uint32_t candidates_in, candidates_looked_at, candidates_out; /* counted up without end */
  struct leak_waiting scans[SCANS];
  uint32_t scans_in, scans_fetched, scans_out;
  struct id_set pending; /* blocks to be scanned that found no place there */
  block_id last_taken;   /* from pending */
};

/* Follow the pointers in a root, and in a block. What they lead to is marked by and by; leak_mark_all() comes to the
 * end. */
void leak_mark_root(struct leak_scan *scan, const struct leak_root *root);
void leak_mark_block(struct leak_scan *scan, block_id id);
void leak_mark_all(struct leak_scan *scan);

/* Make loss records of all verdicts. */
void leak_sum_up(struct leak_scan *scan, struct leak_result *ret);

#endif

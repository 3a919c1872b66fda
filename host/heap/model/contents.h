/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is in blocks: from the snapshot, if it was made with contents, else from the process, if it still runs. */
#ifndef SEEP_HOST_HEAP_MODEL_CONTENTS_H
#define SEEP_HOST_HEAP_MODEL_CONTENTS_H

#include "host/heap/model/heap.h"

struct block_contents {
  unsigned char *data;      /* the first bytes of the block; NULL: not known */
  unsigned char *undefined; /* a bit for each: not wholly defined; NULL: all are, or it is not known which */
  size_t bytes;
};

struct contents {
  struct block_contents *blocks; /* by number of the block in the snapshot; only wanted ones have any */
  uint32_t block_count;
  bool is_of_process;       /* as it is now: the block may have another use since the snapshot */
  char *problem;            /* why there are none; NULL: there are some */
};

/* Of these blocks, ascending, and of those that they point at. */
struct error *contents_read(const struct heap *heap, const uint32_t *blocks, uint32_t count, struct contents *ret);
void contents_deinit(struct contents *contents);

/* Is any of these bytes undefined? All must be there. */
bool contents_are_undefined(const struct block_contents *block, size_t offset, size_t bytes);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where an address lies that an error is about. LOCK_ERRORS is held, until the error has been reported. */
#ifndef SEEP_NATIVE_PLACES_H
#define SEEP_NATIVE_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#include "native/live_blocks.h"
#include "native/watched_thread.h"
#include "shared/record/record.h"

/* A mapping. */
struct place {
  uint64_t start, end;
  bool is_readable, is_writable, is_executable, is_file;
};

/* The mapping around an address; false: there is none. */
bool places_find(uint64_t address, struct place *ret);

/* The place is this block, which lives, or which was freed. */
void places_fill_live(struct record_error *error, uint64_t start, const struct live_block *block);
void places_fill_freed(struct record_error *error, const struct near_block *block);

/* The place of the error's address; `thread` runs. */
void places_describe(struct record_error *error, const struct watched_thread *thread);

#endif

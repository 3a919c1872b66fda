/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of snapshots for fuzz targets. Input: a byte that says how the rest is meant. Either it is a file as it stands,
 * or (the byte is odd) it is made into a stream whose header and checksums are right and that begins as a snapshot:
 * each frame is a kind of a snapshot's (0 is its head, which is empty when it does not come first), a length and its
 * bytes. */
#ifndef SEEP_TESTS_FUZZ_SNAPSHOT_INPUT_H
#define SEEP_TESTS_FUZZ_SNAPSHOT_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/heap/graph/snapshot.h"

/* NULL: it cannot be read. */
struct snapshot *snapshot_input_read(const uint8_t *data, size_t size);

#endif

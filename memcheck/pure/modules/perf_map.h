/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text by which compilers that work while a program runs tell profilers what they have made (/tmp/perf-PID.map):
 * lines of start, size, both hexadecimal, and name. It grows; of lines about the same memory the last counts. Lines
 * that make no sense are skipped. */
#ifndef SEEP_MEMCHECK_PURE_MODULES_PERF_MAP_H
#define SEEP_MEMCHECK_PURE_MODULES_PERF_MAP_H

#include <stddef.h>
#include <stdint.h>

enum { PERF_MAP_NAME_BYTES = 512 }; /* longer names are cut */

struct perf_map;

struct perf_map *perf_map_create(void);
void perf_map_destroy(struct perf_map *map);

/* More of the text; it may end within a line. */
void perf_map_take(struct perf_map *map, const char *text, size_t bytes);

/* How many lines were taken: as long as it stays the same, so do answers. */
size_t perf_map_count(const struct perf_map *map);

/* What is at an address, valid until more is taken; NULL: nothing is known. */
const char *perf_map_find(const struct perf_map *map, uint64_t address, uint64_t *ret_start, uint64_t *ret_end);

#endif

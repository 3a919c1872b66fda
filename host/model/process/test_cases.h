/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Test cases that ran in a process, as far as errors and leaks belong to them. */
#ifndef SEEP_HOST_MODEL_PROCESS_TEST_CASES_H
#define SEEP_HOST_MODEL_PROCESS_TEST_CASES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/base/error.h"
#include "host/record/frame_reader.h"

struct process;

/* Ids of tests; 0 stands for what belongs to none. */
struct test_ids {
  uint64_t *items;
  size_t count, capacity;
};

/* Adds an id unless it is the last one. */
void test_ids_add(struct test_ids *ids, uint64_t id);
void test_ids_release(struct test_ids *ids);

/* A table of names, empty; released by htab_delete(). */
struct htab *test_cases_create(void);

/* The name of a test case, under its number. An error: that was sent already. */
struct error *process_take_test(struct process *process, const struct record_frame *frame);

/* NULL: it is not known. */
struct test_case {
  uint64_t id;
  char *name;
  bool is_whole; /* the name says by itself which test it is */
};
const struct test_case *process_test_case(const struct process *process, uint64_t id);

#endif

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Structures that only their own files know, broken from within: each of these files is compiled once more, together
 * with what breaks it. */
#ifndef SEEP_TESTS_UNIT_MEMCHECK_BROKEN_PRIVATE_H
#define SEEP_TESTS_UNIT_MEMCHECK_BROKEN_PRIVATE_H

void broken_slot_is_free_twice(void);
void broken_span_is_of_no_region(void);
void broken_region_is_in_use(void);
void broken_stack_is_in_no_bucket(void);

#endif

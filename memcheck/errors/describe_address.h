/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where does an address lie? Blocks are looked up in the heap, stacks and mappings are asked from the core. */
#ifndef SEEP_MEMCHECK_ERRORS_DESCRIBE_ADDRESS_H
#define SEEP_MEMCHECK_ERRORS_DESCRIBE_ADDRESS_H

#include "shared/record/record.h"

#include "pub_tool_basics.h"

/* Fill in the place fields of `error` for its address and send the stacks they name. */
void describe_address(struct record_error *error);

/* Of these, the frame on a thread's stack, whose red zone may be where the address lies. */
void describe_frames(struct record_error *error, ThreadId tid);

/* Of these, the thread-local storage that begins last before the address. */
void describe_thread_storage(struct record_error *error);

#endif

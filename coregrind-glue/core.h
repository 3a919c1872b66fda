/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The door to the core: the one header by which the tool asks for anything of Valgrind's core beyond its public tool
 * headers. Each header below is one service with a contract of its own; what is not here is the glue's own affair. The
 * other way, from the glue to the tool, leads through tool.h. */
#ifndef SEEP_COREGRIND_GLUE_CORE_H
#define SEEP_COREGRIND_GLUE_CORE_H

/* What differs between cores, in one form. */
#include "coregrind-glue/port/port.h"

/* Symbols of the core, strings and lists of the guest, clocks. */
#include "coregrind-glue/core/core_basics.h"

/* To the reporter and back; the debugger; processes that the guest does not see. */
#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_errors.h"
#include "coregrind-glue/core/debugger.h"
#include "coregrind-glue/core/descriptor_limits.h"
#include "coregrind-glue/core/detached_process.h"
#include "coregrind-glue/core/restarted_signals.h"
#include "coregrind-glue/core/thread_slots.h"

/* The guest's memory, read when it may not be there, and where the tool's own lies. */
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/memory/first_stack.h"
#include "coregrind-glue/memory/moved_pages.h"
#include "coregrind-glue/memory/populated_pages.h"
#include "coregrind-glue/memory/sparse_pages.h"

/* Mapped files, whose code is in them, call stacks, programs without a dynamic linker. */
#include "coregrind-glue/modules/modules.h"
#include "coregrind-glue/modules/allocator_marks.h"
#include "coregrind-glue/modules/generated_code.h"
#include "coregrind-glue/modules/generated_names.h"
#include "coregrind-glue/modules/language.h"
#include "coregrind-glue/modules/static_program.h"
#include "coregrind-glue/modules/unwinder.h"
#include "coregrind-glue/modules/watched_functions.h"

/* Code that changes. */
#include "coregrind-glue/code/watched_pages.h"

/* The guest's code: read, translated, kept on disk. */
#include "coregrind-glue/vex/block_in_work.h"
#include "coregrind-glue/vex/guest_code.h"
#include "coregrind-glue/vex/host_instructions.h"
#include "coregrind-glue/direct/direct.h"
#include "coregrind-glue/translate/alias.h"
#include "coregrind-glue/translate/fault_handler.h"
#include "coregrind-glue/translate/refused_access.h"
#include "coregrind-glue/translation_cache/translation_cache.h"

/* System calls and options that are carried out around the core, and how it ends. */
#include "coregrind-glue/syscalls/call_filters.h"
#include "coregrind-glue/syscalls/code_writes.h"
#include "coregrind-glue/syscalls/data_segment.h"
#include "coregrind-glue/syscalls/io_uring.h"
#include "coregrind-glue/syscalls/killed_process.h"
#include "coregrind-glue/syscalls/own_descriptors.h"
#include "coregrind-glue/syscalls/own_program.h"
#include "coregrind-glue/syscalls/self_restrictions.h"
#include "coregrind-glue/syscalls/sharing_processes.h"
#include "coregrind-glue/syscalls/waiting_masks.h"
#include "coregrind-glue/syscalls/traced_faults.h"
#include "coregrind-glue/syscalls/userfaults.h"
#include "coregrind-glue/syscalls/unused_bytes.h"
#include "coregrind-glue/core/core_environment.h"
#include "coregrind-glue/wraps/core_failure.h"
#include "coregrind-glue/wraps/newer_options.h"

#endif

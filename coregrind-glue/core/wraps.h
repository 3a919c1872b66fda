/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions of wraps.def: __real_SYMBOL is the core's, __wrap_SYMBOL ours in front of it. */
#ifndef SEEP_COREGRIND_GLUE_CORE_WRAPS_H
#define SEEP_COREGRIND_GLUE_CORE_WRAPS_H

#include "libvex.h"
#include "libvex_guest_amd64.h"
#include "libvex_ir.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_errormgr.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_vki.h"
#include "pub_tool_libcproc.h" // needs vki types
#include "pub_tool_libcsignal.h" // likewise

/* The core's own, or what we know of them; who defines one of these functions defines these, too. */
struct map_request;
struct outcome;
struct slice;
struct start_registers;
struct syscall_arguments;
struct syscall_handlers;
struct syscall_status;
struct target_operations;
struct unwind_registers;

#define WRAP(symbol, result, parameters) \
  result __real_##symbol parameters;     \
  result __wrap_##symbol parameters;
#define WRAP_IF_THERE(symbol, result, parameters)             \
  result __real_##symbol parameters __attribute__((weak)); \
  result __wrap_##symbol parameters;
#define WRAP_PUBLIC(symbol)            \
  __typeof__(symbol) __real_##symbol; \
  __typeof__(symbol) __wrap_##symbol;
#define WRAP_BEFORE(symbol)                                                                             \
  WRAP(symbol, void,                                                                                    \
       (ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status, \
        UWord *flags))
#define WRAP_AFTER(symbol) \
  WRAP(symbol, void, (ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status))
#define INSIDE(caller, why)
#define SOMETIMES(caller, why)
#define INLINED(caller, why)
#define OUTSIDE(caller, why)
#include "coregrind-glue/core/wraps.def"
#undef WRAP
#undef WRAP_IF_THERE
#undef WRAP_PUBLIC
#undef WRAP_BEFORE
#undef WRAP_AFTER
#undef INSIDE
#undef SOMETIMES
#undef INLINED
#undef OUTSIDE

/* Names of the functions that the core calls VG_(name). */
#define REAL(name) __real_vgPlain_##name
#define WRAPPED(name) __wrap_vgPlain_##name

#endif

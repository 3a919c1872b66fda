/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tool needs of the core beyond its public tool headers, and small helpers around it. The declarations repeat
 * symbols that libcoregrind exports; tests/unit cannot see them, the linker checks them. */
#ifndef SEEP_COREGRIND_GLUE_CORE_CORE_BASICS_H
#define SEEP_COREGRIND_GLUE_CORE_CORE_BASICS_H

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"

#include "shared/record/record.h"

extern Int VG_(safe_fd)(Int fd);          /* moves a descriptor out of the guest's reach, close-on-exec */
extern Int VG_(clo_error_exitcode);       /* 0: the guest's own exit status */
extern Int VG_(clo_verbosity);
extern Int VG_(clo_sanity_level);
extern Int VG_(clo_backtrace_size);       /* --num-callers */
extern Bool VG_(clo_error_limit);
extern const HChar *VG_(clo_toolname);    /* of --tool; when the guest runs, only what requests are told */
extern Addr VG_(brk_base);                /* where the brk data segment begins */
extern Bool VG_(clo_trace_children);
extern UInt VG_(clo_track_fds);           /* list at exit what was opened; 2: all */
extern HChar *VG_(name_of_launcher);      /* its path; NULL: not known */
extern Int VG_(clo_smc_check);            /* which code is checked for changes: CORE_SMC_ALL, or less */
extern Int VG_(clo_vgdb);                 /* 0: gdb cannot attach */
extern Int VG_(clo_vgdb_error);           /* let gdb attach after so many errors */
extern Int VG_(clo_dump_error);           /* the error whose translation is shown, from 1; 0: none */
extern Bool VG_(should_we_trace_this_child)(const HChar *path, const HChar **arguments);
extern ThreadId VG_(lwpid_to_vgtid)(Int kernel_tid); /* 0: none of this process */
extern __attribute__((noreturn)) void VG_(client_exit)(Int status);
extern Bool VG_(get_inst_offset_in_function)(DiEpoch epoch, Addr instruction, PtrdiffT *ret_offset);

/* Make code for the guest's. For debugging it is not kept; each bit of the verbosity shows a stage. */
extern Bool VG_(translate)(ThreadId tid, Addr address, Bool is_for_debugging, Int verbosity, ULong blocks_done,
                           Bool redirects);

/* Code of these bytes of the guest is made again. Not from within generated code. */
extern void VG_(discard_translations)(Addr start, ULong bytes, const HChar *who);

enum { CORE_SMC_ALL = 2, CORE_SMC_ALL_NON_FILE = 3 };

#define CORE_TOOL_NAME "Seep" /* what the core calls its tool */

/* Where the core's messages go; the first of its fields. */
struct core_sink {
  Int fd;
};
extern struct core_sink VG_(log_output_sink);

/* errno values that the core does not name */
enum { CORE_ENAMETOOLONG = 36 };

enum { CORE_FATAL_SIGNAL = 3 }; /* VgSrc_FatalSig, why a thread ended */

/* A NUL-terminated string as a record holds it; NULL is the empty string. */
struct record_string core_string(const HChar *text);

/* "No space left on device" for the errno values a record file may meet, else "error N". */
const HChar *core_error_text(int errno_value);

/* The monotonic clock. */
uint64_t core_monotonic_ns(void);

/* Processor time of this thread. */
uint64_t core_cpu_ns(void);

/* Can the guest's page at this address be read? The core may believe so when a guard page (madvise()) or a file that
 * has been truncated says otherwise. */
Bool core_page_is_readable(Addr guest);

/* Copy the guest's string as far as it is readable and fits, and end it with a NUL; returns its length. */
SizeT core_guest_string(Addr guest, HChar *buffer, SizeT buffer_bytes);

/* Where a string of the guest has its NUL; or, and false, where it can be read no further. */
Bool core_find_string_end(Addr guest, Addr *ret_end);

/* Can a string of the guest be read up to its end? */
Bool core_is_guest_string(Addr guest);

/* Can a list of strings, with NULL at its end, and each of these be read? If not, *ret_bad is where that fails. */
enum core_list { CORE_LIST_READABLE, CORE_LIST_HAS_NO_END, CORE_LIST_HAS_BAD_STRING };
enum core_list core_guest_list(Addr guest, Addr *ret_bad);

/* Will a program that the guest is about to execute be checked? */
Bool core_will_trace(const HChar *path, Addr guest_arguments);

/* Write all of it to a descriptor of the tool's; the errno value of what went wrong, or 0. */
int core_write(int fd, const void *data, size_t size);

/* A text file, or its beginning, with a NUL behind; "" if it cannot be read. Returns the number of bytes. Also for
 * handlers of signals. */
SizeT core_read_text(const HChar *path, HChar *ret, SizeT room);

/* Move a descriptor out of the guest's reach. The old one is closed in any case; -1: there is no new one, or there was
 * none before. */
enum core_on_exec { CORE_CLOSED_ON_EXEC, CORE_OPEN_ON_EXEC };
Int core_out_of_reach(long fd, enum core_on_exec on_exec);

/* Clear private anonymous memory of the guest, as its heap is. Large parts are had afresh from the kernel, so that
 * clearing costs what was touched before; pages that cannot be written are left out. */
void core_clear(Addr start, SizeT bytes);

/* Text to the core's own log descriptor (stderr), past the reporter; for when that is gone. */
void core_print_directly(const HChar *text);

#endif

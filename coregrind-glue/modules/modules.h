/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of files that are mapped with execute permission, kept up to date as the guest maps and unmaps, and sent to
 * the host, which needs it to turn addresses into names. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_MODULES_H
#define SEEP_COREGRIND_GLUE_MODULES_MODULES_H

#include <stdbool.h>
#include <stdint.h>

#include "memcheck/pure/modules/build_id.h"

#include "pub_tool_basics.h"

/* Before the core maps the guest. */
void modules_init(void);

/* The guest's mappings change: [start, start + bytes) is new, or has another protection, or is gone. */
void modules_mapped(Addr start, SizeT bytes, Bool executable);
void modules_protected(Addr start, SizeT bytes, Bool executable);
void modules_unmapped(Addr start, SizeT bytes);

/* A number that changes whenever the table does. */
static inline uint64_t modules_epoch(void)
{
  extern uint64_t modules_epoch_now;
  return modules_epoch_now;
}

/* Begin a new one, as something else than a file has been mapped or has gone; numbers for such things, beside those of
 * modules. */
uint64_t modules_begin_epoch(void);
uint64_t modules_new_id(void);

/* What is known of a module, valid until the table changes. */
struct module_view {
  uint64_t start, end, file_offset;
  uint64_t device, inode, file_bytes, mtime_ns;
  const HChar *path;
  const struct build_id *build_id;
};

/* The module at an address; false: none is there. */
bool modules_find(uint64_t address, struct module_view *ret);

/* The first mapping of the file of that path; false: there is none. */
bool modules_find_path(const HChar *path, struct module_view *ret);

/* Send all modules that are mapped now, for the beginning of a stream. */
void modules_send_all(void);

/* An upper bound of the thread-local variables of all modules, bytes. */
uint64_t modules_tls_bytes(void);

#endif

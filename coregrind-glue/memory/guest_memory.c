/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core reads and writes memory of the guest for gdb, and reads monitor commands that the guest gives. It relies on
 * its own list of mappings; so a guard page, or a page beyond the end of a file, would crash it. */
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* --- gdb --- */

/* Negative after failures in the core. */
static SizeT size_of(int bytes)
{
  return bytes > 0 ? (SizeT)bytes : 0;
}

int __wrap_valgrind_read_memory(Addr from, UChar *to, int bytes)
{
  return guarded_can_read(from, size_of(bytes)) ? __real_valgrind_read_memory(from, to, bytes) : -1;
}

int __wrap_valgrind_write_memory(Addr to, const UChar *from, int bytes)
{
  return guarded_can_write(to, size_of(bytes)) ? __real_valgrind_write_memory(to, from, bytes) : -1;
}

/* --- commands of the guest --- */

/* True: nobody knows the command. */
Bool __wrap_vgPlain_client_monitor_command(HChar *command)
{
  return !core_is_guest_string((Addr)command) || __real_vgPlain_client_monitor_command(command);
}

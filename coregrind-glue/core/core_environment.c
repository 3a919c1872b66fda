/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core looks for its parts in the directory that VALGRIND_LIB names. That variable would stay in the guest's
 * environment, and a valgrind that the guest runs would look there as well. So the launcher passes the directory in
 * VALGRIND_LAUNCHER, behind its name and a newline, as the core removes that variable from the guest's environment.
 *
 * For each module without debug information the core would run debuginfod-find, if $DEBUGINFOD_URLS is set, and wait
 * for it. It needs no names but those of functions that it replaces: so only the dynamic linker's are looked for that
 * way. */
#include "coregrind-glue/core/core_environment.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcproc.h"

/* What stands behind the newline; the value ends before it from now on. */
static HChar *split_off_parts(HChar *launcher)
{
  HChar *newline = launcher ? VG_(strchr)(launcher, '\n') : NULL;
  if (!newline)
    return NULL;
  *newline = '\0';
  return newline + 1;
}

static Bool servers_allowed = True, servers_needed;

void core_environment_allow_servers(const HChar *yes_or_no)
{
  servers_allowed = VG_(strcmp)(yes_or_no, "no") != 0;
}

void core_environment_need_servers(Bool needs)
{
  servers_needed = needs;
}

/* The core asks for its directory once, before it asks for the launcher's name. */
HChar *__wrap_vgPlain_getenv(const HChar *name)
{
  if (VG_(strcmp)(name, "DEBUGINFOD_URLS") == 0 && !(servers_allowed && servers_needed))
    return NULL;
  HChar *parts =
    VG_(strcmp)(name, "VALGRIND_LIB") == 0 ? split_off_parts(__real_vgPlain_getenv("VALGRIND_LAUNCHER")) : NULL;
  return parts ? parts : __real_vgPlain_getenv(name);
}

static ULong read_capabilities(void)
{
  enum { AT_HWCAP2 = 26, WORDS_MAX = 128 };
  ULong words[WORDS_MAX];
  const SizeT bytes = core_read_text("/proc/self/auxv", (HChar *)words, sizeof words);
  for (SizeT i = 0; i + 1 < bytes / sizeof *words; i += 2)
    if (words[i] == AT_HWCAP2)
      return words[i + 1];
  return 0;
}

/* Later the file is the guest's. */
ULong core_environment_capabilities(void)
{
  static Bool is_known;
  static ULong capabilities;
  if (!is_known)
    capabilities = read_capabilities();
  is_known = True;
  return capabilities;
}

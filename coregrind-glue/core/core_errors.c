/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core does not say whether a thread has errors disabled. But it calls the tool's update function for a new error
 * only when they are enabled, so it is given an error that is neither counted nor printed. Otherwise its error manager
 * is idle: it loads no suppressions and shows nothing (core_wraps.c). */
#include "coregrind-glue/core/core_errors.h"

#include "coregrind-glue/port/port.h"

#include "pub_tool_errormgr.h"
#include "pub_tool_execontext.h"
#include "pub_tool_tooliface.h"

static Bool reached_tool;

static Bool equals(VgRes resolution, const Error *a, const Error *b)
{
  return False;
}

static void prints_nothing(const Error *error)
{
}

static UInt update(const Error *error)
{
  reached_tool = True;
  return 0;
}

static Bool recognises_none(const HChar *name, Supp *suppression)
{
  return False;
}

static Bool reads_none(Int fd, HChar **buffer, SizeT *size, Int *line, Supp *suppression)
{
  return False;
}

static Bool matches_none(const Error *error, const Supp *suppression)
{
  return False;
}

static const HChar *names_none(const Error *error)
{
  return NULL;
}

static SizeT prints_no_extra(const Error *error, HChar *buffer, Int size)
{
  return 0;
}

static SizeT prints_no_use(const Supp *suppression, HChar *buffer, Int size)
{
  return 0;
}

static void updates_no_use(const Error *error, const Supp *suppression)
{
}

void core_errors_init(void)
{
  /* Without this the core does not warn of bad descriptors and signals. */
  port_need_core_errors();
  VG_(needs_tool_errors)
  (equals, prints_nothing, prints_nothing, False, update, recognises_none, reads_none, matches_none, names_none,
   prints_no_extra, prints_no_use, updates_no_use);
}

Bool core_errors_are_disabled(ThreadId tid)
{
  reached_tool = False;
  VG_(unique_error)(tid, 0, 0, NULL, NULL, VG_(null_ExeContext)(), False, False, False);
  return !reached_tool;
}

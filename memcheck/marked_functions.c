/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When code is translated, an instruction at which a symbol begins is the first one of a function. So nothing is looked
 * for while the program runs. But code from the translation cache would lack the calls, so with --mark-function it is
 * not used.
 *
 * A function that is called all the time would fill the record, so the number of marks is limited. */
#include "memcheck/marked_functions.h"

#include "memcheck/pure/base/env.h"
#include "memcheck/heap/samples.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_threadstate.h"

enum { NAMES_MAX = 64, MARKS_MAX = 10000, NAME_BYTES = 256 };

static const HChar *patterns[NAMES_MAX];
static Bool is_met[NAMES_MAX]; /* by a function whose code was translated */
static UInt pattern_count;
static ULong marks;

void marked_functions_add(const HChar *name)
{
  if (pattern_count < NAMES_MAX)
    patterns[pattern_count++] = name;
  else
    VG_(umsg)("--mark-function=%s is left out: there are %u already\n", name, (UInt)NAMES_MAX);
}

Bool marked_functions_any(void)
{
  return pattern_count > 0;
}

static void on_entry(const HChar *name)
{
  if (marks < MARKS_MAX)
    samples_mark(VG_(get_running_tid)(), name);
  else if (marks == MARKS_MAX)
    VG_(umsg)("%s was entered again, after %u marks; no more are made.\n", name, (UInt)MARKS_MAX);
  marks++;
}

static Bool is_wanted(const HChar *name)
{
  HChar bare[NAME_BYTES];
  VG_(strncpy)(bare, name, sizeof bare - 1);
  bare[sizeof bare - 1] = '\0';
  HChar *parameters = VG_(strchr)(bare, '(');
  if (parameters)
    *parameters = '\0';
  Bool is_any = False;
  for (UInt i = 0; i < pattern_count; i++)
    if (VG_(string_match)(patterns[i], name) || VG_(string_match)(patterns[i], bare))
      is_any = is_met[i] = True;
  return is_any;
}

/* The name of the function that begins at an instruction and is to be marked; NULL: none. Names stay, as translated
 * code refers to them. */
static const HChar *name_to_mark(Addr address)
{
  const HChar *name;
  if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), address, &name) || !is_wanted(name))
    return NULL;
  const SizeT bytes = VG_(strlen)(name) + 1;
  return VG_(memcpy)(env_allocate("marked function", bytes), name, bytes);
}

static void add_call(IRSB *block, const HChar *name)
{
  addStmtToIRSB(block, IRStmt_Dirty(unsafeIRDirty_0_N(1, "mark", (void *)on_entry,
                                                      mkIRExprVec_1(mkIRExpr_HWord((HWord)name)))));
}

IRSB *marked_functions_add_calls(IRSB *block)
{
  IRSB *extended = NULL;
  for (Int i = 0; marked_functions_any() && i < block->stmts_used; i++) {
    const IRStmt *statement = block->stmts[i];
    const HChar *name = statement->tag == Ist_IMark ? name_to_mark(statement->Ist.IMark.addr) : NULL;
    if (name && !extended) {
      extended = deepCopyIRSBExceptStmts(block);
      for (Int j = 0; j < i; j++)
        addStmtToIRSB(extended, block->stmts[j]);
    }
    if (extended)
      addStmtToIRSB(extended, block->stmts[i]);
    if (name)
      add_call(extended, name);
  }
  return extended ? extended : block;
}

void marked_functions_at_exit(void)
{
  for (UInt i = 0; i < pattern_count; i++)
    if (!is_met[i])
      VG_(umsg)("--mark-function=%s: no function of this name was entered\n", patterns[i]);
}

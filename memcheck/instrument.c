/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each block of code goes the same way: calls of the tool are added to it, an engine makes it speculative or precise,
 * and what engines are not to see is added to the result. The engines know no options: a policy tells them what to
 * make, and which functions to call. */
#include "memcheck/instrument.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/pure/engine/weave.h"
#include "memcheck/runtime/accesses.h"
#include "memcheck/test_runners.h"
#include "memcheck/requests/quick_requests.h"
#include "memcheck/runtime/running_stacks.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/rep_instructions.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/runtime/stubs.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"

/* Told once for each operation. */
static void tell_unknown_operation(IROp op)
{
  block_in_work.has_told = True;
  static UChar told[512];
  UInt number = (UInt)op - Iop_INVALID;
  if (number / 8 >= sizeof told || (told[number / 8] & (1 << number % 8)) != 0)
    return;
  told[number / 8] |= (UChar)(1 << number % 8);
  VG_(umsg)("operation ");
  ppIROp(op);
  VG_(umsg)(" is not known exactly: its results count as undefined when any operand is.\n");
}

#define CALL(function) {#function, (void *)(function)}
#define CALL_OF_EACH_SIZE(stub)                                                                      \
  {                                                                                                  \
    CALL(stub##_1), CALL(stub##_2), CALL(stub##_4), CALL(stub##_8), CALL(stub##_16), CALL(stub##_32) \
  }

/* Half a million blocks are a few milliseconds of the program. Under stress a few failures are enough, and windows
 * begin small, but grow, as each costs many translations. */
enum { WINDOW_BLOCKS = 500000, WINDOW_BLOCKS_STRESSED = 10000, WINDOWS_STRESSED = 16 };
static struct promotions promotions;
static const struct promotions_rules
  usual_rules = {.failures_min = WINDOW_BLOCKS / 256, .runs_per_failure = 2, .period_min = 64, .period_max = 4096},
  stress_rules = {.failures_min = 4, .runs_per_failure = 64, .period_min = 1, .period_max = 4};

/* The bytes behind the opcode are how far it jumps. */
static bool jumps_to_next(Addr instruction, unsigned bytes)
{
  enum { JUMP_SHORT = 0xeb, JUMP = 0xe9, CALL_NEAR = 0xe8 };
  const UChar *const end = (const UChar *)instruction + bytes;
  if (bytes >= 2 && end[-2] == JUMP_SHORT && end[-1] == 0)
    return true;
  return bytes >= 5 && (end[-5] == JUMP || end[-5] == CALL_NEAR) && (end[-4] | end[-3] | end[-2] | end[-1]) == 0;
}

static struct engine_policy policy = {
  .calls = {
    .load = CALL_OF_EACH_SIZE(stub_load),
    .store = CALL_OF_EACH_SIZE(stub_store),
    .undefined_value = CALL_OF_EACH_SIZE(stub_value),
    .undefined_condition = CALL(stub_condition),
    .helper_reads = CALL(checks_helper_reads),
    .helper_writes = CALL(checks_helper_writes),
    .forget_redzone = CALL(checks_forget_redzone),
    .make_defined = CALL_OF_EACH_SIZE(stub_make_defined),
    .stack_moved = CALL(memory_stack_moved),
    .stack_set = CALL(memory_stack_set),
    .recheck_registers = CALL(stub_recheck_registers),
    .stored = CALL(follow_stored),
  },
  .jumps_to_next = jumps_to_next,
  .unknown_operation = tell_unknown_operation,
  .promotions = &promotions,
  .lowest_stack_tag = &stack_tags_lowest,
  .stack_set_by = &running_stacks_set_by,
};

/* All that options make of blocks, in one number. */
static ULong policy_number(void)
{
  return (ULong)policy.stress << 32 | (ULong)settings.count_instructions << 6 | (ULong)settings.heap_access << 5 |
         (ULong)policy.follows << 4 |
         (ULong)policy.exact << 3 | policy.speculates << 2 | policy.values << 1 | policy.origins;
}

static Bool may_copy(Addr address)
{
  return promotions_standing(&promotions, address) == PROMOTIONS_USUAL;
}

/* Direct code does not count, and does not look whether code of files has changed. */
static Bool wants_direct(void)
{
  return policy.speculates && settings.engine == ENGINE_OPTION_DIRECT && !settings.count_instructions &&
         VG_(clo_smc_check) != CORE_SMC_ALL;
}

static void begin_direct(void)
{
  const struct direct_policy direct = {
    .is_on = wants_direct(),
    .stress = policy.stress,
    .lowest_stack_tag = policy.origins ? &stack_tags_lowest : NULL,
    .watched_tags = policy.follows ? guest.origins->tagged : NULL,
    .may_copy = may_copy,
    .go_on_at_alias = alias_find_code,
    .return_to_core = alias_return_to_core,
    .request = quick_requests_make,
  };
  const HChar *const missing = direct_begin(&direct);
  if (missing && VG_(clo_verbosity) > 1)
    VG_(umsg)("--engine=speculative is used, as there is no direct code without %s.\n", missing);
}

/* Speculative code leaves where it would overwrite a pointer that is followed. */
static void watch_stores(void)
{
  static const struct engine_call watching[ENGINE_SIZES] = CALL_OF_EACH_SIZE(stub_make_defined_watching);
  stubs_watch(guest.origins->tagged);
  for (unsigned i = 0; i < ENGINE_SIZES; i++)
    policy.calls.make_defined[i] = watching[i];
}

void instrument_begin(void)
{
  policy.follows = follow_is_on;
  policy.values = settings.undef_value_errors || policy.follows;
  policy.origins = guest.origins != NULL;
  /* An instruction that is begun again would be counted twice. */
  policy.speculates =
    policy.values && settings.engine != ENGINE_OPTION_PRECISE && !settings.heap_access;
  if (settings.heap_access) {
    policy.calls.read = (struct engine_call)CALL(accesses_read);
    policy.calls.written = (struct engine_call)CALL(accesses_written);
  }
  if (policy.follows) {
    policy.leaves_shade = quick_requests_leave_shade;
    watch_stores();
  }
  policy.stress = settings.engine_stress;
  promotions.rules = policy.stress != 0 ? stress_rules : usual_rules;
  policy.exact = settings.expensive_definedness_checks;
  begin_direct();
  code_policy = (struct code_policy){.speculates = policy.speculates, .number = policy_number()};
}

/* --- promotions --- */

static void discard(uint64_t instruction)
{
  VG_(discard_translations)(instruction, 1, "promotions");
}

void instrument_tick(ULong blocks_run)
{
  static ULong window_start;
  const ULong window = policy.stress != 0 ? WINDOW_BLOCKS_STRESSED + window_start / WINDOWS_STRESSED : WINDOW_BLOCKS;
  if (!policy.speculates || blocks_run - window_start < window)
    return;
  window_start = blocks_run;
  promotions_end_window(&promotions, discard);
}

Bool instrument_has_promotions(Addr start, SizeT bytes)
{
  return promotions_any_in(&promotions, start, bytes);
}

void instrument_log_promotions(void)
{
  if (VG_(clo_verbosity) > 1 && policy.speculates)
    VG_(umsg)("promotions to precise code: %lu, of which %lu ended\n", promotions.promoted, promotions.ended);
}

/* --- invariants --- */

static ULong word_beside_registers(ThreadId tid, Int place)
{
  ULong word;
  VG_(get_shadow_regs_area)(tid, (UChar *)&word, 2, place - ENGINE_TAGS_OFFSET, sizeof word);
  return word;
}

/* May name too many registers, never too few. Precise code has it right when it leaves a block. */
static Bool undefined_registers_are_named(ThreadId tid)
{
  VexGuestAMD64State v_bits;
  VG_(get_shadow_regs_area)(tid, (UChar *)&v_bits, 1, 0, sizeof v_bits);
  return word_beside_registers(tid, ENGINE_IS_PRECISE) != 0 ||
         (undefined_registers_in(&v_bits) & ~word_beside_registers(tid, ENGINE_UNDEFINED)) == 0;
}

Bool instrument_is_valid(ThreadId tid)
{
  return !policy.speculates || (promotions_is_valid(&promotions) && undefined_registers_are_named(tid));
}

/* --- counting instructions --- */

static ULong count_in(const IRSB *block)
{
  ULong count = 0;
  for (Int i = 0; i < block->stmts_used; i++)
    count += block->stmts[i]->tag == Ist_IMark;
  return count;
}

/* Added up when the block is entered: it hardly ever has another way out than its end. Code that is left speculatively
 * counts what it has not done, too. */
static IRSB *add_count(IRSB *block, ULong count)
{
  if (!settings.count_instructions || count == 0)
    return block;
  IRSB *extended = deepCopyIRSBExceptStmts(block);
  IRExpr *const counter = mkIRExpr_HWord((HWord)&clock_instructions);
  const IRTemp before = newIRTemp(extended->tyenv, Ity_I64), after = newIRTemp(extended->tyenv, Ity_I64);
  const Int first = weave_first_instruction(block);
  for (Int i = 0; i < block->stmts_used; i++) {
    if (i == first) {
      addStmtToIRSB(extended, IRStmt_WrTmp(before, IRExpr_Load(Iend_LE, Ity_I64, counter)));
      IRExpr *const sum = IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(before), IRExpr_Const(IRConst_U64(count)));
      addStmtToIRSB(extended, IRStmt_WrTmp(after, sum));
      addStmtToIRSB(extended, IRStmt_Store(Iend_LE, counter, IRExpr_RdTmp(after)));
    }
    addStmtToIRSB(extended, block->stmts[i]);
  }
  return extended;
}

/* --- a block --- */

/* A wild address that VEX knows may be that of an alias, and a jump to it would lead there, as the engine's own do. So
 * control goes back to the core first, which asks for the address itself (coregrind-glue/translate/alias.c). */
static void keep_from_alias(IRSB *block)
{
  if (block->next->tag == Iex_Const && ENGINE_IS_ALIAS(block->next->Iex.Const.con->Ico.U64))
    block->jumpkind = Ijk_Yield;
}

/* The block with calls of the tool for functions that it watches, and for quick requests. */
static IRSB *add_calls(IRSB *block)
{
  IRSB *const extended = test_runners_add_call(block);
  if (extended != block)
    block_in_work.has_told = True; /* addresses and names in it are of this run */
  return quick_requests_add_call(extended);
}

/* Speculative code is begun again where it fails: so nothing may be marked in it, and no pointer be followed. NULL: the
 * block is unfit for speculation, or is_too_large. */
static IRSB *speculate(const IRSB *block, IRSB *extended, const VexGuestLayout *layout)
{
  bool is_too_large = false;
  IRSB *made = NULL;
  if (!block_in_work.has_told && !quick_requests_may_be_followed(block))
    made = engine_speculate(&policy, extended, layout, &is_too_large);
  block_in_work.is_unfit = made == NULL && !is_too_large;
  if (made == NULL && is_too_large)
    block_in_work.is_too_large = True;
  return made;
}

/* NULL: the block is_too_large. `closure`: with the address, if this is the code of an alias. */
static IRSB *make_precise(const VgCallbackClosure *closure, IRSB *extended, const VexGuestLayout *layout)
{
  const Addr alias = block_in_work.kind == CODE_PRECISE_AT_ALIAS ? closure->readdr : 0;
  IRSB *const made = engine_instrument(&policy, extended, layout, alias);
  if (made == NULL)
    block_in_work.is_too_large = True;
  return made;
}

/* What the engine is not to see. */
static IRSB *complete(IRSB *made, const VexGuestExtents *extents, ULong instructions)
{
  quick_requests_declare(made);
  if (!block_in_work.is_step)
    made = rep_instructions_add_call(made, extents);
  return add_count(made, instructions);
}

IRSB *instrument_block(VgCallbackClosure *closure, IRSB *block, const VexGuestLayout *layout,
                       const VexGuestExtents *extents, const VexArchInfo *arch, IRType guest_word, IRType host_word)
{
  const ULong instructions = count_in(block);
  block_in_work.has_told = block->jumpkind == Ijk_NoDecode; /* VEX says so, each time */
  policy.statements_max = block_in_work.is_limited ? ENGINE_STATEMENTS_MAX : 0;
  keep_from_alias(block);
  IRSB *const extended = add_calls(block);
  const Bool is_speculative = block_in_work.kind == CODE_SPECULATIVE && !block_in_work.is_unfit;
  IRSB *const made = is_speculative ? speculate(block, extended, layout) : make_precise(closure, extended, layout);
  return made ? complete(made, extents, instructions) : block; /* which will be thrown away */
}

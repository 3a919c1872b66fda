/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The native run tells what each instruction finds. By that the expected shadow is brought forward, as far as direct
 * code went. */
#include "direct/agreement.h"

#include <string.h>

#include "direct/expected.h"
#include "memcheck/pure/shadow/shadow.h"

enum { STRESS_STEPS = 8, COPIES_MAX = 6 };

struct agreement_counts agreement_counts;

/* --- the native run --- */

static struct {
  struct machine_place places[AGREEMENT_STEPS_MAX + 1];
  struct subject steps[AGREEMENT_STEPS_MAX + 1];
  uint16_t valid[AGREEMENT_STEPS_MAX + 1]; /* flags that are as natively, in front of it */
  unsigned count;                          /* the last place is where it ended, or faulted */
  bool has_ended;
  struct memory memory;
} native;

static bool step_at(uint64_t address, struct subject *ret)
{
  uint8_t code[ENCODING_BYTES] = {0};
  const size_t left = machine_code_left(address);
  memcpy(code, (const void *)address, left < sizeof code ? left : sizeof code);
  return left != 0 && subject_make(ret, code, address);
}

/* false: an instruction reads flags that depend on more than the ABI and the manual say. */
static bool find_valid_flags(void)
{
  uint16_t valid = DIRECT_ALL_FLAGS;
  for (unsigned i = 0; i < native.count; i++) {
    const struct subject *step = &native.steps[i];
    native.valid[i] = valid;
    if (step->is.flags_read & ~valid)
      return false;
    valid = (uint16_t)((valid | step->is.flags_written) & ~step->undefined);
  }
  native.valid[native.count] = valid;
  return true;
}

/* Processors differ in where they fault if an address is none. */
static bool jumps_to_no_address(const struct subject *last)
{
  const unsigned kind = last->is.kind;
  return kind == DIRECT_RETURN || kind == DIRECT_RETURN_OVER || kind == DIRECT_JUMP_INDIRECT ||
         kind == DIRECT_CALL_INDIRECT;
}

/* false: that is no code to compare. */
static bool run_natively(const struct situation *situation)
{
  memory_put(&situation->memory);
  native.places[0] = situation->start;
  native.count = machine_walk(native.places, AGREEMENT_STEPS_MAX, situation->settings.fs_base);
  memory_take(&native.memory);
  if (native.count == AGREEMENT_STEPS_MAX)
    return false;
  for (unsigned i = 0; i < native.count; i++)
    if (!step_at(native.places[i].address, &native.steps[i]))
      return false;
  native.has_ended = !step_at(native.places[native.count].address, &native.steps[native.count]);
  if (!native.has_ended && jumps_to_no_address(&native.steps[native.count]))
    return false;
  return find_valid_flags();
}

const struct subject *agreement_step(unsigned number)
{
  return number < native.count + !native.has_ended ? &native.steps[number] : NULL;
}

/* --- comparing --- */

/* Flags that are read from the step on, as far as it is plain to see. */
static uint16_t flags_in_use(unsigned number)
{
  uint16_t asked = DIRECT_ALL_FLAGS, ret = 0;
  uint64_t address = native.places[number].address;
  struct subject step;
  while (asked && step_at(address, &step)) {
    ret |= asked & step.is.flags_read;
    asked = (uint16_t)(asked & ~step.is.flags_written);
    if (subject_jumps(&step.is))
      return ret;
    address += step.is.bytes;
  }
  return ret | asked;
}

static const char *compare_state(const struct machine *actual, unsigned number, uint16_t flags, uint64_t *ret_value)
{
  const struct machine *expected = &native.places[number].state;
  *ret_value = subject_differing(actual, expected);
  if (*ret_value)
    return "registers";
  *ret_value = (actual->flags ^ expected->flags) & flags;
  return *ret_value ? "flags" : NULL;
}

/* Behind a return, its slot of the stack holds an address of the host. */
static bool was_slot_of_return(unsigned steps, uint64_t address, unsigned bytes)
{
  enum { WORD = 8 };
  for (unsigned i = 0; i < steps; i++) {
    const uint64_t slot = native.places[i].state.general[DIRECT_RSP];
    if (native.steps[i].is.kind == DIRECT_RETURN && address < slot + WORD && slot < address + bytes)
      return true;
  }
  return false;
}

static bool reads_slot_of_return(unsigned number, uint64_t fs_base)
{
  uint64_t address;
  const unsigned bytes = expected_load(&native.steps[number].is, &native.places[number], fs_base, &address);
  return bytes != 0 && was_slot_of_return(number, address, bytes);
}

static const char *compare_memory(const struct memory *expected, const struct shadows *shadows, uint64_t *ret_value)
{
  static struct memory actual;
  memory_take(&actual);
  if (memcmp(&actual, expected, sizeof actual) == 0)
    return NULL;
  for (unsigned i = 0; i < sizeof actual; i++) {
    *ret_value = i < sizeof actual.data ? MACHINE_DATA + i : MACHINE_STACK + i - sizeof actual.data;
    if (((const uint8_t *)&actual)[i] != ((const uint8_t *)expected)[i] &&
        (shadows_v(shadows, *ret_value) == SHADOW_DEFINED || !was_slot_of_return(native.count, *ret_value, 1)))
      return "memory";
  }
  return NULL;
}

/* --- the direct run --- */

struct progress {
  const struct situation *situation;
  struct copied_settings settings;
  struct machine_place place; /* where direct code is entered, and left */
  unsigned at;                /* the same as a step of the native run */
  struct shadows expected;
};

static bool is_near_bound(const struct progress *progress, unsigned number)
{
  enum { USUAL = 4000 };
  const uint64_t sp = native.places[number].state.general[DIRECT_RSP];
  return progress->situation->at_start == START_AS_USUAL &&
         (sp < progress->settings.lowest_sp + USUAL || sp > progress->settings.highest_sp - USUAL);
}

static bool leaves_at_random(const struct progress *progress, unsigned number)
{
  return progress->settings.is_stressed && number - progress->at + 1 == progress->settings.steps_until_leaving;
}

/* Instructions that are in the table may still be VEX's: direct code ends in front of them. */
static bool is_not_direct(unsigned number)
{
  return (number < native.count || !native.has_ended) && !copied_is_direct(native.places[number].address);
}

static enum expected expected_of_operands(const struct progress *progress, unsigned number)
{
  const struct machine_place *const behind = &native.places[number < native.count ? number + 1 : number];
  return expected_before(&progress->expected, &native.steps[number].is, &native.places[number],
                         behind->state.general[DIRECT_RSP], &progress->settings);
}

/* Checks may come before instructions that change neither memory nor the address; so may leaving. What pops load is
 * looked at together, and before a move of the stack pointer to it. */
static bool may_be_checked_before(unsigned number)
{
  const struct direct_instruction *is = &native.steps[number].is;
  return (is->kind == DIRECT_PLAIN && is->memory.bytes == 0) || is->kind == DIRECT_POP || is->kind == DIRECT_STACK_ADD;
}

static bool leaves_ahead(const struct progress *progress, unsigned number)
{
  for (; number < native.count && may_be_checked_before(number); number++) {
    if (number + 1 == native.count)
      return !native.has_ended;
    if (expected_of_operands(progress, number + 1) != GOES_ON)
      return true;
  }
  return false;
}

/* The modes that a load finds are the usual ones, or not for direct code. Sequences have none, so memory is as at the
 * start. */
static bool has_usual_modes(const struct progress *progress, unsigned number)
{
  const struct direct_instruction *is = &native.steps[number].is;
  const uint64_t address = expected_operand(is, &native.places[number], progress->settings.fs_base);
  const struct memory *memory = &progress->situation->memory;
  uint32_t modes = MACHINE_MODES;
  if (address - MACHINE_DATA <= sizeof memory->data - sizeof modes)
    memcpy(&modes, memory->data + (address - MACHINE_DATA), sizeof modes);
  if (address - MACHINE_ALIAS <= sizeof memory->data - sizeof modes)
    memcpy(&modes, memory->data + (address - MACHINE_ALIAS), sizeof modes);
  if (address - MACHINE_STACK <= sizeof memory->stack - sizeof modes)
    memcpy(&modes, memory->stack + (address - MACHINE_STACK), sizeof modes);
  return modes == MACHINE_MODES;
}

static enum expected expected_at(const struct progress *progress, unsigned number)
{
  if (number == 0 && progress->situation->at_start == START_LEAVES)
    return LEAVES;
  if ((number == native.count && !native.has_ended) || leaves_at_random(progress, number))
    return LEAVES;
  const uint64_t undefined = progress->situation->at_start == START_AS_USUAL ? progress->settings.undefined : 0;
  if (undefined & expected_registers(&native.steps[number].is, native.steps[number].code))
    return LEAVES;
  if (native.steps[number].is.kind == DIRECT_LOAD_MODES && !has_usual_modes(progress, number))
    return MAY_LEAVE; /* some fault, in others it goes on */
  const enum expected expected = expected_of_operands(progress, number);
  const bool may_leave = undefined != 0 || is_near_bound(progress, number) || leaves_ahead(progress, number);
  return expected == GOES_ON && may_leave ? MAY_LEAVE : expected;
}

static void count_leave(const struct progress *progress, unsigned number)
{
  if (number == native.count)
    agreement_counts.faults++;
  else if (number == 0 && progress->situation->at_start == START_LEAVES)
    agreement_counts.left_at_start++;
  else if (leaves_at_random(progress, number))
    agreement_counts.left_at_random++;
  else if (expected_at(progress, number) == LEAVES)
    agreement_counts.left_for_operands++;
  else
    agreement_counts.left_without_reason++;
}

static bool is_left_at(const struct progress *progress, unsigned number)
{
  return progress->place.address == native.places[number].address &&
         subject_differing(&progress->place.state, &native.places[number].state) == 0;
}

/* Brings the shadow forward to the step that direct code should have been left at, given how it was; that step. */
static unsigned find_end(struct progress *progress, enum copied_outcome outcome)
{
  unsigned i = progress->at;
  for (; (i < native.count || !native.has_ended) && !is_not_direct(i); i++) {
    const enum expected expected = expected_at(progress, i);
    if (expected == LEAVES || (expected == MAY_LEAVE && outcome == COPIED_PRECISE && is_left_at(progress, i)))
      break;
    expected_after(&progress->expected, &native.steps[i].is, &native.places[i], &native.places[i + 1],
                   progress->settings.fs_base);
  }
  return i;
}

/* A store that is about to be made may have its V bits cleared, unless it leaves. */
static void allow_cleared(struct progress *progress, const struct shadows *actual, unsigned number)
{
  uint64_t address;
  const unsigned bytes =
    expected_store(&native.steps[number].is, &native.places[number], progress->settings.fs_base, &address);
  if (expected_of_operands(progress, number) == LEAVES)
    return;
  for (unsigned i = 0; i < bytes; i++)
    if (shadows_v(actual, address + i) == SHADOW_DEFINED)
      shadows_set_v(&progress->expected, address + i, 1, SHADOW_DEFINED);
}

static void allow_cleared_ahead(struct progress *progress, const struct shadows *actual, unsigned number)
{
  while (number < native.count && may_be_checked_before(number))
    number++;
  if (number < native.count || !native.has_ended)
    allow_cleared(progress, actual, number);
}

static const char *compare_shadows(struct progress *progress, unsigned number, uint64_t *ret_value)
{
  static struct shadows actual;
  shadows_take(&actual);
  allow_cleared_ahead(progress, &actual, number);
  return shadows_differ(&progress->expected, &actual, ret_value) ? "shadow" : NULL;
}

/* Precise code of one instruction. */
static const char *step_natively(struct progress *progress)
{
  struct machine_place places[2] = {progress->place};
  if (machine_walk(places, 1, progress->settings.fs_base) != 1)
    return "faults where it does not natively";
  expected_after(&progress->expected, &native.steps[progress->at].is, &native.places[progress->at],
                 &native.places[progress->at + 1], progress->settings.fs_base);
  shadows_put(&progress->expected);
  progress->place = places[1];
  progress->at++;
  return NULL;
}

/* Jumps to anywhere, each of which takes a turn. */
static bool is_to_anywhere(unsigned kind)
{
  return kind == DIRECT_JUMP_INDIRECT || kind == DIRECT_CALL_INDIRECT || kind == DIRECT_RETURN ||
         kind == DIRECT_RETURN_OVER;
}

/* What ends a time slice some time: they, and jumps that go backward. */
static bool takes_turn(unsigned number)
{
  const struct direct_instruction *is = &native.steps[number].is;
  if (is_to_anywhere(is->kind))
    return true;
  const bool is_jump = is->kind == DIRECT_JUMP || is->kind == DIRECT_BRANCH;
  return is_jump && native.places[number + 1].address <= native.places[number].address;
}

/* How often the same jump was taken before. */
static unsigned turns_before(unsigned number)
{
  unsigned turns = 0;
  for (unsigned i = 0; i < number; i++)
    turns += native.places[i].address == native.places[number].address && takes_turn(i);
  return turns;
}

/* Of a run without a break, that has a slice for each; but a loop that is one block may be copied some times. */
static const char *compare_turns(const struct progress *progress, uint64_t *ret_value)
{
  unsigned most = 0, least = 0;
  for (unsigned i = 0; i < native.count; i++)
    if (takes_turn(i)) {
      const unsigned before = turns_before(i);
      most++;
      least += is_to_anywhere(native.steps[i].is.kind) || (before != 0 && before % COPIES_MAX == 0);
    }
  *ret_value = copied_slices();
  return progress->settings.turns != 1 || (copied_slices() >= least && copied_slices() <= most) ? NULL : "time slices";
}

static const char *compare_end(struct progress *progress, unsigned number, uint16_t flags, uint64_t *ret_value)
{
  const char *what = compare_state(&progress->place.state, number, native.valid[number] & flags, ret_value);
  if (!what && number == native.count)
    what = compare_memory(&native.memory, &progress->expected, ret_value);
  else if (!what && number == 0)
    what = compare_memory(&progress->situation->memory, &progress->expected, ret_value);
  return what ? what : compare_shadows(progress, number, ret_value);
}

static bool has_ended_at(unsigned number)
{
  return number == native.count && native.has_ended;
}

/* A function may be called twice from the same state: then nothing tells where direct code was left that need not
 * be. */
static bool is_ambiguous(const struct progress *progress, enum copied_outcome outcome, unsigned end)
{
  unsigned places = 0;
  for (unsigned i = progress->at; i <= native.count; i++)
    places += is_left_at(progress, i);
  return places > 1 && outcome == COPIED_PRECISE && !has_ended_at(end) && expected_at(progress, end) == MAY_LEAVE;
}

static const char *compare_outcome(const struct progress *progress, enum copied_outcome outcome, unsigned end)
{
  if ((outcome != COPIED_PRECISE) != (has_ended_at(end) || is_not_direct(end)))
    return has_ended_at(end) ? "leaves without need" : "does not leave";
  return progress->place.address == native.places[end].address ? NULL : "leaves elsewhere";
}

/* What was left undone by direct code is that of the step `end`. */
static const char *compare_all(struct progress *progress, enum copied_outcome outcome, unsigned end,
                               uint64_t *ret_value)
{
  *ret_value = progress->place.address;
  const char *what = compare_outcome(progress, outcome, end);
  if (!what && has_ended_at(end) && progress->at == 0)
    what = compare_turns(progress, ret_value);
  if (!what)
    what = compare_end(progress, end, has_ended_at(end) ? DIRECT_ALL_FLAGS : flags_in_use(end), ret_value);
  return what;
}

static void count(const struct progress *progress, unsigned end)
{
  if (has_ended_at(end))
    agreement_counts.ended++;
  else if (is_not_direct(end))
    agreement_counts.refused++;
  else
    count_leave(progress, end);
}

/* Enters once; *ret_is_done when nothing is left to do. */
static const char *go_on(struct progress *progress, bool *ret_is_done, uint64_t *ret_value)
{
  const enum copied_outcome outcome = copied_run(&progress->settings, &progress->place);
  if (outcome == COPIED_LOST)
    return "is lost";
  const unsigned end = find_end(progress, outcome);
  *ret_is_done = is_ambiguous(progress, outcome, end);
  if (*ret_is_done)
    return NULL;
  const char *what = compare_all(progress, outcome, end, ret_value);
  count(progress, end);
  *ret_is_done = end == native.count || (end == 0 && is_not_direct(end)) ||
                 reads_slot_of_return(end, progress->settings.fs_base);
  progress->at = end;
  return what || *ret_is_done ? what : step_natively(progress);
}

static const char *find_with(const struct situation *situation, uint64_t undefined, uint64_t *ret_value)
{
  static struct progress progress;
  const char *what = NULL;
  progress.situation = situation;
  progress.settings = situation->settings;
  progress.settings.undefined = undefined;
  progress.place = situation->start;
  progress.at = 0;
  progress.expected = situation->shadows;
  memory_put(&situation->memory);
  shadows_put(&situation->shadows);
  for (bool is_done = false; !what && !is_done;) {
    what = go_on(&progress, &is_done, ret_value);
    progress.settings.undefined = 0;
    progress.settings.steps_until_leaving = 1 + any(STRESS_STEPS);
    if (!what && !is_done && progress.at == native.count && native.has_ended)
      return compare_end(&progress, progress.at, DIRECT_ALL_FLAGS, ret_value);
  }
  return what;
}

/* Before registers are undefined, a run without that links blocks. */
const char *agreement_find(const struct situation *situation, uint64_t *ret_value)
{
  const uint64_t undefined = situation->settings.undefined;
  agreement_counts.runs++;
  if (!run_natively(situation)) {
    agreement_counts.unfit++;
    return NULL;
  }
  copied_forget();
  const bool is_linked_first = undefined != 0 && situation->at_start == START_AS_USUAL;
  const char *const what = is_linked_first ? find_with(situation, 0, ret_value) : NULL;
  return what ? what : find_with(situation, undefined, ret_value);
}

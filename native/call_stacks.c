/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each thread has an unwinder of its own, which remembers rules and the frames of its last walk, and knows the numbers
 * of stacks that it has met: only new ones need the common table. */
#include "native/call_stacks.h"

#include <stddef.h>
#include <string.h>

#include "memcheck/pure/base/env.h"
#include "native/code_files.h"
#include "native/known_walks.h"
#include "native/locks.h"
#include "native/mappings.h"
#include "native/own_memory.h"
#include "native/process.h"

extern char *__libc_stack_end;

enum { MAIN_STACK_BYTES = 1 << 23, PAGE_LOG = 12, STRANGE_PAGES = 64, KNOWN_BITS = 14 };

/* That a thread has met, one for each hash value. */
struct walks_known {
  struct known_walk walks[1 << KNOWN_BITS];
};

static struct stacks *stacks;
static unsigned frames_max;

struct stacks *walks_stacks(void)
{
  return stacks;
}

/* --- what unwind.h asks --- */

/* Pages with code of no file: looked up once in each epoch. */
static bool is_strange(uint64_t address)
{
  static struct {
    uint64_t page, epoch;
  } pages[STRANGE_PAGES];
  const uint64_t page = address >> PAGE_LOG;
  const unsigned at = (unsigned)(page % STRANGE_PAGES);
  const bool is_known = pages[at].page == page && pages[at].epoch == code_epoch();
  pages[at].page = page;
  pages[at].epoch = code_epoch();
  return is_known;
}

static bool find_frame_rule(uint64_t pc, struct call_frame_rule *ret)
{
  if (!code_is_at(pc) && !is_strange(pc))
    process_look_at_code();
  return code_find_rule(pc, ret) == CALL_FRAMES_RULE;
}

static bool is_readable(uint64_t address, uint64_t lowest, uint64_t highest)
{
  return address >= lowest && address <= highest - sizeof address;
}

static bool read_word(uint64_t address, uint64_t lowest, uint64_t highest, uint64_t *ret)
{
  if (!is_readable(address, lowest, highest))
    return false;
  memcpy(ret, (const void *)address, sizeof *ret);
  return true;
}

static uint64_t base_of(enum call_frame_base base, uint64_t frame, const struct unwind_registers *registers)
{
  return base == CALL_FRAME_ADDRESS ? frame : base == CALL_FRAME_RSP ? registers->sp : registers->fp;
}

/* What is no simple rule. */
static bool step(struct unwind_registers *registers, uint64_t lowest, uint64_t highest)
{
  struct call_frame_rule rule;
  if (!find_frame_rule(registers->pc, &rule) || !rule.has_caller)
    return false;
  struct unwind_registers caller = *registers;
  caller.sp = (rule.is_rbp_based ? registers->fp : registers->sp) + (uint64_t)rule.frame_offset;
  if (rule.is_frame_saved && !read_word(caller.sp, lowest, highest, &caller.sp))
    return false;
  const uint64_t return_place = base_of(rule.return_base, caller.sp, registers) + (uint64_t)rule.return_offset,
                 fp_place = base_of(rule.rbp_base, caller.sp, registers) + (uint64_t)rule.rbp_offset;
  if (!read_word(return_place, lowest, highest, &caller.pc) ||
      (rule.saves_rbp && !read_word(fp_place, lowest, highest, &caller.fp)))
    return false;
  *registers = caller;
  return true;
}

static bool is_simple(const struct call_frame_rule *rule)
{
  return !rule->is_odd && rule->frame_offset == (int16_t)rule->frame_offset &&
         rule->return_offset == -(int64_t)sizeof(uint64_t) &&
         (!rule->saves_rbp || (rule->rbp_offset != 0 && rule->rbp_offset == (int16_t)rule->rbp_offset));
}

static void find_rule(struct unwind_rule *rule)
{
  struct call_frame_rule found;
  if (!find_frame_rule(rule->pc, &found)) {
    rule->kind = UNWIND_RULE_FAILS;
  } else if (!found.has_caller) {
    rule->kind = UNWIND_RULE_OUTERMOST;
  } else if (!is_simple(&found)) {
    rule->kind = UNWIND_RULE_ASK;
  } else {
    rule->kind = found.is_rbp_based ? UNWIND_RULE_BY_FP : UNWIND_RULE_BY_SP;
    rule->sp_offset = (int16_t)found.frame_offset;
    rule->fp_offset = (int16_t)(found.saves_rbp ? found.rbp_offset : 0);
  }
}

/* Walks begin in the caller of a function of ours. */
static bool called_nowhere(uint64_t pc, uint64_t return_address)
{
  (void)pc;
  (void)return_address;
  return false;
}

void walks_begin(unsigned frames)
{
  const unsigned most = WATCHED_FRAMES_MAX - UNWIND_LEFT_OUT_MAX;
  frames_max = frames < most ? frames : most;
  stacks = stacks_create();
}

void walks_retire(uint64_t start, uint64_t end, uint64_t epoch)
{
  locks_take(LOCK_WALKS);
  stacks_retire(stacks, start, end, (uint32_t)epoch);
  known_walks_forget();
  locks_release(LOCK_WALKS);
}

void walks_send(struct output *output, stack_id id)
{
  size_t count;
  if (id == 0 || stacks_sent(stacks, id))
    return;
  const uint64_t *const ips = stacks_get(stacks, id, &count);
  const uint64_t retired = stacks_epoch(stacks, id);
  output_send(output, RECORD_STACK,
              &(struct record_stack){.id = id, .epoch = retired ? retired : code_epoch(), .ips = {ips, count}});
  stacks_mark_sent(stacks, id);
}

/* --- walking --- */

static void find_stack(struct watched_thread *thread, uint64_t sp)
{
  const uint64_t main_end = (uint64_t)__libc_stack_end;
  thread->stack_start = sp;
  thread->stack_end = sp;
  if (sp < main_end && sp > main_end - MAIN_STACK_BYTES) {
    thread->stack_start = main_end - MAIN_STACK_BYTES;
    thread->stack_end = main_end;
    return;
  }
  process_find_mapping(sp, &thread->stack_start, &thread->stack_end);
}

static void prepare(struct watched_thread *thread, uint64_t sp)
{
  const struct unwind_source source = {.step = step,
                                       .called_nowhere = called_nowhere,
                                       .find_rule = find_rule,
                                       .left_out = (uint64_t)__ehdr_start,
                                       .left_out_bytes = (uint64_t)(_end - __ehdr_start)};
  if (!thread->unwind) {
    thread->unwind = unwind_create(&source);
    thread->known = env_map_pages(sizeof *thread->known);
    thread->code_epoch = code_epoch(); /* nothing to forget: most of these pages are never touched */
  }
  if (thread->code_epoch != code_epoch()) {
    thread->code_epoch = code_epoch();
    unwind_forget(thread->unwind);
    memset(thread->known, 0, sizeof *thread->known);
  }
  if (sp < thread->stack_start || sp >= thread->stack_end)
    find_stack(thread, sp);
}

/* Functions of ours that call the program's or the C library's: that in front of main(), pthread_create(), exit(). So
 * many more frames were looked for. */
static size_t leave_out_own(uint64_t *ips, size_t count)
{
  size_t first = 0;
  while (first < count && !own_memory_is_library(ips[first]))
    first++;
  size_t kept = first;
  for (size_t i = first; i < count && kept < frames_max - 1; i++)
    if (!own_memory_is_library(ips[i]))
      ips[kept++] = ips[i];
  return kept < frames_max - 1 ? kept : frames_max - 1;
}

size_t walks_of_stopped(const struct unwind_registers *start, uint64_t *ret_ips, uint64_t *ret_sps, size_t most)
{
  struct unwind_registers registers = *start;
  uint64_t lowest = start->sp, highest = start->sp;
  size_t count = 0;
  process_find_mapping(start->sp, &lowest, &highest);
  do {
    ret_ips[count] = registers.pc;
    ret_sps[count++] = registers.sp;
    lowest = registers.sp;
    if (!step(&registers, lowest, highest - 1) || registers.pc == 0)
      break;
    registers.pc--;
  } while (count < most && registers.sp > lowest);
  return count;
}

stack_id walks_intern(const uint64_t *ips, size_t count)
{
  locks_take(LOCK_WALKS);
  const stack_id id = stacks_intern(stacks, ips, count);
  locks_release(LOCK_WALKS);
  return id;
}

stack_id walks_take_stopped(const struct unwind_registers *start)
{
  static uint64_t ips[WATCHED_FRAMES_MAX], sps[WATCHED_FRAMES_MAX];
  const size_t count = walks_of_stopped(start, ips, sps, frames_max + UNWIND_LEFT_OUT_MAX);
  return walks_intern(ips, 1 + leave_out_own(ips + 1, count - 1));
}

/* Of a walk that this thread does not know: it is filled in. */
static __attribute__((noinline)) void find_number(struct watched_thread *thread, uint64_t door, struct known_walk *walk)
{
  uint64_t *const ips = thread->ips;
  ips[0] = door;
  locks_take(LOCK_WALKS);
  walk->id = known_walks_find(walk);
  if (walk->id == 0) {
    walk->id = stacks_intern(stacks, ips, 1 + unwind_last_walk(thread->unwind, ips + 1));
    if (thread->code_epoch == code_epoch())
      known_walks_add(walk);
  }
  locks_release(LOCK_WALKS);
}

static stack_id number_of(struct watched_thread *thread, uint64_t door, const struct unwind_found *found)
{
  const uint64_t hash = (found->sum_low ^ found->sum_high) * UINT64_C(0x9e3779b97f4a7c15);
  struct known_walk *const known = &thread->known->walks[hash >> (64 - KNOWN_BITS)];
  struct known_walk walk = {.sum_high = found->sum_high, .sum_low = (uint32_t)(found->sum_low >> 32)};
  if (known->id != 0 && known->sum_high == walk.sum_high && known->sum_low == walk.sum_low)
    return known->id;
  find_number(thread, door, &walk);
  if (thread->code_epoch == code_epoch())
    *known = walk;
  return walk.id;
}

/* All frames, one after the other. */
static size_t walk_afresh(struct watched_thread *thread, const struct unwind_stack *stack, uint64_t door, uint64_t *ips)
{
  ips[0] = door;
  if (frames_max == 1)
    return 1;
  return 1 + leave_out_own(ips + 1, unwind_walk(thread->unwind, stack, ips + 1, frames_max - 1 + UNWIND_LEFT_OUT_MAX));
}

/* What is taken over from earlier walks is what a fresh one finds. */
static __attribute__((noinline)) void compare(struct watched_thread *thread, const struct unwind_stack *stack,
                                              uint64_t door, stack_id id)
{
  uint64_t ips[WATCHED_FRAMES_MAX];
  size_t count;
  const size_t fresh = walk_afresh(thread, stack, door, ips);
  const uint64_t *const taken = stacks_get(stacks, id, &count);
  ENV_CHECK(fresh == count && memcmp(ips, taken, count * sizeof *ips) == 0);
}

static __attribute__((noinline)) stack_id take_afresh(struct watched_thread *thread, const struct unwind_stack *stack,
                                                      uint64_t door)
{
  return walks_intern(thread->ips, walk_afresh(thread, stack, door, thread->ips));
}

stack_id walks_take(struct watched_thread *thread, uint64_t door, const void *frame)
{
  const uint64_t *const words = frame;
  const struct unwind_registers start = {.pc = words[1] - 1, .sp = (uint64_t)(words + 2), .fp = words[0]};
  const uint32_t key = (uint32_t)door; /* all doors are in one library */
  struct unwind_found found;
  prepare(thread, start.sp);
  const struct unwind_stack stack = {.start = start, .last = thread->stack_end - 1};
  if (!unwind_walk_again(thread->unwind, &stack, frames_max - 1, key, &found))
    return take_afresh(thread, &stack, door);
  stack_id id = found.answer;
  if (id == 0) {
    id = number_of(thread, door, &found);
    if (thread->code_epoch == code_epoch())
      unwind_answer(thread->unwind, &stack, key, id);
  }
  if (__builtin_expect(env_is_thorough, false))
    compare(thread, &stack, door, id);
  return id;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each thread has an unwinder of its own, which remembers rules and walks; only new stacks need the common table. */
#include "native/call_stacks.h"

#include <stddef.h>

#include "native/code_files.h"
#include "native/locks.h"
#include "native/mappings.h"
#include "native/process.h"

extern char *__libc_stack_end;

enum { MAIN_STACK_BYTES = 1 << 23, PAGE_LOG = 12, STRANGE_PAGES = 64 };

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

static bool find_rule(uint64_t pc, struct call_frame_rule *ret)
{
  if (!code_is_at(pc) && !is_strange(pc))
    process_look_at_code();
  return code_find_rule(pc, ret) == CALL_FRAMES_RULE;
}

static bool is_readable(uint64_t address, uint64_t lowest, uint64_t highest)
{
  return address >= lowest && address <= highest - sizeof address;
}

static bool step(struct unwind_registers *registers, uint64_t lowest, uint64_t highest)
{
  struct call_frame_rule rule;
  if (!find_rule(registers->pc, &rule))
    return false;
  if (!rule.has_caller) {
    *registers = (struct unwind_registers){.sp = registers->sp + sizeof(uint64_t)};
    return true;
  }
  const uint64_t frame = (rule.is_rbp_based ? registers->fp : registers->sp) + (uint64_t)rule.frame_offset;
  const uint64_t return_place = frame + (uint64_t)rule.return_offset, fp_place = frame + (uint64_t)rule.rbp_offset;
  if (!is_readable(return_place, lowest, highest) || (rule.saves_rbp && !is_readable(fp_place, lowest, highest)))
    return false;
  registers->pc = *(const uint64_t *)return_place;
  registers->sp = frame;
  if (rule.saves_rbp)
    registers->fp = *(const uint64_t *)fp_place;
  return true;
}

static bool frame_address(const struct unwind_registers *registers, uint64_t lowest, uint64_t highest,
                          uint64_t *ret_address)
{
  struct call_frame_rule rule;
  (void)lowest;
  (void)highest;
  *ret_address = 0;
  if (!find_rule(registers->pc, &rule))
    return false;
  *ret_address = (rule.is_rbp_based ? registers->fp : registers->sp) + (uint64_t)rule.frame_offset;
  return true;
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
  frames_max = frames < WATCHED_FRAMES_MAX ? frames : WATCHED_FRAMES_MAX;
  stacks = stacks_create();
}

void walks_retire(uint64_t start, uint64_t end, uint64_t epoch)
{
  locks_take(LOCK_WALKS);
  stacks_retire(stacks, start, end, (uint32_t)epoch);
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
  const struct unwind_source source = {step, frame_address, called_nowhere};
  if (!thread->unwind)
    thread->unwind = unwind_create(&source);
  if (thread->code_epoch != code_epoch()) {
    unwind_forget(thread->unwind);
    thread->code_epoch = code_epoch();
  }
  if (sp < thread->stack_start || sp >= thread->stack_end)
    find_stack(thread, sp);
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

stack_id walks_take(struct watched_thread *thread, uint64_t door, const void *frame)
{
  uint64_t *const ips = thread->ips;
  const uint64_t *const words = frame;
  const struct unwind_registers start = {.pc = words[1] - 1, .sp = (uint64_t)(words + 2), .fp = words[0]};
  prepare(thread, start.sp);
  const struct unwind_stack stack = {.start = start, .last = thread->stack_end - 1};
  const size_t key = frames_max | (size_t)(uint32_t)(door << 10);
  const stack_id known = unwind_recall(thread->unwind, &stack, key);
  if (known != 0)
    return known;
  ips[0] = door;
  const size_t count = frames_max > 1 ? unwind_walk(thread->unwind, &stack, ips + 1, frames_max - 1) : 0;
  const stack_id id = walks_intern(ips, count + 1);
  if (thread->code_epoch == code_epoch())
    unwind_remember(thread->unwind, &stack, key, id);
  return id;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Holds what direct_decode() says of instructions against what the processor does.
 *
 *   decode_native ROUNDS SEED
 *
 * Each round makes an encoding of every opcode with every digit, prefix, length and form, with random registers and
 * immediates. What is accepted, and does not branch, is run on the processor:
 *   - it takes as many bytes as it is long, and faults only where it may
 *   - it changes only registers, flags and bytes that are said to be written
 *   - the stack pointer moves as the kind says
 *   - whatever is not said to be read is changed at once, and the results stay the same
 *   - in memory it gets along with the last bytes of a page and the first ones, and not with one byte less
 *   - it faults for an odd address, or for memory that is read-only, if and only if that is said
 * Flags that the manual calls undefined count as written; which they are is asked of capstone. Exit status: 0, 1
 * differences, 77 the processor lacks AVX2. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "direct/every_encoding.h"
#include "direct/machine.h"
#include "direct/subject.h"

enum { MIDDLE = 2048, AROUND = 64, SHOWN_MAX = 40, TRIES = 4, SKIPPED = 77 };

static unsigned differences, ran, encodings;

/* --- one instruction --- */

static void tell(const struct subject *subject, const char *what, uint64_t value)
{
  char text[SUBJECT_TEXT];
  if (differences++ >= SHOWN_MAX)
    return;
  subject_describe(subject, text);
  printf("difference %s: %s (%llx)\n", text, what, (unsigned long long)value);
}

static bool aim(struct subject *subject, uint64_t target, struct machine *machine)
{
  return subject_aim(subject, machine_code_address(subject->is.bytes), target, machine);
}

static enum machine_outcome run(const struct subject *subject, const struct machine *before, struct machine *ret)
{
  ran++;
  return machine_run(subject->code, subject->is.bytes, before, ret);
}

/* --- registers and flags --- */

static bool vector_is_same(const struct subject *subject, unsigned number, const struct machine *a,
                           const struct machine *b)
{
  const size_t bytes = subject->is.has_vex ? VECTOR_BYTES : VECTOR_BYTES / 2;
  return memcmp(a->vectors[number], b->vectors[number], bytes) == 0;
}

/* What the kind says of the stack pointer. */
static uint64_t stack_pointer_after(const struct direct_instruction *is, const struct machine *before)
{
  const uint64_t sp = before->general[DIRECT_RSP];
  switch (is->kind) {
  case DIRECT_PUSH:
    return sp - 8;
  case DIRECT_POP:
    return sp + 8;
  case DIRECT_STACK_ADD:
    return sp + (uint64_t)is->immediate;
  case DIRECT_STACK_ALIGN:
    return sp & (uint64_t)is->immediate;
  case DIRECT_STACK_SET:
    return before->general[is->memory.base] + (uint64_t)(int64_t)is->memory.displacement;
  case DIRECT_STACK_LOAD:
    return *(const uint64_t *)(MACHINE_DATA + MIDDLE);
  case DIRECT_LEAVE:
    return before->general[DIRECT_RBP] + 8;
  default:
    return sp;
  }
}

static void check_written(const struct subject *subject, const struct machine *before, const struct machine *after)
{
  const uint32_t registers = subject_differing(before, after) & ~subject->is.registers_written;
  const uint64_t flags =
    (before->flags ^ after->flags) & ~(uint64_t)(subject->is.flags_written | subject->is.flags_maybe);
  if (registers)
    tell(subject, "writes registers", registers);
  if (flags)
    tell(subject, "writes flags", flags);
  if (after->general[DIRECT_RSP] != stack_pointer_after(&subject->is, before))
    tell(subject, "stack pointer", after->general[DIRECT_RSP]);
}

/* All that is not read, anew. */
static void disturb(const struct subject *subject, struct machine *machine)
{
  struct machine other;
  subject_fill_state(&other);
  for (unsigned i = 0; i < GENERALS; i++)
    if (!(subject->is.registers_read >> i & 1) && i != DIRECT_RSP)
      machine->general[i] = other.general[i];
  for (unsigned i = 0; i < VECTORS; i++)
    if (!(subject->is.registers_read >> (DIRECT_FIRST_VECTOR + i) & 1))
      memcpy(machine->vectors[i], other.vectors[i], VECTOR_BYTES);
    else if (!subject->is.has_vex)
      memcpy(machine->vectors[i] + 16, other.vectors[i] + 16, VECTOR_BYTES - 16);
  machine->flags ^= DIRECT_ALL_FLAGS & ~subject->is.flags_read;
}

static uint32_t differing_results(const struct subject *subject, const struct machine *a, const struct machine *b)
{
  const uint32_t written = subject->is.registers_written;
  uint32_t ret = 0;
  for (unsigned i = 0; i < GENERALS; i++)
    if (written >> i & 1 && a->general[i] != b->general[i])
      ret |= UINT32_C(1) << i;
  for (unsigned i = 0; i < VECTORS; i++)
    if (written >> (DIRECT_FIRST_VECTOR + i) & 1 && !vector_is_same(subject, i, a, b))
      ret |= UINT32_C(1) << (DIRECT_FIRST_VECTOR + i);
  return ret;
}

/* Flags whose value was neither computed nor, where that is allowed, kept. */
static uint64_t differing_flags(const struct subject *subject, const struct machine *a_before, const struct machine *a,
                                const struct machine *b_before, const struct machine *b)
{
  const uint64_t differing = a->flags ^ b->flags;
  const uint64_t kept = ~(a->flags ^ a_before->flags) & ~(b->flags ^ b_before->flags);
  return (differing & subject->is.flags_written & ~(uint64_t)subject->undefined) |
         (differing & subject->is.flags_maybe & ~kept);
}

/* --- memory --- */

static uint8_t *at_middle(void)
{
  return (uint8_t *)MACHINE_DATA + MIDDLE - AROUND;
}

/* What the operand does not read: all around it, and itself if it is only written. */
static void disturb_memory(const struct subject *subject, const uint8_t *original)
{
  uint8_t *memory = at_middle();
  const unsigned bytes = subject->is.memory.bytes;
  any_bytes(memory, 2 * AROUND);
  if (subject->is.memory.is_read)
    memcpy(memory + AROUND, original + AROUND, bytes);
}

static void check_memory_written(const struct subject *subject, const uint8_t *original, const uint8_t *after)
{
  const unsigned bytes = subject->is.memory.is_written ? subject->is.memory.bytes : 0;
  if (memcmp(original, after, AROUND) != 0 ||
      memcmp(original + AROUND + bytes, after + AROUND + bytes, AROUND - bytes) != 0)
    tell(subject, "writes memory", 0);
}

static void check_fault(struct subject *subject, uint64_t target, bool must_fault, const char *what,
                        struct machine machine)
{
  struct machine after;
  if (!aim(subject, target, &machine))
    return;
  const bool is_fault = run(subject, &machine, &after) == MACHINE_FAULT;
  if (is_fault != must_fault)
    tell(subject, what, target);
}

static void check_faults(struct subject *subject, const struct machine *machine)
{
  const struct direct_memory memory = subject->is.memory;
  const uint64_t end = MACHINE_DATA + MACHINE_PAGE;
  /* To fault for its place, not its address, an aligned one moves by all of its bytes. */
  const uint64_t step = memory.is_aligned ? memory.bytes : 1;
  check_fault(subject, end - memory.bytes, false, "is larger", *machine);
  check_fault(subject, end - memory.bytes + step, true, "is smaller", *machine);
  check_fault(subject, MACHINE_DATA, false, "begins before", *machine);
  check_fault(subject, MACHINE_DATA - step, true, "begins behind", *machine);
  check_fault(subject, MACHINE_DATA + MIDDLE + 1, memory.is_aligned, "alignment by 1", *machine);
  check_fault(subject, MACHINE_DATA + MIDDLE + memory.bytes / 2, memory.is_aligned, "alignment by half", *machine);
  check_fault(subject, MACHINE_ALIAS + MIDDLE, memory.is_written, "read-only memory", *machine);
}

/* --- all of it --- */

static bool prepare(struct subject *subject, struct machine *machine)
{
  subject_fill_state(machine);
  if (subject->is.kind == DIRECT_LEAVE)
    machine->general[DIRECT_RBP] = MACHINE_STACK + MIDDLE;
  any_bytes((uint8_t *)MACHINE_DATA, MACHINE_PAGE);
  return !subject->is.memory.bytes || aim(subject, MACHINE_DATA + MIDDLE, machine);
}

static bool is_done(const struct subject *subject, enum machine_outcome outcome)
{
  static const char *const names[] = {"", "faults", "traps", "is illegal", "has another length"};
  if (outcome == MACHINE_DONE)
    return true;
  if (outcome != MACHINE_TRAP || !subject->is.may_trap)
    tell(subject, names[outcome], 0);
  return false;
}

static void check_results(const struct subject *subject, const struct machine *before)
{
  struct machine after, other = *before, other_after;
  uint8_t original[2 * AROUND], result[2 * AROUND];
  memcpy(original, at_middle(), sizeof original);
  if (!is_done(subject, run(subject, before, &after)))
    return;
  memcpy(result, at_middle(), sizeof result);
  check_written(subject, before, &after);
  check_memory_written(subject, original, result);
  disturb(subject, &other);
  disturb_memory(subject, original);
  if (!is_done(subject, run(subject, &other, &other_after)))
    return;
  const uint32_t registers = differing_results(subject, &after, &other_after);
  const uint64_t flags = differing_flags(subject, before, &after, &other, &other_after);
  if (registers)
    tell(subject, "registers depend on more", registers);
  if (flags)
    tell(subject, "flags depend on more", flags);
  if (subject->is.memory.is_written && memcmp(at_middle() + AROUND, result + AROUND, subject->is.memory.bytes) != 0)
    tell(subject, "memory depends on more", 0);
}

static bool can_run(const struct direct_instruction *instruction)
{
  /* What modes there may be is the processor's business; these are not copied. */
  if (instruction->kind == DIRECT_LOAD_MODES || instruction->kind == DIRECT_STORE_MODES)
    return false;
  /* Its address would have to be both the operand's and the stack's. */
  if (instruction->kind == DIRECT_PUSH && instruction->memory.base == DIRECT_RSP)
    return false;
  return !subject_jumps(instruction) && !instruction->memory.is_fs;
}

static void check(const uint8_t *code)
{
  struct subject subject;
  struct machine machine;
  if (!subject_make(&subject, code, machine_code_address(0)) || !can_run(&subject.is))
    return;
  encodings++;
  for (unsigned i = 0; i < TRIES && prepare(&subject, &machine); i++)
    check_results(&subject, &machine);
  if (subject.is.memory.bytes && !subject.is.may_trap && prepare(&subject, &machine))
    check_faults(&subject, &machine);
}

int main(int argc, char **argv)
{
  if (argc != 3 || !subject_init())
    return 2;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2"))
    return SKIPPED;
  machine_init();
  any_seed(strtoull(argv[2], NULL, 10));
  for (unsigned long i = strtoul(argv[1], NULL, 10); i > 0; i--)
    every_encoding(check);
  printf("encodings %u, runs %u, differences %u\n", encodings, ran, differences);
  return differences ? EXIT_FAILURE : EXIT_SUCCESS;
}

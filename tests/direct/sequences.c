/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Some registers point to data, some are small, for indices, one counts; only what keeps them so may write to them. */
#include "direct/sequences.h"

#include <string.h>

#include "direct/operands.h"
#include "memcheck/pure/shadow/shadow.h"

enum { POOL_MAX = 1 << 13, ITEMS_MAX = 12, ITEMS_LONG = 120, BYTES_MAX = 1300, FUNCTIONS = 2, WORD = 8, FRAME = 256 };
enum { R13 = 13, RBX = 3, RSP = 4, RSI = 6, RDI = 7, R11 = 11, R12 = 12, R14 = 14, R15 = 15 };
#define BIT(reg) (UINT32_C(1) << (reg))
#define POINTERS (BIT(RBX) | BIT(RSI) | BIT(R11) | BIT(R14))
#define INDICES (BIT(RDI) | BIT(R15))
#define KEPT (POINTERS | INDICES | BIT(R12) | BIT(R13) | BIT(RSP))
#define FUNCTION(number) (page + 2048 + 512 * (uint64_t)(number))
/* Holds the address of a function. */
#define POINTER_TO_FUNCTION (MACHINE_DATA + 64)

static struct subject pool[POOL_MAX];
static unsigned pool_count, pool_seen;

void sequences_add(const struct subject *subject)
{
  const unsigned place = pool_seen++ < POOL_MAX ? pool_count : any(pool_seen);
  if (subject->is.kind != DIRECT_PLAIN || place >= POOL_MAX || (subject->is.may_trap && any(8)))
    return;
  pool[place] = *subject;
  if (place == pool_count)
    pool_count++;
}

/* --- code --- */

static uint64_t page;
static uint8_t *at;

static void put(const void *bytes, size_t count)
{
  memcpy(at, bytes, count);
  at += count;
}

static void put_number(int64_t number, size_t bytes)
{
  put(&number, bytes);
}

#define PUT(...) put((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* What sequences do not rely on. */
static uint8_t any_register(void)
{
  static const uint8_t free_ones[] = {0, 1, 2, 5, 8, 9, 10};
  return free_ones[any(sizeof free_ones)];
}

static unsigned b_of(uint8_t reg)
{
  return reg >> 3;
}

/* --- items --- */

static struct operand any_operand(void)
{
  static const uint8_t bases[] = {RBX, RSI, RBX, RSI, RSP, RSP, DIRECT_RIP, DIRECT_NO_REGISTER};
  struct operand operand = {.base = bases[any(sizeof bases)], .index = DIRECT_NO_REGISTER};
  operand.displacement = 16 * ((int32_t)any(16) - 8) + (int32_t)(any(4) ? 0 : any(16));
  if (operand.base == RSP && any(2))
    operand.displacement = 8 * ((int32_t)any(24) - 4);
  if ((operand.base == RBX || operand.base == RSI) && any(4) == 0) {
    operand.index = RDI;
    operand.scale = (uint8_t)any(4);
  }
  operand.is_fs = operand.base != RSP && operand.base != DIRECT_RIP && any(6) == 0;
  return operand;
}

/* Operands that no register tells are where those with one are. */
static void place_operand(struct operand *operand, uint64_t fs_base)
{
  const uint64_t place = MACHINE_DATA + 2048 + (uint64_t)(int64_t)operand->displacement;
  if (operand->base == DIRECT_RIP && page == MACHINE_FAR_CODE)
    operand->base = RBX;
  else if (operand->base == DIRECT_RIP)
    operand->displacement = (int32_t)(place - (uint64_t)at);
  if (operand->base == DIRECT_NO_REGISTER)
    operand->displacement = (int32_t)(place - (operand->is_fs ? fs_base : 0));
}

static bool has_safe_operand(const struct direct_memory *memory)
{
  const uint32_t bases = POINTERS | BIT(RSP);
  const bool has_base = memory->base >= DIRECT_RIP || bases >> memory->base & 1;
  return has_base && (memory->index == DIRECT_NO_REGISTER || INDICES >> memory->index & 1);
}

static bool put_from_pool(uint64_t fs_base)
{
  const struct subject *from = &pool[any(pool_count)];
  struct operand operand = any_operand();
  struct subject subject = *from;
  place_operand(&operand, fs_base);
  if (from->is.memory.bytes && !operand_change(from, &operand, (uint64_t)at, &subject))
    return false;
  if (subject.is.memory.bytes && !has_safe_operand(&subject.is.memory))
    return false;
  if (subject.is.registers_written & KEPT)
    return false;
  put(subject.code, subject.is.bytes);
  return true;
}

static void put_push_or_pop(void)
{
  const uint8_t reg = any_register();
  PUT((uint8_t)(0x40 | b_of(reg)), (uint8_t)((any(5) < 3 ? 0x50 : 0x58) | (reg & 7)));
}

static void put_stack_move(void)
{
  const int distance = WORD * ((int)any(any(3) ? 13 : 80) - (any(3) ? 6 : 40));
  switch (any(6)) {
  case 0:
    PUT(0x48, 0x81, 0xc4); /* add */
    put_number(distance, 4);
    break;
  case 1:
    PUT(0x48, 0x81, 0xec); /* sub */
    put_number(distance, 4);
    break;
  case 2:
    PUT(0x48, 0x8d, 0xa4, 0x24); /* lea ...(%rsp), %rsp */
    put_number(distance, 4);
    break;
  case 3:
    PUT(0x48, 0x8d, 0x6c, 0x24, (uint8_t)(WORD * any(12))); /* lea ...(%rsp), %rbp */
    break;
  case 4:
    PUT(0x48, 0x8d, 0x6c, 0x24, (uint8_t)(WORD * any(12)), 0xc9); /* the same, leave */
    break;
  default:
    PUT(0x48, 0x83, 0xe4, (uint8_t)-(WORD << any(4))); /* and */
  }
}

static void put_flags(void)
{
  const uint8_t a = any_register(), b = any_register();
  const uint8_t rex = (uint8_t)(0x48 | b_of(a) << 2 | b_of(b)), modrm = (uint8_t)(0xc0 | (a & 7) << 3 | (b & 7));
  switch (any(5)) {
  case 0:
    PUT(rex, 0x39, modrm); /* cmp */
    break;
  case 1:
    PUT(rex, 0x11, modrm); /* adc */
    break;
  case 2:
    PUT(rex, 0x0f, (uint8_t)(0x40 | any(16)), modrm); /* cmov */
    break;
  case 3:
    PUT((uint8_t)(0x40 | b_of(b)), 0x0f, (uint8_t)(0x90 | any(16)), (uint8_t)(0xc0 | (b & 7))); /* set */
    break;
  default:
    PUT(rex, 0x85, modrm); /* test */
  }
}

/* Beyond the red zone, where something may have been. */
static void put_load_below(void)
{
  PUT(0x48, 0x8d, 0x84, 0x24); /* lea ...(%rsp), %rax */
  put_number(-136 - WORD * (int64_t)any(8), 4);
  PUT(0x48, 0x8b, 0x10); /* mov (%rax), %rdx */
}

/* Pointers go on a little. */
static void put_pointer_move(void)
{
  static const uint8_t modrms[] = {0xc3, 0xc6}; /* %rbx, %rsi */
  PUT(0x48, 0x83, modrms[any(2)], (uint8_t)(16 * any(3)));
}

static void put_call(bool may_call)
{
  if (!may_call)
    return;
  const uint64_t function = FUNCTION(any(FUNCTIONS));
  switch (any(4)) {
  case 0:
    PUT(0x41, 0xff, 0xd4); /* *%r12 */
    break;
  case 1:
    PUT(0xff, 0x14, 0x25); /* *POINTER_TO_FUNCTION */
    put_number((int64_t)POINTER_TO_FUNCTION, 4);
    break;
  default:
    PUT(0xe8);
    put_number((int64_t)(function - (uint64_t)(at + 4)), 4);
  }
}

static void put_load(uint8_t reg, uint8_t base, int32_t displacement)
{
  PUT((uint8_t)(any(2) ? 0x40 : 0x48), 0x8b, (uint8_t)(0x80 | reg << 3 | base));
  put_number(displacement, 4);
}

/* What was checked before is loaded again, by a register that may have changed. */
static void put_loads(void)
{
  const uint8_t base = any(2) ? RBX : RSI;
  const int32_t displacement = 4 * (int32_t)any(16);
  put_load(DIRECT_RAX, base, displacement);
  if (any(2))
    PUT(0x48, 0x83, (uint8_t)(0xc0 | base), (uint8_t)(8 * any(4)));
  put_load(DIRECT_RDX, base, displacement + 4 * (int32_t)any(3) - 4);
}

/* Where the last branch, which is near, leads to is told later. */
static uint8_t *open_branch;

static void close_branch(void)
{
  if (open_branch && at - open_branch <= INT8_MAX)
    *open_branch = (uint8_t)(at - open_branch - 1);
  open_branch = NULL;
}

static void put_branch(void)
{
  close_branch();
  PUT((uint8_t)(any(6) ? 0x70 | any(16) : 0xeb), 0);
  open_branch = at - 1;
}

static void put_item(bool may_call, uint64_t fs_base)
{
  switch (any(24)) {
  case 0:
  case 1:
    put_push_or_pop();
    break;
  case 2:
  case 3:
    put_stack_move();
    break;
  case 4:
  case 5:
    put_flags();
    break;
  case 6:
    put_pointer_move();
    break;
  case 7:
    put_call(may_call);
    break;
  case 8:
    put_branch();
    break;
  case 9:
    close_branch();
    break;
  case 10:
    put_loads();
    break;
  case 11:
    PUT(COPIED_REQUEST);
    break;
  case 12:
    put_load_below();
    break;
  default:
    for (unsigned tries = 0; tries < 50 && !put_from_pool(fs_base); tries++)
      continue;
  }
}

/* Of a few iterations, after which the stack need not be as it was, or of many. */
static void put_loop(uint64_t fs_base)
{
  const bool is_long = any(4) == 0;
  PUT(0x41, 0xbd); /* mov ..., %r13d */
  put_number(1 + any(5) + (is_long ? 8 + any(20) : 0), 4);
  const uint8_t *const start = at;
  for (unsigned i = 0; i < 2; i++)
    if (!is_long)
      put_item(false, fs_base);
    else if (!put_from_pool(fs_base))
      put_flags();
  close_branch();
  PUT(0x41, 0xff, 0xcd, any(2) ? 0x75 : 0x7f); /* dec %r13d; jne or jg */
  put_number(start - at - 1, 1);
}

static void put_items(uint64_t address, bool is_function, uint64_t fs_base)
{
  at = (uint8_t *)address;
  open_branch = NULL;
  const unsigned limit = is_function ? ITEMS_MAX / 2 : any(32) ? ITEMS_MAX : ITEMS_LONG;
  for (unsigned i = 1 + any(limit); i > 0 && at < (uint8_t *)address + BYTES_MAX; i--)
    if (!is_function && any(16) == 0)
      put_loop(fs_base);
    else
      put_item(!is_function, fs_base);
  close_branch();
  if (any(8) == 0)
    PUT(COPIED_REQUEST);
  if (is_function || any(2))
    PUT(0xc3);
}

/* --- states --- */

static void set_registers(struct situation *ret)
{
  uint64_t *general = ret->start.state.general;
  for (unsigned i = 0; i < GENERALS; i++)
    if (POINTERS >> i & 1)
      general[i] = MACHINE_DATA + 1024 + 32 * any(64);
    else if (INDICES >> i & 1)
      general[i] = 8 * any(16);
  if (any(4) == 0)
    general[RSI] = general[R14] = general[DIRECT_RSP] + 8 * any(64) - 256;
  general[R12] = FUNCTION(any(FUNCTIONS));
  general[DIRECT_RBP] = general[DIRECT_RSP] + WORD * any(16);
}

/* What is spoilt is near to where operands are. */
static void spoil(struct situation *ret)
{
  const uint64_t *general = ret->start.state.general;
  for (unsigned i = any(4); i > 0; i--)
    shadows_set_v(&ret->shadows, general[RBX] - 128 + any(256), 1 + any(WORD), (uint8_t)(1u << any(8)));
  for (unsigned i = any(3); i > 0; i--)
    shadows_set_v(&ret->shadows, general[DIRECT_RSP] + any(FRAME), 1 + any(WORD), SHADOW_UNDEFINED);
  if (any(4) == 0) {
    const uint64_t address = general[RBX] - 128 + any(256), bytes = 1 + any(WORD);
    shadows_set_a(&ret->shadows, address, bytes, false);
    shadows_set_v(&ret->shadows, address, bytes, SHADOW_UNDEFINED);
  }
}

void sequence_make(struct situation *ret)
{
  page = any(4) ? MACHINE_CODE : MACHINE_FAR_CODE;
  const uint64_t pointer = FUNCTION(any(FUNCTIONS));
  situations_clear_code();
  situations_fill(ret);
  set_registers(ret);
  memcpy(ret->memory.data + (POINTER_TO_FUNCTION - MACHINE_DATA), &pointer, sizeof pointer);
  if (any(2))
    spoil(ret);
  for (unsigned i = 0; i < FUNCTIONS; i++)
    put_items(FUNCTION(i), true, ret->settings.fs_base);
  ret->start.address = page + 512 + any(64);
  put_items(ret->start.address, false, ret->settings.fs_base);
  ret->settings.is_stressed = any(3) == 0;
  if (any(6) == 0)
    ret->settings.undefined = UINT64_C(1) << (any(2) ? any(GENERALS) : 32 + any(VECTORS));
  ret->settings.steps_until_leaving = 1 + any(8);
}

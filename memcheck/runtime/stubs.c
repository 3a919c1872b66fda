/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stubs are written in assembly: a function in C changes registers that VEX holds values in. A load or store is first
 * tried by a function that changes nearly none (checks_quick.h); for what is left all of them are saved, by one piece
 * of code that all stubs share (kept_registers.h). */
#include "memcheck/runtime/stubs.h"

#include "coregrind-glue/vex/kept_registers.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/checks_quick.h"
#include "memcheck/pure/shadow/shadow.h"

static inline Addr address_in(const VexGuestAMD64State *state)
{
  return *(const Addr *)((Addr)state + ENGINE_ADDRESS);
}

static inline UInt tag_in(const VexGuestAMD64State *state)
{
  return *(const UInt *)((Addr)state + ENGINE_TAG);
}

static void recheck_registers(VexGuestAMD64State *state)
{
  uint64_t *const word = (uint64_t *)((Addr)state + ENGINE_UNDEFINED);
  *word = undefined_registers_among(state + 1, *word & ~UNDEFINED_REGISTERS_GUESSED);
}

/* --- what the stubs call; named by them only --- */

#define CALLED_BY_STUB(name, call)                                                     \
  static __attribute__((used)) void called_by_stub_##name(VexGuestAMD64State *state)   \
  {                                                                                    \
    call;                                                                              \
  }
#define OF_SIZE(bytes)                                                                               \
  CALLED_BY_STUB(load_##bytes, checks_load_##bytes(state, address_in(state)))                        \
  CALLED_BY_STUB(store_##bytes, checks_store_##bytes(state, address_in(state), tag_in(state)))       \
  CALLED_BY_STUB(value_##bytes, checks_undefined_value(state, bytes, tag_in(state)))

OF_SIZE(1)
OF_SIZE(2)
OF_SIZE(4)
OF_SIZE(8)
OF_SIZE(16)
OF_SIZE(32)
CALLED_BY_STUB(condition, checks_undefined_condition(state, tag_in(state)))
CALLED_BY_STUB(recheck_registers, recheck_registers(state))

/* --- the stubs --- */

__asm__(
  ".text\n"
  ".balign 16\n"
  "stubs_start:\n"
  "stub_common:\n"
  CALL_AND_KEEP_REGISTERS("  movq %rbp, %rdi\n"));

#define DEFINE_STUB_AFTER(first, name)         \
  __asm__(                                     \
    ".globl stub_" #name "\n"                  \
    "stub_" #name ":\n"                        \
    first                                      \
    "  leaq called_by_stub_" #name "(%rip), %rax\n" \
    "  jmp stub_common\n");
#define DEFINE_STUB(name) DEFINE_STUB_AFTER("", name)
#define DEFINE_QUICK_STUB(name)                \
  DEFINE_STUB_AFTER(                           \
    "  pushq %rdi\n"                           \
    "  movq %rbp, %rdi\n"                      \
    "  callq checks_quick_" #name "\n"         \
    "  popq %rdi\n"                            \
    "  testb %al, %al\n"                       \
    "  jz 0f\n"                                \
    "  retq\n"                                 \
    "0:\n", name)
ACCESS_STUBS(DEFINE_QUICK_STUB)
VALUE_STUBS(DEFINE_STUB)
REGISTER_STUBS(DEFINE_STUB)

/* --- stubs of speculative code --- */

/* The address is in the guest state. All granules that have a byte of the access are looked at as one word, shifted to
 * its first byte. When a byte may not be stored to, the block is left for precise code of the instruction, which the
 * guest's %rip tells. */
#define ADDRESS 2696
#define RIP 184
#define ALIAS_BIT 62
_Static_assert(ADDRESS == ENGINE_ADDRESS, "the place of the address");
_Static_assert(RIP == offsetof(VexGuestAMD64State, guest_RIP), "the place of the instruction pointer");
_Static_assert(ENGINE_ALIAS(0) == 1UL << ALIAS_BIT, "the bit of aliases");
_Static_assert(SHADOW_A_OFFSET == 0x220000000440 && SHADOW_V_OFFSET == 0x3effc0000840, "the shadow's place");

#define TEXT(value) #value
#define NUMBER(value) TEXT(value)
#define MAKE_DEFINED(bytes, load, mask, clear)                                  \
  __asm__(                                                                       \
    ".globl stub_make_defined_" #bytes "\n"                                     \
    "stub_make_defined_" #bytes ":\n"                                           \
    "  movq " NUMBER(ADDRESS) "(%rbp), %rcx\n"                                  \
    "  movabsq $0x220000000440, %rax\n"                                         \
    "  movq %rcx, %rdx\n"                                                       \
    "  shrq $3, %rcx\n"                                                         \
    "  " load " (%rax, %rcx), %r11" "\n"                                        \
    "  movl %edx, %ecx\n"                                                       \
    "  andl $7, %ecx\n"                                                         \
    "  shrq %cl, %r11\n"                                                        \
    "  testl $" mask ", %r11d\n"                                                \
    "  jnz stub_leave\n"                                                        \
    "  movabsq $0x3effc0000840, %rax\n"                                         \
    clear                                                                        \
    "  retq\n");

__asm__(
  "stubs_leaving_start:\n"
  "stub_leave:\n"
  "  btsq $" NUMBER(ALIAS_BIT) ", " NUMBER(RIP) "(%rbp)\n"
  "  addq $8, %rsp\n"
  "  jmp alias_find_code\n");
MAKE_DEFINED(1, "movzbq", "1", "  movb $0, (%rax, %rdx)\n")
MAKE_DEFINED(2, "movzwq", "3", "  movw $0, (%rax, %rdx)\n")
MAKE_DEFINED(4, "movzwq", "0xf", "  movl $0, (%rax, %rdx)\n")
MAKE_DEFINED(8, "movzwq", "0xff", "  movq $0, (%rax, %rdx)\n")
MAKE_DEFINED(16, "movslq", "0xffff", "  movq $0, (%rax, %rdx)\n  movq $0, 8(%rax, %rdx)\n")
MAKE_DEFINED(
  32, "movq", "0xffffffff",
  "  movq $0, (%rax, %rdx)\n  movq $0, 8(%rax, %rdx)\n  movq $0, 16(%rax, %rdx)\n  movq $0, 24(%rax, %rdx)\n")

static __attribute__((used)) const uint64_t *stubs_watched;

#define MAKE_DEFINED_WATCHING(bytes)                   \
  __asm__(                                             \
    ".globl stub_make_defined_watching_" #bytes "\n"   \
    "stub_make_defined_watching_" #bytes ":\n"         \
    "  movq " NUMBER(ADDRESS) "(%rbp), %rcx\n"         \
    "  leaq " #bytes "-1(%rcx), %rax\n"                \
    "  movq stubs_watched(%rip), %rdx\n"               \
    "  shrq $8, %rcx\n"                                \
    "  shrq $8, %rax\n"                                \
    "  cmpq $0x1fffffff, %rax\n"                       \
    "  ja stub_leave\n"                                \
    "  btq %rcx, (%rdx)\n"                             \
    "  jc stub_leave\n"                                \
    "  btq %rax, (%rdx)\n"                             \
    "  jc stub_leave\n"                                \
    "  jmp stub_make_defined_" #bytes "\n");
MAKE_DEFINED_WATCHING(1)
MAKE_DEFINED_WATCHING(2)
MAKE_DEFINED_WATCHING(4)
MAKE_DEFINED_WATCHING(8)
MAKE_DEFINED_WATCHING(16)
MAKE_DEFINED_WATCHING(32)
_Static_assert(ORIGINS_LINE_BITS == 8 && SHADOW_NEAR_LIMIT >> ORIGINS_LINE_BITS == 0x20000000, "used above");
__asm__("stubs_leaving_end:\n");

void stubs_watch(const uint64_t *lines)
{
  stubs_watched = lines;
}

__asm__("stubs_end:\n");

Bool stubs_can_leave(Addr address)
{
  extern const UChar stubs_leaving_start[], stubs_leaving_end[];
  return address >= (Addr)stubs_leaving_start && address < (Addr)stubs_leaving_end;
}

Bool stubs_contain(Addr address)
{
  extern const UChar stubs_start[], stubs_end[];
  return address >= (Addr)stubs_start && address < (Addr)stubs_end;
}

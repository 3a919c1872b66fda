/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The routines that enter direct code, those that it jumps to, and code that is pasted into it. But for the first, none
 * has a register to itself, and they work with words of direct_state. Where flags are kept, what is to be zero is in
 * %rcx, for jrcxz. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/vex/sse_modes.h"
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/shadow/origins.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_libcbase.h"

struct direct_crossing direct_crossing;

#define OFFSET_CHECK(name, value) _Static_assert(offsetof(VexGuestAMD64State, guest_##name) == (value), #name)
OFFSET_CHECK(RAX, 16);
OFFSET_CHECK(RCX, 24);
OFFSET_CHECK(RDX, 32);
OFFSET_CHECK(RBX, 40);
OFFSET_CHECK(RSP, 48);
OFFSET_CHECK(RBP, 56);
OFFSET_CHECK(R15, 136);
OFFSET_CHECK(YMM0, 224);
#define CROSSING_CHECK(field, value) _Static_assert(offsetof(struct direct_crossing, field) == (value), #field)
CROSSING_CHECK(host_sp, 8);
CROSSING_CHECK(code, 16);
CROSSING_CHECK(flags, 24);
CROSSING_CHECK(sp_on_entry, 32);
CROSSING_CHECK(may_enter, 40);
CROSSING_CHECK(was_left, 48);
CROSSING_CHECK(visits, 56);
CROSSING_CHECK(watched_tags, 96);
_Static_assert(ORIGINS_LINE_BITS == 8 && SHADOW_NEAR_LIMIT >> ORIGINS_LINE_BITS == 0x20000000, "used below");
_Static_assert(offsetof(struct direct_state, flags) == 32 && offsetof(struct direct_state, go_on_at) == 56,
               "used below");

#define GENERAL_BUT_RAX(DO)                                                                                         \
  DO("rcx", "24") DO("rdx", "32") DO("rbx", "40") DO("rbp", "56") DO("rsi", "64") DO("rdi", "72") DO("r8", "80")    \
  DO("r9", "88") DO("r10", "96") DO("r11", "104") DO("r12", "112") DO("r13", "120") DO("r14", "128") DO("r15", "136")
/* Those of them that a function may change. */
#define VISIT_CLOBBERS(DO)                                                                                          \
  DO("rcx", "24") DO("rdx", "32") DO("rsi", "64") DO("rdi", "72") DO("r8", "80") DO("r9", "88") DO("r10", "96")     \
  DO("r11", "104")
#define VECTORS(DO)                                                                                                  \
  DO("0", "224") DO("1", "256") DO("2", "288") DO("3", "320") DO("4", "352") DO("5", "384") DO("6", "416")          \
  DO("7", "448") DO("8", "480") DO("9", "512") DO("10", "544") DO("11", "576") DO("12", "608") DO("13", "640")      \
  DO("14", "672") DO("15", "704")
#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)
#define V_BIAS TEXT(DIRECT_V_BIAS)
/* Words of direct_state. */
#define STORE_ADDRESS "72"
#define STORE_LEAVE "80"
#define WATCHED_TAGS "96" /* of direct_crossing */
#define RESUME "88"
#define TARGET "64"
#define TURNS "136"
#define REDZONE_USED "148"
#define GIVEN_UP "152"
#define JUMP_MISSED "256"
#define JUMP_OVER "264"
#define MODES "284"
#define PROBE_START "512"
#define PROBE_LAST "520"
#define LOAD(reg, offset) "  movq " offset "(%rax), %" reg "\n"
#define STORE(reg, offset) "  movq %" reg ", " offset "(%rax)\n"
#define LOAD_VECTOR(number, offset) "  vmovdqu " offset "(%rax), %ymm" number "\n"
#define STORE_VECTOR(number, offset) "  vmovdqu %ymm" number ", " offset "(%rax)\n"

__asm__(
  ".text\n"
  ".globl direct_enter\n"
  "direct_enter:\n"
  "  movq %rsp, direct_crossing+8\n"
  "  movq %rbp, %rdi\n"
  "  call *direct_crossing+40\n"
  "  jmp *%rax\n"

  /* %rbp: the guest state */
  ".globl direct_go_on\n"
  "direct_go_on:\n"
  "  ldmxcsr direct_state+" MODES "\n"
  "  movq %rbp, %rax\n" VECTORS(LOAD_VECTOR) "  movq direct_state+32, %rax\n"
                                             "  addb $0x7f, %al\n"
                                             "  sahf\n"
                                             "  movq %rbp, %rax\n" GENERAL_BUT_RAX(LOAD) "  movq 48(%rax), %rsp\n"
                                                                                         "  movq 16(%rax), %rax\n"
                                                                                         "  jmp *direct_crossing+16\n"

#define LEAVE(name, way)                      \
  "direct_leave_" name ":\n"                  \
  "  movq %rax, direct_state+8\n"             \
  "  movl $" way ", direct_way\n"             \
  "  jmp direct_leave_any\n"
  LEAVE("precise", "0") LEAVE("plain", "1")
    LEAVE("link",
          "2") "direct_leave_any:\n"
               "  movq direct_crossing, %rax\n" GENERAL_BUT_RAX(STORE)
                 VECTORS(STORE_VECTOR) "  movq %rsp, 48(%rax)\n"
                                       "  movq direct_crossing+8, %rsp\n"
                                       "  stmxcsr direct_state+" MODES "\n"
                                       "  ldmxcsr direct_usual_modes\n"
                                       "  pushfq\n"
                                       "  popq direct_crossing+24\n"
                                       "  vzeroupper\n"
                                       "  movq %rax, %rbp\n"
                                       "  movq direct_state+8, %rcx\n"
                                       "  movq %rcx, 16(%rax)\n"
                                       "  movq %rbp, %rdi\n"
                                       "  movl direct_way, %esi\n"
                                       "  call *direct_crossing+48\n"
                                       "  jmp *%rax\n"

  /* --- visits: a function of the tool, and back; %rcx is borrowed, and says which function --- */

#define SAVE_XMM(number, place) "  movaps %xmm" number ", " place "(%rsp)\n"
#define LOAD_XMM(number, place) "  movaps " place "(%rsp), %xmm" number "\n"
#define XMM(DO)                                                                                                     \
  DO("0", "0") DO("1", "16") DO("2", "32") DO("3", "48") DO("4", "64") DO("5", "80") DO("6", "96") DO("7", "112")   \
  DO("8", "128") DO("9", "144") DO("10", "160") DO("11", "176") DO("12", "192") DO("13", "208") DO("14", "224")     \
  DO("15", "240")
                                       "direct_load_x87:\n"
                                       "  movl $3, %ecx\n"
                                       "  jmp direct_visit\n"
                                       "direct_make_request:\n"
                                       "  movl $0, %ecx\n"
                                       "direct_visit:\n"
                                       "  movq %rax, direct_state+8\n"
                                       "  lahf\n"
                                       "  seto %al\n"
                                       "  movq %rax, direct_state+32\n"
                                       "  movq direct_crossing, %rax\n" GENERAL_BUT_RAX(
                                         STORE) "  movq %rsp, 48(%rax)\n"
                                                "  movq %rax, %rdi\n"
                                                "  movq direct_state, %rax\n"
                                                "  movq %rax, 24(%rdi)\n"
                                                "  movq direct_state+8, %rax\n"
                                                "  movq %rax, 16(%rdi)\n"
                                                "  movq direct_crossing+8, %rsp\n"
                                                "  subq $256, %rsp\n" XMM(
                                                  SAVE_XMM) "  stmxcsr direct_state+" MODES "\n"
                                                            "  ldmxcsr direct_usual_modes\n"
                                                            "  call *direct_crossing+56(, %rcx, 8)\n"
                                                            "  ldmxcsr direct_state+" MODES "\n" XMM(
                                                              LOAD_XMM) "  movq direct_state+32, %rax\n"
                                                                        "  addb $0x7f, %al\n"
                                                                        "  sahf\n"
                                                                        "  movq direct_crossing, %rax\n" VISIT_CLOBBERS(
                                                                          LOAD) "  movq 48(%rax), %rsp\n"
                                                                                "  movq 16(%rax), %rax\n"
                                                                                "  jmp *direct_state+" RESUME "\n"

  /* --- stores whose V bits are not clear --- */

#define FLAGS_AWAY                  \
  "  movq %rax, direct_state+8\n"   \
  "  movq %rdx, direct_state+16\n"  \
  "  lahf\n"                        \
  "  seto %al\n"                    \
  "  movq %rax, direct_state+32\n"
#define FLAGS_BACK                  \
  "  movq direct_state+32, %rax\n"  \
  "  addb $0x7f, %al\n"             \
  "  sahf\n"                        \
  "  movq direct_state+16, %rdx\n"  \
  "  movq direct_state+8, %rax\n"
#define MAKE_DEFINED(bytes, load, mask, clear)             \
  "direct_make_defined_" #bytes ":\n"                      \
  FLAGS_AWAY                                               \
  "  movq direct_state+" STORE_ADDRESS ", %rcx\n"          \
  "  leaq -128(%rsp), %rdx\n"                              \
  "  cmpq %rdx, %rcx\n"                                    \
  "  jb 1f\n"                                              \
  "  cmpq %rsp, %rcx\n"                                    \
  "  jae 0f\n"                                             \
  "  movl $1, direct_state+" REDZONE_USED "\n"             \
  "0:\n"                                                   \
  "  movq direct_crossing+32, %rdx\n"                      \
  "  subq $128+" #bytes ", %rdx\n"                         \
  "  cmpq %rdx, %rcx\n"                                    \
  "  jbe 3f\n"                                             \
  "  jmp 2f\n"                                             \
  "1:\n" /* below the red zone: A bits may still be those of the stack as it was */ \
  "  movq direct_crossing+32, %rdx\n"                      \
  "  subq $128+" #bytes ", %rdx\n"                         \
  "  cmpq %rdx, %rcx\n"                                    \
  "  ja direct_store_fails\n"                              \
  "2:\n"                                                   \
  "  movq %rcx, %rdx\n"                                    \
  "  shrq $3, %rdx\n"                                      \
  "  movabsq $0x220000000440, %rax\n"                      \
  "  " load " (%rax, %rdx), %rax\n"                        \
  "  andl $7, %ecx\n"                                      \
  "  shrq %cl, %rax\n"                                     \
  "  testl $" mask ", %eax\n"                              \
  "  jnz direct_store_fails\n"                             \
  "  movq direct_state+" STORE_ADDRESS ", %rcx\n"          \
  "3:\n"                                                   \
  "  movabsq $0x3effc0000840, %rax\n"                      \
  clear                                                    \
  FLAGS_BACK                                               \
  "  movq direct_state, %rcx\n"                            \
  "  jmp *direct_state+" RESUME "\n"
  /* The same where a bit for each line of 256 bytes says that something there is watched: then the store fails. */
#define MAKE_DEFINED_WATCHING(bytes)                       \
  "direct_make_defined_watching_" #bytes ":\n"             \
  FLAGS_AWAY                                               \
  "  movq direct_state+" STORE_ADDRESS ", %rcx\n"          \
  "  movq direct_crossing+" WATCHED_TAGS ", %rdx\n"        \
  "  leaq " #bytes "-1(%rcx), %rax\n"                      \
  "  shrq $8, %rcx\n"                                      \
  "  shrq $8, %rax\n"                                      \
  "  cmpq $0x1fffffff, %rax\n"                             \
  "  ja direct_store_fails\n"                              \
  "  btq %rcx, (%rdx)\n"                                   \
  "  jc direct_store_fails\n"                              \
  "  btq %rax, (%rdx)\n"                                   \
  "  jc direct_store_fails\n"                              \
  FLAGS_BACK                                               \
  "  movq direct_state, %rcx\n"                            \
  "  jmp direct_make_defined_" #bytes "\n"
  MAKE_DEFINED_WATCHING(1) MAKE_DEFINED_WATCHING(2) MAKE_DEFINED_WATCHING(4) MAKE_DEFINED_WATCHING(8)
    MAKE_DEFINED_WATCHING(16) MAKE_DEFINED_WATCHING(32) MAKE_DEFINED_WATCHING(10) MAKE_DEFINED(
      1, "movzbq", "1", "  movb $0, (%rax, %rcx)\n") MAKE_DEFINED(2, "movzwq", "3", "  movw $0, (%rax, %rcx)\n")
      MAKE_DEFINED(4, "movzwq", "0xf", "  movl $0, (%rax, %rcx)\n") MAKE_DEFINED(8, "movzwq", "0xff",
                                                                                 "  movq $0, (%rax, %rcx)\n")
        MAKE_DEFINED(10, "movslq", "0x3ff", "  movq $0, (%rax, %rcx)\n  movw $0, 8(%rax, %rcx)\n")
          MAKE_DEFINED(16, "movslq", "0xffff", "  movq $0, (%rax, %rcx)\n  movq $0, 8(%rax, %rcx)\n") MAKE_DEFINED(
            32, "movq", "0xffffffff",
            "  movq $0, (%rax, %rcx)\n  movq $0, 8(%rax, %rcx)\n  movq $0, 16(%rax, %rcx)\n  movq $0, 24(%rax, %rcx)\n")
  /* Far below the stack pointer, where nothing is addressable: nothing changes. */
  "direct_probe:\n" FLAGS_AWAY "  movq direct_state+" STORE_ADDRESS ", %rcx\n"
  "  cmpq direct_state+" PROBE_START ", %rcx\n"
  "  jb 1f\n"
  "  cmpq direct_state+" PROBE_LAST ", %rsp\n"
  "  ja 1f\n"
  "  movq %rcx, %rdx\n"
  "  shrq $3, %rdx\n"
  "  movabsq $0x220000000440, %rax\n"
  "  movzwl (%rax, %rdx), %eax\n"
  "  andl $7, %ecx\n"
  "  shrl %cl, %eax\n"
  "  notl %eax\n"
  "  testb $0xff, %al\n"
  "  jnz direct_store_fails\n" FLAGS_BACK "  movq direct_state, %rcx\n"
  "  jmp *direct_state+" RESUME "\n"
  "1:\n" FLAGS_BACK "  movl $4, %ecx\n"
  "  jmp direct_visit\n"
  "direct_store_fails:\n" FLAGS_BACK "  movq direct_state, %rcx\n"
  "  jmp *direct_state+" STORE_LEAVE "\n"

  /* --- returns and indirect jumps, which leave flags as they are --- */

  /* %rcx: the guest's target. Then %rcx: zero if the table has it; %r11: the host's. */
#define LOOK_UP                                    \
  "  movzwl %cx, %r11d\n"                          \
  "  leal (%r11, %r11), %r11d\n"                   \
  "  movq direct_table(, %r11, 8), %r10\n"         \
  "  movq direct_table+8(, %r11, 8), %r11\n"       \
  "  notq %r10\n"                                  \
  "  leaq 1(%rcx, %r10), %rcx\n"
  /* Compilers have nothing in %r10 and %r11 at calls and returns, so nobody waits for them. */
#define BORROW_THREE                 \
  "  movq %rcx, direct_state\n"      \
  "  movq %r10, direct_state+8\n"    \
  "  movq %r11, direct_state+16\n"
#define GIVE_THREE_BACK              \
  "  movq direct_state+16, %r11\n"   \
  "  movq direct_state+8, %r10\n"    \
  "  movq direct_state, %rcx\n"
  /* Of the red zone, at so much above the stack pointer as the register says. */
#define GIVE_UP(offset, reg) "  movq $-1, %gs:" #offset " + " V_BIAS "(%rsp, %" reg ")\n"
#define GIVE_RED_ZONE_UP(reg)                                                                                    \
  GIVE_UP(-8, reg)                                                                                               \
  GIVE_UP(-16, reg) GIVE_UP(-24, reg) GIVE_UP(-32, reg) GIVE_UP(-40, reg) GIVE_UP(-48, reg) GIVE_UP(-56, reg)    \
    GIVE_UP(-64, reg) GIVE_UP(-72, reg) GIVE_UP(-80, reg) GIVE_UP(-88, reg) GIVE_UP(-96, reg) GIVE_UP(-104, reg) \
      GIVE_UP(-112, reg) GIVE_UP(-120, reg) GIVE_UP(-128, reg) "  movl $0, direct_state+" REDZONE_USED "\n"
/* By way of an address, as Zen foresees for (%rsp) what the host's call has put there. */
#define RETURN_ADDRESS(reg) "  leaq (%rsp), %" #reg "\n  movq (%" #reg "), %" #reg "\n"
  ".balign 32\n"
  "direct_return_to:\n" BORROW_THREE "  movl direct_state+" REDZONE_USED ", %ecx\n"
  "  jrcxz 1f\n"
  "  jmp 9f\n"
  "1:\n"
  "  movq $-1, %gs:" V_BIAS "(%rsp)\n"
  "  movl direct_state+" TURNS ", %ecx\n"
  "  leal -1(%rcx), %ecx\n"
  "  movl %ecx, direct_state+" TURNS "\n"
  "  jrcxz 8f\n" RETURN_ADDRESS(
    rcx) "  movq %rcx, direct_state+56\n"
         "  notq %rcx\n" LOOK_UP "  jrcxz 2f\n" GIVE_THREE_BACK "  movl $1, %ecx\n"
         "  jmp direct_visit\n"
         "2:\n"
         "direct_return_puts:\n"
         "  movq %r11, (%rsp)\n" GIVE_THREE_BACK ".globl direct_return\n"
         "direct_return:\n"
         "  ret\n"
         "8:\n"
         "  movq (%rsp), %rcx\n"
         "  movq %rcx, direct_state+56\n"
         "direct_return_leaves:\n" GIVE_THREE_BACK "  leaq 8(%rsp), %rsp\n"
         "  jmp direct_leave_plain\n"
         "9:\n"
         "  movl direct_state+" GIVEN_UP ", %r11d\n"
         "  notq %r11\n"
         "  leaq 1(%r11), %r11\n" GIVE_RED_ZONE_UP(
           "r11") "  jmp 1b\n"

                  /* Code of indirect jumps, which is pasted where they are: the processor foresees each by itself. */
                  "direct_jump:\n" BORROW_THREE "  movl direct_state+" TURNS ", %ecx\n"
                  "  leal -1(%rcx), %ecx\n"
                  "  movl %ecx, direct_state+" TURNS "\n"
                  "  jrcxz 3f\n"
                  "  movq direct_state+" TARGET ", %rcx\n" LOOK_UP "  jrcxz 2f\n"
                  "  jmp *direct_state+" JUMP_MISSED "\n"
                  "2:\n"
                  "  movq %r11, direct_state+" TARGET "\n" GIVE_THREE_BACK "  jmp *direct_state+" TARGET "\n"
                  "3:\n"
                  "  jmp *direct_state+" JUMP_OVER "\n"
                  "direct_jump_end:\n"
#define GO_ON_AT_TARGET                        \
  "  movq direct_state+" TARGET ", %rcx\n"    \
  "  movq %rcx, direct_state+56\n"
                  "direct_jump_missed:\n" GO_ON_AT_TARGET GIVE_THREE_BACK "  movl $2, %ecx\n"
                  "  jmp direct_visit\n"
                  "direct_jump_over:\n" GO_ON_AT_TARGET GIVE_THREE_BACK "  jmp direct_leave_plain\n"

                  ".bss\n"
                  ".balign 4\n"
                  "direct_way: .zero 4\n"
                  ".section .rodata\n"
                  ".balign 4\n"
                  "direct_usual_modes: .long 0x1f80\n"
                  ".text\n");

#define SLOT_CHECK(field, value) _Static_assert(offsetof(struct direct_state, field) == (value), #field)
SLOT_CHECK(target, 64);
SLOT_CHECK(store_address, 72);
SLOT_CHECK(store_leave, 80);
SLOT_CHECK(resume, 88);
SLOT_CHECK(turns, 136);
SLOT_CHECK(redzone_used, 148);
SLOT_CHECK(given_up, 152);
SLOT_CHECK(jump_missed, 256);
SLOT_CHECK(jump_over, 264);
SLOT_CHECK(modes, 284);
SLOT_CHECK(probe_start, 512);
SLOT_CHECK(probe_last, 520);
_Static_assert(sizeof *direct_table == 16 && offsetof(struct direct_way, host) == 8, "used above");
_Static_assert(SHADOW_A_OFFSET == 0x220000000440 && SHADOW_V_OFFSET == 0x3effc0000840, "the shadow's place");

extern const UChar direct_leave_precise[], direct_leave_plain[], direct_leave_link[], direct_make_request[],
  direct_load_x87[], direct_probe[], direct_return_to[], direct_jump_missed[], direct_jump_over[],
  direct_make_defined_1[], direct_make_defined_2[], direct_make_defined_4[], direct_make_defined_8[],
  direct_make_defined_16[], direct_make_defined_32[], direct_make_defined_10[], direct_make_defined_watching_1[],
  direct_make_defined_watching_2[], direct_make_defined_watching_4[], direct_make_defined_watching_8[],
  direct_make_defined_watching_16[], direct_make_defined_watching_32[], direct_make_defined_watching_10[];

/* Direct code sets V bits alone. */
void routines_note_stack(Addr sp)
{
  const Addr from = direct_crossing.sp_on_entry;
  if (sp < from)
    VG_(memset)(shadow_a_bits(sp - REDZONE_BYTES), 0, (from - sp) / SHADOW_GRANULE_BYTES);
  else if (sp > from)
    VG_(memset)(shadow_a_bits(from - REDZONE_BYTES), 0xff, (sp - from) / SHADOW_GRANULE_BYTES);
  direct_crossing.sp_on_entry = sp;
}

extern const UChar direct_store_fails[], direct_return_puts[], direct_return_leaves[];

/* Where a store goes there may be no A bits; and a stack that is returned on may be one that cannot be written to. */
Addr routines_after_fault(Addr at)
{
  if (at >= (Addr)direct_make_defined_1 && at < (Addr)direct_store_fails)
    return (Addr)direct_store_fails;
  if (at == (Addr)direct_return_puts)
    return (Addr)direct_return_leaves;
  return 0;
}

extern const UChar direct_jump[], direct_jump_end[];

const struct direct_snippet routines_jump = {direct_jump, direct_jump_end};

#define ROUTINES_OF_SIZES(name) \
  {(Addr)name##1, (Addr)name##2, (Addr)name##4, (Addr)name##8, (Addr)name##16, (Addr)name##32, (Addr)name##10}

void routines_begin(const uint64_t *watched_tags)
{
  static const uint64_t watching[DIRECT_STORE_SIZES] = ROUTINES_OF_SIZES(direct_make_defined_watching_);
  direct_state = (struct direct_state){
    .v_offset = SHADOW_V_OFFSET,
    .leave_precise = (Addr)direct_leave_precise,
    .leave_plain = (Addr)direct_leave_plain,
    .link = (Addr)direct_leave_link,
    .make_request = (Addr)direct_make_request,
    .return_to = (Addr)direct_return_to,
    .jump_missed = (Addr)direct_jump_missed,
    .jump_over = (Addr)direct_jump_over,
    .load_x87 = (Addr)direct_load_x87,
    .probe = (Addr)direct_probe,
    .probe_start = ~(Addr)0,
    .x87_is_away = 1,
    .modes = SSE_MODES_USUAL,
    .make_defined = ROUTINES_OF_SIZES(direct_make_defined_),
  };
  direct_crossing.watched_tags = watched_tags;
  for (unsigned i = 0; watched_tags && i < DIRECT_STORE_SIZES; i++)
    direct_state.make_defined[i] = watching[i];
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Single instructions, as bytes, and what has to be known of them. tests/direct holds the whole table against another
 * decoder and against the processor; here are the odd ones, and what neither can tell. */
#include "memcheck/pure/direct/decode.h"

#include <sys/mman.h>

#include "unit/unit.h"

enum { PAGE = 4096, CF = DIRECT_CF, ZF = DIRECT_ZF, OF = DIRECT_OF, ALL = DIRECT_ALL_FLAGS };
enum { AX = 1, CX = 1 << 1, DX = 1 << 2, BX = 1 << 3, SP = 1 << 4, BP = 1 << 5, SI = 1 << 6, DI = 1 << 7, R8 = 1 << 8 };
enum { NOT_ZF = ALL & ~ZF, NOT_CF = ALL & ~CF };
#define X(number) (UINT32_C(1) << (DIRECT_FIRST_VECTOR + (number)))
#define ALL_X UINT32_C(0xffff0000)
#define ADDRESS UINT64_C(0x401000)
#define COUNT(table) (sizeof(table) / sizeof *(table))

/* Bytes of hexadecimal digits. */
static size_t bytes_of(const char *text, uint8_t *ret)
{
  size_t count = 0;
  int used;
  unsigned byte;
  for (; sscanf(text, "%2x%n", &byte, &used) == 1; text += used)
    ret[count++] = (uint8_t)byte;
  return count;
}

static struct direct_instruction decoded(const char *text)
{
  uint8_t code[32];
  struct direct_instruction ret;
  const size_t bytes = bytes_of(text, code);
  ck_assert_msg(direct_decode(code, bytes, ADDRESS, &ret), "%s", text);
  ck_assert_msg(ret.bytes == bytes, "%s: %d bytes", text, ret.bytes);
  return ret;
}

/* --- memory --- */

enum { READ = 1, WRITTEN = 2, ALIGNED = 4, FS = 8 };

static const struct {
  const char *code;
  int bytes, access;
} accesses[] = {
  {"8b 07", 4, READ},                          /* mov (%rdi), %eax */
  {"66 89 07", 2, WRITTEN},                    /* mov %ax, (%rdi) */
  {"48 01 07", 8, READ | WRITTEN},             /* add %rax, (%rdi) */
  {"83 3f 00", 4, READ},                       /* cmpl $0, (%rdi) */
  {"64 48 8b 04 25 28 00 00 00", 8, READ | FS},/* mov %fs:0x28, %rax */
  {"66 66 66 64 48 8b 04 25 00 00 00 00", 8, READ | FS}, /* as linkers put it for thread-local storage */
  {"48 8d 07", 0, 0},                          /* lea (%rdi), %rax */
  {"0f 18 0f", 0, 0},                          /* prefetcht0 (%rdi) */
  {"66 2e 0f 1f 84 00 00 00 00 00", 0, 0},     /* nopw %cs:0(%rax,%rax,1) */
  {"48 0f b1 0f", 8, READ | WRITTEN},          /* cmpxchg %rcx, (%rdi) */
  {"0f 94 07", 1, WRITTEN},                    /* sete (%rdi) */
  {"0f b7 07", 2, READ},                       /* movzwl (%rdi), %eax */
  {"48 63 07", 4, READ},                       /* movslq (%rdi), %rax */
  {"48 0f ba 27 3f", 8, READ},                 /* btq $63, (%rdi) */
  {"ff 37", 8, READ},                          /* push (%rdi) */
  {"d8 07", 4, READ},                          /* fadds (%rdi) */
  {"dd 1f", 8, WRITTEN},                       /* fstpl (%rdi) */
  {"db 2f", 10, READ},                         /* fldt (%rdi) */
  {"db 3f", 10, WRITTEN},                      /* fstpt (%rdi) */
  {"df 0f", 2, WRITTEN},                       /* fisttps (%rdi) */
  {"d9 2f", 2, READ},                          /* fldcw (%rdi) */
  {"dd 3f", 2, WRITTEN},                       /* fnstsw (%rdi) */
  {"f3 0f 10 07", 4, READ},                    /* movss (%rdi), %xmm0 */
  {"f2 0f 11 07", 8, WRITTEN},                 /* movsd %xmm0, (%rdi) */
  {"0f 28 07", 16, READ | ALIGNED},            /* movaps (%rdi), %xmm0 */
  {"0f 10 07", 16, READ},                      /* movups */
  {"0f 58 07", 16, READ | ALIGNED},            /* addps */
  {"c5 f8 58 07", 16, READ},                   /* vaddps */
  {"c5 fd 7f 07", 32, WRITTEN | ALIGNED},      /* vmovdqa %ymm0, (%rdi) */
  {"f2 0f f0 07", 16, READ},                   /* lddqu */
  {"66 0f 60 07", 16, READ | ALIGNED},         /* punpcklbw, of which half is used */
  {"f2 0f 12 07", 8, READ},                    /* movddup */
  {"c5 ff 12 07", 32, READ},                   /* vmovddup (%rdi), %ymm0 */
  {"0f 5a 07", 8, READ},                       /* cvtps2pd */
  {"66 0f 5a 07", 16, READ | ALIGNED},         /* cvtpd2ps */
  {"66 0f 38 22 07", 2, READ},                 /* pmovsxbq */
  {"c4 e2 7d 32 07", 4, READ},                 /* vpmovzxbq (%rdi), %ymm0 */
  {"66 0f 3a 14 07 01", 1, WRITTEN},           /* pextrb $1, %xmm0, (%rdi) */
  {"66 0f c4 07 01", 2, READ},                 /* pinsrw */
  {"66 0f 3a 21 07 00", 4, READ},              /* insertps */
  {"c4 e2 7d 1a 07", 16, READ},                /* vbroadcastf128 */
  {"c4 e3 7d 39 07 01", 16, WRITTEN},          /* vextracti128 $1, %ymm0, (%rdi) */
  {"c5 fd f1 07", 16, READ},                   /* vpsllw (%rdi), %ymm0, %ymm0: the count */
  {"c4 e2 f9 99 07", 8, READ},                 /* vfmadd132sd */
  {"f2 48 0f 38 f0 07", 1, READ},              /* crc32b (%rdi), %rax */
  {"66 f2 0f 38 f1 07", 2, READ},              /* crc32w (%rdi), %eax */
};

START_TEST(the_size_of_an_access_is_what_the_processor_touches)
{
  for (size_t i = 0; i < COUNT(accesses); i++) {
    const struct direct_memory memory = decoded(accesses[i].code).memory;
    const int access = (memory.is_read ? READ : 0) | (memory.is_written ? WRITTEN : 0) |
                       (memory.is_aligned ? ALIGNED : 0) | (memory.is_fs ? FS : 0);
    ck_assert_msg(memory.bytes == accesses[i].bytes, "%s: %d bytes", accesses[i].code, memory.bytes);
    ck_assert_msg(access == accesses[i].access, "%s: access %d", accesses[i].code, access);
  }
}
END_TEST

static const struct {
  const char *code;
  int base, index, scale, displacement, displacement_bytes;
} addresses[] = {
  {"8b 04 24", DIRECT_RSP, DIRECT_NO_REGISTER, 1, 0, 0},                    /* (%rsp) */
  {"8b 45 00", DIRECT_RBP, DIRECT_NO_REGISTER, 1, 0, 1},                    /* (%rbp) */
  {"41 8b 45 80", 13, DIRECT_NO_REGISTER, 1, -128, 1},                      /* -128(%r13) */
  {"42 8b 44 a7 08", DIRECT_RDI, 12, 4, 8, 1},                              /* 8(%rdi,%r12,4) */
  {"8b 04 cd 00 00 00 80", DIRECT_NO_REGISTER, DIRECT_RCX, 8, INT32_MIN, 4},/* -0x80000000(,%rcx,8) */
  {"8b 05 10 00 00 00", DIRECT_RIP, DIRECT_NO_REGISTER, 1, 16, 4},          /* 16(%rip) */
  {"8b 04 25 10 00 00 00", DIRECT_NO_REGISTER, DIRECT_NO_REGISTER, 1, 16, 4},
  {"48 8d 05 10 00 00 00", DIRECT_RIP, DIRECT_NO_REGISTER, 1, 16, 4},       /* lea */
  {"0f 1f 44 00 00", DIRECT_NO_REGISTER, DIRECT_NO_REGISTER, 1, 0, 1},      /* a nop names nothing */
  {"3e ff e0", DIRECT_RAX, DIRECT_NO_REGISTER, 1, 0, 0},                    /* notrack jmp *%rax */
};

START_TEST(addresses_are_those_of_modrm)
{
  for (size_t i = 0; i < COUNT(addresses); i++) {
    const struct direct_instruction is = decoded(addresses[i].code);
    ck_assert_msg(is.memory.base == addresses[i].base, "%s: base %d", addresses[i].code, is.memory.base);
    ck_assert_int_eq(is.memory.index, addresses[i].index);
    ck_assert_int_eq(is.memory.scale, addresses[i].scale);
    ck_assert_int_eq(is.memory.displacement, addresses[i].displacement);
    ck_assert_int_eq(is.displacement_bytes, addresses[i].displacement_bytes);
  }
}
END_TEST

/* --- registers --- */

static const struct {
  const char *code;
  uint32_t read, written;
} registers[] = {
  {"89 d8", BX, AX},                       /* mov %ebx, %eax */
  {"88 e7", AX | BX, BX},                  /* mov %ah, %bh */
  {"40 88 e7", SP | DI, DI},               /* mov %spl, %dil */
  {"66 b8 01 00", AX, AX},                 /* mov $1, %ax */
  {"31 c0", 0, AX},                        /* xor %eax, %eax */
  {"66 31 c0", AX, AX},                    /* xor %ax, %ax */
  {"19 c0", AX, AX},                       /* sbb %eax, %eax */
  {"0f 44 c1", AX | CX, AX},               /* cmove %ecx, %eax */
  {"0f bc c1", AX | CX, AX},               /* bsf %ecx, %eax */
  {"f3 0f bc c1", CX, AX},                 /* tzcnt %ecx, %eax */
  {"48 f7 e1", AX | CX, AX | DX},          /* mul %rcx */
  {"66 f7 e1", AX | CX | DX, AX | DX},     /* mul %cx */
  {"f6 f1", AX | CX, AX},                  /* div %cl */
  {"48 99", AX, DX},                       /* cqo */
  {"66 99", AX | DX, DX},                  /* cwd */
  {"d3 e3", BX | CX, BX},                  /* shl %cl, %ebx */
  {"0f b1 0f", AX | CX | DI, AX},          /* cmpxchg %ecx, (%rdi) */
  {"48 87 cb", BX | CX, BX | CX},          /* xchg %rcx, %rbx */
  {"90", 0, 0},                            /* nop */
  {"41 90", AX | R8, AX | R8},             /* xchg %eax, %r8d */
  {"0f 1f 44 00 00", 0, 0},                /* nop 0(%rax,%rax) */
  {"9f", AX, AX},                          /* lahf */
  {"c4 e2 fb f6 d9", CX | DX, AX | BX},    /* mulx %rcx, %rax, %rbx */
  {"f3 0f 10 c1", X(0) | X(1), X(0)},      /* movss %xmm1, %xmm0 */
  {"f3 0f 10 07", DI, X(0)},               /* movss (%rdi), %xmm0 */
  {"f3 0f 51 c1", X(0) | X(1), X(0)},      /* sqrtss %xmm1, %xmm0 */
  {"0f 51 c1", X(1), X(0)},                /* sqrtps %xmm1, %xmm0 */
  {"66 0f ef c0", 0, X(0)},                /* pxor %xmm0, %xmm0 */
  {"66 0f df c0", X(0), X(0)},             /* pandn %xmm0, %xmm0 */
  {"c5 f1 ef c1", 0, X(0)},                /* vpxor %xmm1, %xmm1, %xmm0 */
  {"c5 f1 ef c0", X(0) | X(1), X(0)},      /* vpxor %xmm0, %xmm1, %xmm0 */
  {"66 0f 38 10 ca", X(0) | X(1) | X(2), X(1)}, /* pblendvb %xmm0, %xmm2, %xmm1 */
  {"c4 e3 71 4c c2 30", X(1) | X(2) | X(3), X(0)}, /* vpblendvb %xmm3, %xmm2, %xmm1, %xmm0 */
  {"c5 f8 77", ALL_X, ALL_X},              /* vzeroupper */
  {"c5 fc 77", 0, ALL_X},                  /* vzeroall */
  {"c5 f1 72 f2 04", X(2), X(1)},          /* vpslld $4, %xmm2, %xmm1 */
  {"c4 e2 f1 b8 c2", X(0) | X(1) | X(2), X(0)}, /* vfmadd231pd %xmm2, %xmm1, %xmm0 */
  {"54", SP, SP},                          /* push %rsp */
  {"58", SP, AX | SP},                     /* pop %rax */
  {"c9", BP, BP | SP},                     /* leave */
};

START_TEST(parts_that_are_kept_are_read)
{
  for (size_t i = 0; i < COUNT(registers); i++) {
    const struct direct_instruction is = decoded(registers[i].code);
    ck_assert_msg(is.registers_read == registers[i].read, "%s: reads %x", registers[i].code, is.registers_read);
    ck_assert_msg(is.registers_written == registers[i].written, "%s: writes %x", registers[i].code,
                  is.registers_written);
  }
}
END_TEST

/* --- flags --- */

static const struct {
  const char *code;
  int read, written, maybe;
} flags[] = {
  {"01 c8", 0, ALL, 0},                  /* add */
  {"11 c8", CF, ALL, 0},                 /* adc */
  {"ff c0", 0, NOT_CF, 0},               /* inc */
  {"f7 d0", 0, 0, 0},                    /* not */
  {"c1 e0 03", 0, ALL, 0},               /* shl $3, %eax */
  {"c1 e0 20", 0, 0, 0},                 /* shl $32, %eax */
  {"48 c1 e0 20", 0, ALL, 0},            /* shl $32, %rax */
  {"d3 e0", 0, 0, ALL},                  /* shl %cl, %eax */
  {"d1 c0", 0, CF | OF, 0},              /* rol %eax */
  {"c1 c0 01", 0, CF | OF, 0},           /* rol $1, %eax */
  {"c1 c0 03", 0, CF, OF},               /* rol $3, %eax */
  {"d3 d0", CF, 0, CF | OF},             /* rcl %cl, %eax */
  {"0f a3 c8", 0, NOT_ZF, 0},            /* bt %ecx, %eax */
  {"0f 97 c0", CF | ZF, 0, 0},           /* seta */
  {"f3 0f 38 f6 c1", OF, OF, 0},         /* adox */
  {"c4 e2 f9 f7 c1", 0, 0, 0},           /* shlx */
  {"66 0f 2e c1", 0, ALL, 0},            /* ucomisd */
  {"9e", 0, ALL & ~OF, 0},               /* sahf */
};

START_TEST(flags_are_those_of_the_manual)
{
  for (size_t i = 0; i < COUNT(flags); i++) {
    const struct direct_instruction is = decoded(flags[i].code);
    ck_assert_msg(is.flags_read == flags[i].read, "%s: reads %x", flags[i].code, is.flags_read);
    ck_assert_msg(is.flags_written == flags[i].written, "%s: writes %x", flags[i].code, is.flags_written);
    ck_assert_msg(is.flags_maybe == flags[i].maybe, "%s: may write %x", flags[i].code, is.flags_maybe);
  }
}
END_TEST

/* --- the stack pointer and the flow of control --- */

static const struct {
  const char *code;
  int kind;
  int64_t immediate;
  uint64_t target;
} kinds[] = {
  {"68 00 00 00 80", DIRECT_PUSH, INT32_MIN, 0},
  {"6a ff", DIRECT_PUSH, -1, 0},
  {"41 5f", DIRECT_POP, 0, 0},
  {"48 83 ec 18", DIRECT_STACK_ADD, -24, 0},                 /* sub $24, %rsp */
  {"48 83 ec 80", DIRECT_STACK_ADD, 128, 0},                 /* sub $-128, %rsp */
  {"48 81 c4 00 10 00 00", DIRECT_STACK_ADD, 4096, 0},       /* add $4096, %rsp */
  {"48 8d 64 24 f8", DIRECT_STACK_ADD, -8, 0},               /* lea -8(%rsp), %rsp */
  {"48 83 e4 e0", DIRECT_STACK_ALIGN, -32, 0},               /* and $-32, %rsp */
  {"48 89 ec", DIRECT_STACK_SET, 0, 0},                      /* mov %rbp, %rsp */
  {"49 8d 62 f8", DIRECT_STACK_SET, 0, 0},                   /* lea -8(%r10), %rsp */
  {"48 8b 24 24", DIRECT_STACK_LOAD, 0, 0},                  /* mov (%rsp), %rsp */
  {"48 8b 65 f0", DIRECT_STACK_LOAD, 0, 0},                  /* mov -16(%rbp), %rsp */
  {"48 89 24 24", DIRECT_PLAIN, 0, 0},                       /* mov %rsp, (%rsp) */
  {"48 89 e5", DIRECT_PLAIN, 0, 0},                          /* mov %rsp, %rbp */
  {"e8 fb ff ff ff", DIRECT_CALL, -5, ADDRESS},
  {"66 66 48 e8 00 00 00 00", DIRECT_CALL, 0, ADDRESS + 8},  /* data16 data16 rex.W call */
  {"ff 25 00 10 00 00", DIRECT_JUMP_INDIRECT, 0, 0},
  {"f2 ff 25 00 10 00 00", DIRECT_JUMP_INDIRECT, 0, 0},      /* bnd */
  {"3e ff d0", DIRECT_CALL_INDIRECT, 0, 0},                  /* notrack */
  {"f3 c3", DIRECT_RETURN, 0, 0},
  {"c2 18 00", DIRECT_RETURN_OVER, 24, 0},
  {"eb fe", DIRECT_JUMP, -2, ADDRESS},
  {"2e 7c 10", DIRECT_BRANCH, 16, ADDRESS + 19},
  {"0f 8f 00 01 00 00", DIRECT_BRANCH, 256, ADDRESS + 262},
  {"f3 0f 1e fa", DIRECT_PLAIN, 0, 0},
  {"48 b8 08 07 06 05 04 03 02 81", DIRECT_PLAIN, INT64_C(-0x7efdfcfbfaf9f8f8), 0},
};

START_TEST(kinds_have_their_values)
{
  for (size_t i = 0; i < COUNT(kinds); i++) {
    const struct direct_instruction is = decoded(kinds[i].code);
    ck_assert_msg(is.kind == kinds[i].kind, "%s: kind %d", kinds[i].code, is.kind);
    ck_assert_msg(is.immediate == kinds[i].immediate, "%s: %lld", kinds[i].code, (long long)is.immediate);
    ck_assert_msg(is.target == kinds[i].target, "%s: to %llx", kinds[i].code, (unsigned long long)is.target);
  }
  ck_assert_int_eq(decoded("7c 10").condition, 12);
  ck_assert_int_eq(decoded("49 8d 62 f8").memory.base, 10);
  ck_assert_int_eq(decoded("49 8d 62 f8").memory.displacement, -8);
  ck_assert_int_eq(decoded("48 89 ec").memory.base, DIRECT_RBP);
}
END_TEST

START_TEST(an_exchange_with_memory_locks)
{
  ck_assert(decoded("87 07").is_locked);
  ck_assert(!decoded("87 c7").is_locked);
  ck_assert(decoded("f0 ff 07").is_locked);
  ck_assert(decoded("f7 f1").may_trap);
  ck_assert(!decoded("f7 e1").may_trap);
  ck_assert(decoded("c5 fd 6f 07").is_256);
  ck_assert(decoded("c5 f9 6f 07").has_vex);
}
END_TEST

static const char *const refused[] = {
  "0f 05",                   /* syscall */
  "0f a2",                   /* cpuid */
  "0f 0b",                   /* ud2 */
  "cc",
  "f4",
  "d9 e2",                   /* none of x87 */
  "dd 27",                   /* frstor */
  "f3 a4",                   /* rep movsb */
  "a4",
  "65 8b 07",                /* mov %gs:(%rdi), %eax */
  "2e 8b 07",
  "67 8b 07",                /* mov (%edi), %eax */
  "64 48 8d 07",             /* lea %fs:(%rdi), %rax */
  "f0 8b 07",                /* lock mov */
  "f0 01 c8",                /* lock with a register */
  "f0 83 3f 00",             /* lock cmp */
  "f3 f0 01 07",             /* xrelease */
  "48 66 89 c0",             /* REX that is not last */
  "5c",                      /* pop %rsp */
  "66 50",                   /* push %ax */
  "66 c3",
  "66 e8 00 00 00 00",
  "8f 00",                   /* pop (%rax) */
  "89 e4",                   /* mov %esp, %esp */
  "66 89 c4",                /* mov %ax, %sp */
  "40 88 c4",                /* mov %al, %spl */
  "83 ec 08",                /* sub $8, %esp */
  "48 83 e4 10",             /* and $16, %rsp */
  "48 29 c4",                /* sub %rax, %rsp */
  "48 87 e0",                /* xchg %rsp, %rax */
  "8b 24 24",                /* mov (%rsp), %esp */
  "48 8d 64 04 08",          /* lea 8(%rsp,%rax), %rsp */
  "48 89 e4",                /* mov %rsp, %rsp */
  "0f ab 07",                /* bts %eax, (%rdi): beyond the operand */
  "66 0f c8",                /* bswap %ax */
  "66 0f a4 c8 11",          /* shld $17, %cx, %ax */
  "0f c7 0f",                /* cmpxchg8b */
  "0f 6f c1",                /* movq %mm1, %mm0 */
  "0f ae 20",                /* xsave */
  "0f 53 c1",                /* rcpps */
  "66 0f f7 c1",             /* maskmovdqu */
  "66 0f 3a 63 c1 00",       /* pcmpistri */
  "c4 e2 7d 8c 07",          /* vpmaskmovd */
  "c4 e2 7d 90 04 07",       /* vpgatherdd */
  "c4 e2 7d 13 07",          /* vcvtph2ps */
  "62 f1 7c 48 10 07",       /* EVEX */
  "66 c5 f8 58 07",          /* 66 before VEX */
  "c5 e8 51 c1",             /* vsqrtps with vvvv */
  "c5 fe 10 07",             /* vmovss with 256 bits */
  "c4 e3 fd 00 c1",          /* vpermq without its immediate */
  "c4 e3 7d 00 c1 00",       /* vpermq without W */
  "0f c2 c1 08",             /* cmpps: no such comparison */
  "f3 0f 38 c8 c1",
  "8c d8",                   /* mov %ds, %eax */
  "0f 20 c0",                /* mov %cr0, %rax */
};

START_TEST(what_is_not_known_is_refused)
{
  for (size_t i = 0; i < COUNT(refused); i++) {
    uint8_t code[32] = {0};
    struct direct_instruction ignored;
    bytes_of(refused[i], code);
    const size_t available = strcmp(refused[i], "c4 e3 fd 00 c1") == 0 ? 5 : sizeof code;
    ck_assert_msg(!direct_decode(code, available, ADDRESS, &ignored), "%s", refused[i]);
  }
}
END_TEST

/* --- ends --- */

/* Right in front of memory that cannot be read: with all bytes there, and with each smaller number. */
static void try_at_end(const char *text, uint8_t *end)
{
  uint8_t code[32];
  struct direct_instruction is;
  const size_t bytes = bytes_of(text, code);
  memcpy(end - bytes, code, bytes);
  ck_assert_msg(direct_decode(end - bytes, bytes, ADDRESS, &is), "%s", text);
  for (size_t fewer = 0; fewer < bytes; fewer++) {
    memcpy(end - fewer, code, fewer);
    ck_assert_msg(!direct_decode(end - fewer, fewer, ADDRESS, &is), "%s: %zu bytes", text, fewer);
  }
}

START_TEST(nothing_is_read_behind_the_end)
{
  uint8_t *pages = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert_ptr_ne(pages, MAP_FAILED);
  ck_assert_int_eq(mprotect(pages + PAGE, PAGE, PROT_NONE), 0);
  for (size_t i = 0; i < COUNT(accesses); i++)
    try_at_end(accesses[i].code, pages + PAGE);
  for (size_t i = 0; i < COUNT(addresses); i++)
    try_at_end(addresses[i].code, pages + PAGE);
  for (size_t i = 0; i < COUNT(registers); i++)
    try_at_end(registers[i].code, pages + PAGE);
  for (size_t i = 0; i < COUNT(kinds); i++)
    try_at_end(kinds[i].code, pages + PAGE);
  munmap(pages, 2 * PAGE);
}
END_TEST

START_TEST(no_instruction_has_more_than_fifteen_bytes)
{
  struct direct_instruction is;
  uint8_t code[16];
  memset(code, 0x66, sizeof code);
  ck_assert(!direct_decode(code, sizeof code, ADDRESS, &is));
  code[14] = 0x90;
  ck_assert(direct_decode(code, sizeof code, ADDRESS, &is));
  ck_assert_int_eq(is.bytes, DIRECT_INSTRUCTION_BYTES_MAX);
  code[14] = 0x66;
  code[15] = 0x90;
  ck_assert(!direct_decode(code, sizeof code, ADDRESS, &is));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("direct_decode");
  TCase *tests = tcase_create("instructions");
  tcase_add_test(tests, the_size_of_an_access_is_what_the_processor_touches);
  tcase_add_test(tests, addresses_are_those_of_modrm);
  tcase_add_test(tests, parts_that_are_kept_are_read);
  tcase_add_test(tests, flags_are_those_of_the_manual);
  tcase_add_test(tests, kinds_have_their_values);
  tcase_add_test(tests, an_exchange_with_memory_locks);
  tcase_add_test(tests, what_is_not_known_is_refused);
  tcase_add_test(tests, nothing_is_read_behind_the_end);
  tcase_add_test(tests, no_instruction_has_more_than_fifteen_bytes);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which operations does real code make VEX emit, and are they all in the table?
 *
 *   coverage FILE...    ELF files: programs, libraries
 *
 * All of a file's executable segments are translated block after block, with the V bits of every operation woven in, so
 * that VEX's code generator is seen to accept what the rules make. Data between functions decodes to nonsense, which
 * does no harm. */
#include <fcntl.h>
#include <gelf.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memcheck/definedness.h"
#include "oracle/vex.h"

enum { SHADOW_AT = 4096, TRAILING_BYTES = 64 };

static uint64_t seen[Iop_LAST - Iop_INVALID];
static uint64_t blocks, refused;
static bool is_woven; /* the present block: what VEX has to say from there on is about us */
static jmp_buf next_block;

static void says_of_woven_blocks(const HChar *text, SizeT bytes)
{
  if (is_woven)
    vex_says(text, bytes);
}

__attribute__((noreturn)) static void vex_gave_up(void)
{
  longjmp(next_block, 1);
}

static unsigned operands_of(const IRExpr *expression, IROp *ret_op, IRExpr *ret_operands[])
{
  switch (expression->tag) {
  case Iex_Unop:
    *ret_op = expression->Iex.Unop.op;
    ret_operands[0] = expression->Iex.Unop.arg;
    return 1;
  case Iex_Binop:
    *ret_op = expression->Iex.Binop.op;
    ret_operands[0] = expression->Iex.Binop.arg1;
    ret_operands[1] = expression->Iex.Binop.arg2;
    return 2;
  case Iex_Triop:
  case Iex_Qop: {
    const IRQop *op = expression->Iex.Qop.details;
    bool is_qop = expression->tag == Iex_Qop;
    const IRTriop *triop = expression->Iex.Triop.details;
    *ret_op = is_qop ? op->op : triop->op;
    ret_operands[0] = is_qop ? op->arg1 : triop->arg1;
    ret_operands[1] = is_qop ? op->arg2 : triop->arg2;
    ret_operands[2] = is_qop ? op->arg3 : triop->arg3;
    ret_operands[3] = is_qop ? op->arg4 : NULL;
    return is_qop ? 4 : 3;
  }
  default:
    return 0;
  }
}

/* V bits of the original block's temporaries; NULL: not made yet. */
struct tracked {
  struct weave weave;
  IRExpr **v_bits;
};

static IRExpr *some_v_bits(struct weave *weave, IRType type)
{
  IRType shadow_type = weave_shadow_type(type);
  if (shadow_type == Ity_I1)
    return weave_unop(weave, Iop_64to1, weave_get(weave, SHADOW_AT, Ity_I64));
  if (shadow_type != Ity_I128)
    return weave_get(weave, SHADOW_AT, shadow_type);
  IRExpr *half = weave_get(weave, SHADOW_AT, Ity_I64);
  return weave_binop(weave, Iop_64HLto128, half, half);
}

static IRExpr *v_bits_of(struct tracked *tracked, const IRExpr *atom)
{
  if (atom->tag == Iex_Const)
    return NULL;
  IRExpr **v_bits = &tracked->v_bits[atom->Iex.RdTmp.tmp];
  if (!*v_bits)
    *v_bits = some_v_bits(&tracked->weave, weave_type(&tracked->weave, atom));
  return *v_bits;
}

static void track_expression(struct tracked *tracked, IRTemp result, const IRExpr *expression)
{
  IROp op;
  IRExpr *operands[DEFINEDNESS_OPERANDS_MAX], *shadows[DEFINEDNESS_OPERANDS_MAX];
  unsigned count = operands_of(expression, &op, operands);
  if (count == 0)
    return;
  seen[op - Iop_INVALID]++;
  for (unsigned i = 0; i < count; i++)
    shadows[i] = v_bits_of(tracked, operands[i]);
  tracked->v_bits[result] = definedness_of(&tracked->weave, op, count, operands, shadows);
}

/* What leaves the block is written somewhere, so that the code that makes it is not removed as dead. */
static void keep(struct tracked *tracked, const IRExpr *atom)
{
  IRExpr *v_bits = v_bits_of(tracked, atom);
  if (v_bits)
    addStmtToIRSB(tracked->weave.block, IRStmt_Put(SHADOW_AT, weave_spread(&tracked->weave, Ity_I64, v_bits)));
}

static void track_statement(struct tracked *tracked, const IRStmt *statement)
{
  if (statement->tag == Ist_WrTmp)
    track_expression(tracked, statement->Ist.WrTmp.tmp, statement->Ist.WrTmp.data);
  else if (statement->tag == Ist_Put)
    keep(tracked, statement->Ist.Put.data);
  else if (statement->tag == Ist_Store)
    keep(tracked, statement->Ist.Store.data);
  else if (statement->tag == Ist_Exit)
    keep(tracked, statement->Ist.Exit.guard);
}

static IRSB *weave_block(void *opaque, IRSB *original, const VexGuestLayout *layout, const VexGuestExtents *extents,
                         const VexArchInfo *info, IRType guest_word, IRType host_word)
{
  struct tracked tracked = {.weave = {.block = deepCopyIRSBExceptStmts(original), .exact = blocks % 2}};
  size_t bytes = (size_t)original->tyenv->types_used * sizeof *tracked.v_bits;
  tracked.v_bits = memset(LibVEX_Alloc(bytes), 0, bytes);
  is_woven = true;
  for (int i = 0; i < original->stmts_used; i++) {
    addStmtToIRSB(tracked.weave.block, original->stmts[i]);
    track_statement(&tracked, original->stmts[i]);
  }
  return tracked.weave.block;
}

static void translate_all(const uint8_t *start, const uint8_t *end)
{
  static uint8_t code[VEX_CODE_BYTES];
  const uint8_t *volatile at = start;
  while (at < end) {
    unsigned bytes = 1;
    is_woven = false;
    blocks++;
    if (setjmp(next_block) == 0)
      bytes = vex_translate(&(struct vex_job){at, weave_block, NULL, code, code});
    else
      refused += is_woven;
    at += bytes ? bytes : 1;
  }
}

static bool read_segment(int file, const GElf_Phdr *header)
{
  struct stat status;
  if (fstat(file, &status) != 0 || header->p_filesz > (uint64_t)status.st_size)
    return false;
  uint8_t *bytes = calloc(1, header->p_filesz + TRAILING_BYTES);
  bool is_read =
    bytes && pread(file, bytes, header->p_filesz, (off_t)header->p_offset) == (ssize_t)header->p_filesz;
  if (is_read)
    translate_all(bytes, bytes + header->p_filesz);
  free(bytes);
  return is_read;
}

static bool read_segments(int file, Elf *elf)
{
  size_t headers;
  if (!elf || elf_getphdrnum(elf, &headers) != 0)
    return false;
  for (size_t i = 0; i < headers; i++) {
    GElf_Phdr header;
    if (!gelf_getphdr(elf, (int)i, &header))
      return false;
    if (header.p_type == PT_LOAD && header.p_flags & PF_X && !read_segment(file, &header))
      return false;
  }
  return headers > 0;
}

static bool read_file(const char *name)
{
  int file = open(name, O_RDONLY | O_CLOEXEC);
  Elf *elf = file < 0 ? NULL : elf_begin(file, ELF_C_READ, NULL);
  bool is_read = read_segments(file, elf);
  if (!is_read)
    fprintf(stderr, "coverage: %s: not a whole ELF file with segments\n", name);
  if (elf)
    elf_end(elf);
  if (file >= 0)
    close(file);
  return is_read;
}

/* How many are not in the table. */
static unsigned print_operations(void)
{
  unsigned known = 0, unknown = 0;
  is_woven = true;
  for (unsigned i = 0; i < Iop_LAST - Iop_INVALID; i++) {
    IROp op = Iop_INVALID + i;
    if (seen[i] == 0)
      continue;
    known += definedness_is_known(op);
    if (definedness_is_known(op))
      continue;
    unknown++;
    fputs("not in the table: ", stdout);
    fflush(stdout);
    ppIROp(op);
    printf(", %llu times\n", (unsigned long long)seen[i]);
  }
  printf("%llu blocks, %llu refused by VEX; %u operations in the table, %u not\n", (unsigned long long)blocks,
         (unsigned long long)refused, known, unknown);
  return unknown;
}

int main(int argc, char *argv[])
{
  if (argc < 2)
    fputs("usage: coverage FILE...\n", stderr);
  elf_version(EV_CURRENT);
  vex_begin(vex_gave_up, says_of_woven_blocks);
  bool is_all_read = argc > 1;
  for (int i = 1; i < argc; i++)
    if (!read_file(argv[i]))
      is_all_read = false;
  return print_operations() > 0 || refused > 0 || !is_all_read;
}

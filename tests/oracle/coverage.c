/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which operations does real code make VEX emit, and are they all in the table?
 *
 *   coverage FILE...    ELF files: programs, libraries
 *
 * All of a file's executable segments are translated block after block and instrumented, by cheap and by exact rules in
 * turn, so that VEX is seen to accept what the instrumenter makes of them, in kind and in size. Data between functions
 * decodes to nonsense, which does no harm. */
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memcheck/pure/engine/definedness.h"
#include "memcheck/pure/engine/engine.h"
#include "oracle/vex.h"

enum { TRAILING_BYTES = 64 };

static uint64_t seen[Iop_LAST - Iop_INVALID];
static uint64_t blocks, refused;
extern VexControl vex_control; /* libvex's own */

static bool was_too_large;
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

/* The operation of an expression, Iop_INVALID: it has none. */
static IROp operation_of(const IRExpr *expression)
{
  switch (expression->tag) {
  case Iex_Unop:
    return expression->Iex.Unop.op;
  case Iex_Binop:
    return expression->Iex.Binop.op;
  case Iex_Triop:
    return expression->Iex.Triop.details->op;
  case Iex_Qop:
    return expression->Iex.Qop.details->op;
  default:
    return Iop_INVALID;
  }
}

static void note_unknown(IROp op)
{
}

/* Code that is never run: what it would call does not matter. */
static struct engine_policy policy_of(bool exact)
{
  struct engine_call call = {"nothing", note_unknown};
  struct engine_policy policy = {.values = true, .origins = true, .exact = exact};
  struct engine_calls *calls = &policy.calls;
  for (unsigned i = 0; i < ENGINE_SIZES; i++)
    calls->load[i] = calls->store[i] = calls->undefined_value[i] = call;
  calls->helper_reads = calls->helper_writes = call;
  calls->undefined_condition = calls->forget_redzone = call;
  policy.unknown_operation = note_unknown;
  return policy;
}

static IRSB *weave_block(void *opaque, IRSB *original, const VexGuestLayout *layout, const VexGuestExtents *extents,
                         const VexArchInfo *info, IRType guest_word, IRType host_word)
{
  const struct engine_policy *policy = opaque;
  IRSB *instrumented = engine_instrument(policy, original, layout, 0);
  is_woven = true;
  was_too_large = !instrumented;
  for (int i = 0; i < original->stmts_used; i++)
    if (original->stmts[i]->tag == Ist_WrTmp)
      seen[operation_of(original->stmts[i]->Ist.WrTmp.data) - Iop_INVALID]++;
  return instrumented ? instrumented : original;
}

/* The same with fewer instructions when a block is too large, as coregrind-glue/translate/translate.c does it. */
static unsigned translate_in_parts(const struct vex_job *job, struct engine_policy *policy)
{
  const int usual = vex_control.guest_max_insns;
  unsigned bytes = 0;
  bool is_done = false;
  for (; !is_done && vex_control.guest_max_insns > 0; vex_control.guest_max_insns /= 2) {
    policy->statements_max = vex_control.guest_max_insns > 1 ? ENGINE_STATEMENTS_MAX : 0;
    was_too_large = false;
    is_done = vex_translate(job, &bytes) && !was_too_large;
  }
  vex_control.guest_max_insns = usual;
  refused += !is_done;
  return bytes ? bytes : 1;
}

/* How many bytes were translated, at least one. */
static unsigned translate_block(const uint8_t *at, struct engine_policy *policy)
{
  static uint8_t code[VEX_CODE_BYTES];
  const int usual = vex_control.guest_max_insns;
  is_woven = false;
  if (setjmp(next_block) == 0)
    return translate_in_parts(&(struct vex_job){at, weave_block, policy, code, code}, policy);
  vex_control.guest_max_insns = usual;
  refused += is_woven;
  return 1;
}

static void translate_all(const uint8_t *start, const uint8_t *end, uint64_t address)
{
  struct engine_policy policies[] = {policy_of(false), policy_of(true)};
  for (const uint8_t *at = start; at < end;) {
    uint64_t refused_before = refused;
    unsigned is_exact = blocks++ % 2, bytes = translate_block(at, &policies[is_exact]);
    if (refused > refused_before)
      printf("refused: block at 0x%" PRIx64 "%s\n", address + (uint64_t)(at - start), is_exact ? ", exact rules" : "");
    at += bytes;
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
    translate_all(bytes, bytes + header->p_filesz, header->p_vaddr);
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
  for (unsigned i = 1; i < Iop_LAST - Iop_INVALID; i++) {
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

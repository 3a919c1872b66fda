/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The bytes are searched first; only where one looks like such a jump the function is decoded up to there. */
#include "host/symbols/elf/short_jumps.h"

#include "host/symbols/elf/decoder_library.h"

enum { FUNCTION_MAX_BYTES = 1 << 16, INSTRUCTION_MAX_BYTES = 15, JUMP = 0xeb, JUMP_BYTES = 2 };

static bool looks_like_one(const struct elf_file *file, uint64_t at, uint64_t target)
{
  unsigned char code[JUMP_BYTES];
  return elf_file_read(file, at, code, sizeof code) == sizeof code && code[0] == JUMP &&
         at + JUMP_BYTES + (uint64_t)(int64_t)(int8_t)code[1] == target;
}

static bool begins_instruction(csh capstone, const struct elf_file *file, uint64_t at, uint64_t wanted)
{
  cs_insn *instruction = decoder_library()->malloc(capstone);
  bool is_good = instruction != NULL;
  while (is_good && at < wanted) {
    unsigned char bytes[INSTRUCTION_MAX_BYTES];
    const uint8_t *code = bytes;
    size_t size = elf_file_read(file, at, bytes, sizeof bytes);
    is_good = decoder_library()->disasm_iter(capstone, &code, &size, &at, instruction);
  }
  if (instruction)
    decoder_library()->free(instruction, 1);
  return is_good && at == wanted;
}

static bool is_instruction(const struct elf_file *file, uint64_t start, uint64_t wanted)
{
  csh capstone;
  if (!decoder_library() || decoder_library()->open(CS_ARCH_X86, CS_MODE_64, &capstone) != CS_ERR_OK)
    return false;
  bool is_one = begins_instruction(capstone, file, start, wanted);
  decoder_library()->close(&capstone);
  return is_one;
}

bool short_jumps_lead_to(const struct elf_file *file, uint64_t start, uint64_t end, uint64_t target)
{
  uint64_t first = target > SHORT_JUMP_REACH && start < target - SHORT_JUMP_REACH ? target - SHORT_JUMP_REACH : start;
  uint64_t last = end > target + SHORT_JUMP_REACH ? target + SHORT_JUMP_REACH : end;
  for (uint64_t at = first; end - start <= FUNCTION_MAX_BYTES && at < last; at++)
    if (looks_like_one(file, at, target) && is_instruction(file, start, at))
      return true;
  return false;
}

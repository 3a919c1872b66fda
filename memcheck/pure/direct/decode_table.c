/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of instructions.def, in arrays by prefix and opcode; most places are empty, which is refusal. */
#include "memcheck/pure/direct/decode_private.h"

enum {
#define FLAG_RULE(name, read, written, maybe) FLAGS_##name,
#include "memcheck/pure/direct/instructions.def"
};

static const struct direct_flag_rule flag_rules[] = {
#define FLAG_RULE(name, read, written, maybe) {read, written, maybe},
#include "memcheck/pure/direct/instructions.def"
};

enum {
#define GROUP_NAME(group) GROUP_##group,
#include "memcheck/pure/direct/instructions.def"
  GROUPS
};

#define PARTS(reg, rm, vvvv, flags, word)                                                           \
  {                                                                                                 \
    reg, rm, vvvv, flags, (uint8_t)((uint64_t)(word) >> DIRECT_IMPLIED_SHIFT),                      \
      (uint8_t)((uint64_t)(word) >> DIRECT_KIND_SHIFT), (uint32_t)((word) | IN_TABLE)               \
  }

static const struct direct_line lines[DIRECT_TABLES][DIRECT_PREFIXES][256] = {
#define LINE(name, table, prefix, opcode, reg, rm, vvvv, flags, word) \
  [TABLE_##table][PREFIX_##prefix][opcode] = PARTS(reg, rm, vvvv, FLAGS_##flags, word),
#define GROUP(table, prefix, opcode, group) \
  [TABLE_##table][PREFIX_##prefix][opcode] = PARTS(GROUP_##group, NONE, NONE, FLAGS_KEPT, IS_GROUP),
#include "memcheck/pure/direct/instructions.def"
};

static const struct direct_line members[GROUPS][8] = {
#define MEMBER(name, group, digit, rm, vvvv, flags, word) \
  [GROUP_##group][digit] = PARTS(NONE, rm, vvvv, FLAGS_##flags, word),
#include "memcheck/pure/direct/instructions.def"
};

const struct direct_line *direct_line_of(const struct direct_parts *parts)
{
  return &lines[parts->table][parts->prefix][parts->opcode];
}

const struct direct_line *direct_member_of(const struct direct_line *line, uint8_t modrm)
{
  return line->attributes & IS_GROUP ? &members[line->reg][modrm >> 3 & 7] : line;
}

const struct direct_flag_rule *direct_flag_rule_of(const struct direct_line *line)
{
  return &flag_rules[line->flags];
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Opcodes, prefixes, digits, lengths and forms are gone through; registers, displacements and immediates are random. */
#include "direct/every_encoding.h"

#include <stdbool.h>
#include <string.h>

static uint64_t state;

void any_seed(uint64_t seed)
{
  state = seed;
}

unsigned any(unsigned limit)
{
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(((state ^ state >> 29) * UINT64_C(0xbf58476d1ce4e5b9)) >> 33) % limit;
}

void any_bytes(void *ret, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    ((uint8_t *)ret)[i] = (uint8_t)any(256);
}

static void put_rest(uint8_t *at, const uint8_t *end, unsigned digit, bool is_memory)
{
  uint8_t *rest = at;
  while (at < end)
    *at++ = (uint8_t)any(256);
  rest[0] = (uint8_t)((is_memory ? any(3) << 6 : 0xc0) | digit << 3 | (rest[0] & 7));
}

static void try_opcode(const uint8_t *start, size_t bytes, void (*try)(const uint8_t *code))
{
  uint8_t code[ENCODING_BYTES];
  for (unsigned digit = 0; digit < 16; digit++) {
    memcpy(code, start, bytes);
    put_rest(code + bytes, code + sizeof code, digit & 7, digit >> 3);
    try(code);
  }
}

static void try_legacy(const char *prefixes, unsigned rex, unsigned opcode, void (*try)(const uint8_t *code))
{
  static const uint8_t escapes[][2] = {{0}, {0x0f}, {0x0f, 0x38}, {0x0f, 0x3a}};
  for (unsigned table = 0; table < 4; table++) {
    uint8_t code[8];
    size_t at = strlen(prefixes);
    memcpy(code, prefixes, at);
    if (rex)
      code[at++] = (uint8_t)rex;
    for (unsigned i = 0; i < 2 && escapes[table][i]; i++)
      code[at++] = escapes[table][i];
    code[at++] = (uint8_t)opcode;
    try_opcode(code, at, try);
  }
}

static void try_vex(unsigned opcode, unsigned bits, void (*try)(const uint8_t *code))
{
  for (unsigned table = 1; table <= 3; table++) {
    /* vvvv is all ones, and so unused, as often as not. */
    const unsigned vvvv = any(2) ? 15 : any(16);
    const uint8_t code[] = {0xc4, (uint8_t)(any(8) << 5 | table), (uint8_t)((bits >> 3) << 7 | vvvv << 3 | (bits & 7)),
                            (uint8_t)opcode};
    try_opcode(code, sizeof code, try);
  }
}

void every_encoding(void (*try)(const uint8_t *code))
{
  static const char *const prefixes[] = {"", "\x66", "\xf3", "\xf2", "\x66\xf3", "\x66\xf2", "\xf0", "\x66\xf0"};
  for (unsigned opcode = 0; opcode < 256; opcode++) {
    for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
      try_legacy(prefixes[i], 0, opcode, try);
      try_legacy(prefixes[i], 0x40 | any(8), opcode, try);
      try_legacy(prefixes[i], 0x48 | any(8), opcode, try);
    }
    for (unsigned bits = 0; bits < 16; bits++)
      try_vex(opcode, bits, try);
  }
}

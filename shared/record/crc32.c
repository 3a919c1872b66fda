/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CRC-32, eight bytes at a time (Intel's slicing-by-8). tables[k][b] is the contribution of byte b to the sum if k
 * more bytes follow it. A CRC is linear: the contribution of b is the sum of those of its bits. So eight numbers
 * define each table, which the preprocessor computes. */
#include "shared/record/record.h"

#define BYTE(b, t0, t1, t2, t3, t4, t5, t6, t7)                                                    \
  ((b) & 1 ? t0 : 0u) ^ ((b) & 2 ? t1 : 0u) ^ ((b) & 4 ? t2 : 0u) ^ ((b) & 8 ? t3 : 0u) ^          \
    ((b) & 16 ? t4 : 0u) ^ ((b) & 32 ? t5 : 0u) ^ ((b) & 64 ? t6 : 0u) ^ ((b) & 128 ? t7 : 0u)
#define BYTES4(b, ...) \
  BYTE(b, __VA_ARGS__), BYTE(b + 1, __VA_ARGS__), BYTE(b + 2, __VA_ARGS__), BYTE(b + 3, __VA_ARGS__)
#define BYTES16(b, ...) \
  BYTES4(b, __VA_ARGS__), BYTES4(b + 4, __VA_ARGS__), BYTES4(b + 8, __VA_ARGS__), BYTES4(b + 12, __VA_ARGS__)
#define BYTES64(b, ...) \
  BYTES16(b, __VA_ARGS__), BYTES16(b + 16, __VA_ARGS__), BYTES16(b + 32, __VA_ARGS__), BYTES16(b + 48, __VA_ARGS__)
#define TABLE(...) \
  {BYTES64(0, __VA_ARGS__), BYTES64(64, __VA_ARGS__), BYTES64(128, __VA_ARGS__), BYTES64(192, __VA_ARGS__)}

static const uint32_t tables[8][256] = {
  TABLE(0x77073096, 0xee0e612c, 0x076dc419, 0x0edb8832, 0x1db71064, 0x3b6e20c8, 0x76dc4190, 0xedb88320),
  TABLE(0x191b3141, 0x32366282, 0x646cc504, 0xc8d98a08, 0x4ac21251, 0x958424a2, 0xf0794f05, 0x3b83984b),
  TABLE(0x01c26a37, 0x0384d46e, 0x0709a8dc, 0x0e1351b8, 0x1c26a370, 0x384d46e0, 0x709a8dc0, 0xe1351b80),
  TABLE(0xb8bc6765, 0xaa09c88b, 0x8f629757, 0xc5b428ef, 0x5019579f, 0xa032af3e, 0x9b14583d, 0xed59b63b),
  TABLE(0x3d6029b0, 0x7ac05360, 0xf580a6c0, 0x30704bc1, 0x60e09782, 0xc1c12f04, 0x58f35849, 0xb1e6b092),
  TABLE(0xcb5cd3a5, 0x4dc8a10b, 0x9b914216, 0xec53826d, 0x03d6029b, 0x07ac0536, 0x0f580a6c, 0x1eb014d8),
  TABLE(0xa6770bb4, 0x979f1129, 0xf44f2413, 0x33ef4e67, 0x67de9cce, 0xcfbd399c, 0x440b7579, 0x8816eaf2),
  TABLE(0xccaa009e, 0x4225077d, 0x844a0efa, 0xd3e51bb5, 0x7cbb312b, 0xf9766256, 0x299dc2ed, 0x533b85da),
};

static uint32_t load_u32(const unsigned char *bytes)
{
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static uint32_t add_eight(uint32_t crc, const unsigned char *bytes)
{
  const uint32_t low = crc ^ load_u32(bytes), high = load_u32(bytes + 4);
  return tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^ tables[4][low >> 24] ^
         tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^ tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
}

uint32_t record_crc32(uint32_t crc, const void *data, size_t size)
{
  const unsigned char *bytes = data;
  crc = ~crc;
  for (; size >= 8; size -= 8, bytes += 8)
    crc = add_eight(crc, bytes);
  for (; size > 0; size--, bytes++)
    crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 255];
  return ~crc;
}

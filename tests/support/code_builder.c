/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/code_builder.h"

#include <stdlib.h>
#include <string.h>

struct code_identity code_builder_identity(unsigned number)
{
  return (struct code_identity){
    .tool = {11, 12, 13}, .options = 5 + number % 2, .cpu = 77, .module = {100 + number}, .start = 0x400000,
  };
}

static uint8_t guest_byte(unsigned content, size_t position)
{
  return (uint8_t)(content * 31 + position * 7 + (content >> 8));
}

static uint64_t hash(uint64_t sum, const void *data, size_t bytes)
{
  const unsigned char *at = data;
  for (size_t i = 0; i < bytes; i++)
    sum = (sum ^ at[i]) * 0x100000001b3;
  return sum;
}

static uint64_t meaning(const struct code_identity *identity, struct code_entry_head *head)
{
  uint64_t sum = hash(0xcbf29ce484222325, identity, sizeof *identity);
  sum = hash(sum, &head->key, sizeof head->key);
  return hash(sum, code_entry_guest(head), code_entry_guest_bytes(head));
}

static void put_host(const struct code_identity *identity, struct code_entry_head *head, uint8_t *to)
{
  uint64_t state = meaning(identity, head);
  for (size_t i = 0; i < head->host_bytes; i++) {
    state = state * 6364136223846793005 + 1442695040888963407;
    to[i] = (uint8_t)(state >> 56);
  }
}

struct code_entry_head *code_builder_block(const struct code_identity *identity, const struct code_key *key,
                                           unsigned content, size_t guest_bytes, size_t host_bytes)
{
  struct code_entry_head *head = calloc(1, CODE_ENTRY_BYTES_MAX);
  *head = (struct code_entry_head){
    .key = *key, .extent_starts = {key->address}, .extent_bytes = {(uint16_t)guest_bytes}, .extent_count = 1,
    .instruction_count = (uint32_t)guest_bytes / 3, .host_bytes = (uint32_t)host_bytes,
  };
  for (size_t i = 0; i < guest_bytes; i++)
    code_entry_guest(head)[i] = guest_byte(content, i);
  put_host(identity, head, code_entry_host(head));
  code_entry_seal(head);
  return head;
}

bool code_builder_is_right(const struct code_identity *identity, struct code_entry_head *head)
{
  uint8_t *expected = malloc(head->host_bytes);
  put_host(identity, head, expected);
  bool is_right = memcmp(expected, code_entry_host(head), head->host_bytes) == 0;
  free(expected);
  return is_right;
}

size_t code_builder_copy(void *to, const void *from, size_t bytes)
{
  memcpy(to, from, bytes);
  return bytes;
}

bool code_builder_has_content(void *number, struct code_entry_head *head)
{
  for (size_t i = 0; i < code_entry_guest_bytes(head); i++)
    if (code_entry_guest(head)[i] != guest_byte(*(unsigned *)number, i))
      return false;
  return true;
}

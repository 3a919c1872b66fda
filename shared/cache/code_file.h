/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of translated blocks of one module at one place in memory, version 1. All is little-endian and aligned.
 *
 *   header   struct code_header, CODE_HEADER_BYTES, written once
 *   slots    slot_count times struct code_slot: an open hash table, searched from (tag & (slot_count - 1)) on
 *   entries  struct code_entry_head; the guest's bytes, extent after extent; host code; padding to CODE_UNIT_BYTES
 *
 * A file only grows: entries go to its end, then slots that name them are filled; so a reader that has it mapped is
 * never wrong, and what a killed writer leaves is garbage that no slot points to. An entry is checked before it is
 * used: sizes, key and a sum over all of it. A file that has too few slots, or is damaged, is replaced by a new one,
 * which is written under another name and renamed. */
#ifndef SEEP_SHARED_CACHE_CODE_FILE_H
#define SEEP_SHARED_CACHE_CODE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  CODE_VERSION = 1,
  CODE_HEADER_BYTES = 1024,
  CODE_PATH_BYTES = 768,
  CODE_UNIT_BYTES = 16,
  CODE_SLOTS_MIN = 256,
  CODE_SLOTS_MAX = 1 << 24,
  CODE_SLOTS_SEARCHED = 256, /* from a tag's first slot on */
  CODE_SAME_MAX = 8,         /* blocks that differ in nothing but the guest's bytes */
  CODE_EXTENTS_MAX = 3,
  CODE_EXTENT_BYTES_MAX = 10000,
  CODE_HOST_BYTES_MAX = 60000,
};

/* The suffix of its name, and the prefix of its temporary name, which a number follows. */
#define CODE_FILE_SUFFIX ".code"
#define CODE_FILE_WRITING ".writing-"

/* What all blocks of a file have in common. Files of other identities are not used. */
struct code_identity {
  uint64_t tool[4];   /* build of the tool, with the core in it */
  uint64_t options;   /* a sum of what shapes code beside the guest's bytes */
  uint64_t cpu;       /* what VEX knows of the host's processor */
  uint64_t module[4]; /* the module's build-id, or file */
  uint64_t start, file_offset;
};

struct code_header {
  uint64_t magic;
  uint32_t version, header_bytes;
  uint64_t slot_count;
  struct code_identity identity;
  char path[CODE_PATH_BYTES]; /* for people; ends with a NUL */
  uint64_t sum;               /* of all before it */
};

struct code_slot {
  uint64_t tag;   /* of the entry's key; 0: empty */
  uint64_t place; /* offset among the entries << 16 | size; both in units */
};

/* What a block is looked up by. */
struct code_key {
  uint64_t address;
  uint64_t replaces; /* the address whose place this one takes, when a preamble tells it */
  uint64_t preamble; /* which one; 0: none */
  uint64_t variant;  /* how it is instrumented */
};

struct code_entry_head {
  uint64_t sum; /* of all of the entry that follows */
  struct code_key key;
  uint64_t extent_starts[CODE_EXTENTS_MAX];
  uint16_t extent_bytes[CODE_EXTENTS_MAX], extent_count;
  uint32_t instruction_count;
  uint16_t unconditional_count, conditional_count;
  uint32_t register_updates;
  uint32_t host_bytes;
};

/* Room for any entry. */
enum {
  CODE_ENTRY_BYTES_MAX = (sizeof(struct code_entry_head) + CODE_EXTENTS_MAX * CODE_EXTENT_BYTES_MAX +
                          CODE_HOST_BYTES_MAX + CODE_UNIT_BYTES) &
                         ~(CODE_UNIT_BYTES - 1),
};
union code_room {
  struct code_entry_head head;
  uint64_t words[CODE_ENTRY_BYTES_MAX / sizeof(uint64_t)];
};

/* --- entries --- */

/* Are all counts and sizes within bounds? */
bool code_entry_head_is_sound(const struct code_entry_head *head);

/* How many bytes of the guest's code the block was made of; what the whole entry takes in the file. */
size_t code_entry_guest_bytes(const struct code_entry_head *head);
size_t code_entry_bytes(const struct code_entry_head *head);

/* Parts of an entry that is completely in memory. */
uint8_t *code_entry_guest(struct code_entry_head *head);
uint8_t *code_entry_host(struct code_entry_head *head);

/* Once an entry is complete: zero the padding and set its sum. */
void code_entry_seal(struct code_entry_head *head);
/* Is it sound, of this size, and unchanged since it was sealed? */
bool code_entry_is_whole(const struct code_entry_head *head, size_t bytes);

/* The hash by which slots are found; never 0. */
uint64_t code_key_tag(const struct code_key *key);

/* --- files --- */

/* Copies as far as memory is readable, and returns how many bytes: a file may be truncated while it is mapped. */
typedef size_t code_copy(void *to, const void *from, size_t bytes);

/* A file that lies in memory. */
struct code_file {
  const uint8_t *base;
  size_t bytes;
  uint64_t slot_count;
  code_copy *copy;
};

/* A header with its sum; a path that is too long is cut off. */
void code_header_make(struct code_header *header, const struct code_identity *identity, const char *path,
                      uint64_t slot_count);
bool code_header_is_sound(const struct code_header *header);
bool code_identity_is_equal(const struct code_identity *left, const struct code_identity *right);

/* Use a mapped file of that identity (NULL: any); false: it cannot be used. */
bool code_file_init(struct code_file *file, const void *base, size_t bytes, code_copy *copy,
                    const struct code_identity *identity, struct code_header *ret);

/* May this entry be used now? This compares the guest's bytes. The entry's sum has not been checked yet. */
typedef bool code_accept(void *context, struct code_entry_head *head);

/* Find a block, copy its entry to `ret` (with room for any); false: none that is accepted and whole. */
bool code_file_find(const struct code_file *file, const struct code_key *key, code_accept *accept, void *context,
                    struct code_entry_head *ret);

/* What a slot points to: 1: an entry, copied to `ret`; 0: nothing; -1: something damaged. */
int code_file_entry(const struct code_file *file, uint64_t slot, struct code_entry_head *ret);

/* Where an entry is, in bytes from the file's start, and its size. */
uint64_t code_place_offset(uint64_t place, uint64_t slot_count);
size_t code_place_bytes(uint64_t place);
uint64_t code_place_make(uint64_t offset, size_t bytes, uint64_t slot_count);

#endif

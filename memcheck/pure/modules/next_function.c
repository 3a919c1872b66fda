/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compilers load the name's address shortly before they call dlsym(), through a stub of the procedure linkage table or
 * the slot that such a stub jumps through. So code is searched for an instruction that loads an address where the file
 * has that name, and a call of one of these soon behind it; or a call of a function in which there is such a call.
 * Nothing is decoded: bytes that look like both, in this order, with these two addresses, are no accident. */
#include "memcheck/pure/modules/next_function.h"

#include "memcheck/pure/base/env.h"

enum { PHDR_BYTES = 56, DYNAMIC_BYTES = 16, RELOCATION_BYTES = 24, SYMBOL_ENTRY_BYTES = 24 };
enum { LOADS_MAX = 16, SLOTS_MAX = 4 };
enum { PT_LOAD = 1, PT_DYNAMIC = 2, IS_EXECUTABLE = 1 };
enum { DT_PLTRELSZ = 2, DT_STRTAB = 5, DT_SYMTAB = 6, DT_RELA = 7, DT_RELASZ = 8, DT_JMPREL = 23, DYNAMIC_TAGS = 24 };
enum { CALL_BYTES = 6 };
enum { NAME_MAX = 16, CHUNK_BYTES = 1 << 16, LOOK_AHEAD = 64, CALL_WITHIN = 48, STUB_BYTES = 16, HELPER_BYTES = 256 };
enum { SMALL_BYTES = 512, NUMBER_WITHIN = 16 }; /* of a function that hands on */

struct load {
  uint64_t offset, address, bytes;
  bool is_executable;
};

struct image {
  elf_read_fn *read;
  void *context;
  struct load loads[LOADS_MAX];
  unsigned load_count;
  uint64_t dynamic[DYNAMIC_TAGS]; /* values of the dynamic section by tag */
  uint64_t slots[SLOTS_MAX];      /* addresses that hold those of the imports once they are bound */
  unsigned slot_count;
  const char *name;
  size_t name_bytes; /* with its end */
  const char *const *imports; /* functions whose slots are looked for; the list ends with NULL */
};

/* --- the file by addresses --- */

static bool read_at(const struct image *image, uint64_t address, void *buffer, size_t bytes)
{
  for (unsigned i = 0; i < image->load_count; i++) {
    const struct load *load = &image->loads[i];
    if (address >= load->address && bytes <= load->bytes && address - load->address <= load->bytes - bytes)
      return image->read(image->context, load->offset + (address - load->address), buffer, bytes);
  }
  return false;
}

static bool has_text(const struct image *image, uint64_t address, const char *text, size_t bytes)
{
  char found[NAME_MAX];
  if (!read_at(image, address, found, bytes))
    return false;
  size_t same = 0;
  while (same < bytes && found[same] == text[same])
    same++;
  return same == bytes;
}

static void note_dynamic(struct image *image, uint64_t offset, uint64_t bytes)
{
  unsigned char entry[DYNAMIC_BYTES];
  for (uint64_t at = 0; at + DYNAMIC_BYTES <= bytes && image->read(image->context, offset + at, entry, sizeof entry);
       at += DYNAMIC_BYTES) {
    const uint64_t tag = elf_number(entry, 8);
    if (tag == 0)
      return;
    if (tag < DYNAMIC_TAGS)
      image->dynamic[tag] = elf_number(entry + 8, 8);
  }
}

static void note_segment(struct image *image, const unsigned char *header)
{
  const uint64_t type = elf_number(header, 4), offset = elf_number(header + 8, 8), bytes = elf_number(header + 32, 8);
  if (type == PT_DYNAMIC)
    note_dynamic(image, offset, bytes);
  if (type == PT_LOAD && image->load_count < LOADS_MAX)
    image->loads[image->load_count++] = (struct load){
      .offset = offset, .address = elf_number(header + 16, 8), .bytes = bytes,
      .is_executable = (elf_number(header + 4, 4) & IS_EXECUTABLE) != 0};
}

static bool read_segments(struct image *image)
{
  unsigned char header[ELF_HEADER_BYTES], segment[PHDR_BYTES];
  if (!elf_read_header(image->read, image->context, header) || elf_number(header + 54, 2) != PHDR_BYTES)
    return false;
  const uint64_t offset = elf_number(header + 32, 8), count = elf_number(header + 56, 2);
  for (uint64_t i = 0; i < count; i++) {
    if (!image->read(image->context, offset + i * PHDR_BYTES, segment, sizeof segment))
      return false;
    note_segment(image, segment);
  }
  return true;
}

/* --- where imported functions are --- */

static bool has_whole_text(const struct image *image, uint64_t address, const char *text)
{
  size_t bytes = 0;
  while (text[bytes++])
    ;
  return has_text(image, address, text, bytes);
}

static bool is_import(const struct image *image, uint64_t symbol)
{
  unsigned char entry[SYMBOL_ENTRY_BYTES];
  if (!read_at(image, image->dynamic[DT_SYMTAB] + symbol * SYMBOL_ENTRY_BYTES, entry, sizeof entry))
    return false;
  const uint64_t name = image->dynamic[DT_STRTAB] + elf_number(entry, 4);
  for (const char *const *import = image->imports; *import; import++)
    if (has_whole_text(image, name, *import))
      return true;
  return false;
}

static void find_slots_in(struct image *image, const unsigned char *relocations, size_t bytes)
{
  for (size_t at = 0; at + RELOCATION_BYTES <= bytes && image->slot_count < SLOTS_MAX; at += RELOCATION_BYTES) {
    const uint64_t symbol = elf_number(relocations + at + 12, 4);
    if (symbol != 0 && is_import(image, symbol))
      image->slots[image->slot_count++] = elf_number(relocations + at, 8);
  }
}

static void find_slots(struct image *image, unsigned char *chunk, uint64_t table, uint64_t bytes)
{
  enum { WHOLE = CHUNK_BYTES / RELOCATION_BYTES * RELOCATION_BYTES };
  for (uint64_t at = 0; at < bytes; at += WHOLE) {
    const size_t part = bytes - at < WHOLE ? (size_t)(bytes - at) : (size_t)WHOLE;
    if (!read_at(image, table + at, chunk, part))
      return;
    find_slots_in(image, chunk, part);
  }
}

/* --- code --- */

static bool is_slot(const struct image *image, uint64_t address)
{
  for (unsigned i = 0; i < image->slot_count; i++)
    if (image->slots[i] == address)
      return true;
  return false;
}

/* What an instruction that ends behind these four bytes refers to. */
static uint64_t relative(const unsigned char *bytes, uint64_t address)
{
  return address + 4 + (uint64_t)(int64_t)(int32_t)elf_number(bytes, 4);
}

/* Of a stub all that matters is the jump through its slot; a mark for indirect jumps may be in front. */
static bool is_stub(const struct image *image, uint64_t address)
{
  unsigned char code[STUB_BYTES];
  if (!read_at(image, address, code, sizeof code))
    return false;
  for (unsigned i = 0; i + 6 <= STUB_BYTES; i++)
    if (code[i] == 0xff && code[i + 1] == 0x25 && is_slot(image, relative(code + i + 2, address + i + 2)))
      return true;
  return false;
}

/* A call or a jump, to a stub or through a slot. */
static bool is_call(const struct image *image, const unsigned char *code, uint64_t address)
{
  if (code[0] == 0xe8 || code[0] == 0xe9)
    return is_stub(image, relative(code + 1, address + 1));
  return code[0] == 0xff && (code[1] == 0x15 || code[1] == 0x25) && is_slot(image, relative(code + 2, address + 2));
}

/* A call of a function of the file, near whose beginning there is such a call. */
static bool is_call_of_helper(const struct image *image, const unsigned char *code, uint64_t address)
{
  unsigned char helper[HELPER_BYTES + CALL_BYTES];
  const uint64_t start = relative(code + 1, address + 1);
  if (code[0] != 0xe8 || !read_at(image, start, helper, sizeof helper))
    return false;
  for (unsigned i = 0; i < HELPER_BYTES; i++)
    if (is_call(image, helper + i, start + i))
      return true;
  return false;
}

static bool has_name_at(const struct image *image, uint64_t address)
{
  return has_text(image, address, image->name, image->name_bytes);
}

/* Into a register for arguments, or into %rax on its way there: relative to %rip, or as a number. Returns the
 * instruction's length; 0: it is none that loads the name. */
static unsigned name_load(const struct image *image, const unsigned char *code, uint64_t address)
{
  enum { RAX = 0, RCX = 1, RDX = 2, RSI = 6, RDI = 7 };
  enum { REGISTERS = 1 << RAX | 1 << RCX | 1 << RDX | 1 << RSI | 1 << RDI };
  if (code[0] == 0x48 && code[1] == 0x8d && (code[2] & 0xc7) == 0x05 && (REGISTERS >> (code[2] >> 3 & 7) & 1))
    return has_name_at(image, relative(code + 3, address + 3)) ? 7 : 0;
  if ((code[0] & 0xf8) == 0xb8 && (REGISTERS >> (code[0] & 7) & 1))
    return has_name_at(image, elf_number(code + 1, 4)) ? 5 : 0;
  return 0;
}

static bool has_lookup_at(const struct image *image, const unsigned char *code, uint64_t address)
{
  const unsigned length = name_load(image, code, address);
  for (unsigned i = length; length != 0 && i < CALL_WITHIN; i++)
    if (is_call(image, code + i, address + i) || is_call_of_helper(image, code + i, address + i))
      return true;
  return false;
}

/* Chunks overlap by what is looked at behind an instruction. */
static bool search_load(const struct image *image, const struct load *load, unsigned char *chunk)
{
  for (uint64_t at = 0; at < load->bytes; at += CHUNK_BYTES - LOOK_AHEAD) {
    const uint64_t left = load->bytes - at, part = left < CHUNK_BYTES ? left : CHUNK_BYTES;
    memset(chunk, 0, CHUNK_BYTES);
    if (!image->read(image->context, load->offset + at, chunk, (size_t)part))
      return false;
    for (uint64_t i = 0; i + LOOK_AHEAD <= CHUNK_BYTES && i < part; i++)
      if (has_lookup_at(image, chunk + i, load->address + at + i))
        return true;
  }
  return false;
}

static bool search(const struct image *image, unsigned char *chunk)
{
  for (unsigned i = 0; i < image->load_count && image->slot_count > 0; i++)
    if (image->loads[i].is_executable && search_load(image, &image->loads[i], chunk))
      return true;
  return false;
}

static void find_all_slots(struct image *image, unsigned char *chunk)
{
  find_slots(image, chunk, image->dynamic[DT_JMPREL], image->dynamic[DT_PLTRELSZ]);
  find_slots(image, chunk, image->dynamic[DT_RELA], image->dynamic[DT_RELASZ]);
}

bool elf_looks_up(elf_read_fn *read, void *context, const char *name)
{
  static const char *const lookups[] = {"dlsym", "dlvsym", NULL};
  struct image image = {.read = read, .context = context, .name = name, .imports = lookups};
  while (name[image.name_bytes++])
    ;
  if (image.name_bytes > NAME_MAX || !read_segments(&image))
    return false;
  unsigned char *chunk = env_allocate("code", CHUNK_BYTES);
  find_all_slots(&image, chunk);
  const bool does = search(&image, chunk);
  env_free(chunk);
  return does;
}

/* A number for an argument: `mov $N, %edi`. */
static bool has_number_before(const unsigned char *code, size_t at)
{
  for (size_t i = 5; i <= NUMBER_WITHIN && i <= at; i++)
    if (code[at - i] == 0xbf)
      return true;
  return false;
}

static bool hands_on(const struct image *image, const unsigned char *code, uint64_t address, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++)
    if (is_call(image, code + i, address + i))
      return !has_number_before(code, i);
  return false;
}

bool elf_hands_on(elf_read_fn *read, void *context, uint64_t address, uint64_t bytes, const char *name)
{
  const char *const imports[] = {name, NULL};
  struct image image = {.read = read, .context = context, .imports = imports};
  if (bytes > SMALL_BYTES || !read_segments(&image))
    return false;
  unsigned char *chunk = env_allocate("code", CHUNK_BYTES);
  find_all_slots(&image, chunk);
  const bool does = read_at(&image, address, chunk, (size_t)bytes + CALL_BYTES)
                    && hands_on(&image, chunk, address, (size_t)bytes);
  env_free(chunk);
  return does;
}

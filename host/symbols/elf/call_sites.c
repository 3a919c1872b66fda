/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One pass over all loaded bytes of code finds what looks like a call or jump to code (e8, e9 and a distance), a call
 * or jump through a slot (ff 15, ff 25), or code whose address is loaded (lea). Instructions are not decoded, so the
 * pass is cheap. It is good enough because four bytes are hardly ever by chance the distance to the beginning of a
 * given function; short jumps, with a distance of one byte, would be, and do not count.
 *
 * A function of a shared library is also called through a slot that the loader fills in; relocations tell with which
 * symbol. Code that jumps through a slot is a stub of the procedure linkage table, and calls of the stub count. */
#include "host/symbols/elf/call_sites.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/symbols/elf/bytes.h"

enum {
  REFERENCES_MAX = 1 << 23, /* of each kind */
  SLOTS_MAX = 1 << 20,
  SCANNED_MAX_BYTES = 1 << 30, /* segments and sections may overlap without end */
  RELOCATIONS_MAX = 1 << 24,
  EXPORTS_MAX = 1 << 22,
  FURTHER_CALLERS = 2,      /* instead of callers that cannot be counted */
  CALLERS_MAX = 255,
};

/* Both are distances from the lowest address of the module. */
struct reference {
  uint32_t target, site;
};

struct reference_array {
  struct reference *items; /* by target */
  size_t count, capacity;
};

/* A word that the loader puts the address of a function into. */
struct slot {
  uint64_t address, target; /* target 0: in another module */
  const char *name;         /* NULL: none */
};

struct call_sites {
  struct elf_file *file;
  uint64_t base;
  bool is_fixed;            /* addresses are those of the file */
  bool is_library;
  struct reference_array calls, by_slot, taken;
  struct slot *slots;       /* by address */
  size_t slot_count, slot_capacity;
};

/* --- references --- */

static void add_reference(const struct call_sites *sites, struct reference_array *array, uint64_t target, uint64_t site)
{
  if (target - sites->base > UINT32_MAX || site - sites->base > UINT32_MAX || array->count == REFERENCES_MAX)
    return;
  *NEW_ITEM(array->items, array->count, array->capacity) =
    (struct reference){(uint32_t)(target - sites->base), (uint32_t)(site - sites->base)};
}

ORDER(compare_references, struct reference, UP(target) ?: UP(site))

static void sort_references(struct reference_array *array)
{
  if (array->count)
    qsort(array->items, array->count, sizeof *array->items, compare_references);
}

/* The first reference to a target or one above. */
static size_t find_reference(const struct call_sites *sites, const struct reference_array *array, uint64_t target)
{
  return FIRST_NOT(i, array->count, array->items[i].target < target - sites->base);
}

static bool refers_to(const struct call_sites *sites, const struct reference_array *array, size_t index,
                      uint64_t target)
{
  return index < array->count && array->items[index].target == target - sites->base;
}

/* --- code --- */

static uint64_t number_at(const unsigned char *data, unsigned width)
{
  struct bytes bytes = bytes_of(data, width);
  return bytes_number(&bytes, width);
}

/* Where a distance of four bytes leads from the end of its instruction. */
static uint64_t target_at(const unsigned char *distance, uint64_t end)
{
  return end + (uint64_t)(int64_t)(int32_t)number_at(distance, 4);
}

/* Look at what may be an instruction; all of its bytes are there. */
static void scan_instruction(struct call_sites *sites, const struct elf_section *code, size_t at)
{
  const unsigned char *bytes = code->data + at;
  uint64_t site = code->address + at;
  if (bytes[0] == 0xe8 || bytes[0] == 0xe9) {
    uint64_t target = target_at(bytes + 1, site + 5);
    if (elf_file_is_code(sites->file, target))
      add_reference(sites, &sites->calls, target, site);
  } else if (bytes[0] == 0xff && (bytes[1] == 0x15 || bytes[1] == 0x25)) {
    add_reference(sites, &sites->by_slot, target_at(bytes + 2, site + 6), site);
  } else if (bytes[0] == 0x8d && (bytes[1] & 0xc7) == 0x05) {
    uint64_t target = target_at(bytes + 2, site + 6);
    if (elf_file_is_code(sites->file, target))
      add_reference(sites, &sites->taken, target, site);
  } else if (sites->is_fixed && (bytes[0] & 0xf8) == 0xb8) {
    if (elf_file_is_code(sites->file, number_at(bytes + 1, 4)))
      add_reference(sites, &sites->taken, number_at(bytes + 1, 4), site);
  }
}

static void scan_code(struct call_sites *sites, const struct elf_section *code)
{
  enum { LONGEST = 6 };
  for (size_t at = 0; at + LONGEST <= code->bytes; at++)
    scan_instruction(sites, code, at);
}

/* Pointers to code; where addresses are not fixed, relocations tell of them. */
static void scan_data(struct call_sites *sites, const struct elf_section *data)
{
  for (size_t at = -data->address % 8; sites->is_fixed && at + 8 <= data->bytes; at += 8) {
    uint64_t value = number_at(data->data + at, 8);
    if (value && elf_file_is_code(sites->file, value))
      add_reference(sites, &sites->taken, value, data->address + at);
  }
}

static void scan_segments(struct call_sites *sites)
{
  struct elf_section contents;
  bool is_code;
  size_t left = SCANNED_MAX_BYTES;
  for (size_t i = 0; elf_file_segment_contents(sites->file, i, &contents, &is_code); i++) {
    contents.bytes = contents.bytes < left ? contents.bytes : left;
    left -= contents.bytes;
    if (is_code)
      scan_code(sites, &contents);
    else
      scan_data(sites, &contents);
  }
}

/* --- relocations --- */

/* A section as an array of items; NULL when it is none. */
static const void *section_items(Elf_Scn *scn, size_t item_bytes, size_t *ret_count)
{
  const Elf_Data *data = scn ? elf_getdata(scn, NULL) : NULL;
  *ret_count = data && data->d_buf ? data->d_size / item_bytes : 0;
  return *ret_count ? data->d_buf : NULL;
}

/* The symbols that relocations go by. */
struct dynamic_symbols {
  const Elf64_Sym *items;
  size_t count, strings; /* number of the section with the names */
};

static struct dynamic_symbols symbols_of(struct elf_file *file, size_t section)
{
  struct dynamic_symbols symbols = {0};
  GElf_Shdr header;
  Elf_Scn *scn = elf_getscn(elf_file_handle(file), section);
  if (scn && gelf_getshdr(scn, &header) && header.sh_type == SHT_DYNSYM) {
    symbols.items = section_items(scn, sizeof *symbols.items, &symbols.count);
    symbols.strings = header.sh_link;
  }
  return symbols;
}

static void add_slot(struct call_sites *sites, const struct slot *slot)
{
  if (sites->slot_count < SLOTS_MAX) {
    *NEW_ITEM(sites->slots, sites->slot_count, sites->slot_capacity) = *slot;
  }
}

static void add_relocation(struct call_sites *sites, const struct dynamic_symbols *symbols,
                           const Elf64_Rela *relocation)
{
  uint64_t type = ELF64_R_TYPE(relocation->r_info), number = ELF64_R_SYM(relocation->r_info);
  const Elf64_Sym *symbol = number < symbols->count ? &symbols->items[number] : NULL;
  struct slot slot = {.address = relocation->r_offset};
  if (type == R_X86_64_RELATIVE) {
    if (elf_file_is_code(sites->file, (uint64_t)relocation->r_addend))
      add_reference(sites, &sites->taken, (uint64_t)relocation->r_addend, relocation->r_offset);
  } else if (type == R_X86_64_IRELATIVE) {
    slot.target = (uint64_t)relocation->r_addend;
    add_slot(sites, &slot);
  } else if (symbol && type == R_X86_64_64 && symbol->st_value) {
    add_reference(sites, &sites->taken, symbol->st_value + (uint64_t)relocation->r_addend, relocation->r_offset);
  } else if (symbol && (type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT)) {
    slot.target = symbol->st_value;
    slot.name = elf_strptr(elf_file_handle(sites->file), symbols->strings, symbol->st_name);
    add_slot(sites, &slot);
  }
}

static void read_relocations(struct call_sites *sites)
{
  size_t left = RELOCATIONS_MAX;
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf_file_handle(sites->file), scn));) {
    GElf_Shdr header;
    size_t count;
    if (!gelf_getshdr(scn, &header) || header.sh_type != SHT_RELA || !(header.sh_flags & SHF_ALLOC))
      continue;
    struct dynamic_symbols symbols = symbols_of(sites->file, header.sh_link);
    const Elf64_Rela *relocations = section_items(scn, sizeof *relocations, &count);
    for (size_t i = 0; i < count && left > 0; i++, left--)
      add_relocation(sites, &symbols, &relocations[i]);
  }
}

ORDER(compare_slots, struct slot, UP(address))

/* --- the whole --- */

static uint64_t lowest_address(const struct elf_file *file)
{
  struct elf_segment segment;
  uint64_t lowest = UINT64_MAX;
  for (size_t i = 0; elf_file_segment(file, i, &segment); i++)
    lowest = segment.start < lowest ? segment.start : lowest;
  return lowest;
}

/* A value in the dynamic section; 0: there is none. */
static uint64_t dynamic_value(struct elf_file *file, uint64_t tag)
{
  struct elf_section dynamic;
  bool found = false;
  error_free(elf_file_section(file, ".dynamic", &dynamic, &found));
  for (size_t at = 0; found && at + sizeof(Elf64_Dyn) <= dynamic.bytes; at += sizeof(Elf64_Dyn))
    if (number_at(dynamic.data + at, 8) == tag)
      return number_at(dynamic.data + at + 8, 8);
  return 0;
}

/* Can other modules call its functions? A program's functions are exported only when it is linked for that, and then
 * seldom called. Not every library has a name of its own. */
static bool is_library(struct elf_file *file)
{
  GElf_Ehdr header;
  struct elf_section interpreter;
  bool has_interpreter = false;
  if (dynamic_value(file, DT_SONAME))
    return true;
  error_free(elf_file_section(file, ".interp", &interpreter, &has_interpreter));
  return gelf_getehdr(elf_file_handle(file), &header) && header.e_type == ET_DYN && !has_interpreter &&
         !(dynamic_value(file, DT_FLAGS_1) & DF_1_PIE);
}

struct call_sites *call_sites_create(struct elf_file *file)
{
  GElf_Ehdr header;
  struct call_sites *sites = memory_zeroed(1, sizeof *sites);
  sites->file = file;
  sites->base = lowest_address(file);
  sites->is_fixed = gelf_getehdr(elf_file_handle(file), &header) && header.e_type == ET_EXEC;
  sites->is_library = is_library(file);
  scan_segments(sites);
  read_relocations(sites);
  sort_references(&sites->calls);
  sort_references(&sites->by_slot);
  sort_references(&sites->taken);
  if (sites->slot_count)
    qsort(sites->slots, sites->slot_count, sizeof *sites->slots, compare_slots);
  return sites;
}

void call_sites_destroy(struct call_sites *sites)
{
  if (!sites)
    return;
  free(sites->calls.items);
  free(sites->by_slot.items);
  free(sites->taken.items);
  free(sites->slots);
  free(sites);
}

/* --- questions --- */

/* References to a target from outside of a function. */
static unsigned count_references(const struct call_sites *sites, const struct reference_array *array, uint64_t target,
                                 uint64_t start, uint64_t end)
{
  unsigned count = 0;
  for (size_t i = find_reference(sites, array, target); refers_to(sites, array, i, target) && count < CALLERS_MAX; i++)
    count += array->items[i].site < start - sites->base || array->items[i].site >= end - sites->base;
  return count;
}

/* Where the stub begins whose jump stands at `site`: maybe with a landing pad and a prefix. */
static uint64_t stub_start(const struct elf_file *file, uint64_t site)
{
  static const unsigned char landing_pad[] = {0xf3, 0x0f, 0x1e, 0xfa}, prefix = 0xf2;
  unsigned char before[sizeof landing_pad];
  if (elf_file_read(file, site - 1, before, 1) == 1 && before[0] == prefix)
    site--;
  if (elf_file_read(file, site - sizeof before, before, sizeof before) == sizeof before &&
      memcmp(before, landing_pad, sizeof before) == 0)
    site -= sizeof before;
  return site;
}

/* Calls through a slot, directly or by its stub. */
static unsigned count_by_slot(const struct call_sites *sites, uint64_t slot, uint64_t start, uint64_t end)
{
  const struct reference_array *array = &sites->by_slot;
  unsigned count = 0;
  for (size_t i = find_reference(sites, array, slot); refers_to(sites, array, i, slot) && count < CALLERS_MAX; i++) {
    uint64_t site = sites->base + array->items[i].site;
    if (elf_file_place(sites->file, site) == ELF_PLACE_NONE)
      count += count_references(sites, &sites->calls, stub_start(sites->file, site), start, end);
    else
      count += site < start || site >= end;
  }
  return count;
}

static bool is_exported(struct elf_file *file, uint64_t start)
{
  size_t left = EXPORTS_MAX;
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf_file_handle(file), scn));) {
    struct dynamic_symbols symbols = symbols_of(file, elf_ndxscn(scn));
    for (size_t i = 1; i < symbols.count && left > 0; i++, left--)
      if (symbols.items[i].st_value == start && symbols.items[i].st_shndx != SHN_UNDEF &&
          ELF64_ST_BIND(symbols.items[i].st_info) != STB_LOCAL)
        return true;
  }
  return false;
}

unsigned call_sites_count(const struct call_sites *sites, uint64_t start, uint64_t end)
{
  unsigned count = count_references(sites, &sites->calls, start, start, end);
  for (size_t i = 0; i < sites->slot_count && count < CALLERS_MAX; i++)
    if (sites->slots[i].target == start)
      count += count_by_slot(sites, sites->slots[i].address, start, end);
  if (count_references(sites, &sites->taken, start, start, end))
    count += FURTHER_CALLERS;
  if (sites->is_library && is_exported(sites->file, start))
    count += FURTHER_CALLERS;
  return count < CALLERS_MAX ? count : CALLERS_MAX;
}

size_t call_sites_jumps(const struct call_sites *sites, uint64_t start, uint64_t end, uint64_t *ret, size_t capacity)
{
  static const unsigned char jump = 0xe9;
  unsigned char byte;
  size_t count = 0;
  for (size_t i = find_reference(sites, &sites->calls, start);
       refers_to(sites, &sites->calls, i, start) && count < capacity; i++) {
    uint64_t site = sites->base + sites->calls.items[i].site;
    if ((site < start || site >= end) && elf_file_read(sites->file, site, &byte, 1) == 1 && byte == jump)
      ret[count++] = site;
  }
  return count;
}

/* The slot that a stub jumps through; 0: it is no stub. */
static uint64_t slot_of_stub(const struct elf_file *file, uint64_t stub)
{
  enum { JUMP_BYTES = 6, LONGEST_STUB_BYTES = 5 + JUMP_BYTES };
  unsigned char code[LONGEST_STUB_BYTES];
  size_t bytes = elf_file_read(file, stub, code, sizeof code);
  for (size_t at = 0; at + JUMP_BYTES <= bytes; at++)
    if (code[at] == 0xff && code[at + 1] == 0x25 && stub_start(file, stub + at) == stub)
      return target_at(code + at + 2, stub + at + JUMP_BYTES);
  return 0;
}

bool call_sites_callee(const struct call_sites *sites, uint64_t target, bool is_slot, const char **ret_name,
                       uint64_t *ret_address)
{
  const struct slot wanted = {.address = is_slot ? target : slot_of_stub(sites->file, target)};
  const struct slot *slot = sites->slot_count ? bsearch(&wanted, sites->slots, sites->slot_count, sizeof wanted,
                                                        compare_slots) : NULL;
  if (!slot)
    return false;
  *ret_name = slot->name;
  *ret_address = slot->target;
  return true;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Holds direct_decode() against capstone, instruction by instruction: the code of ELF files, and random bytes.
 *
 *   decode_oracle code STRIDE FILE...     every STRIDE-th page of the executable sections
 *   decode_oracle random COUNT SEED
 *
 * Capstone decodes on, from symbol to symbol, by a byte where it cannot. What direct_decode() accepts has to be what
 * capstone sees there: length, encoding, memory operand, registers, flags. What it refuses is counted by mnemonic.
 * Differences in which capstone is the one in error are lines of known_differences.def. Prints lines `difference`,
 * `known`, `refused`, `total` for tests/direct/run. Exit status: 0, 1 if there were differences that are not known, 77
 * for another capstone than the one whose errors are known. */
#include <capstone/capstone.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "direct/decode_views.h"

enum { PAGE = 4096, IDS = X86_INS_ENDING, KNOWN_VERSION = 4, SKIPPED = 77 };

struct tally {
  uint64_t count;
  bool is_known;
  char example[320];
};

static csh capstone;
static cs_insn *seen;
static struct tally tallies[IDS][VIEW_FIELDS];
static uint64_t refused[IDS];
static uint64_t compared, refused_count, invalid, surplus;

/* --- one instruction --- */

static void note(unsigned field, bool is_known, const uint8_t *code, const char *text, const char *ours,
                 const char *theirs)
{
  struct tally *tally = &tallies[seen->id < IDS ? seen->id : 0][field];
  if (tally->count++ && !(tally->is_known && !is_known))
    return;
  char *at = tally->example;
  const char *end = at + sizeof tally->example;
  tally->is_known = is_known;
  for (size_t i = 0; i < seen->size; i++)
    at += snprintf(at, (size_t)(end - at), "%02x ", code[i]);
  snprintf(at, (size_t)(end - at), "%s: ours %s, capstone %s", text, ours, theirs);
}

/* Of x87, capstone takes the status for flags, and loads for stores. */
static bool is_lost_in_x87(unsigned field, const struct direct_instruction *ours)
{
  return ours->is_x87 &&
         (field == VIEW_BYTES || field == VIEW_ACCESS || field == VIEW_FLAGS_READ || field == VIEW_FLAGS_WRITTEN);
}

static void compare(const uint8_t *code, const struct direct_instruction *ours)
{
  struct view mine, theirs;
  char text[240];
  view_of_ours(code, ours, &mine);
  view_of_capstone(capstone, seen, &theirs);
  snprintf(text, sizeof text, "%s %s", seen->mnemonic, seen->op_str);
  for (unsigned field = 0; field < VIEW_FIELDS; field++) {
    if (view_agrees(field, &mine, &theirs) || is_lost_in_x87(field, ours))
      continue;
    char left[80], right[80];
    view_print(field, &mine, left, sizeof left);
    view_print(field, &theirs, right, sizeof right);
    const bool is_known = view_is_known(field, cs_insn_name(capstone, seen->id), &mine, &theirs);
    note(field, is_known, code, text, left, right);
  }
  compared++;
}

/* What capstone does not know must be refused. */
static void compare_invalid(const uint8_t *code, const struct direct_instruction *ours)
{
  invalid++;
  if (!ours || view_is_known_surplus(code, ours))
    return;
  surplus++;
  printf("invalid");
  for (unsigned i = 0; i < ours->bytes; i++)
    printf(" %02x", code[i]);
  printf("\n");
}

static void count_refused(void)
{
  refused[seen->id < IDS ? seen->id : 0]++;
  refused_count++;
}

/* Its length, or 0 if capstone does not know it. */
static size_t try_one(const uint8_t *code, size_t available, uint64_t address)
{
  struct direct_instruction ours;
  const bool is_ours = direct_decode(code, available, address, &ours);
  const uint8_t *at = code;
  size_t left = available < DIRECT_INSTRUCTION_BYTES_MAX ? available : DIRECT_INSTRUCTION_BYTES_MAX;
  const size_t most = left;
  if (!cs_disasm_iter(capstone, &at, &left, &address, seen)) {
    compare_invalid(code, is_ours ? &ours : NULL);
    return 0;
  }
  if (is_ours)
    compare(code, &ours);
  else
    count_refused();
  return most - left;
}

/* --- files --- */

struct file {
  const uint8_t *bytes;
  size_t size;
};

static bool file_map(const char *name, struct file *ret)
{
  struct stat status;
  const int fd = open(name, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &status) != 0 || status.st_size < (off_t)sizeof(Elf64_Ehdr))
    return false;
  ret->size = (size_t)status.st_size;
  ret->bytes = mmap(NULL, ret->size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)ret->bytes;
  return ret->bytes != MAP_FAILED && memcmp(header->e_ident, ELFMAG, SELFMAG) == 0 &&
         header->e_ident[EI_CLASS] == ELFCLASS64 && header->e_machine == EM_X86_64 &&
         header->e_shoff + (uint64_t)header->e_shnum * sizeof(Elf64_Shdr) <= ret->size;
}

static const Elf64_Shdr *sections_of(const struct file *file, unsigned *count)
{
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file->bytes;
  *count = header->e_shnum;
  return (const Elf64_Shdr *)(file->bytes + header->e_shoff);
}

static bool is_inside(const struct file *file, const Elf64_Shdr *section)
{
  return section->sh_type != SHT_NOBITS && section->sh_offset <= file->size &&
         section->sh_size <= file->size - section->sh_offset;
}

static void mark_symbols(const struct file *file, const Elf64_Shdr *table, const Elf64_Shdr *code, bool *starts)
{
  const Elf64_Sym *symbols = (const Elf64_Sym *)(file->bytes + table->sh_offset);
  for (size_t i = 0; i < table->sh_size / sizeof *symbols; i++)
    if (ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC && symbols[i].st_value - code->sh_addr < code->sh_size)
      starts[symbols[i].st_value - code->sh_addr] = true;
}

/* Where functions begin in a section, by its symbols. */
static bool *starts_of(const struct file *file, const Elf64_Shdr *code)
{
  unsigned count;
  const Elf64_Shdr *sections = sections_of(file, &count);
  bool *starts = calloc(code->sh_size, 1);
  for (unsigned i = 0; starts && i < count; i++)
    if ((sections[i].sh_type == SHT_SYMTAB || sections[i].sh_type == SHT_DYNSYM) && is_inside(file, &sections[i]))
      mark_symbols(file, &sections[i], code, starts);
  return starts;
}

static size_t step(const uint8_t *code, size_t at, size_t size, uint64_t address, const bool *starts)
{
  size_t length = try_one(code + at, size - at, address + at);
  for (size_t i = 1; i < length; i++)
    if (starts[at + i])
      return i;
  return length ? length : 1;
}

static void try_section(const struct file *file, const Elf64_Shdr *section, size_t stride)
{
  const uint8_t *code = file->bytes + section->sh_offset;
  bool *starts = starts_of(file, section);
  for (size_t page = 0; starts && page < section->sh_size; page += stride * PAGE) {
    const size_t end = page + PAGE < section->sh_size ? page + PAGE : section->sh_size;
    for (size_t at = page; at < end;)
      at += step(code, at, section->sh_size, section->sh_addr, starts);
  }
  free(starts);
}

static void try_file(const char *name, size_t stride)
{
  struct file file;
  if (!file_map(name, &file))
    return;
  unsigned count;
  const Elf64_Shdr *sections = sections_of(&file, &count);
  for (unsigned i = 0; i < count; i++)
    if (sections[i].sh_flags & SHF_EXECINSTR && is_inside(&file, &sections[i]))
      try_section(&file, &sections[i], stride);
  munmap((void *)file.bytes, file.size);
}

/* --- random bytes --- */

static uint64_t state;

static unsigned any(unsigned limit)
{
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(state >> 33) % limit;
}

static size_t put_vex(uint8_t *code)
{
  if (any(2)) {
    code[0] = 0xc5;
    return 1;
  }
  code[0] = 0xc4;
  code[1] = (uint8_t)((any(8) << 5) | (1 + any(3)));
  return 2;
}

static size_t put_opcode(uint8_t *code)
{
  static const uint8_t prefixes[] = {0x66, 0xf2, 0xf3, 0xf0, 0x2e, 0x3e, 0x64, 0x65, 0x26, 0x67};
  size_t at = 0;
  while (any(3) == 0 && at < 4)
    code[at++] = prefixes[any(any(2) ? 3 : sizeof prefixes)];
  if (any(3) == 0)
    return at + put_vex(code + at);
  if (any(3) == 0)
    code[at++] = (uint8_t)(0x40 + any(16));
  if (any(3)) {
    code[at++] = 0x0f;
    if (any(3) == 0)
      code[at++] = any(2) ? 0x38 : 0x3a;
  }
  return at;
}

/* Random from the opcode's last bytes on; small numbers are more frequent, as immediates matter then. */
static void try_random(uint64_t count)
{
  uint8_t code[32];
  for (uint64_t i = 0; i < count; i++) {
    for (unsigned j = 0; j < sizeof code; j++)
      code[j] = (uint8_t)(any(4) ? any(256) : any(4));
    put_opcode(code);
    try_one(code, sizeof code, UINT64_C(0x401000));
  }
}

/* --- results --- */

static bool print_tallies(void)
{
  bool is_known = true;
  for (unsigned id = 0; id < IDS; id++)
    for (unsigned field = 0; field < VIEW_FIELDS; field++) {
      const struct tally *tally = &tallies[id][field];
      if (!tally->count)
        continue;
      is_known &= tally->is_known;
      printf("%s %s %s %llu %s\n", tally->is_known ? "known" : "difference", view_field_names[field],
             cs_insn_name(capstone, id), (unsigned long long)tally->count, tally->example);
    }
  return is_known;
}

static void print_refused(void)
{
  for (unsigned id = 0; id < IDS; id++)
    if (refused[id])
      printf("refused %s %llu\n", cs_insn_name(capstone, id), (unsigned long long)refused[id]);
}

int main(int argc, char **argv)
{
  if (cs_version(NULL, NULL) >> 8 != KNOWN_VERSION)
    return SKIPPED;
  if (argc < 4 || cs_open(CS_ARCH_X86, CS_MODE_64, &capstone) != CS_ERR_OK)
    return 2;
  cs_option(capstone, CS_OPT_DETAIL, CS_OPT_ON);
  seen = cs_malloc(capstone);
  if (strcmp(argv[1], "random") == 0) {
    state = strtoull(argv[3], NULL, 10);
    try_random(strtoull(argv[2], NULL, 10));
  } else {
    for (int i = 3; i < argc; i++)
      try_file(argv[i], strtoull(argv[2], NULL, 10));
  }
  const bool is_known = print_tallies();
  print_refused();
  printf("total %llu %llu %llu %llu\n", (unsigned long long)compared, (unsigned long long)refused_count,
         (unsigned long long)invalid, (unsigned long long)surplus);
  return is_known && !surplus ? EXIT_SUCCESS : EXIT_FAILURE;
}

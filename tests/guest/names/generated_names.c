// SPDX-License-Identifier: GPL-2.0-or-later
// Functions in code that the program makes have the names that it tells profilers (/tmp/perf-PID.map) and debuggers
// (__jit_debug_descriptor), whatever else stands there.
// needs: seep
// compare: no, Memcheck knows neither
// run: --leak-check=no -- profiler
// stdout: done
// expect: Invalid read of size 8
// next: fresh::load(int*) (in code made by generated_names)
// expect: Invalid read of size 8
// next: ??? (in code made by generated_names)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
// run: --leak-check=no -- debugger
// stdout: done
// expect: Invalid read of size 8
// next: load_first (in code made by generated_names)
// expect: Invalid read of size 8
// next: load_second (in code made by generated_names)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
// run: --leak-check=no -- link
// stdout: done
// expect: Invalid read of size 8
// next: ??? (in code made by generated_names)
// expect: Invalid read of size 8
// next: ??? (in code made by generated_names)
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* As gdb wants it. */
struct entry {
  struct entry *next, *previous;
  const void *object;
  uint64_t size;
};
struct {
  uint32_t version, action;
  struct entry *relevant, *first;
} __jit_debug_descriptor = {1, 0, NULL, NULL};

// mov (%rdi),%rax; ret
static const unsigned char load[] = {0x48, 0x8b, 0x07, 0xc3};
static unsigned char *code;

static char *map_path(const char *kind)
{
  char *path = malloc(100);
  snprintf(path, 100, "/tmp/perf-%d.%s", (int)getpid(), kind);
  return path;
}

static void tell_profiler(const char *path)
{
  FILE *map = fopen(path, "w");
  fprintf(map, "zzz\n%llx 10\n%llx %llx old name\n-1 -1 x\n", (unsigned long long)(uintptr_t)code,
          (unsigned long long)(uintptr_t)code, 64ULL);
  fprintf(map, "ffffffffffffffff ffffffffffffffff all\n%llx 0 nothing\n%llx 4 _ZN5fresh4loadEPi\n",
          (unsigned long long)(uintptr_t)code + 64, (unsigned long long)(uintptr_t)code);
  fprintf(map, "%llx 4 cut off", (unsigned long long)(uintptr_t)code + 64);
  fclose(map);
}

static struct object {
  Elf64_Ehdr header;
  Elf64_Shdr sections[4]; /* none, text, symbols, names */
  Elf64_Sym symbols[3];
  char names[32];
} object;

static void tell_debugger(void)
{
  static struct entry entries[4];
  object = (struct object){
    .header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB}, .e_type = ET_REL, .e_shnum = 4,
               .e_shoff = offsetof(struct object, sections), .e_shentsize = sizeof(Elf64_Shdr)},
    .sections = {{0},
                 {.sh_type = SHT_NOBITS, .sh_addr = (uintptr_t)code, .sh_size = 4096},
                 {.sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct object, symbols), .sh_size = sizeof object.symbols,
                  .sh_link = 3, .sh_entsize = sizeof(Elf64_Sym)},
                 {.sh_type = SHT_STRTAB, .sh_offset = offsetof(struct object, names), .sh_size = sizeof object.names}},
    .symbols = {{0},
                {.st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1, .st_value = 0, .st_size = 4},
                {.st_name = 12, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 1, .st_value = 64, .st_size = 4}},
    .names = "\0load_first\0load_second",
  };
  entries[0] = (struct entry){&entries[1], NULL, (void *)1337, 1337};
  entries[1] = (struct entry){&entries[2], NULL, &object, 80};
  entries[2] = (struct entry){&entries[3], NULL, &object, sizeof object};
  entries[3] = (struct entry){&entries[3], NULL, &object, ~0ULL};
  __jit_debug_descriptor.first = entries;
}

int main(int argc, char **argv)
{
  char *block = malloc(1337), *path = map_path("map"), *other = map_path("other");
  code = mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  memcpy(code, load, sizeof load);
  memcpy(code + 64, load, sizeof load);
  if (strcmp(argv[1], "debugger") == 0)
    tell_debugger();
  else
    tell_profiler(strcmp(argv[1], "link") == 0 ? other : path);
  if (strcmp(argv[1], "link") == 0 && symlink(other, path) < 0)
    return 1;
  free(block);
  ((long (*)(const void *))code)(block);
  ((long (*)(const void *))(code + 64))(block);
  unlink(path);
  unlink(other);
  puts(argc > 1 ? "done" : "?");
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Places in compiled code are marked with global labels by inline assembly, so that the test knows where to ask. */
#include "support/symbols_fixture.h"

#include <check.h>
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "shared/record/file_sum.h"

char support_warnings[4096];
static char folder[PATH_MAX];
static char *paths[1024];
static size_t path_count;

void support_enter(void)
{
  const char *base = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s/seep-symbols-XXXXXX", base ? base : "/tmp");
  ck_assert(mkdtemp(folder) != NULL);
  ck_assert_int_eq(chdir(folder), 0);
  support_warnings[0] = '\0';
}

void support_leave(void)
{
  ck_assert_int_eq(chdir("/"), 0);
  support_run("rm -rf '%s'", folder);
  while (path_count > 0)
    free(paths[--path_count]);
}

const char *support_path(const char *name)
{
  ck_assert_uint_lt(path_count, sizeof paths / sizeof *paths);
  ck_assert_int_ge(asprintf(&paths[path_count], "%s/%s", folder, name), 0);
  return paths[path_count++];
}

bool support_run(const char *format, ...)
{
  char *command, *silent;
  va_list args;
  va_start(args, format);
  ck_assert_int_ge(vasprintf(&command, format, args), 0);
  va_end(args);
  ck_assert_int_ge(asprintf(&silent, "{ %s\n} >/dev/null 2>&1", command), 0);
  bool succeeded = system(silent) == 0;
  free(command);
  free(silent);
  return succeeded;
}

void support_write(const char *name, const char *text)
{
  FILE *file = fopen(support_path(name), "w");
  ck_assert(file != NULL);
  ck_assert(fputs(text, file) >= 0);
  ck_assert_int_eq(fclose(file), 0);
}

static const char program[] =
  "int counter;\n"
  "#define MARK(name) __asm__ volatile(\".globl \" #name \"\\n\" #name \": nop\")\n"
  "static inline __attribute__((always_inline)) void inlined(void)\n"
  "{\n"
  "  counter++; MARK(mark); /* inlined line */\n"
  "}\n"
  "__attribute__((noinline)) int outer(int i)\n"
  "{\n"
  "  inlined(); /* outer line */\n"
  "  return counter;\n"
  "}\n"
  "int big_table[100] = {1};\n"
  "int zeros[100];\n"
  "int main(int argc, char **argv) { return outer(argc); }\n";

bool support_build(const char *flags)
{
  support_write("prog.c", program);
  return support_run("gcc -O1 -g %s -o whole prog.c", flags);
}

const char support_everything[] = "inlined prog.c:5, outer prog.c:9";
const char support_nothing[] = "??? ???:0";

const char *support_text(const struct frame *frames, size_t count)
{
  static char text[1024];
  size_t used = 0;
  text[0] = '\0';
  for (size_t i = 0; i < count; i++)
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s:%u", i ? ", " : "",
                             frames[i].function ? frames[i].function : "???", frames[i].file ? frames[i].file : "???",
                             frames[i].line);
  return text;
}

unsigned support_line(const char *text, const char *marker)
{
  const char *found = strstr(text, marker);
  unsigned line = 1;
  ck_assert(found != NULL);
  for (; text < found; text++)
    line += *text == '\n';
  return line;
}

/* Call `use` with an open file. */
static Elf *open_elf(const char *name, int *ret_fd)
{
  elf_version(EV_CURRENT);
  *ret_fd = open(support_path(name), O_RDONLY);
  ck_assert(*ret_fd >= 0);
  Elf *elf = elf_begin(*ret_fd, ELF_C_READ, NULL);
  ck_assert(elf != NULL);
  return elf;
}

/* The first one of that name, or failing that, the first with a dot and more behind it. */
static bool find_symbol(Elf *elf, const char *name, GElf_Sym *ret)
{
  bool is_found = false;
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
    GElf_Shdr header;
    GElf_Sym symbol;
    gelf_getshdr(scn, &header);
    if (header.sh_type != SHT_SYMTAB)
      continue;
    for (int i = 0; gelf_getsym(elf_getdata(scn, NULL), i, &symbol); i++) {
      const char *found = elf_strptr(elf, header.sh_link, symbol.st_name);
      size_t length = strlen(name);
      if (!found || strncmp(found, name, length) != 0 || (found[length] && (found[length] != '.' || is_found)))
        continue;
      *ret = symbol;
      is_found = true;
      if (!found[length])
        return true;
    }
  }
  return is_found;
}

static uint64_t offset_of_address(Elf *elf, uint64_t address)
{
  size_t count;
  GElf_Phdr segment;
  elf_getphdrnum(elf, &count);
  for (size_t i = 0; i < count && gelf_getphdr(elf, (int)i, &segment); i++)
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && address - segment.p_vaddr < segment.p_memsz)
      return address - segment.p_vaddr + segment.p_offset;
  ck_abort_msg("address outside all segments");
  return 0;
}

/* The symbol; *ret_offset is where that lies in the file, if asked for. */
static GElf_Sym need_symbol(const char *name, const char *symbol, uint64_t *ret_offset)
{
  int fd;
  GElf_Sym found;
  Elf *elf = open_elf(name, &fd);
  ck_assert_msg(find_symbol(elf, symbol, &found), "%s has no symbol %s", name, symbol);
  if (ret_offset)
    *ret_offset = offset_of_address(elf, found.st_value);
  elf_end(elf);
  close(fd);
  return found;
}

uint64_t support_address(const char *name, const char *symbol)
{
  return need_symbol(name, symbol, NULL).st_value;
}

uint64_t support_bytes(const char *name, const char *symbol)
{
  return need_symbol(name, symbol, NULL).st_size;
}

uint64_t support_offset(const char *name, const char *symbol)
{
  uint64_t offset;
  need_symbol(name, symbol, &offset);
  return offset;
}

/* The build-id note as the linker writes it: a head of 16 bytes, then the id. */
static size_t read_build_id(const char *name, unsigned char *ret)
{
  int fd;
  size_t names, bytes = 0;
  Elf *elf = open_elf(name, &fd);
  elf_getshdrstrndx(elf, &names);
  for (Elf_Scn *scn = NULL; (scn = elf_nextscn(elf, scn));) {
    GElf_Shdr header;
    gelf_getshdr(scn, &header);
    const Elf_Data *data = elf_getdata(scn, NULL);
    if (strcmp(elf_strptr(elf, names, header.sh_name), ".note.gnu.build-id") != 0 || !data || data->d_size != 36)
      continue;
    bytes = 20;
    memcpy(ret, (char *)data->d_buf + 16, bytes);
  }
  elf_end(elf);
  close(fd);
  return bytes;
}

struct symbols_module support_module(const char *name)
{
  static unsigned char ids[4][20];
  static int next;
  unsigned char *id = ids[next++ % 4];
  struct stat stat_now;
  ck_assert_int_eq(stat(support_path(name), &stat_now), 0);
  struct symbols_module module = {
    .path = support_path(name),
    .file_bytes = (uint64_t)stat_now.st_size,
    .mtime_ns = (uint64_t)stat_now.st_mtim.tv_sec * 1000000000 + (uint64_t)stat_now.st_mtim.tv_nsec,
  };
  module.build_id_bytes = read_build_id(name, id);
  module.build_id = module.build_id_bytes ? id : NULL;
  return module;
}

static bool read_file(void *context, uint64_t offset, void *buffer, size_t size)
{
  return pread(*(int *)context, buffer, size, (off_t)offset) == (ssize_t)size;
}

struct symbols_module support_module_by_sum(const char *name)
{
  struct symbols_module module = support_module(name);
  int fd = open(module.path, O_RDONLY);
  ck_assert_int_ge(fd, 0);
  module.sum = file_sum(read_file, &fd, module.file_bytes);
  close(fd);
  return module;
}

static void collect_warning(void *context, const char *message)
{
  size_t used = strlen(support_warnings);
  snprintf(support_warnings + used, sizeof support_warnings - used, "%s\n", message);
}

struct symbols_config support_config(void)
{
  return (struct symbols_config){.warn = collect_warning};
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tool is executed in place of a program that is to be checked, so the kernel cannot say any more that the program
 * itself cannot be executed. What it would look at is looked at here: the file's kind and permissions, its first bytes,
 * and the same of the interpreter that a script or an ELF file names. */
#include "coregrind-glue/syscalls/executable.h"

#include "shared/base/raw_syscalls.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  HEAD_BYTES = 256,      /* so much of a file decides */
  SCRIPTS_MAX = 5,       /* one interpreted by the next */
  PATH_ONLY = 010000000, /* O_PATH */
  CLOSED_BY_EXEC = 02000000,
  CURRENT_FOLDER = -100,
  THE_FILE_ITSELF = 0x1000, /* AT_EMPTY_PATH */
  AS_WHO_ASKS = 0x200,      /* AT_EACCESS */
  MAY_EXECUTE = 1,
  FACCESSAT2 = 439,
  ELF_FILE_HEADER_BYTES = 64,
  ELF_CLASS_AT = 4,
  ELF_CLASS_32 = 1,
  ELF_CLASS_64 = 2,
  ELF_TYPE_AT = 16,
  ELF_PROGRAM = 2,
  ELF_SHARED = 3,
  ELF_MACHINE_AT = 18,
  ELF_386 = 3,
  ELF_X86_64 = 62,
  ELF_HEADERS_AT = 32,
  ELF_HEADER_COUNT_AT = 56,
  ELF_HEADER_BYTES = 56,
  ELF_INTERPRETER = 3,
  ELF_OFFSET_AT = 8,
  ELF_SIZE_AT = 32,
  ELF_HEADERS_MAX = 1170,
};

static void path_of(Int file, HChar path[static 32])
{
  VG_(sprintf)(path, "/proc/self/fd/%d", file);
}

static UWord access_error(Int file)
{
  HChar path[32];
  long result = raw_syscall(FACCESSAT2, file, (long)"", MAY_EXECUTE, THE_FILE_ITSELF | AS_WHO_ASKS, 0, 0);
  path_of(file, path);
  if (result == -VKI_ENOSYS || result == -VKI_EINVAL || result == -VKI_EPERM)
    result = raw_syscall(__NR_faccessat, CURRENT_FOLDER, (long)path, MAY_EXECUTE, 0, 0, 0);
  return result < 0 ? (UWord)-result : 0;
}

static long open_to_read(Int file)
{
  HChar path[32];
  path_of(file, path);
  return raw_syscall(__NR_openat, CURRENT_FOLDER, (long)path, VKI_O_RDONLY | CLOSED_BY_EXEC | VKI_O_NONBLOCK, 0, 0, 0);
}

static long read_at(long fd, void *to, SizeT bytes, ULong offset)
{
  return raw_syscall(__NR_pread64, fd, (long)to, (long)bytes, (long)offset, 0, 0);
}

static UWord examine(Int file, UInt depth, struct executable *ret);

static long open_path(const HChar *path)
{
  return raw_syscall(__NR_openat, CURRENT_FOLDER, (long)path, PATH_ONLY | CLOSED_BY_EXEC, 0, 0, 0);
}

/* --- scripts --- */

static Bool is_blank(HChar character)
{
  return character == ' ' || character == '\t';
}

static Bool ends_line(const HChar *at, const HChar *limit)
{
  return at == limit || *at == '\n' || *at == '\0';
}

static void copy_text(HChar *to, const HChar *start, const HChar *end)
{
  while (end > start && is_blank(end[-1]))
    end--;
  VG_(memcpy)(to, start, (SizeT)(end - start));
  to[end - start] = '\0';
}

/* "#!", a name, all else up to the end of the line. A name that is not ended within what is read is cut off. */
static Bool read_line(const HChar *head, SizeT bytes, struct executable *ret)
{
  const HChar *const limit = head + bytes, *name = head + 2;
  while (name < limit && is_blank(*name))
    name++;
  const HChar *end = name;
  while (!ends_line(end, limit) && !is_blank(*end))
    end++;
  const HChar *argument = end;
  while (argument < limit && is_blank(*argument))
    argument++;
  const HChar *line_end = argument;
  while (!ends_line(line_end, limit))
    line_end++;
  copy_text(ret->interpreter, name, end);
  copy_text(ret->argument, argument, line_end);
  return end > name && (end < limit || bytes < HEAD_BYTES);
}

static UWord script_error(const HChar *head, SizeT bytes, UInt depth, struct executable *ret)
{
  struct executable interpreter;
  ret->is_script = ret->can_be_checked = True;
  if (!read_line(head, bytes, ret))
    return VKI_ENOEXEC;
  const long file = open_path(ret->interpreter);
  if (file < 0)
    return (UWord)-file;
  const UWord error = examine((Int)file, depth + 1, &interpreter);
  raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
  ret->is_nested = interpreter.is_script;
  return error;
}

/* --- ELF files --- */

static UWord loader_error(const HChar *path)
{
  const long file = open_path(path);
  if (file < 0)
    return (UWord)-file;
  const UWord error = access_error((Int)file);
  raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
  return error;
}

static UWord elf_error(long fd, const UChar *head)
{
  UChar header[ELF_HEADER_BYTES];
  HChar name[VKI_PATH_MAX];
  const UShort count = *(const UShort *)(head + ELF_HEADER_COUNT_AT);
  const ULong start = *(const ULong *)(head + ELF_HEADERS_AT);
  for (UInt i = 0; i < count && count <= ELF_HEADERS_MAX; i++) {
    if (read_at(fd, header, sizeof header, start + i * sizeof header) != (long)sizeof header)
      return VKI_EIO;
    const ULong bytes = *(const ULong *)(header + ELF_SIZE_AT);
    if (*(const UInt *)header != ELF_INTERPRETER)
      continue;
    if (bytes < 2 || bytes > sizeof name ||
        read_at(fd, name, bytes, *(const ULong *)(header + ELF_OFFSET_AT)) != (long)bytes || name[bytes - 1] != '\0')
      return VKI_ENOEXEC;
    return loader_error(name);
  }
  return 0;
}

static Bool is_program(const UChar *head)
{
  const UShort type = *(const UShort *)(head + ELF_TYPE_AT);
  return VG_(memcmp)(head, "\177ELF", 4) == 0 && (type == ELF_PROGRAM || type == ELF_SHARED);
}

static Bool is_for(const UChar *head, UChar class, UShort machine)
{
  return head[ELF_CLASS_AT] == class && *(const UShort *)(head + ELF_MACHINE_AT) == machine;
}

/* --- any file --- */

static UWord examine_content(long fd, UInt depth, struct executable *ret)
{
  union {
    HChar text[HEAD_BYTES];
    UChar bytes[HEAD_BYTES];
    ULong aligned;
  } head = {.text = ""};
  const long bytes = read_at(fd, head.text, HEAD_BYTES, 0);
  if (bytes >= 2 && head.text[0] == '#' && head.text[1] == '!')
    return script_error(head.text, (SizeT)bytes, depth, ret);
  if (bytes < ELF_FILE_HEADER_BYTES || !is_program(head.bytes))
    return 0;
  const Bool is_ours = is_for(head.bytes, ELF_CLASS_64, ELF_X86_64);
  ret->can_be_checked = is_ours || is_for(head.bytes, ELF_CLASS_32, ELF_386);
  return is_ours ? elf_error(fd, head.bytes) : 0;
}

static UWord examine(Int file, UInt depth, struct executable *ret)
{
  struct vg_stat stat;
  *ret = (struct executable){0};
  if (depth > SCRIPTS_MAX)
    return VKI_ELOOP;
  if (VG_(fstat)(file, &stat) != 0 || !VKI_S_ISREG(stat.mode))
    return VKI_S_ISLNK(stat.mode) ? VKI_ELOOP : VKI_EACCES;
  const UWord refused = access_error(file);
  const long fd = refused ? -1 : open_to_read(file);
  if (fd < 0)
    return refused;
  const UWord error = examine_content(fd, depth, ret);
  raw_syscall(__NR_close, fd, 0, 0, 0, 0, 0);
  return error;
}

void executable_examine(Int file, struct executable *ret)
{
  const UWord error = examine(file, 0, ret);
  ret->error = error;
}

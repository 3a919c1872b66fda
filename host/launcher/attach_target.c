/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What /proc says of the process, and its C library's table of names as it lies in its memory: the file may have been
 * replaced since the program began. */
#include "host/launcher/attach_target.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "host/base/foreign_file.h"
#include "host/base/memory.h"
#include "host/base/process_status.h"
#include "host/launcher/native_asking.h"

enum { NAMES_MAX_BYTES = 1 << 22, SYMBOL_NAME_BYTES = 32, PIECE_BYTES = 1 << 16 };

/* mov $15, %rax; syscall */
const unsigned char attach_target_restorer[ATTACH_RESTORER_BYTES] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05};

/* --- what /proc says --- */

/* Of a process, or of one of its threads. -1: it is not known. */
static long status_number(long pid, const char *name)
{
  char text[PROCESS_STATUS_BYTES];
  const char *value;
  return process_status_find(pid, name, text, &value) ? strtol(value, NULL, 10) : -1;
}

static bool is_same_namespace(long pid, const char *kind)
{
  char path[64], own_path[64];
  struct stat status, own;
  snprintf(path, sizeof path, "/proc/%ld/%s", pid, kind);
  snprintf(own_path, sizeof own_path, "/proc/self/%s", kind);
  return stat(path, &status) < 0 || stat(own_path, &own) < 0 ||
         (status.st_ino == own.st_ino && status.st_dev == own.st_dev);
}

struct error *attach_target_forbidden(long pid)
{
  char yama = '0';
  struct stat status;
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld", pid);
  (void)foreign_file_begin("/proc/sys/kernel/yama/ptrace_scope", &yama, 1);
  if (geteuid() != 0 && stat(path, &status) == 0 && status.st_uid != geteuid())
    return error_format(
      "process %ld: permission denied; it belongs to another user (id %u), so run seep attach as that "
      "user",
      pid, (unsigned)status.st_uid);
  if (yama == '3')
    return error_format("process %ld: permission denied; this system forbids tracing until it is started anew "
                        "(kernel.yama.ptrace_scope is 3)",
                        pid);
  if (yama != '0' && geteuid() != 0)
    return error_format("process %ld: permission denied; this system lets only root, or a process's parent, trace it "
                        "(kernel.yama.ptrace_scope is %c): allow it with sysctl kernel.yama.ptrace_scope=0",
                        pid, yama);
  return error_format("process %ld: permission denied; it has privileges that you lack, or tracing is forbidden (in a "
                      "container, add CAP_SYS_PTRACE)",
                      pid);
}

struct error *attach_target_check_state(long pid)
{
  if (kill((pid_t)pid, 0) < 0 && errno == ESRCH)
    return error_format("there is no process %ld", pid);
  switch (process_status_state(pid)) {
  case 'T':
    return error_format("process %ld is stopped; continue it first: kill -CONT %ld", pid, pid);
  case 'Z':
    return error_format("process %ld has ended, or its main thread has", pid);
  default:
    break;
  }
  const long tracer = status_number(pid, "\nTracerPid:");
  return tracer > 0
           ? error_format("process %ld is traced by process %ld (a debugger, strace?); end that first", pid, tracer)
           : NULL;
}

/* Each thread may do so by itself. */
static bool restricts_calls(long pid)
{
  char path[64];
  bool does = false;
  snprintf(path, sizeof path, "/proc/%ld/task", pid);
  DIR *const folder = opendir(path);
  for (struct dirent *entry; folder && !does && (entry = readdir(folder));)
    does = atol(entry->d_name) > 0 && status_number(atol(entry->d_name), "\nSeccomp:") > 0;
  if (folder)
    closedir(folder);
  return does;
}

/* Its processor would refuse returns to where no call has come from. */
static bool has_shadow_stacks(long pid)
{
  char text[PROCESS_STATUS_BYTES];
  const char *features;
  return process_status_find(pid, "\nx86_Thread_features:", text, &features) && strstr(features, "shstk");
}

static struct error *check_surroundings(long pid)
{
  struct stat status;
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld", pid);
  if (restricts_calls(pid))
    return error_format("process %ld restricts its system calls (seccomp), and would be killed for what the checker "
                        "does; run it with seep --checks=leaks from the beginning",
                        pid);
  if (has_shadow_stacks(pid))
    return error_format("process %ld has shadow stacks (glibc.cpu.x86_shstk), which allow no visitors; run it with "
                        "seep --checks=leaks from the beginning",
                        pid);
  if (!is_same_namespace(pid, "ns/mnt") || !is_same_namespace(pid, "ns/net") || !is_same_namespace(pid, "ns/pid") ||
      !is_same_namespace(pid, "root"))
    return error_format("process %ld is in a container, or in another root; run seep attach there", pid);
  if (stat(path, &status) == 0 && status.st_uid != geteuid())
    return error_format("process %ld belongs to another user (id %u); run seep attach as that user", pid,
                        (unsigned)status.st_uid);
  return NULL;
}

/* The files of Valgrind's tools, and of Seep's, are programs of their own. */
static struct error *check_program(struct attach_target *target)
{
  char path[64], head[EI_CLASS + 1];
  const int native = native_asking_connect(target->pid);
  snprintf(path, sizeof path, "/proc/%ld/exe", target->pid);
  const ssize_t size = readlink(path, target->program, sizeof target->program - 1);
  if (native >= 0) {
    close(native);
    return error_format("process %ld runs under Seep already; for what it has on its heap: seep snapshot %ld",
                        target->pid, target->pid);
  }
  if (size < 0)
    return attach_target_forbidden(target->pid);
  target->program[size] = '\0';
  if (foreign_file_begin(path, head, sizeof head) == sizeof head && head[EI_CLASS] == ELFCLASS32)
    return error_format("process %ld (%s) is a 32-bit program; Seep checks x86-64 programs", target->pid,
                        target->program);
  const char *const slash = strrchr(target->program, '/');
  if (strstr(slash ? slash : target->program, "-amd64-linux"))
    return error_format("process %ld runs under Valgrind or Seep already (%s)", target->pid, target->program);
  return NULL;
}

/* --- its C library --- */

static bool ends_with(const char *text, const char *end)
{
  const size_t length = strlen(text), end_length = strlen(end);
  return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* One line of /proc/PID/maps. The C library may be gone from the disk. */
static void take_mapping(struct attach_target *target, char *line)
{
  unsigned long start, end, offset;
  char permissions[8];
  int path_at = 0;
  if (sscanf(line, "%lx-%lx %7s %lx %*s %*s %n", &start, &end, permissions, &offset, &path_at) < 4 || path_at == 0)
    return;
  char *const path = line + path_at;
  path[strcspn(path, "\n")] = '\0';
  if (ends_with(path, " (deleted)"))
    path[strlen(path) - strlen(" (deleted)")] = '\0';
  const bool is_libc = ends_with(path, "/libc.so.6") || strstr(path, "/libc-2.") != NULL;
  const bool is_loader = strstr(path, "/ld-linux-x86-64.so.") != NULL || strstr(path, "/ld-2.") != NULL;
  if (is_libc && offset == 0 && target->libc == 0)
    target->libc = start;
  if (is_loader && permissions[1] == 'w')
    target->loader_data = (struct attach_range){start, end, true};
  if ((is_libc || is_loader || strcmp(path, "[vdso]") == 0) && permissions[2] == 'x' &&
      target->locked_count < ATTACH_LOCKED_RANGES)
    target->locked[target->locked_count++] = (struct attach_range){start, end, is_loader};
}

static FILE *open_mappings(long pid)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/maps", pid);
  return fopen(path, "re");
}

static struct error *find_libc(struct attach_target *target)
{
  char *line = NULL;
  size_t bytes = 0, lines = 0;
  FILE *const file = open_mappings(target->pid);
  for (; file && getline(&line, &bytes, file) > 0; lines++)
    take_mapping(target, line);
  free(line);
  if (file)
    fclose(file);
  if (lines == 0)
    return attach_target_forbidden(target->pid);
  return target->libc != 0 ? NULL
                           : error_format("process %ld (%s) is linked statically or does not use glibc, so its heap "
                                          "cannot be seen",
                                          target->pid, target->program);
}

bool attach_target_mapping(long pid, uint64_t address, struct attach_range *ret)
{
  char *line = NULL;
  size_t bytes = 0;
  unsigned long start = 0, end = 0;
  bool is_found = false;
  FILE *const file = open_mappings(pid);
  while (file && !is_found && getline(&line, &bytes, file) > 0)
    is_found = sscanf(line, "%lx-%lx", &start, &end) == 2 && address >= start && address < end;
  free(line);
  if (file)
    fclose(file);
  *ret = (struct attach_range){start, end, false};
  return is_found;
}

bool attach_target_read(long pid, uint64_t address, void *ret, size_t bytes)
{
  const struct iovec here = {ret, bytes}, there = {(void *)address, bytes};
  return process_vm_readv((pid_t)pid, &here, 1, &there, 1, 0) == (ssize_t)bytes;
}

static const struct attach_range *find_range(const struct attach_target *target, uint64_t address)
{
  for (unsigned i = 0; i < target->locked_count; i++)
    if (address >= target->locked[i].start && address < target->locked[i].end)
      return &target->locked[i];
  return NULL;
}

bool attach_target_is_locked(const struct attach_target *target, uint64_t address)
{
  return find_range(target, address) != NULL;
}

bool attach_target_is_loader(const struct attach_target *target, uint64_t address)
{
  const struct attach_range *const range = find_range(target, address);
  return range && range->is_loader;
}

/* What of a file's dynamic section is needed. */
struct dynamic {
  uint64_t symbols, names, names_bytes, hashes;
};

static bool read_dynamic(long pid, uint64_t base, uint64_t address, struct dynamic *ret)
{
  Elf64_Dyn entry;
  *ret = (struct dynamic){0};
  for (unsigned i = 0; i < 100 && attach_target_read(pid, address, &entry, sizeof entry); i++) {
    const uint64_t value = entry.d_un.d_val, place = value < base ? value + base : value;
    if (entry.d_tag == DT_NULL)
      break;
    if (entry.d_tag == DT_SYMTAB)
      ret->symbols = place;
    else if (entry.d_tag == DT_STRTAB)
      ret->names = place;
    else if (entry.d_tag == DT_STRSZ)
      ret->names_bytes = value;
    else if (entry.d_tag == DT_GNU_HASH)
      ret->hashes = place;
    address += sizeof entry;
  }
  return ret->symbols && ret->names && ret->hashes && ret->names_bytes > 0 && ret->names_bytes < NAMES_MAX_BYTES;
}

static bool find_dynamic(long pid, uint64_t base, struct dynamic *ret)
{
  Elf64_Ehdr head;
  Elf64_Phdr segment;
  if (!attach_target_read(pid, base, &head, sizeof head) || memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
      head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_machine != EM_X86_64)
    return false;
  for (unsigned i = 0; i < head.e_phnum; i++) {
    const uint64_t place = base + head.e_phoff + i * sizeof segment;
    if (!attach_target_read(pid, place, &segment, sizeof segment))
      return false;
    if (segment.p_type == PT_DYNAMIC)
      return read_dynamic(pid, base, base + segment.p_vaddr, ret);
  }
  return false;
}

/* The chains of GNU's hash table have each symbol that the library defines: the name's own chain. 0: there is none. */
static uint64_t find_function(long pid, uint64_t base, const struct dynamic *dynamic, const char *name)
{
  uint32_t head[4], bucket = 0, hash = 5381, other;
  Elf64_Sym symbol;
  char found[SYMBOL_NAME_BYTES];
  for (const char *letter = name; *letter; letter++)
    hash = hash * 33 + (unsigned char)*letter;
  if (!attach_target_read(pid, dynamic->hashes, head, sizeof head) || head[0] == 0)
    return 0;
  const uint64_t buckets = dynamic->hashes + sizeof head + (uint64_t)head[2] * 8, chains = buckets + 4ull * head[0];
  if (!attach_target_read(pid, buckets + 4ull * (hash % head[0]), &bucket, sizeof bucket))
    return 0;
  for (uint32_t i = bucket; i >= head[1]; i++) {
    if (!attach_target_read(pid, chains + 4ull * (i - head[1]), &other, sizeof other) ||
        !attach_target_read(pid, dynamic->symbols + i * sizeof symbol, &symbol, sizeof symbol))
      return 0;
    if ((other | 1) == (hash | 1) && symbol.st_shndx != SHN_UNDEF &&
        attach_target_read(pid, dynamic->names + symbol.st_name, found, strlen(name) + 1) &&
        memcmp(found, name, strlen(name) + 1) == 0)
      return base + symbol.st_value;
    if (other & 1)
      return 0;
  }
  return 0;
}

uint64_t attach_target_function(long pid, uint64_t base, const char *name)
{
  struct dynamic dynamic;
  return find_dynamic(pid, base, &dynamic) ? find_function(pid, base, &dynamic, name) : 0;
}

/* In the C library's function that calls the kernel, which is one of its shortest. */
static uint64_t find_syscall(const struct attach_target *target, uint64_t function)
{
  unsigned char code[64];
  if (!attach_target_read(target->pid, function, code, sizeof code))
    return 0;
  for (size_t i = 0; i + 1 < sizeof code; i++)
    if (code[i] == 0x0f && code[i + 1] == 0x05)
      return function + i;
  return 0;
}

/* In the code of the C library. 0: it is not there. */
static uint64_t find_restorer_in(const struct attach_target *target, const struct attach_range *range)
{
  unsigned char code[PIECE_BYTES];
  for (uint64_t at = range->start; at < range->end; at += PIECE_BYTES - ATTACH_RESTORER_BYTES) {
    const size_t bytes = range->end - at < PIECE_BYTES ? range->end - at : PIECE_BYTES;
    const unsigned char *const found = attach_target_read(target->pid, at, code, bytes)
                                         ? memmem(code, bytes, attach_target_restorer, sizeof attach_target_restorer)
                                         : NULL;
    if (found)
      return at + (uint64_t)(found - code);
  }
  return 0;
}

static uint64_t find_restorer(const struct attach_target *target)
{
  uint64_t found = 0;
  for (unsigned i = 0; i < target->locked_count && found == 0; i++)
    found = target->locked[i].is_loader ? 0 : find_restorer_in(target, &target->locked[i]);
  return found;
}

static struct error *find_functions(struct attach_target *target)
{
  struct dynamic dynamic;
  errno = 0;
  if (!find_dynamic(target->pid, target->libc, &dynamic))
    return errno == EPERM
             ? attach_target_forbidden(target->pid)
             : error_format("the C library of process %ld (%s) cannot be read", target->pid, target->program);
  const uint64_t function = find_function(target->pid, target->libc, &dynamic, "syscall");
  target->dlopen = find_function(target->pid, target->libc, &dynamic, "dlopen");
  target->dlerror = find_function(target->pid, target->libc, &dynamic, "dlerror");
  target->errno_location = find_function(target->pid, target->libc, &dynamic, "__errno_location");
  target->syscall = function ? find_syscall(target, function) : 0;
  target->restorer = find_restorer(target);
  if (target->dlopen == 0 || target->dlerror == 0 || target->errno_location == 0 || target->syscall == 0)
    return error_format("process %ld uses a glibc older than 2.34; run its program with seep --checks=leaks instead",
                        target->pid);
  if (target->restorer == 0)
    return error_format("the C library of process %ld (%s) is not one that Seep knows", target->pid, target->program);
  return NULL;
}

struct error *attach_target_examine(long pid, struct attach_target *ret)
{
  *ret = (struct attach_target){.pid = pid};
  struct error *error = attach_target_check_state(pid);
  if (!error)
    error = check_program(ret);
  if (!error)
    error = check_surroundings(pid);
  if (!error)
    error = find_libc(ret);
  return error ? error : find_functions(ret);
}

/* Its code lies where it was, and what is to be used of it is there. */
bool attach_target_is_same(const struct attach_target *target)
{
  struct attach_target now = {.pid = target->pid};
  unsigned char code[ATTACH_RESTORER_BYTES];
  struct error *const error = find_libc(&now);
  bool is_same = !error && now.libc == target->libc && now.locked_count == target->locked_count;
  for (unsigned i = 0; i < now.locked_count && is_same; i++)
    is_same = now.locked[i].start == target->locked[i].start && now.locked[i].end == target->locked[i].end;
  error_free(error);
  return is_same && attach_target_read(target->pid, target->restorer, code, sizeof code) &&
         memcmp(code, attach_target_restorer, sizeof code) == 0 &&
         find_syscall(target, target->syscall) == target->syscall;
}

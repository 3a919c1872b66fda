/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/symbols/module_file.h"

#include "host/symbols/elf/file_state.h"

static bool has_size_and_time(const struct elf_file *file, const struct symbols_module *module)
{
  struct file_state now = file_state_of(elf_file_stat(file));
  return (!module->file_bytes || module->file_bytes == now.bytes) &&
         (!module->mtime_ns || module->mtime_ns == now.mtime_ns);
}

bool module_file_is(const struct elf_file *file, const struct symbols_module *module)
{
  if (module->build_id_bytes)
    return elf_file_has_build_id(file, module->build_id, module->build_id_bytes);
  if (module->sum)
    return elf_file_sum(file) == module->sum;
  if (module->file_bytes || module->mtime_ns)
    return has_size_and_time(file, module);
  return !module->inode || module->inode == elf_file_stat(file)->st_ino;
}

struct error *module_file_is_unchanged(const struct symbols_module *module, bool *ret)
{
  struct elf_file *file;
  RETURN_IF_ERROR(elf_file_open(module->path, &file));
  *ret = module_file_is(file, module);
  elf_file_close(file);
  return NULL;
}

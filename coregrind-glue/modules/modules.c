/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When the core tells of a mapping its list of segments is up to date, so what is mapped is read from that. */
#include "coregrind-glue/modules/modules.h"

#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/segment_walk.h"
#include "coregrind-glue/modules/mapped_file.h"
#include "coregrind-glue/tool.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/modules/build_id.h"
#include "shared/record/file_sum.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

struct module {
  uint64_t id, start, end, file_offset, epoch;
  uint64_t device, inode, file_bytes, mtime_ns, sum;
  HChar *path;
  struct build_id build_id;
};

static XArray *modules; /* of struct module */
static uint64_t last_id;
uint64_t modules_epoch_now = 1;

uint64_t modules_begin_epoch(void)
{
  return ++modules_epoch_now;
}

uint64_t modules_new_id(void)
{
  return ++last_id;
}

static struct module *module_at(Word index)
{
  return VG_(indexXA)(modules, index);
}

/* The sum identifies a file without a build-id. The host finds names in ELF files only, so others need none. */
static uint64_t sum_of(Int fd, uint64_t file_bytes)
{
  unsigned char header[ELF_HEADER_BYTES];
  return elf_read_header(mapped_file_read, &fd, header) ? file_sum(mapped_file_read, &fd, file_bytes) : 0;
}

/* -1: it cannot be read, or is another file than the one that is mapped. */
static Int open_file(const struct module *module, struct vg_stat *ret_stat)
{
  SysRes opened = VG_(open)(module->path, VKI_O_RDONLY | VKI_O_NONBLOCK, 0);
  if (sr_isError(opened))
    return -1;
  Int fd = (Int)sr_Res(opened);
  if (VG_(fstat)(fd, ret_stat) == 0 && ret_stat->ino == module->inode && VKI_S_ISREG(ret_stat->mode))
    return fd;
  VG_(close)(fd);
  return -1;
}

static void read_file(struct module *module)
{
  struct vg_stat stat;
  Int fd = open_file(module, &stat);
  if (fd < 0)
    return;
  module->file_bytes = (uint64_t)stat.size;
  module->mtime_ns = (uint64_t)stat.mtime * 1000000000u + stat.mtime_nsec;
  build_id_find(mapped_file_read, &fd, &module->build_id);
  if (module->build_id.size == 0)
    module->sum = sum_of(fd, module->file_bytes);
  VG_(close)(fd);
}

/* The file goes along: when the reporter needs it, it may be gone from its path, or lie where only this process sees
 * it. */
static void send_module(const struct module *module)
{
  struct vg_stat stat;
  Int fd = channel_is_open() ? open_file(module, &stat) : -1;
  if (fd >= 0)
    channel_attach(fd);
  channel_send_module(&(struct record_module){
    .id = module->id,
    .epoch = module->epoch,
    .start = module->start,
    .end = module->end,
    .file_offset = module->file_offset,
    .path = core_string(module->path),
    .build_id = {(const char *)module->build_id.bytes, module->build_id.size},
    .device = module->device,
    .inode = module->inode,
    .file_bytes = module->file_bytes,
    .mtime_ns = module->mtime_ns,
    .sum = module->sum,
  });
}

static bool is_known(const NSegment *segment)
{
  for (Word i = 0; i < VG_(sizeXA)(modules); i++) {
    const struct module *module = module_at(i);
    if (module->start == segment->start && module->end == segment->end + 1 && module->inode == segment->ino &&
        module->file_offset == (uint64_t)segment->offset)
      return true;
  }
  return false;
}

static void forget_modules(uint64_t start, uint64_t end)
{
  for (Word i = VG_(sizeXA)(modules) - 1; i >= 0; i--) {
    struct module *module = module_at(i);
    if (module->start < start || module->end > end)
      continue;
    /* Stacks through this module keep the epoch in which it was still there. */
    tool.module_gone(module->start, module->end, modules_epoch_now);
    modules_epoch_now++;
    channel_send_unmap(&(struct record_unmap){.epoch = modules_epoch_now, .start = module->start, .end = module->end});
    VG_(free)(module->path);
    VG_(removeIndexXA)(modules, i);
  }
}

static void learn_module(const NSegment *segment)
{
  const HChar *path = VG_(am_get_filename)(segment);
  if (segment->kind != SkFileC || !segment->hasX || !path || is_known(segment))
    return;
  struct module module = {
    .id = modules_new_id(),
    .start = segment->start,
    .end = segment->end + 1,
    .file_offset = (uint64_t)segment->offset,
    .epoch = modules_begin_epoch(),
    .device = segment->dev,
    .inode = segment->ino,
    .path = VG_(strdup)("seep.module", path),
  };
  read_file(&module);
  VG_(addToXA)(modules, &module);
  send_module(&module);
}

static void learn_modules(Addr start, SizeT size)
{
  for (struct segment_walk walk = segment_walk_of(start, size); segment_walk_next(&walk);)
    learn_module(walk.segment);
  channel_flush();
}

void modules_mapped(Addr start, SizeT bytes, Bool executable)
{
  forget_modules(start, start + bytes);
  if (executable)
    learn_modules(start, bytes);
}

void modules_protected(Addr start, SizeT bytes, Bool executable)
{
  if (executable)
    learn_modules(start, bytes);
}

void modules_unmapped(Addr start, SizeT bytes)
{
  forget_modules(start, start + bytes);
  channel_flush();
}

void modules_init(void)
{
  modules = VG_(newXA)(VG_(malloc), "seep.modules", VG_(free), sizeof(struct module));
}

static struct module_view view_of(const struct module *module)
{
  return (struct module_view){
    .start = module->start, .end = module->end, .file_offset = module->file_offset,
    .device = module->device, .inode = module->inode, .file_bytes = module->file_bytes, .mtime_ns = module->mtime_ns,
    .path = module->path, .build_id = &module->build_id,
  };
}

bool modules_find(uint64_t address, struct module_view *ret)
{
  for (Word i = 0; i < VG_(sizeXA)(modules); i++) {
    const struct module *module = module_at(i);
    if (module->start > address || address >= module->end)
      continue;
    *ret = view_of(module);
    return true;
  }
  return false;
}

bool modules_find_path(const HChar *path, struct module_view *ret)
{
  for (Word i = 0; i < VG_(sizeXA)(modules); i++)
    if (VG_(strcmp)(module_at(i)->path, path) == 0) {
      *ret = view_of(module_at(i));
      return true;
    }
  return false;
}

void modules_send_all(void)
{
  for (Word i = 0; i < VG_(sizeXA)(modules); i++)
    send_module(module_at(i));
}

uint64_t modules_tls_bytes(void)
{
  uint64_t bytes = 0;
  for (Word i = 0; i < VG_(sizeXA)(modules); i++)
    bytes += module_at(i)->build_id.tls_bytes;
  return bytes;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Blocks come from few places, so answers are kept, and what is known of the last file. */
#include "coregrind-glue/modules/language.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/modules/mapped_file.h"

#include "pub_tool_basics.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"

enum { KNOWN_CALLS = 1021 };

struct known_call {
  uint64_t instruction; /* 0: none */
  enum language language;
};

static struct known_call known[KNOWN_CALLS];

static struct {
  const DebugInfo *module; /* NULL: none */
  struct file_language language;
} file;

static const DebugInfo *module_at(uint64_t address)
{
  return VG_(find_DebugInfo)(VG_(current_DiEpoch)(), address);
}

static void close_file(void)
{
  if (file.module)
    file_language_release(&file.language);
  file.module = NULL;
}

static void open_file(const DebugInfo *module)
{
  const HChar *path = VG_(DebugInfo_get_filename)(module);
  Int fd = mapped_file_open(path);
  file.module = module;
  file.language = (struct file_language){.has_rust = false};
  if (fd < 0)
    return;
  file_language_read(mapped_file_read, &fd, &file.language);
  VG_(close)(fd);
}

static uint64_t callee_of(uint64_t instruction)
{
  unsigned char bytes[FILE_LANGUAGE_CALL_BYTES];
  const uint64_t next = instruction + 1;
  bool is_indirect;
  if (!guarded_read(bytes, next - sizeof bytes, sizeof bytes))
    return 0;
  uint64_t callee = file_language_callee(bytes, next, &is_indirect);
  return callee != 0 && is_indirect && !guarded_load((const uint64_t *)callee, &callee) ? 0 : callee;
}

static enum language find_language(uint64_t instruction)
{
  const DebugInfo *module = module_at(instruction);
  if (!module)
    return LANGUAGE_OTHER;
  if (module != file.module) {
    close_file();
    open_file(module);
  }
  const uint64_t bias = (uint64_t)VG_(DebugInfo_get_text_bias)(module), callee = callee_of(instruction);
  const bool is_inside = callee != 0 && module_at(callee) == module;
  return file_language_of_call(&file.language, instruction - bias, is_inside ? callee - bias : 0);
}

enum language language_of_call(uint64_t instruction)
{
  struct known_call *call = &known[instruction % KNOWN_CALLS];
  if (call->instruction != instruction)
    *call = (struct known_call){instruction, find_language(instruction)};
  return call->language;
}

void language_forget(void)
{
  close_file();
  for (unsigned i = 0; i < KNOWN_CALLS; i++)
    known[i].instruction = 0;
}

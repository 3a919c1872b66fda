/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/syscalls/capabilities.h"

#include "shared/base/raw_syscalls.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

Bool capabilities_have(UInt capability)
{
  enum { VERSION = 0x20080522, BITS = 32 };
  const struct {
    UInt version;
    Int pid;
  } whose = {VERSION, 0};
  struct {
    UInt effective, permitted, inheritable;
  } sets[2] = {{0, 0, 0}, {0, 0, 0}};
  return raw_syscall(__NR_capget, (long)&whose, (long)sets, 0, 0, 0, 0) == 0 &&
         (sets[capability / BITS].effective & 1u << capability % BITS) != 0;
}

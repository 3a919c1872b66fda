/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In the portable program Capstone is linked. */
#include "host/symbols/elf/decoder_library.h"

const struct decoder_library *decoder_library(void)
{
  static const struct decoder_library library = {
#define FUNCTION(name) .name = cs_##name,
#include "host/symbols/elf/decoder_library.def"
#undef FUNCTION
  };
  return &library;
}

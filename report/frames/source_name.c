/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/frames/source_name.h"

#include <stdio.h>
#include <string.h>

bool source_name_is(const char *path)
{
  static const char suffixes[] =
    " c h cc cpp cxx c++ C hh hpp hxx h++ H ipp tcc tpp inl inc def m mm rs go f for f90 f95 f03 f08 adb ads s S asm d "
    "zig nim pas pp vala pyx pxd y l yy ll re rl swift cu cuh cl hs ml mli ";
  const char *base = strrchr(path, '/');
  const char *dot = strrchr(base ? base : path, '.');
  char suffix[8];
  if (!dot || dot[1] == '\0' || strlen(dot) >= sizeof suffix - 1 || strchr(dot, ' '))
    return false;
  snprintf(suffix, sizeof suffix, " %s ", dot + 1);
  return strstr(suffixes, suffix) != NULL;
}

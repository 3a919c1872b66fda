/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/model/frames/source_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/foreign_file.h"
#include "host/base/utf8.h"

enum { TAB_COLUMNS = 8, FILE_BYTES_MAX = 16 << 20 };

bool source_text_has_name(const char *path)
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

char *source_text_read(const char *path, size_t *ret_bytes)
{
  char *text;
  error_free(foreign_file_read(path, FILE_BYTES_MAX, &text, ret_bytes));
  return text;
}

char *source_text_line(const char *start, size_t bytes)
{
  char text[SOURCE_TEXT_LINE_BYTES + TAB_COLUMNS + 1];
  size_t column = 0;
  for (size_t i = 0; i < bytes && column < SOURCE_TEXT_LINE_BYTES; i++)
    if (start[i] == '\t')
      do
        text[column++] = ' ';
      while (column % TAB_COLUMNS != 0);
    else if (start[i] != '\r' && start[i] != '\0')
      text[column++] = start[i];
  text[column] = '\0';
  return utf8_line(text, 0);
}

static bool is_newer(const struct stat *a, const struct stat *b)
{
  return a->st_mtim.tv_sec != b->st_mtim.tv_sec ? a->st_mtim.tv_sec > b->st_mtim.tv_sec
                                                : a->st_mtim.tv_nsec > b->st_mtim.tv_nsec;
}

/* Who marks lines has found the statement in the source, if there is one: a closing brace is none, and to it functions
 * return. */
bool source_text_is_as_built(const struct frame *frame, const char *path)
{
  struct stat source, module;
  return frame->mark_kind != FRAME_MARK_LINE || (frame->object && stat(path, &source) == 0 &&
                                                 stat(frame->object, &module) == 0 && !is_newer(&source, &module));
}

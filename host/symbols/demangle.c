/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Linkage names of C++, Rust, D and Ada to what a person wrote.
 *
 * A short mangled name can stand for an endless text: substitutions of substitutions double it with every few
 * letters. Therefore the text is collected piece by piece, and a text that gets too long is left by longjmp, which
 * is safe because the callback forms of libiberty's demanglers own no memory while they run. The D demangler has no
 * such form; its names are merely kept short. */
#include "host/base/memory.h"
#include "host/symbols/symbols.h"

#if __has_include(<libiberty/demangle.h>)
#include <libiberty/demangle.h>
#else
#include <demangle.h> /* of binutils, where libiberty is a part of them */
#endif
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum {
  MANGLED_MAX_BYTES = 1 << 14,
  MANGLED_D_MAX_BYTES = 1 << 9,
  DEMANGLED_MAX_BYTES = 1 << 17,
  DEMANGLE_OPTIONS = DMGL_PARAMS | DMGL_ANSI,
};

struct text {
  char *data; /* DEMANGLED_MAX_BYTES of them */
  size_t bytes;
  jmp_buf too_long;
};

static void collect_piece(const char *piece, size_t bytes, void *context)
{
  struct text *text = context;
  if (bytes >= DEMANGLED_MAX_BYTES - text->bytes)
    longjmp(text->too_long, 1);
  memcpy(text->data + text->bytes, piece, bytes);
  text->bytes += bytes;
}

/* Rust first: its older names are C++ names with a hash at the end. */
static bool demangle_into(struct text *text, const char *name)
{
  if (setjmp(text->too_long))
    return false;
  if (rust_demangle_callback(name, DEMANGLE_OPTIONS, collect_piece, text))
    return true;
  text->bytes = 0;
  return cplus_demangle_v3_callback(name, DEMANGLE_OPTIONS, collect_piece, text);
}

static char *demangle_itanium(const char *name)
{
  struct text text = {.data = memory_allocate(DEMANGLED_MAX_BYTES)};
  if (!text.data)
    return NULL;
  char *demangled = demangle_into(&text, name) ? memory_text_begin(text.data, text.bytes) : NULL;
  free(text.data);
  return demangled;
}

static char *demangle_plain(const char *name)
{
  size_t bytes = strlen(name);
  if (bytes > MANGLED_MAX_BYTES || name[0] != '_')
    return NULL;
  if (name[1] == 'Z' || name[1] == 'R')
    return demangle_itanium(name);
  if (name[1] == 'D' && bytes <= MANGLED_D_MAX_BYTES)
    return cplus_demangle(name, DEMANGLE_OPTIONS | DMGL_DLANG);
  return NULL;
}

char *symbols_demangle(const char *linkage_name)
{
  const char *version = strchr(linkage_name, '@');
  if (!version)
    return demangle_plain(linkage_name);
  char *plain = memory_text_begin(linkage_name, (size_t)(version - linkage_name));
  char *demangled = demangle_plain(plain);
  free(plain);
  return demangled;
}

/* What is none of Ada's libiberty puts in brackets. */
char *symbols_demangle_ada(const char *linkage_name)
{
  if (strlen(linkage_name) > MANGLED_MAX_BYTES)
    return NULL;
  char *demangled = ada_demangle(linkage_name, 0);
  if (demangled && *demangled != '<' && strcmp(demangled, linkage_name) != 0)
    return demangled;
  free(demangled);
  return NULL;
}

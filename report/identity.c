/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "report/identity.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suppressions/normalize.h"
#include "symbols/symbols.h"

/* --- names --- */

/* "libz.so" of "/usr/lib/libz.so.1.2.13", "tool" of "/bin/tool"; "?" of nothing. */
static char *module_name(const char *object)
{
  const char *slash = object ? strrchr(object, '/') : NULL;
  const char *name = slash ? slash + 1 : object ? object : "?";
  const char *version = strstr(name, ".so.");
  return strndup(name, version ? (size_t)(version - name) + strlen(".so") : strlen(name));
}

/* The names of inlined functions are plain ("push_back") unless the compiler tells the whole one. */
static char *whole_name(const char *function, const char *inlined_linkage)
{
  if (!inlined_linkage)
    return strdup(function);
  char *demangled = symbols_demangle(inlined_linkage);
  return demangled ? demangled : strdup(inlined_linkage);
}

char *identity_frame_name(const char *function, const char *inlined_linkage, const char *object)
{
  if (!function)
    return module_name(object);
  char *whole = whole_name(function, inlined_linkage);
  char *replaced = whole ? normalize_replacement(whole) : NULL;
  char *plain = replaced ? normalize_name(replaced) : NULL;
  char *name = plain ? normalize_without_parameters(plain) : NULL;
  free(whole);
  free(replaced);
  free(plain);
  return name;
}

/* --- the hash --- */

static uint64_t add_text(uint64_t hash, const char *text)
{
  const unsigned char *byte = (const unsigned char *)text;
  do {
    hash = (hash ^ *byte) * UINT64_C(0x100000001b3);
  } while (*byte++);
  return hash;
}

struct identity identity_of(const char *kind, const char *extra, const char *const *names, size_t count)
{
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  hash = add_text(hash, kind);
  hash = add_text(hash, extra ? extra : "");
  for (size_t i = 0; i < count; i++)
    if (i == 0 || strcmp(names[i], names[i - 1]) != 0)
      hash = add_text(hash, names[i]);
  struct identity identity;
  snprintf(identity.digits, sizeof identity.digits, "%016llx", (unsigned long long)hash);
  return identity;
}

bool identity_is(const char *text)
{
  size_t digits = strspn(text, "0123456789abcdef");
  return digits == IDENTITY_DIGITS && text[digits] == '\0';
}

bool identity_is_prefix(const char *text)
{
  size_t digits = strspn(text, "0123456789abcdef");
  return digits >= IDENTITY_DIGITS_LEAST && digits <= IDENTITY_DIGITS && text[digits] == '\0';
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One pass with a stack of the names of open elements. */
#include "host/reports/xml/xml_fragment.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 64, ATTRIBUTES_MAX = 16 };

struct name {
  const char *text;
  size_t size;
};

struct fragment {
  const char *at;
  struct name open[DEPTH_MAX];
  size_t depth;
};

static bool is_space(char c)
{
  return c == ' ' || c == '\t' || c == '\n';
}

static void skip_space(struct fragment *fragment)
{
  while (is_space(*fragment->at))
    fragment->at++;
}

static bool take(struct fragment *fragment, const char *text)
{
  size_t size = strlen(text);
  if (strncmp(fragment->at, text, size) != 0)
    return false;
  fragment->at += size;
  return true;
}

/* ASCII names without a colon, which would want a namespace. */
static bool take_name(struct fragment *fragment, struct name *ret)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_";
  static const char others[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789.-";
  if (!*fragment->at || !strchr(letters, *fragment->at))
    return false;
  *ret = (struct name){fragment->at, strspn(fragment->at, others)};
  fragment->at += ret->size;
  return true;
}

static bool is_same(struct name a, struct name b)
{
  return a.size == b.size && memcmp(a.text, b.text, a.size) == 0;
}

/* "&#65;", "&#x41;": of ASCII characters, as others may not be allowed. */
static bool take_number(struct fragment *fragment)
{
  bool is_hexadecimal = take(fragment, "x");
  const char *digits = is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  if (!*fragment->at || !strchr(digits, *fragment->at))
    return false;
  char *end;
  unsigned long code = strtoul(fragment->at, &end, is_hexadecimal ? 16 : 10);
  fragment->at = end;
  return ((code >= ' ' && code < 0x7f) || code == '\t' || code == '\n') && take(fragment, ";");
}

static bool take_reference(struct fragment *fragment)
{
  static const char *const entities[] = {"amp;", "lt;", "gt;", "quot;", "apos;"};
  if (take(fragment, "#"))
    return take_number(fragment);
  for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
    if (take(fragment, entities[i]))
      return true;
  return false;
}

static bool take_character(struct fragment *fragment)
{
  char c = *fragment->at;
  if (c == '&') {
    fragment->at++;
    return take_reference(fragment);
  }
  /* "]]>" is not allowed in text. */
  if (c == '<' || c == '>' || c < 0 || (c < ' ' && !is_space(c)) || c == 0x7f)
    return false;
  fragment->at++;
  return true;
}

static bool take_value(struct fragment *fragment)
{
  char quote = *fragment->at;
  if (quote != '"' && quote != '\'')
    return false;
  for (fragment->at++; *fragment->at && *fragment->at != quote;)
    if (!take_character(fragment))
      return false;
  return *fragment->at++ == quote;
}

static bool is_among(struct name name, const struct name *names, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (is_same(name, names[i]))
      return true;
  return false;
}

/* Each of another name, with space before it. */
static bool take_attributes(struct fragment *fragment)
{
  struct name names[ATTRIBUTES_MAX];
  for (size_t count = 0;; count++) {
    const char *before = fragment->at;
    skip_space(fragment);
    bool has_space = fragment->at > before;
    struct name name;
    if (!take_name(fragment, &name))
      return true;
    if (!has_space || count == ATTRIBUTES_MAX || is_among(name, names, count))
      return false;
    names[count] = name;
    skip_space(fragment);
    if (!take(fragment, "="))
      return false;
    skip_space(fragment);
    if (!take_value(fragment))
      return false;
  }
}

static bool take_end_tag(struct fragment *fragment)
{
  struct name name;
  if (!take_name(fragment, &name) || fragment->depth == 0 || !is_same(name, fragment->open[fragment->depth - 1]))
    return false;
  fragment->depth--;
  skip_space(fragment);
  return take(fragment, ">");
}

static bool take_tag(struct fragment *fragment)
{
  struct name name;
  if (take(fragment, "/"))
    return take_end_tag(fragment);
  if (!take_name(fragment, &name) || !take_attributes(fragment))
    return false;
  if (take(fragment, "/>"))
    return true;
  if (fragment->depth == DEPTH_MAX || !take(fragment, ">"))
    return false;
  fragment->open[fragment->depth++] = name;
  return true;
}

bool xml_fragment_is_well_formed(const char *text)
{
  struct fragment fragment = {.at = text};
  while (*fragment.at)
    if (!(take(&fragment, "<") ? take_tag(&fragment) : take_character(&fragment)))
      return false;
  return fragment.depth == 0;
}

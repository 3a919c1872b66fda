/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each rule looks at the end of the name and says how long the name is without it. Rules are tried until none applies,
 * as compilers add one suffix to another. */
#include "suppressions/normalize.h"

#include <ctype.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/zencode.h"

enum { LINKAGE_HASH_BYTES = 20 }; /* of "17h0123456789abcdefE" */

/* --- suffixes --- */

static const struct clone_suffix {
  const char *text;
  bool number_optional;
} clone_suffixes[] = {
  {".part", false}, {".isra", false}, {".constprop", false}, {".cold", true}, {".llvm", false}, {".lto_priv", false},
};

static bool ends_with(const char *name, size_t size, const char *suffix)
{
  size_t suffix_size = strlen(suffix);
  return size > suffix_size && memcmp(name + size - suffix_size, suffix, suffix_size) == 0;
}

/* ".part.0": the length of what is before, or `size`. */
static size_t before_clone_suffix(const char *name, size_t size)
{
  size_t digits = 0;
  while (digits < size && isdigit((unsigned char)name[size - 1 - digits]))
    digits++;
  bool numbered = digits > 0 && digits < size && name[size - 1 - digits] == '.';
  size_t before_number = numbered ? size - digits - 1 : size;
  for (size_t i = 0; i < sizeof clone_suffixes / sizeof *clone_suffixes; i++)
    if ((numbered || clone_suffixes[i].number_optional) && ends_with(name, before_number, clone_suffixes[i].text))
      return before_number - strlen(clone_suffixes[i].text);
  return size;
}

/* " [clone .part.0]" */
static size_t before_clone_note(const char *name, size_t size)
{
  static const char opening[] = " [clone ";
  if (size == 0 || name[size - 1] != ']')
    return size;
  for (size_t i = size; i-- > 1;)
    if (size - i > sizeof opening - 1 && memcmp(name + i, opening, sizeof opening - 1) == 0)
      return i;
  return size;
}

/* "@@GLIBC_2.34", "@VERS_1"; D writes attributes as " @safe". */
static size_t before_version(const char *name, size_t size)
{
  if (!memchr(name, '@', size))
    return size;
  size_t start = size;
  while (start > 0 && (isalnum((unsigned char)name[start - 1]) || name[start - 1] == '_' || name[start - 1] == '.'))
    start--;
  size_t at = start;
  while (at > 0 && start - at < 2 && name[at - 1] == '@')
    at--;
  return at > 0 && at < start && start < size && name[at - 1] != ' ' ? at : size;
}

static bool are_hex_digits(const char *text, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!isdigit((unsigned char)text[i]) && !(text[i] >= 'a' && text[i] <= 'f'))
      return false;
  return true;
}

/* "::h0123456789abcdef" */
static size_t before_demangled_hash(const char *name, size_t size)
{
  enum { HASH_BYTES = 19 };
  if (size <= HASH_BYTES)
    return size;
  const char *hash = name + size - HASH_BYTES;
  return memcmp(hash, "::h", 3) == 0 && are_hex_digits(hash + 3, HASH_BYTES - 3) ? size - HASH_BYTES : size;
}

static size_t before_all_suffixes(const char *name)
{
  size_t size = before_version(name, strlen(name)), before;
  do {
    before = size;
    size = before_clone_suffix(name, size);
    size = before_clone_note(name, size);
    size = before_demangled_hash(name, size);
  } while (size != before);
  return size;
}

/* "_ZN4core3fmt17h0123456789abcdefE": the hash is a path component of its own, the last one. */
static bool has_linkage_hash(const char *name, size_t size)
{
  if (size <= LINKAGE_HASH_BYTES + 3)
    return false;
  const char *hash = name + size - LINKAGE_HASH_BYTES;
  return memcmp(name, "_ZN", 3) == 0 && memcmp(hash, "17h", 3) == 0 &&
         are_hex_digits(hash + 3, LINKAGE_HASH_BYTES - 4) && name[size - 1] == 'E';
}

char *normalize_name(const char *name)
{
  size_t size = before_all_suffixes(name);
  bool hashed = has_linkage_hash(name, size);
  if (hashed)
    size -= LINKAGE_HASH_BYTES;
  char *result = memory_allocate(size + 2);
  memcpy(result, name, size);
  strcpy(result + size, hashed ? "E" : "");
  return result;
}

/* --- parameters --- */

/* The opening parenthesis that belongs to the closing one at `position`, or NULL. */
static const char *matching_parenthesis(const char *name, const char *position)
{
  unsigned depth = 0;
  for (; position >= name; position--) {
    if (*position == ')')
      depth++;
    else if (*position == '(' && --depth == 0)
      return position;
  }
  return NULL;
}

/* Whether only qualifiers of a member function follow: a name that goes on after its parentheses, as that of a lambda
 * inside a function does, has no list of parameters there. */
static bool only_qualifiers(const char *text)
{
  static const char *const qualifiers[] = {" const", " volatile", " &&", " &", " noexcept"};
  while (*text) {
    size_t skipped = 0;
    for (size_t i = 0; skipped == 0 && i < sizeof qualifiers / sizeof *qualifiers; i++)
      if (strncmp(text, qualifiers[i], strlen(qualifiers[i])) == 0)
        skipped = strlen(qualifiers[i]);
    if (skipped == 0)
      return false;
    text += skipped;
  }
  return true;
}

char *normalize_without_parameters(const char *demangled_name)
{
  const char *closing = strrchr(demangled_name, ')');
  const char *opening = closing && only_qualifiers(closing + 1) ? matching_parenthesis(demangled_name, closing) : NULL;
  /* "operator()" without parameters and "(anonymous namespace)" are names. */
  size_t size = opening ? (size_t)(opening - demangled_name) : 0;
  bool is_name = size == 0 || strncmp(opening, "(anonymous ", 11) == 0 ||
                 (closing == opening + 1 && ends_with(demangled_name, size, "::operator"));
  return is_name ? memory_text(demangled_name) : memory_text_begin(demangled_name, size);
}

/* --- arguments of templates --- */

/* "operator<", "operator->", "operator<<=", "operator<=>" at the text: the length; 0: it is none of these. */
static size_t angle_operator(const char *text)
{
  static const char word[] = "operator";
  if (strncmp(text, word, strlen(word)) != 0)
    return 0;
  size_t symbols = strspn(text + strlen(word), "<>-=");
  /* "operator<<int>": the template's own bracket is not part of the operator */
  const char *after = text + strlen(word) + symbols;
  if (symbols > 1 && after[-1] == '<' && *after && !strchr("( ", *after))
    symbols--;
  return symbols > 0 ? strlen(word) + symbols : 0;
}

/* After the bracket that closes the one at the text; NULL: there is none. In parentheses it may be an operator. */
static const char *behind_arguments(const char *text)
{
  unsigned depth = 0, parentheses = 0;
  for (; *text; text++) {
    size_t skipped = angle_operator(text);
    text += skipped > 0 ? skipped - 1 : 0;
    parentheses += *text == '(';
    parentheses -= *text == ')' && parentheses > 0;
    if (skipped > 0 || parentheses > 0)
      continue;
    depth += *text == '<';
    if (*text == '>' && --depth == 0)
      return text + 1;
  }
  return NULL;
}

/* What is left out at this point: how many bytes. */
static size_t left_out(const char *text, bool may_have_arguments)
{
  static const char anonymous[] = "(anonymous namespace)::";
  const char *arguments = text + (*text == ' ');
  const char *behind = may_have_arguments && *arguments == '<' ? behind_arguments(arguments) : NULL;
  if (behind)
    return (size_t)(behind - text);
  if (strncmp(text, anonymous, strlen(anonymous)) == 0)
    return strlen(anonymous);
  size_t digits = *text == '#' ? strspn(text + 1, "0123456789") : 0;
  return digits > 0 && text[1 + digits] == '}' ? 1 + digits : 0;
}

/* After the return type, which demanglers show of instances of templates. */
static const char *behind_return_type(const char *name)
{
  unsigned depth = 0;
  const char *start = name;
  for (const char *text = name; *text && strncmp(text, "operator", strlen("operator")) != 0; text++) {
    if (*text == '(' && depth == 0 && text > name)
      break;
    depth += *text == '(' || *text == '{' || *text == '<';
    depth -= depth > 0 && (*text == ')' || *text == '}' || *text == '>');
    if (*text == ' ' && depth == 0)
      start = text + 1;
  }
  return *start ? start : name;
}

/* In place. */
static char *drop_return_type(char *name)
{
  const char *start = behind_return_type(name);
  return memmove(name, start, strlen(start) + 1);
}

char *normalize_without_arguments(const char *demangled_name)
{
  char *plain = memory_allocate(strlen(demangled_name) + 1), *output = plain;
  bool is_behind_name = false;
  for (const char *text = demangled_name; *text;) {
    size_t operator = angle_operator(text), skipped = operator > 0 ? 0 : left_out(text, is_behind_name);
    size_t kept = operator > 0 ? operator : skipped == 0 ? 1 : 0;
    output = mempcpy(output, text, kept);
    is_behind_name = operator > 0 || isalnum((unsigned char)*text) || *text == '_';
    text += kept + skipped;
  }
  *output = '\0';
  return drop_return_type(plain);
}

/* --- what Valgrind knows by other names --- */

char *normalize_replacement(const char *linkage_name)
{
  return zencode_is_replacement(linkage_name) ? zencode_decode(linkage_name) : memory_text(linkage_name);
}

bool normalize_is_below_main(const char *linkage_name)
{
  static const struct {
    const char *name;
    bool cloned; /* "NAME.anything" occurs as well */
  } names[] = {
    {"__libc_start_main", true}, {"generic_start_main", true}, {"__libc_start_call_main", false}, {"_start", false},
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    size_t size = strlen(names[i].name);
    if (strncmp(linkage_name, names[i].name, size) == 0 &&
        (!linkage_name[size] || (names[i].cloned && linkage_name[size] == '.')))
      return true;
  }
  return false;
}

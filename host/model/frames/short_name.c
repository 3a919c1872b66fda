/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each step rewrites the text in place, as no step makes it longer. */
#include "host/model/frames/short_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "suppressions/normalize.h"

enum {
  LONG_NAME_BYTES = 64,
  SHORTENED_MAX_BYTES = 1 << 15, /* longer names stay as they are: nobody reads them, and brackets are looked for anew
                                  * at each place */
  OPERATOR_BYTES = 3,            /* of its symbols: "<=>" */
};

static void drop(char *start, const char *end)
{
  memmove(start, end, strlen(end) + 1);
}

/* Every occurrence of a text, which becomes another that is no longer. */
static void replace(char *name, const char *from, const char *to)
{
  const size_t from_bytes = strlen(from), to_bytes = strlen(to);
  for (char *found = name; (found = strstr(found, from)); found += to_bytes) {
    memcpy(found, to, to_bytes);
    drop(found + to_bytes, found + from_bytes);
  }
}

static bool is_opening(char c)
{
  return c == '<' || c == '(' || c == '{' || c == '[';
}

static bool is_closing(char c)
{
  return c == '>' || c == ')' || c == '}' || c == ']';
}

/* Is it a bracket, rather than part of "->" or of an operator's name? */
static bool is_bracket(const char *name, const char *c)
{
  static const char word[] = "operator";
  const char *start = c;
  if (*c == '>' && c > name && c[-1] == '-')
    return false;
  while (start > name && c - start < OPERATOR_BYTES && strchr("<>=-", start[-1]))
    start--;
  return start - name < (ptrdiff_t)strlen(word) || strncmp(start - strlen(word), word, strlen(word)) != 0;
}

/* After the bracket that closes the one at `open`; NULL: there is none. */
static char *behind_closing(char *name, char *open)
{
  int depth = 0;
  for (char *c = open; *c; c++) {
    if (is_opening(*c) && is_bracket(name, c))
      depth++;
    else if (is_closing(*c) && is_bracket(name, c) && --depth == 0)
      return c + 1;
  }
  return NULL;
}

/* "std::vector<int, std::allocator<int> >" */
static void drop_default_arguments(char *name)
{
  static const char *const defaults[] = {
    ", std::allocator<", ", std::char_traits<", ", std::less<", ", std::default_delete<", ", std::hash<",
    ", std::equal_to<",
  };
  for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++)
    for (char *found = name; (found = strstr(found, defaults[i]));) {
      char *end = behind_closing(name, found + strlen(defaults[i]) - 1);
      if (end && strchr(">, ", *end) && *end)
        drop(found, end);
      else
        found++;
    }
}

/* "std::vector<int> std::make<int>" begins with a type; "operator bool" and "(anonymous namespace)::f" do not. */
static void drop_return_type(char *name)
{
  char *start = name;
  int depth = 0;
  for (char *c = name; *c; c++) {
    if (strncmp(c, "operator", strlen("operator")) == 0 && depth == 0)
      break;
    if (is_opening(*c) && is_bracket(name, c))
      depth++;
    else if (is_closing(*c) && is_bracket(name, c))
      depth--;
    else if (*c == ' ' && depth == 0)
      start = c + 1;
  }
  if (start > name && *start)
    drop(name, start);
}

static void use_aliases(char *name)
{
  static const struct {
    const char *from, *to;
  } aliases[] = {
    {"std::basic_string_view<char>", "std::string_view"}, {"std::basic_string_view<wchar_t>", "std::wstring_view"},
    {"std::basic_string<char>", "std::string"}, {"std::basic_string<wchar_t>", "std::wstring"},
    {"std::basic_ostream<char>", "std::ostream"}, {"std::basic_istream<char>", "std::istream"},
    {"std::basic_iostream<char>", "std::iostream"}, {"std::basic_ofstream<char>", "std::ofstream"},
    {"std::basic_ifstream<char>", "std::ifstream"}, {"std::basic_fstream<char>", "std::fstream"},
    {"std::basic_stringstream<char>", "std::stringstream"}, {"std::basic_ostringstream<char>", "std::ostringstream"},
    {"std::basic_istringstream<char>", "std::istringstream"}, {"std::basic_stringbuf<char>", "std::stringbuf"},
    {"std::basic_filebuf<char>", "std::filebuf"}, {"std::string::basic_string", "std::string::string"},
    {"alloc::string::String", "String"}, {"alloc::vec::Vec", "Vec"}, {"alloc::boxed::Box", "Box"},
    {"alloc::rc::Rc", "Rc"}, {"alloc::sync::Arc", "Arc"}, {"core::option::Option", "Option"},
    {"core::result::Result", "Result"}, {"core::cell::RefCell", "RefCell"}, {"core::cell::Cell", "Cell"},
    {"std::collections::hash::map::HashMap", "HashMap"}, {"std::collections::hash::set::HashSet", "HashSet"},
    {"alloc::collections::btree::map::BTreeMap", "BTreeMap"},
    {"alloc::collections::vec_deque::VecDeque", "VecDeque"}, {"core::ptr::drop_in_place", "drop_in_place"},
  };
  for (size_t i = 0; i < sizeof aliases / sizeof *aliases; i++)
    replace(name, aliases[i].from, aliases[i].to);
}

static bool ends_with_operator(const char *name, const char *end)
{
  static const char word[] = "operator";
  return end - name >= (ptrdiff_t)strlen(word) && strncmp(end - strlen(word), word, strlen(word)) == 0;
}

/* gcc calls a lambda in arguments "f(int)::<lambda(int)>", in functions' own names "f(int)::{lambda(int)#1}". */
static void use_one_name_of_lambdas(char *name)
{
  static const char from[] = "<lambda(", to[] = "{lambda}";
  for (char *found = name; (found = strstr(found, from));) {
    const char *end = behind_closing(name, found);
    if (!end)
      return;
    memcpy(found, to, strlen(to));
    found += strlen(to);
    drop(found, end);
  }
  for (char *found = name; (found = strstr(found, "()::")); found++)
    if (!ends_with_operator(name, found))
      drop(found, found + strlen("()"));
}

/* Rust's "<T as Trait>::f" is "T::f" to those who call it. */
static void drop_trait(char *name)
{
  char *end = *name == '<' ? behind_closing(name, name) : NULL;
  int depth = 0;
  if (!end || strncmp(end, "::", strlen("::")) != 0)
    return;
  for (char *c = name; c < end; c++) {
    depth += is_opening(*c) && is_bracket(name, c);
    depth -= is_closing(*c) && is_bracket(name, c);
    if (depth == 1 && strncmp(c, " as ", strlen(" as ")) == 0) {
      drop(c, end);
      drop(name, name + 1);
      return;
    }
  }
}

/* Arguments inside of `depth` others. "<T as Trait>" of Rust at the beginning is the name's subject. */
static void fold_arguments(char *name, int depth)
{
  static const char dots[] = "...";
  int at = 0;
  for (char *c = name; *c; c++) {
    if (*c == '<' && c > name && is_bracket(name, c) && at++ == depth) {
      char *end = behind_closing(name, c);
      if (end && end - c > (ptrdiff_t)sizeof dots + 1) {
        memcpy(c + 1, dots, strlen(dots));
        drop(c + 1 + strlen(dots), end - 1);
      }
    } else if (*c == '>' && at > 0 && is_bracket(name, c)) {
      at--;
    }
  }
}

static char *shorten(const char *name, bool is_function)
{
  static const char *const noise[] = {"[abi:cxx11]", "__cxx11::", "std::__1::", "std::__debug::"};
  char *text = memory_text(name);
  if (strlen(text) > SHORTENED_MAX_BYTES)
    return text;
  for (size_t i = 0; i < sizeof noise / sizeof *noise; i++)
    replace(text, noise[i], i < 2 ? "" : "std::");
  replace(text, " >", ">");
  drop_default_arguments(text);
  use_aliases(text);
  use_one_name_of_lambdas(text);
  if (is_function) {
    drop_trait(text);
    drop_return_type(text);
  }
  for (int depth = 1; depth >= 0 && strlen(text) > LONG_NAME_BYTES; depth--)
    fold_arguments(text, depth);
  return text;
}

char *short_name(const char *name)
{
  return shorten(name, true);
}

char *short_function_name(const char *function)
{
  char *name = normalize_without_parameters(function), *shorter = shorten(name, true);
  free(name);
  return shorter;
}

char *short_type_name(const char *type)
{
  return shorten(type, false);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compilers name an expression by one column, and not all by the same: of "list->items[i]" and "f(x)" it may be the
 * first character, the operator, a parenthesis or the last bracket. So the column is taken for a place inside of the
 * expression, which reaches from there to both sides: names that are joined by "->", "." and "::", and what stands in
 * brackets. All of it is seen from the line alone, in a copy where literals are one word and comments are blank. */
#include "host/reports/screen/marked_part.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

/* --- the line without literals and comments --- */

/* Past a literal that begins there, quotes included; a line that ends within it is its end. */
static const char *skip_literal(const char *at)
{
  const char quote = *at++;
  while (*at && *at != quote)
    at += *at == '\\' && at[1] ? 2 : 1;
  return *at ? at + 1 : at;
}

static bool is_of_word(char c)
{
  return isalnum((unsigned char)c) || c == '_' || c == '$' || ((unsigned char)c & 0x80);
}

/* Where a quote begins a literal: not in 'static of Rust, nor in 1'000 of C++. */
static bool begins_literal(const char *line, const char *at)
{
  const bool is_in_word = at > line && is_of_word(at[-1]);
  return *at == '"' || (*at == '\'' && !is_in_word && at[1] && (at[1] == '\\' || at[2] == '\''));
}

/* Past a comment that begins there; NULL: none does. */
static const char *skip_comment(const char *at)
{
  if (strncmp(at, "//", 2) == 0)
    return at + strlen(at);
  if (strncmp(at, "/*", 2) != 0)
    return NULL;
  const char *end = strstr(at + 2, "*/");
  return end ? end + 2 : at + strlen(at);
}

/* A copy as long as the line. */
static char *plain_copy(const char *line)
{
  char *copy = memory_text(line);
  for (const char *at = line; *at;) {
    const char *end = skip_comment(at);
    const bool is_comment = end != NULL;
    if (!end)
      end = begins_literal(line, at) ? skip_literal(at) : at;
    memset(copy + (at - line), is_comment ? ' ' : '_', (size_t)(end - at));
    at = end > at ? end : at + 1;
  }
  return copy;
}

/* --- expressions --- */

/* Of `text`, between two bytes. */
struct part {
  size_t start, end;
};

static size_t match_right(const char *text, size_t at)
{
  size_t depth = 0;
  for (; text[at]; at++) {
    depth += strchr("([{", text[at]) != NULL;
    if (strchr(")]}", text[at]) && --depth == 0)
      return at + 1;
  }
  return at;
}

/* Where the bracket that ends before `end` begins; SIZE_MAX: in another line. */
static size_t match_left(const char *text, size_t end)
{
  size_t depth = 0;
  for (size_t at = end; at-- > 0;) {
    depth += strchr(")]}", text[at]) != NULL;
    if (strchr("([{", text[at]) && --depth == 0)
      return at;
  }
  return SIZE_MAX;
}

/* The '<' of the template's arguments that end before `end`; SIZE_MAX: they are none. */
static size_t template_start(const char *text, size_t end)
{
  size_t depth = 0;
  for (size_t at = end; at-- > 0;) {
    depth += text[at] == '>';
    if (text[at] == '<' && --depth == 0)
      return at > 0 && (is_of_word(text[at - 1]) || text[at - 1] == ':') ? at : SIZE_MAX;
    if (!is_of_word(text[at]) && !strchr(" <>,:*&()[]", text[at]))
      return SIZE_MAX;
  }
  return SIZE_MAX;
}

static size_t template_end(const char *text, size_t at)
{
  size_t depth = 0;
  for (; is_of_word(text[at]) || (text[at] && strchr(" <>,:*&()[]", text[at])); at++) {
    depth += text[at] == '<';
    if (text[at] == '>' && --depth == 0)
      return at + 1;
  }
  return SIZE_MAX;
}

/* The bytes of "->", "." or "::" there. */
static size_t join_bytes(const char *text)
{
  return strncmp(text, "->", 2) == 0 || strncmp(text, "::", 2) == 0 ? 2 : *text == '.' && text[1] != '.';
}

static size_t join_before(const char *text, size_t start)
{
  if (start >= 2 && join_bytes(text + start - 2) == 2)
    return 2;
  return start >= 1 && text[start - 1] == '.' && !(start >= 2 && text[start - 2] == '.');
}

static size_t word_start(const char *text, size_t end)
{
  while (end > 0 && is_of_word(text[end - 1]))
    end--;
  return end;
}

static size_t word_end(const char *text, size_t at)
{
  while (is_of_word(text[at]))
    at++;
  return at;
}

/* Where the operand that ends before `end` begins: "a->b", "f(x)[i]", "std::max<int>"; `end` when there is none. */
static size_t operand_start(const char *text, size_t end)
{
  size_t start = end;
  for (;;) {
    while (start > 0 && strchr(")]}", text[start - 1]) && match_left(text, start) != SIZE_MAX)
      start = match_left(text, start);
    if (start > 0 && text[start - 1] == '>' && template_start(text, start) != SIZE_MAX)
      start = template_start(text, start);
    if (start > 0 && text[start - 1] == '!') /* println!() */
      start -= start > 1 && is_of_word(text[start - 2]);
    start = word_start(text, start);
    const size_t join = join_before(text, start);
    if (join == 0)
      return start;
    start -= join;
  }
}

/* Past the call, the subscript or the braces that follow a name. */
static size_t arguments_end(const char *text, size_t end, bool *is_call)
{
  if (text[end] == '<' && template_end(text, end) != SIZE_MAX && strchr("({:", text[template_end(text, end)]))
    end = template_end(text, end);
  if (text[end] == '!' && text[end + 1] && strchr("([{", text[end + 1]))
    end++;
  *is_call = text[end] && strchr("({", text[end]);
  while (text[end] && strchr("([{", text[end]))
    end = match_right(text, end);
  return end;
}

/* Past the operand that begins there, up to its first call: what is called on its result is another expression. */
static size_t operand_end(const char *text, size_t at)
{
  bool is_call;
  size_t first = arguments_end(text, word_end(text, at), &is_call), end = first;
  while (!is_call && join_bytes(text + end) > 0)
    end = arguments_end(text, word_end(text, end + join_bytes(text + end)), &is_call);
  return is_call || strncmp(text + first, "::", 2) == 0 ? end : first;
}

static bool is_word(const char *text, struct part word, const char *const *words)
{
  for (; *words; words++)
    if (strlen(*words) == word.end - word.start && strncmp(text + word.start, *words, word.end - word.start) == 0)
      return true;
  return false;
}

static const char *const makers[] = {"new", "delete", "await", NULL};
static const char *const statements[] = {"if",    "for",   "while",  "do",     "switch", "return", "else", "case",
                                         "match", "class", "struct", "union",  "fn",     "let",    "goto", "throw",
                                         "loop",  "auto",  "const",  "static", "void",   "break",  NULL};

/* "new T(x)" is marked from its first word. */
static size_t with_new(const char *text, size_t start)
{
  size_t end = start;
  while (end > 0 && text[end - 1] == ' ')
    end--;
  const struct part word = {word_start(text, end), end};
  return is_word(text, word, makers) ? word.start : start;
}

/* A name, or the word of a statement, which stands for all of it. */
static bool find_at_word(const char *text, size_t at, struct part *ret)
{
  struct part word = {word_start(text, at), word_end(text, at)};
  if (is_word(text, word, statements))
    return false;
  if (is_word(text, word, makers)) {
    size_t next = word.end + strspn(text + word.end, " []");
    *ret = (struct part){word.start, operand_end(text, next)};
    return true;
  }
  *ret = (struct part){with_new(text, operand_start(text, word.end)), operand_end(text, word.start)};
  return true;
}

/* An operator with the operands on both sides; an assignment is a whole statement. */
static bool find_at_operator(const char *text, size_t at, struct part *ret)
{
  size_t left = at, right = at + strspn(text + at, "+-*/%&|^<>=!~?");
  if (right == at || (text[right - 1] == '=' && !strchr("=!<>", right - at > 1 ? text[right - 2] : 'x')))
    return false;
  right += strspn(text + right, " ");
  while (left > 0 && text[left - 1] == ' ')
    left--;
  const struct part operand = {operand_start(text, left), left};
  const bool has_left = operand.start < left && !is_word(text, operand, statements);
  *ret = (struct part){has_left ? operand.start : at, operand_end(text, right)};
  return ret->end > right;
}

static bool find_expression(const char *text, size_t at, struct part *ret)
{
  if (join_bytes(text + at) > 0)
    at += join_bytes(text + at);
  if (is_of_word(text[at]))
    return find_at_word(text, at, ret);
  const bool is_opened = strchr("([{", text[at]), is_closed = strchr(")]}", text[at]);
  if (!is_opened && !is_closed)
    return find_at_operator(text, at, ret);
  const size_t open = is_opened ? at : match_left(text, at + 1);
  if (open == SIZE_MAX)
    return false;
  *ret = (struct part){with_new(text, operand_start(text, open)), match_right(text, open)};
  return ret->start < open;
}

/* --- the part --- */

static struct part trim(const char *text, struct part part)
{
  while (part.end > part.start && text[part.end - 1] == ' ')
    part.end--;
  while (part.start < part.end && text[part.start] == ' ')
    part.start++;
  return part;
}

void marked_part_find(const char *line, size_t at, size_t *ret_start, size_t *ret_bytes)
{
  const size_t bytes = strlen(line);
  char *text = plain_copy(line);
  struct part part, whole = trim(text, (struct part){0, bytes});
  if (whole.start == whole.end) /* a comment alone */
    whole = trim(line, (struct part){0, bytes});
  if (at >= bytes || !find_expression(text, at, &part))
    part = whole;
  part = trim(text, part);
  if (part.start >= part.end || at < part.start || at >= part.end)
    part = whole;
  *ret_start = part.start;
  *ret_bytes = part.end - part.start;
  free(text);
}

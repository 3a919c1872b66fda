/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_limits.h"

#include <stdint.h>

#include "shared/base/plain_strings.h"

enum { MILLION = 1000000, FRACTION_DIGITS = 6, WHOLE_MAX = 1000000000, NAMES = 3 };

static const struct option {
  const char *program, *subcommand, *name, *letter;
} options[] = {
#define FACTOR(program, subcommand, option, letter) {program, subcommand, option, letter},
#define LIMIT(program, option) {program, NULL, option, NULL},
#include "host/suite/preload/suite_limits.def"
};

static const struct variable {
  const char *program, *name;
} variables[] = {
#define VARIABLE(program, name) {program, name},
#include "host/suite/preload/suite_limits.def"
};

/* --- numbers --- */

static bool is_digit(char byte)
{
  return byte >= '0' && byte <= '9';
}

size_t suite_limits_multiply(const char *text, unsigned factor, char *ret, size_t size)
{
  uint64_t whole = 0, fraction = 0;
  size_t at = 0, digits = 0;
  for (; is_digit(text[at]) && whole <= WHOLE_MAX; at++)
    whole = 10 * whole + (uint64_t)(text[at] - '0');
  if (at == 0 || whole > WHOLE_MAX)
    return 0;
  if (text[at] == '.')
    for (at++; is_digit(text[at]); at++, digits++)
      fraction = digits < FRACTION_DIGITS ? 10 * fraction + (uint64_t)(text[at] - '0') : fraction;
  for (; digits < FRACTION_DIGITS; digits++)
    fraction *= 10;
  uint64_t product = (whole * MILLION + fraction) * factor;
  ret[0] = '\0';
  text_append_number(ret, size, product / MILLION, 10);
  if (product % MILLION) {
    char behind[FRACTION_DIGITS + 2] = "";
    text_append_number(behind, sizeof behind, MILLION + product % MILLION, 10);
    behind[0] = '.';
    text_append(ret, size, behind);
  }
  return at;
}

static bool is_word(char byte)
{
  return is_digit(byte) || (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '-';
}

static bool is_between(char byte)
{
  return byte == ' ' || byte == '\t' || byte == '"' || byte == '\'' || byte == '=' || byte == ':' || byte == '[';
}

size_t suite_limits_find(const char *text, size_t size, const char *key)
{
  size_t key_size = text_length(key);
  for (size_t at = 0; at + key_size < size; at++) {
    size_t matched = 0, next = at + key_size;
    while (matched < key_size && text[at + matched] == key[matched])
      matched++;
    if (matched < key_size || (at > 0 && is_word(text[at - 1])))
      continue;
    while (next < size && is_between(text[next]))
      next++;
    if (next < size && is_digit(text[next]) && is_between(text[next - 1]))
      return next;
  }
  return SIZE_MAX;
}

/* --- programs --- */

static bool is_named(const char *path, const char *program)
{
  const char *rest = text_after(text_base(path), program);
  return rest && (!*rest || *rest == '.' || *rest == '-' || is_digit(*rest));
}

/* By itself, else as a script of Python, or `python3 -m NAME`. */
bool suite_limits_is_program(const char *const *arguments, const char *program, size_t *ret_at)
{
  bool is_python = text_after(text_base(arguments[0]), "python") != NULL;
  for (size_t i = 0; i < NAMES && arguments[i] && (i == 0 || is_python); i++)
    if (is_named(arguments[i], program)) {
      *ret_at = i;
      return true;
    }
  return false;
}

/* --- changes --- */

/* `prefix` and the number times the factor, and what stands after it; NULL: it is none, or there is no room. */
static const char *make_text(struct suite_limits *limits, const char *text, size_t prefix, unsigned factor)
{
  char number[64], *made = limits->texts + limits->used;
  size_t room = sizeof limits->texts - limits->used;
  size_t bytes = suite_limits_multiply(text + prefix, factor, number, sizeof number);
  if (bytes == 0 || text_length(text) + sizeof number >= room)
    return NULL;
  for (size_t i = 0; i < prefix; i++)
    made[i] = text[i];
  made[prefix] = '\0';
  text_append(made, room, number);
  text_append(made, room, text + prefix + bytes);
  limits->used += text_length(made) + 1;
  return made;
}

/* `text` in the list becomes another one. */
static void change_text(struct suite_limits *limits, const char **text, size_t prefix, unsigned factor)
{
  const char *made = make_text(limits, *text, prefix, factor);
  if (!made)
    return;
  *text = made;
  limits->is_changed = true;
}

/* Where the option's value begins in the argument; 0: it is another one, or alone. */
static size_t joined_value(const struct option *option, const char *argument)
{
  const char *value = text_after(argument, option->name);
  if (value && *value == '=')
    return (size_t)(value + 1 - argument);
  value = option->letter ? text_after(argument, option->letter) : NULL;
  return value && is_digit(*value) ? (size_t)(value - argument) : 0;
}

/* False: it is not given. */
static bool change_option(struct suite_limits *limits, const struct option *option, size_t from, unsigned factor)
{
  bool is_given = false;
  for (const char **argument = limits->arguments + from; *argument && !text_equal(*argument, "--"); argument++) {
    size_t prefix = joined_value(option, *argument);
    bool is_alone = text_equal(*argument, option->name) || text_equal(*argument, option->letter);
    is_given |= prefix || is_alone;
    if (prefix)
      change_text(limits, argument, prefix, factor);
    else if (is_alone && argument[1])
      change_text(limits, ++argument, 0, factor);
  }
  return is_given;
}

static void add_option(struct suite_limits *limits, const struct option *option, size_t at, unsigned factor)
{
  char *made = limits->texts + limits->used;
  size_t room = sizeof limits->texts - limits->used, count = 0;
  while (limits->arguments[count])
    count++;
  *made = '\0';
  text_append(made, room, option->name);
  text_append(made, room, "=");
  text_append_number(made, room, factor, 10);
  limits->used += text_length(made) + 1;
  for (size_t i = count + 1; i > at; i--)
    limits->arguments[i] = limits->arguments[i - 1];
  limits->arguments[at] = made;
  limits->is_changed = true;
}

static void raise_option(struct suite_limits *limits, const struct option *option, unsigned factor)
{
  size_t at;
  if (!suite_limits_is_program(limits->arguments, option->program, &at)
      || (option->subcommand && !text_equal(limits->arguments[at + 1], option->subcommand)))
    return;
  at += 1 + !!option->subcommand;
  if (!change_option(limits, option, at, factor) && option->subcommand)
    add_option(limits, option, at, factor);
}

static void raise_variable(struct suite_limits *limits, const struct variable *variable, unsigned factor)
{
  size_t at;
  if (!suite_limits_is_program(limits->arguments, variable->program, &at))
    return;
  for (const char **entry = limits->environment; *entry; entry++) {
    const char *value = text_after(*entry, variable->name);
    if (value && *value == '=')
      change_text(limits, entry, (size_t)(value + 1 - *entry), factor);
  }
}

void suite_limits_raise(struct suite_limits *limits, unsigned factor)
{
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    raise_option(limits, &options[i], factor);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
    raise_variable(limits, &variables[i], factor);
}

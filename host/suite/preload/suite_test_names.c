/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_test_names.h"

#include "shared/base/plain_strings.h"

static const struct rule {
  const char *source;
  const char *variable;
  const char *option, *partner;
  const char *suffix;
} rules[] = {
#define VARIABLE(source, variable) {source, variable, NULL, NULL, NULL},
#define OPTION(source, option, partner) {source, NULL, option, partner, NULL},
#define SUFFIX(source, suffix) {source, NULL, NULL, NULL, suffix},
#include "host/suite/preload/suite_test_names.def"
};

static bool has_argument(char *const *arguments, const char *wanted)
{
  for (; *arguments; arguments++)
    if (text_equal(*arguments, wanted))
      return true;
  return false;
}

/* The argument after the option, or joined to it. */
static const char *value_of_option(char *const *arguments, const char *option)
{
  bool is_joined = text_ends(option, "=");
  for (; *arguments; arguments++) {
    const char *value = text_after(*arguments, option);
    if (value && (is_joined || !*value))
      return is_joined ? value : arguments[1];
  }
  return NULL;
}

static const char *with_suffix(char *const *arguments, const char *suffix)
{
  if (text_ends(arguments[0], suffix))
    return arguments[0];
  char *const *argument = arguments + 1;
  while (*argument && **argument == '-')
    argument++;
  return *argument && text_ends(*argument, suffix) ? *argument : NULL;
}

static const char *apply_rule(const struct rule *rule, char *const *arguments, char *const *environment)
{
  if (rule->variable)
    return text_variable(environment, rule->variable);
  if (!*arguments || (rule->partner && !has_argument(arguments, rule->partner)))
    return NULL;
  return rule->option ? value_of_option(arguments, rule->option) : with_suffix(arguments, rule->suffix);
}

/* Names that stand for many tests ("Suite.*") say nothing of the one. */
bool suite_test_name_is_plain(const char *text)
{
  if (!text || !*text || *text == '-')
    return false;
  for (; *text; text++)
    if (*text == '*' || *text == '\n')
      return false;
  return true;
}

static void take_name(const struct rule *rule, const char *found, struct suite_test_name *ret)
{
  size_t at = 0;
  for (; found[at] && at + 1 < sizeof ret->name; at++) {
    if (rule->variable && text_after(found + at, " ("))
      break;
    ret->name[at] = found[at];
  }
  ret->name[at] = '\0';
  ret->source = rule->source;
  ret->is_preliminary = false;
}

bool suite_test_name_find(char *const *arguments, char *const *environment, struct suite_test_name *ret)
{
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    const char *found = apply_rule(&rules[i], arguments, environment);
    if (!suite_test_name_is_plain(found))
      continue;
    take_name(&rules[i], found, ret);
    return true;
  }
  return false;
}

bool suite_is_runner(const char *program)
{
  static const char *const runners[] = {
#define RUNNER(program, list) #program,
#include "host/suite/preload/suite_test_names.def"
  };
  for (size_t i = 0; i < sizeof runners / sizeof *runners; i++)
    if (text_equal(text_base(program), runners[i]))
      return true;
  return false;
}

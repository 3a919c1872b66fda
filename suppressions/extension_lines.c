/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values are checked when they are read, and kept as text. Conditions are read anew whenever they are tested, as few
 * entries have any. */
#include "suppressions/extension_lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "suppressions/entry.h"
#include "suppressions/glob.h"

enum extension_role { ROLE_LIMIT, ROLE_CONDITION, ROLE_FINDING, ROLE_NOTE };
enum extension_type {
  TYPE_BYTES,
  TYPE_NUMBER,
  TYPE_RANGE,
  TYPE_DATE,
  TYPE_TEXT,
  TYPE_PATTERNS,
  TYPE_CONDITIONS,
  TYPE_READS
};

static const struct definition {
  const char *name;
  enum extension_role role;
  enum extension_type type;
  const char *expected;
} definitions[EXTENSIONS] = {
#define EXTENSION(ID, name, role, type, expected) {name, ROLE_##role, TYPE_##type, "\"#: " name ": \" and " expected},
#include "suppressions/extension_lines.def"
#undef EXTENSION
};

static const char blanks[] = " \t";

/* --- numbers and dates --- */

/* Digits at *text, which is moved after them. */
static bool read_number(const char **text, uint64_t *ret)
{
  uint64_t number = 0;
  if (!isdigit((unsigned char)**text))
    return false;
  for (; isdigit((unsigned char)**text); (*text)++)
    if (__builtin_mul_overflow(number, (uint64_t)10, &number) ||
        __builtin_add_overflow(number, (uint64_t)(**text - '0'), &number))
      return false;
  *ret = number;
  return true;
}

static bool check_bytes(struct extension *extension)
{
  static const char units[] = "kMG";
  const char *text = extension->text;
  if (!read_number(&text, &extension->most))
    return false;
  text += strspn(text, blanks);
  const char *unit = *text ? strchr(units, *text == 'K' ? 'k' : *text) : NULL;
  for (size_t left = unit ? (size_t)(unit - units) + 1 : 0; left > 0; left--)
    if (__builtin_mul_overflow(extension->most, (uint64_t)1024, &extension->most))
      return false;
  static const char *const ends[] = {"", "B", "iB"};
  text += unit != NULL;
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    if (strcmp(text, ends[i]) == 0)
      return true;
  return false;
}

static bool check_number(struct extension *extension)
{
  const char *text = extension->text;
  return read_number(&text, &extension->most) && !*text;
}

static bool check_range(struct extension *extension)
{
  const char *text = extension->text;
  if (!read_number(&text, &extension->least))
    return false;
  extension->most = extension->least;
  if (strcmp(text, "+") == 0) {
    extension->most = UINT64_MAX;
    return true;
  }
  if (*text == '-')
    return text++, read_number(&text, &extension->most) && !*text && extension->most >= extension->least;
  return !*text;
}

static bool check_date(struct extension *extension)
{
  static const char form[] = "dddd-dd-dd";
  static const unsigned days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const char *text = extension->text;
  for (size_t i = 0; i < sizeof form; i++)
    if (form[i] == 'd' ? !isdigit((unsigned char)text[i]) : text[i] != form[i])
      return false;
  unsigned month = (unsigned)atoi(text + 5), day = (unsigned)atoi(text + 8);
  return month >= 1 && month <= 12 && day >= 1 && day <= days[month - 1];
}

static bool check_reads(struct extension *extension)
{
  return strcmp(extension->text, "past-end") == 0;
}

/* --- lists --- */

/* The next item of a list that is separated by commas, without white space around it; false at its end. */
static bool next_item(const char **list, const char **ret, size_t *ret_size)
{
  if (!*list)
    return false;
  const char *start = *list + strspn(*list, blanks), *comma = strchr(start, ',');
  size_t size = comma ? (size_t)(comma - start) : strlen(start);
  *list = comma ? comma + 1 : NULL;
  while (size > 0 && strchr(blanks, start[size - 1]))
    size--;
  *ret = start;
  *ret_size = size;
  return true;
}

static bool check_patterns(struct extension *extension)
{
  const char *list = extension->text, *item;
  size_t size;
  while (next_item(&list, &item, &size))
    if (size == 0)
      return false;
  return true;
}

/* --- conditions --- */

enum { CONDITION_MAX_BYTES = 256 };

/* "name operator value", cut into its parts. */
struct condition {
  char name[CONDITION_MAX_BYTES], value[CONDITION_MAX_BYTES];
  const char *operator;
};

static size_t copy_trimmed(char *output, const char *text, size_t size)
{
  while (size > 0 && strchr(blanks, text[size - 1]))
    size--;
  memcpy(output, text, size);
  output[size] = '\0';
  return size;
}

static bool read_condition(const char *text, size_t size, struct condition *ret)
{
  static const char *const operators[] = {"==", "!=", "<=", ">=", "=", "<", ">"}; /* longer ones first */
  size_t name_size = 0;
  while (name_size < size && !strchr("=!<>", text[name_size]))
    name_size++;
  if (size >= CONDITION_MAX_BYTES || name_size == size || copy_trimmed(ret->name, text, name_size) == 0)
    return false;
  ret->operator = NULL;
  for (size_t i = 0; !ret->operator && i < sizeof operators / sizeof *operators; i++)
    if (strncmp(text + name_size, operators[i], strlen(operators[i])) == 0)
      ret->operator = operators[i];
  if (!ret->operator || strpbrk(ret->name, blanks))
    return false;
  const char *value = text + name_size + strlen(ret->operator);
  value += strspn(value, blanks);
  return value < text + size && copy_trimmed(ret->value, value, (size_t)(text + size - value)) > 0 &&
         !strpbrk(ret->value, " \t=!<>");
}

/* "arch" and "os" have no order. */
static bool is_word(const char *name)
{
  return strcmp(name, "arch") == 0 || strcmp(name, "os") == 0;
}

static bool check_conditions(struct extension *extension)
{
  const char *list = extension->text, *item;
  size_t size;
  struct condition condition;
  while (next_item(&list, &item, &size))
    if (!read_condition(item, size, &condition) || (is_word(condition.name) && strpbrk(condition.operator, "<>")))
      return false;
  return true;
}

static const char *value_in(const struct suppressions_context *context, const char *name)
{
  if (strcmp(name, "arch") == 0)
    return context->arch;
  if (strcmp(name, "os") == 0)
    return context->os;
  for (size_t i = 0; i < context->library_count; i++)
    if (strcmp(context->libraries[i].name, name) == 0)
      return context->libraries[i].version;
  return NULL;
}

static bool condition_holds(const struct condition *condition, const struct suppressions_context *context)
{
  const char *value = value_in(context, condition->name);
  if (!value)
    return false;
  const char *operator = condition->operator;
  if (operator[0] == '=')
    return glob_match(condition->value, value);
  if (operator[0] == '!')
    return !glob_match(condition->value, value);
  int order = strverscmp(value, condition->value);
  return (order == 0 && operator[1] == '=') || (operator[0] == '<' ? order < 0 : order > 0);
}

static bool conditions_hold(const char *list, const struct suppressions_context *context)
{
  const char *item;
  size_t size;
  struct condition condition;
  while (next_item(&list, &item, &size))
    if (!read_condition(item, size, &condition) || !condition_holds(&condition, context))
      return false;
  return true;
}

/* --- reading --- */

static bool check_value(const struct definition *definition, struct extension *extension)
{
  static bool (*const checks[])(struct extension *) = {
    [TYPE_BYTES] = check_bytes, [TYPE_NUMBER] = check_number,     [TYPE_RANGE] = check_range,
    [TYPE_DATE] = check_date,   [TYPE_PATTERNS] = check_patterns, [TYPE_CONDITIONS] = check_conditions,
    [TYPE_READS] = check_reads,
  };
  return *extension->text && (definition->type == TYPE_TEXT || checks[definition->type](extension));
}

/* With one letter wrong, missing or too many the name of a field was meant. */
static bool is_nearly(const char *word, size_t size, const char *name)
{
  size_t name_size = strlen(name), start = 0, end = 0;
  size_t shorter = size < name_size ? size : name_size, longer = size < name_size ? name_size : size;
  while (start < shorter && word[start] == name[start])
    start++;
  while (end < shorter - start && word[size - 1 - end] == name[name_size - 1 - end])
    end++;
  return longer - start - end <= 1;
}

/* The definition that a line's first word names; *ret_misspelt: almost. Short names are left out there, as they
 * resemble everything. */
static const struct definition *find_definition(const char *word, size_t size, bool *ret_misspelt)
{
  enum { SHORT_BYTES = 4 };
  const struct definition *near = NULL;
  *ret_misspelt = false;
  for (size_t i = 0; i < EXTENSIONS; i++) {
    const char *name = definitions[i].name;
    if (strlen(name) == size && memcmp(word, name, size) == 0)
      return &definitions[i];
    if (strlen(name) > SHORT_BYTES && is_nearly(word, size, name))
      near = &definitions[i];
  }
  *ret_misspelt = near != NULL;
  return near;
}

void extensions_take(struct extensions *extensions, const char *text, bool *ret_taken, const char **ret_expected)
{
  size_t size = strcspn(text, " \t:");
  bool is_pair = text[size] == ':' && (!text[size + 1] || strchr(blanks, text[size + 1]));
  bool is_misspelt = false;
  const struct definition *definition = is_pair ? find_definition(text, size, &is_misspelt) : NULL;
  *ret_taken = definition != NULL;
  *ret_expected = is_misspelt ? definition->expected : NULL;
  if (!definition || is_misspelt)
    return;
  struct extension *extension = &extensions->items[definition - definitions];
  if (extension->text) {
    *ret_expected = "each of the extras once in an entry; lists are separated by commas";
    return;
  }
  text += size + 1;
  extension->text = memory_text(text + strspn(text, blanks));
  if (!check_value(definition, extension))
    *ret_expected = definition->expected;
}

void extensions_deinit(struct extensions *extensions)
{
  for (size_t i = 0; i < EXTENSIONS; i++)
    free(extensions->items[i].text);
}

/* --- asking --- */

const char *extensions_text(const struct extensions *extensions, const char *name)
{
  for (size_t i = 0; i < EXTENSIONS; i++)
    if (strcmp(definitions[i].name, name) == 0)
      return extensions->items[i].text;
  return NULL;
}

static bool has_role(const struct extensions *extensions, enum extension_role role)
{
  for (size_t i = 0; i < EXTENSIONS; i++)
    if (definitions[i].role == role && extensions->items[i].text)
      return true;
  return false;
}

bool extensions_are_conditional(const struct extensions *extensions)
{
  return has_role(extensions, ROLE_CONDITION);
}

bool extensions_have_limits(const struct extensions *extensions)
{
  return has_role(extensions, ROLE_LIMIT);
}

struct extensions extensions_copy(const struct extensions *extensions)
{
  struct extensions copy = *extensions;
  for (size_t i = 0; i < EXTENSIONS; i++)
    copy.items[i].text = copy.items[i].text ? memory_text(copy.items[i].text) : NULL;
  return copy;
}

/* A pattern without a slash is for the last component of a path. */
static bool matches_any(const char *list, const char *text)
{
  const char *item, *slash = strrchr(text, '/');
  size_t size;
  while (next_item(&list, &item, &size)) {
    char *pattern = memory_text_begin(item, size);
    bool is_name = slash && !strchr(pattern, '/');
    bool matches = glob_match(pattern, text) || (is_name && glob_match(pattern, slash + 1));
    free(pattern);
    if (matches)
      return true;
  }
  return false;
}

/* What libtool makes of a program before it is installed counts as the program. */
static bool program_holds(const char *list, const char *exe)
{
  static const char prefix[] = "lt-";
  const char *slash = strrchr(exe, '/'), *name = slash ? slash + 1 : exe;
  bool is_prefixed = strncmp(name, prefix, strlen(prefix)) == 0;
  return matches_any(list, exe) || (is_prefixed && matches_any(list, name + strlen(prefix)));
}

/* A name such as "program::test" begins with what the test is in: that goes by the patterns too. */
static bool test_holds(const char *list, const char *test)
{
  bool matches = matches_any(list, test);
  for (const char *end = strstr(test, "::"); end && !matches; end = strstr(end + 2, "::")) {
    char *whole = memory_text_begin(test, (size_t)(end - test));
    matches = matches_any(list, whole);
    free(whole);
  }
  return matches;
}

/* Do the fields of that role fit what is known? */
static bool all_fit(const struct extensions *extensions, enum extension_role role, const char *const facts[EXTENSIONS])
{
  static bool (*const fits[EXTENSIONS])(const char *value, const char *fact) = {
    [EXTENSION_EXE] = program_holds, [EXTENSION_TESTS] = test_holds};
  for (size_t i = 0; i < EXTENSIONS; i++)
    if (definitions[i].role == role && definitions[i].type != TYPE_CONDITIONS && extensions->items[i].text &&
        (!facts[i] || !(fits[i] ? fits[i] : matches_any)(extensions->items[i].text, facts[i])))
      return false;
  return true;
}

bool extensions_hold(const struct extensions *extensions, const struct suppressions_context *context)
{
  const char *const conditions = extensions->items[EXTENSION_IF].text;
  return context ? all_fit(extensions, ROLE_CONDITION, context->facts) &&
                     (!conditions || conditions_hold(conditions, context))
                 : !extensions_are_conditional(extensions);
}

bool extensions_fit(const struct extensions *extensions, const struct suppressions_finding *finding)
{
  return all_fit(extensions, ROLE_FINDING, finding->facts);
}

/* --- limits --- */

enum { UNMET_MAX_BYTES = 200 };

/* Whom to ask, after a message; malloc'ed. */
static char *contact(const struct extensions *extensions)
{
  const char *owner = extensions->items[EXTENSION_OWNER].text, *bug = extensions->items[EXTENSION_BUG].text;
  if (!owner && !bug)
    return memory_text("");
  return print_text(" (%s%s%s%s%s)", owner ? "owner " : "", owner ? owner : "", owner && bug ? ", " : "",
                    bug ? "bug " : "", bug ? bug : "");
}

static struct suppressions_unmet unmet(const struct extensions *extensions, const struct suppression *entry,
                                       const char *what)
{
  char *whom = contact(extensions);
  char *message = print_text("%s:%u: \"%s\": %s%s", entry->file, entry->line, entry->name, what, whom);
  free(whom);
  return (struct suppressions_unmet){entry, message};
}

/* For limits of what an entry hides in one process: "max-UNITS". */
static void check_most(enum extension_id id, const struct extension *limit, const struct suppression *entry,
                       char ret[UNMET_MAX_BYTES])
{
  const char *const name = definitions[id].name, *const dash = strchr(name, '-');
  if (entry->most[id] > limit->most)
    snprintf(ret, UNMET_MAX_BYTES,
             "%s is %llu, but the entry hides %llu %s in one process; mend the leak or raise the limit", name,
             (unsigned long long)limit->most, (unsigned long long)entry->most[id], dash ? dash + 1 : name);
}

/* For all others, one for each: says in `ret` how the entry goes beyond it, if it does. */
typedef void limit_check(const struct extension *limit, const struct suppression *entry, const char *today,
                         char ret[UNMET_MAX_BYTES]);

/* An entry whose conditions held nowhere had no chance. */
static void check_expect(const struct extension *limit, const struct suppression *entry, const char *today,
                         char ret[UNMET_MAX_BYTES])
{
  if (entry->process_count > 0 && (entry->used_findings < limit->least || entry->used_findings > limit->most))
    snprintf(ret, UNMET_MAX_BYTES, "expect is %.40s, but the entry matched %llu findings%s", limit->text,
             (unsigned long long)entry->used_findings,
             entry->used_findings == 0 ? "; does the code it waits for still run, and is it checked?" : "");
}

static void check_expires(const struct extension *limit, const struct suppression *entry, const char *today,
                          char ret[UNMET_MAX_BYTES])
{
  if (strcmp(today, limit->text) > 0)
    snprintf(ret, UNMET_MAX_BYTES, "expired after %.10s; remove the entry or give it another date", limit->text);
}

size_t extensions_check(const struct extensions *extensions, const struct suppression *entry, const char *today,
                        struct suppressions_unmet *ret)
{
  static limit_check *const checks[EXTENSIONS] = {
    [EXTENSION_EXPECT] = check_expect, [EXTENSION_EXPIRES] = check_expires};
  size_t count = 0;
  for (enum extension_id id = 0; id < EXTENSIONS; id++) {
    const struct extension *const limit = &extensions->items[id];
    char what[UNMET_MAX_BYTES] = "";
    if (definitions[id].role != ROLE_LIMIT || !limit->text)
      continue;
    if (checks[id])
      checks[id](limit, entry, today, what);
    else
      check_most(id, limit, entry, what);
    if (*what)
      ret[count++] = unmet(extensions, entry, what);
  }
  return count;
}

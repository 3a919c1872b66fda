/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which findings an entry matches: single rules by tables, all of them together against the oracle. */
#include "unit/unit.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support/suppressions_oracle.h"
#include "suppressions/glob.h"
#include "suppressions/normalize.h"

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

/* --- wildcards --- */

static const struct {
  const char *pattern, *text;
  bool matches;
} globs[] = {
  {"", "", true},           {"a", "", false},         {"", "a", false},          {"a", "a", true},
  {"a", "b", false},        {"a", "aa", false},       {"*", "", true},           {"*", "abc", true},
  {"**", "", true},         {"*a", "abc", false},     {"*c", "abc", true},       {"a*", "abc", true},
  {"a*c", "abc", true},     {"a*c", "ac", true},      {"a*c", "a", false},       {"ab*bc", "abc", false},
  {"*b*", "abc", true},     {"*x*", "abc", false},    {"a?c", "abc", true},      {"a?c", "ac", false},
  {"?", "", false},         {"???", "abc", true},     {"*?", "", false},         {"*?", "abc", true},
  {"?*", "a", true},        {"*?b*", "abab", true},   {"*?b*", "b", false},      {"**a*b*c**", "abc", true},
  {"*aab", "aaab", true},   {"*ab*ab", "abab", true}, {"*ab*ab", "ab", false},   {"*a?a*a", "abaa", true},
  {"a[b]", "a[b]", true},   {"a\\*", "a\\b", true},   {"f(int*)", "f(int*)", true}, {"*.so.?", "x.so.6", true},
};

START_TEST(wildcards)
{
  ck_assert(glob_match(globs[_i].pattern, globs[_i].text) == globs[_i].matches);
  ck_assert(entry_oracle_glob(globs[_i].pattern, globs[_i].text) == globs[_i].matches);
}
END_TEST

START_TEST(wildcards_agree_with_their_definition)
{
  entry_oracle_seed((unsigned)_i);
  for (int round = 0; round < UNIT_TRIALS(20000); round++) {
    char pattern[8], text[8];
    unsigned pattern_size = entry_oracle_random(sizeof pattern), text_size = entry_oracle_random(sizeof text);
    for (unsigned i = 0; i < pattern_size; i++)
      pattern[i] = "ab*?"[entry_oracle_random(4)];
    for (unsigned i = 0; i < text_size; i++)
      text[i] = "ab"[entry_oracle_random(2)];
    pattern[pattern_size] = text[text_size] = '\0';
    ck_assert_msg(glob_match(pattern, text) == entry_oracle_glob(pattern, text), "\"%s\" and \"%s\"", pattern, text);
  }
}
END_TEST

START_TEST(many_stars_take_no_exponential_time)
{
  char pattern[201], text[10001];
  for (int i = 0; i < 200; i++)
    pattern[i] = "a*"[i % 2];
  memset(text, 'a', 10000);
  pattern[199] = 'b';
  pattern[200] = text[10000] = '\0';
  ck_assert(!glob_match(pattern, text));
}
END_TEST

/* --- names --- */

static const struct {
  const char *name, *normalized;
} names[] = {
  {"f", "f"},
  {"f.part.0", "f"},
  {"f.isra.12", "f"},
  {"f.constprop.0.isra.0", "f"},
  {"f.cold", "f"},
  {"f.cold.3", "f"},
  {"f.part.0.cold", "f"},
  {"f.llvm.1234567890", "f"},
  {"f.lto_priv.0", "f"},
  {"f.part", "f.part"},
  {"f.part.x", "f.part.x"},
  {"f.other.0", "f.other.0"},
  {".cold", ".cold"},
  {".part.0", ".part.0"},
  {"", ""},
  {"0", "0"},
  {"dlopen@@GLIBC_2.34", "dlopen"},
  {"dlopen@GLIBC_2.2.5", "dlopen"},
  {"f.part.0@@V", "f"},
  {"@V", "@V"},
  {"f@", "f@"},
  {"void d() @safe", "void d() @safe"},
  {"_Z1fv.cold", "_Z1fv"},
  {"f() [clone .part.0]", "f()"},
  {"f() [clone .isra.0] [clone .cold]", "f()"},
  {"a[clone x]", "a[clone x]"},
  {"f]", "f]"},
  {"]", "]"},
  {"_ZN4core3fmt5write17h0123456789abcdefE", "_ZN4core3fmt5writeE"},
  {"_ZN4core3fmt5write17h0123456789abcdefE.llvm.99", "_ZN4core3fmt5writeE"},
  {"_ZN4core3fmt5write17h0123456789abcdegE", "_ZN4core3fmt5write17h0123456789abcdegE"},
  {"_ZN17h0123456789abcdefE", "_ZN17h0123456789abcdefE"},
  {"core::fmt::write::h0123456789abcdef", "core::fmt::write"},
  {"core::fmt::write", "core::fmt::write"},
  {"::h0123456789abcdef", "::h0123456789abcdef"},
};

START_TEST(suffixes_are_dropped)
{
  char *normalized = normalize_name(names[_i].name), *again = normalize_name(normalized);
  ck_assert_str_eq(normalized, names[_i].normalized);
  ck_assert_str_eq(again, normalized);
  free(normalized);
  free(again);
}
END_TEST

static const struct {
  const char *demangled, *bare;
} parameters[] = {
  {"f(int)", "f"},
  {"a::f(int, char*) const", "a::f"},
  {"a::f() const &", "a::f"},
  {"f", "f"},
  {"a::operator()(int) const", "a::operator()"},
  {"a::operator()", "a::operator()"},
  {"operator new(unsigned long)", "operator new"},
  {"(anonymous namespace)::f(int)", "(anonymous namespace)::f"},
  {"(anonymous namespace)", "(anonymous namespace)"},
  {"f(int (*)(char))", "f"},
  {"f(void (*)(int), std::function<void ()>)", "f"},
  {"main::{lambda(int)#1}::operator()(int) const", "main::{lambda(int)#1}::operator()"},
  {"f(int)::counter", "f(int)::counter"},
  {"f)", "f)"},
  {"()", "()"},
  {"", ""},
};

START_TEST(parameters_are_dropped)
{
  char *bare = normalize_without_parameters(parameters[_i].demangled);
  ck_assert_str_eq(bare, parameters[_i].bare);
  free(bare);
}
END_TEST

static const struct {
  const char *demangled, *plain;
} arguments[] = {
  {"f", "f"},
  {"f<int>", "f"},
  {"a::g<std::vector<int> >::h", "a::g::h"},
  {"std::map<int, char>::operator[]", "std::map::operator[]"},
  {"int* make<int>", "make"},
  {"std::pair<int, char> a::make<int, (b)1>", "a::make"},
  {"operator<", "operator<"},
  {"a::operator<<", "a::operator<<"},
  {"a& operator<< <int>", "operator<<"},
  {"a::operator->", "a::operator->"},
  {"c<int>::operator-><char>", "c::operator->"},
  {"a::operator unsigned long", "a::operator unsigned long"},
  {"operator new", "operator new"},
  {"(anonymous namespace)::f", "f"},
  {"main::{lambda(int)#12}::operator()", "main::{lambda(int)}::operator()"},
  {"f<a<(b > c)> >", "f"},
  {"<a::B as core::C>::run", "<a::B as core::C>::run"},
  {"<alloc::vec::Vec<u8>>::push", "<alloc::vec::Vec>::push"},
  {"a::f(std::vector<int>, char) const", "a::f(std::vector, char) const"},
  {"f<", "f<"},
  {"operator", "operator"},
  {" ", " "},
  {"", ""},
};

START_TEST(template_arguments_are_dropped)
{
  char *plain = normalize_without_arguments(arguments[_i].demangled);
  ck_assert_str_eq(plain, arguments[_i].plain);
  free(plain);
}
END_TEST

static const struct {
  const char *name, *replaced;
} replacements[] = {
  {"_vgr10010ZU_libcZdsoZa_malloc", "malloc"},
  {"_vgr10030ZU_VgSoSynsomalloc__Znwm", "_Znwm"},
  {"_vgr00000ZZ_libcZdsoZa_f_gZaZAZZ", "f_g*@Z"},
  {"_vgw00000ZZ_x_Zu", "_"},
  {"_vgr00000ZZ_x_Zq", "_vgr00000ZZ_x_Zq"},
  {"_vgr00000ZZ_x_aZ", "_vgr00000ZZ_x_aZ"},
  {"_vgr0000ZU_x_y", "_vgr0000ZU_x_y"},
  {"_vgr10010ZU_libc", "_vgr10010ZU_libc"},
  {"_vgr10010ZU_libc_", "_vgr10010ZU_libc_"},
  {"_vgr", "_vgr"},
  {"malloc", "malloc"},
};

START_TEST(replacements_have_the_name_of_what_they_replace)
{
  char *replaced = normalize_replacement(replacements[_i].name);
  ck_assert_str_eq(replaced, replacements[_i].replaced);
  free(replaced);
}
END_TEST

/* --- frames --- */

static struct suppressions *load(const char *text)
{
  struct suppressions *set;
  suppressions_create(&set);
  ck_no_error(suppressions_load_text(set, "test.supp", text, strlen(text)));
  return set;
}

/* The number of the entry that matches, or -1. */
static int match(struct suppressions *set, const struct suppressions_finding *finding)
{
  struct suppression *found;
  suppressions_match(set, finding, &found);
  for (size_t i = 0; i < suppressions_size(set); i++)
    if (suppressions_at(set, i) == found)
      return (int)i;
  ck_assert_ptr_null(found);
  return -1;
}

/* Whether an entry with this location matches a finding with just this frame. */
static bool location_matches(const char *location, struct frame frame)
{
  char *text;
  ck_assert_int_gt(asprintf(&text, "{\n n\n Memcheck:Free\n %s\n}\n", location), 0);
  struct suppressions *set = load(text);
  struct suppressions_finding finding = {"Free", NULL, 0, &frame, 1, NULL, {0}};
  bool matches = match(set, &finding) == 0;
  free(text);
  suppressions_destroy(set);
  return matches;
}

static const struct {
  const char *location;
  struct frame frame;
  bool matches;
} locations[] = {
  {"fun:f", {.function_linkage = "f"}, true},
  {"fun:f", {.function = "f"}, true},
  {"fun:f", {.function_linkage = "g"}, false},
  {"fun:f", {.object = "f"}, false},
  {"fun:???", {.object = "/x"}, true},
  {"fun:*", {.object = "/x"}, true},
  {"fun:_Z1fi", {.function_linkage = "_Z1fi", .function = "f(int)"}, true},
  {"fun:f(int)", {.function_linkage = "_Z1fi", .function = "f(int)"}, true},
  {"fun:f", {.function_linkage = "_Z1fi", .function = "f(int)"}, true},
  {"fun:f(char)", {.function_linkage = "_Z1fi", .function = "f(int)"}, false},
  {"fun:f(*)", {.function_linkage = "_Z1fi", .function = "f(int)"}, true},
  {"fun:f(char*)", {.function_linkage = "_Z1fPc", .function = "f(char*)"}, true},
  {"fun:f", {.function_linkage = "_Z1fi.part.0", .function = "f(int) [clone .part.0]"}, true},
  {"fun:_Z1fi", {.function_linkage = "_Z1fi.part.0", .function = "f(int) [clone .part.0]"}, true},
  {"fun:f", {.function_linkage = "f.part.0"}, true},
  {"fun:f.part.0", {.function_linkage = "f.part.0"}, true},
  {"fun:f.part.0", {.function_linkage = "f"}, true},
  {"fun:f.isra.0", {.function_linkage = "f.part.3.cold"}, true},
  {"fun:f.part.*", {.function_linkage = "f.part.3"}, true},
  {"fun:f.part.*", {.function_linkage = "f"}, false},
  {"fun:*.part.0", {.function_linkage = "f"}, false},
  {"fun:dlopen@@GLIBC_2.2.5", {.function_linkage = "dlopen@@GLIBC_2.34"}, true},
  {"fun:dlopen", {.function_linkage = "dlopen@@GLIBC_2.34"}, true},
  {"fun:dlopen@*", {.function_linkage = "dlopen@@GLIBC_2.34"}, true},
  {"fun:_ZN1a1b17h0123456789abcdefE", {.function_linkage = "_ZN1a1b17hfedcba9876543210E", .function = "a::b"}, true},
  {"fun:_ZN1a1b17h*E", {.function_linkage = "_ZN1a1b17hfedcba9876543210E", .function = "a::b"}, true},
  {"fun:a::b", {.function_linkage = "_ZN1a1b17hfedcba9876543210E", .function = "a::b::hfedcba9876543210"}, true},
  {"fun:malloc", {.function_linkage = "_vgr10010ZU_libcZdsoZa_malloc"}, true},
  {"fun:_vgr10010ZU_libcZdsoZa_malloc", {.function_linkage = "_vgr10010ZU_libcZdsoZa_malloc"}, false},
  {"fun:(below main)", {.function_linkage = "__libc_start_main"}, true},
  {"fun:(below main)", {.function_linkage = "__libc_start_main@@GLIBC_2.34"}, false},
  {"fun:(below main)", {.function_linkage = "_start"}, true},
  {"fun:__libc_start_call_main", {.function_linkage = "__libc_start_call_main"}, true},
  {"fun:(below main)", {.function_linkage = "main"}, false},
  {"fun:", {.function_linkage = "f"}, false},
  {"obj:/lib/x.so", {.object = "/lib/x.so"}, true},
  {"obj:*/x.so*", {.object = "/lib/x.so.1"}, true},
  {"obj:x.so", {.object = "/lib/x.so"}, false},
  {"obj:*", {.function_linkage = "f"}, true},
  {"obj:???", {.function_linkage = "f"}, true},
  {"src:a.c", {.file = "a.c", .line = 3}, true},
  {"src:a.c:3", {.file = "a.c", .line = 3}, true},
  {"src:a.c:0", {.file = "a.c", .line = 3}, true},
  {"src:a.c:4", {.file = "a.c", .line = 3}, false},
  {"src:?.c", {.file = "a.c", .line = 3}, true},
  {"src:*", {.function_linkage = "f"}, false},
  {"src:dir/a.c", {.directory = "/home/me/dir", .file = "a.c"}, true},
  {"src:ir/a.c", {.directory = "/home/me/dir", .file = "a.c"}, false},
  {"src:/home/*/a.c:3", {.directory = "/home/me/dir", .file = "a.c", .line = 3}, true},
  {"src:dir*", {.directory = "/home/me/dir", .file = "a.c"}, false},
};

START_TEST(locations_match_frames)
{
  ck_assert_msg(location_matches(locations[_i].location, locations[_i].frame) == locations[_i].matches, "%s",
                locations[_i].location);
}
END_TEST

/* --- stacks --- */

/* Entry: one letter per function, '.' for "..."; stack: one letter per function from the top. */
static const struct {
  const char *entry, *stack;
  bool matches;
} stacks[] = {
  {"a", "a", true},     {"a", "abc", true},     {"b", "abc", false},     {"ab", "abc", true},
  {"ac", "abc", false}, {"abc", "ab", false},   {".c", "abc", true},     {".a", "abc", true},
  {".d", "abc", false}, {"a.", "a", true},      {"a.b", "ab", true},     {"a.c", "abc", true},
  {"..a", "xa", true},  {"a..c.", "abc", true}, {"a.bc", "abdbc", true}, {"a.bc", "abdb", false},
  {"aa", "aaa", true},  {".b.a", "abca", true}, {".b.b", "abc", false},  {".aab", "aaaab", true},
  {"a", "", false},     {".a", "", false},
};

static struct suppressions *entry_of_letters(const char *letters)
{
  char text[256];
  size_t size = (size_t)sprintf(text, "{\n n\n Memcheck:Cond\n");
  for (; *letters; letters++)
    size += (size_t)sprintf(text + size, *letters == '.' ? "...\n" : "fun:%c\n", *letters);
  strcpy(text + size, "}\n");
  return load(text);
}

START_TEST(stacks_are_matched_from_the_top)
{
  static const char letters[] = "a\0b\0c\0d\0x";
  struct frame frames[8] = {{0}};
  size_t count = strlen(stacks[_i].stack);
  for (size_t i = 0; i < count; i++)
    frames[i].function_linkage = letters + (stacks[_i].stack[i] == 'x' ? 8 : (stacks[_i].stack[i] - 'a') * 2);
  struct suppressions *set = entry_of_letters(stacks[_i].entry);
  struct suppressions_finding finding = {"Cond", NULL, 0, frames, count, NULL, {0}};
  ck_assert_msg((match(set, &finding) == 0) == stacks[_i].matches, "%s against %s", stacks[_i].entry, stacks[_i].stack);
  suppressions_destroy(set);
}
END_TEST

/* The line behind Param has the wildcards, and an index in it need not be told apart. */
static const struct {
  const char *entry, *parameter;
  bool matches;
} syscall_parameters[] = {
  {"write(buf)", "write(buf)", true},
  {"write(buf)", "write(buffer)", false},
  {"write(*)", "write(buf)", true},
  {"*", "write(buf)", true},
  {"writev(vector[...])", "writev(vector[...])", true},
  {"pwritev(vector[...])", "pwritev(vector[12])", true},
  {"pwritev(vector[0])", "pwritev(vector[1])", false},
  {"sendmsg(msg.msg_iov[i])", "sendmsg(msg.msg_iov[3])", true},
  {"sendmsg(msg.msg_iov[i].x[...])", "sendmsg(msg.msg_iov[3].x[0])", true},
  {"sendmsg(msg.msg_iov[i])", "sendmsg(msg.msg_iov[x])", false},
  {"sendmsg(msg.msg_iov[i])", "sendmsg(msg.msg_iov[])", false},
  {"sendmsg(msg.msg_iov[i])", "sendmsg(msg.msg_iov[3", false},
  {"a[i]", "a[3]b", false},
  {"a[i]b", "a[3]", false},
};

START_TEST(parameters_match)
{
  struct suppressions *set;
  struct frame frame = {.function_linkage = "f"};
  struct suppressions_finding finding = {"Param", syscall_parameters[_i].parameter, 0, &frame, 1, NULL, {0}};
  char entry[256];
  snprintf(entry, sizeof entry, "{\n  x\n  Memcheck:Param\n  %s\n  fun:f\n}\n", syscall_parameters[_i].entry);
  suppressions_create(&set);
  ck_no_error(suppressions_load_text(set, "test", entry, strlen(entry)));
  ck_assert_int_eq(match(set, &finding) == 0, syscall_parameters[_i].matches);
  suppressions_destroy(set);
}
END_TEST

START_TEST(the_entry_loaded_first_wins)
{
  struct suppressions *set = load("{\na\nMemcheck:Leak\nmatch-leak-kinds:possible\nfun:f\n}\n"
                                  "{\nb\nMemcheck:Leak\n...\nfun:g\n}\n"
                                  "{\nc\nMemcheck:Leak\nfun:f\nfun:g\n}\n{\nd\nMemcheck:Leak\nfun:f\n}\n");
  struct frame frames[] = {{.function_linkage = "f"}, {.function_linkage = "g"}};
  struct suppressions_finding finding = {"Leak", NULL, SUPPRESSIONS_DEFINITE, frames, 2, NULL, {0}};
  ck_assert_int_eq(match(set, &finding), 1);
  finding.leak_kind = SUPPRESSIONS_POSSIBLE;
  ck_assert_int_eq(match(set, &finding), 0);
  finding.leak_kind = SUPPRESSIONS_DEFINITE;
  finding.frame_count = 1;
  ck_assert_int_eq(match(set, &finding), 3);
  finding.frame_count = 0;
  ck_assert_int_eq(match(set, &finding), -1);
  suppressions_destroy(set);
}
END_TEST

START_TEST(loading_between_matches_counts)
{
  static const char more[] = "{\nm\nMemcheck:Free\nfun:g\n}\n";
  struct suppressions *set = load("{\nn\nMemcheck:Free\nfun:f\n}\n");
  struct frame frame = {.function_linkage = "g"};
  struct suppressions_finding finding = {"Free", NULL, 0, &frame, 1, NULL, {0}};
  struct suppression *found;
  ck_assert_int_eq(match(set, &finding), -1);
  ck_no_error(suppressions_load_text(set, "more", more, sizeof more - 1));
  ck_assert_int_eq(match(set, &finding), 1);
  suppressions_match(set, &finding, &found);
  suppressions_count_use(found, 2, 100, 3);
  suppressions_count_use(found, 1, 10, 1);
  const struct suppression *used = suppressions_at(set, 1);
  ck_assert_uint_eq(used->used_count, 3);
  ck_assert_uint_eq(used->used_bytes, 110);
  ck_assert_uint_eq(used->used_blocks, 4);
  ck_assert_uint_eq(suppressions_at(set, 0)->used_count, 0);
  suppressions_destroy(set);
}
END_TEST

/* 10 "..." over a stack of equal frames: a matcher that tries all divisions would not come back. */
START_TEST(many_ellipses_take_no_exponential_time)
{
  struct frame frames[400];
  for (size_t i = 0; i < 400; i++)
    frames[i] = (struct frame){.function_linkage = "a"};
  struct suppressions *set = entry_of_letters(".a.a.a.a.a.a.a.a.a.a.b");
  struct suppressions_finding finding = {"Cond", NULL, 0, frames, 400, NULL, {0}};
  ck_assert_int_eq(match(set, &finding), -1);
  suppressions_destroy(set);
}
END_TEST

/* --- everything against the oracle --- */

static const struct frame pool[] = {
  {.function_linkage = "malloc", .function = "malloc", .object = "/usr/libexec/vgpreload.so"},
  {.function_linkage = "_vgr10010ZU_libcZdsoZa_calloc", .object = "/usr/libexec/vgpreload.so"},
  {.function_linkage = "_ZN1a1fEi", .function = "a::f(int)", .object = "/opt/liba.so.1", .directory = "/src/a",
   .file = "f.cpp", .line = 10},
  {.function_linkage = "_ZN1a1fEi.part.0", .function = "a::f(int) [clone .part.0]", .object = "/opt/liba.so.1",
   .directory = "/src/a", .file = "f.cpp", .line = 12},
  {.function_linkage = "_ZN1a1gEv", .function = "a::g()", .object = "/opt/liba.so.1", .directory = "/src/a",
   .file = "g.cpp", .line = 3},
  {.function_linkage = "dlopen@@GLIBC_2.34", .function = "dlopen@@GLIBC_2.34", .object = "/lib/libc.so.6",
   .file = "dl.c", .line = 3},
  {.function_linkage = "call_init.part.0", .function = "call_init.part.0", .object = "/lib/ld.so",
   .directory = "elf", .file = "dl-init.c", .line = 74},
  {.function_linkage = "call_init", .function = "call_init", .object = "/lib/ld.so", .directory = "elf",
   .file = "dl-init.c", .line = 70},
  {.function = "inlined", .object = "/opt/liba.so.1", .directory = "/src/a", .file = "f.h", .line = 1},
  {.object = "/opt/libb.so"},
  {.line = 0},
  {.function_linkage = "main", .function = "main", .object = "/home/me/prog", .directory = "/home/me",
   .file = "main.c", .line = 10},
  {.function_linkage = "__libc_start_main", .function = "__libc_start_main", .object = "/lib/libc.so.6"},
};
static const struct oracle_location patterns[] = {
  {"fun", "malloc", 0},
  {"fun", "*alloc", 0},
  {"fun", "calloc", 0},
  {"fun", "_ZN1a1fEi", 0},
  {"fun", "_ZN1a*", 0},
  {"fun", "a::f", 0},
  {"fun", "a::?(*)", 0},
  {"fun", "a::f(int)", 0},
  {"fun", "dlopen", 0},
  {"fun", "dlopen@GLIBC_2.2", 0},
  {"fun", "call_init", 0},
  {"fun", "call_init.isra.5", 0},
  {"fun", "call_init.part.*", 0},
  {"fun", "inlined", 0},
  {"fun", "???", 0},
  {"fun", "*", 0},
  {"fun", "main", 0},
  {"fun", "(below main)", 0},
  {"obj", "*", 0},
  {"obj", "*.so*", 0},
  {"obj", "/opt/liba.so.1", 0},
  {"obj", "*/prog", 0},
  {"obj", "???", 0},
  {"src", "f.*", 0},
  {"src", "main.c", 10},
  {"src", "main.c", 11},
  {"src", "a/f.cpp", 0},
  {"src", "elf*", 0},
  {"src", "*", 3},
  {"...", NULL, 0},
  {"...", NULL, 0},
  {"...", NULL, 0},
  {"...", NULL, 0},
  {"...", NULL, 0},
  {"...", NULL, 0},
};
static const char *const oracle_kinds[] = {"Leak", "Leak", "Leak", "Cond", "Free", "Param"};

static void random_entry(struct oracle_entry *entry)
{
  unsigned kind = entry_oracle_random(COUNT(oracle_kinds));
  bool concrete = false;
  *entry = (struct oracle_entry){.kind = oracle_kinds[kind]};
  if (kind == 5)
    entry->extra = entry_oracle_random(2) ? "write(buf)" : "read(buf)";
  if (kind < 3)
    entry->leak_kinds = entry_oracle_random(16);
  for (size_t count = 1 + entry_oracle_random(6); entry->location_count < count || !concrete;) {
    const struct oracle_location *location = &patterns[entry_oracle_random(COUNT(patterns))];
    concrete = concrete || location->text;
    if (entry->location_count < ORACLE_LOCATIONS_MAX)
      entry->locations[entry->location_count++] = *location;
    else
      entry->locations[0] = *location;
  }
}

static size_t random_finding(struct suppressions_finding *finding, struct frame *frames)
{
  unsigned kind = entry_oracle_random(COUNT(oracle_kinds));
  size_t count = entry_oracle_random(10);
  for (size_t i = 0; i < count; i++)
    frames[i] = pool[entry_oracle_random(COUNT(pool))];
  *finding = (struct suppressions_finding){oracle_kinds[kind],
                                           kind == 5 ? "write(buf)" : NULL,
                                           kind < 3 ? 1u << entry_oracle_random(4) : 0,
                                           frames,
                                           count,
                                           NULL,
                                           {0}};
  return count;
}

START_TEST(the_index_agrees_with_the_oracle)
{
  enum { ENTRIES = 200, FINDINGS = 500 };
  static struct oracle_entry entries[ENTRIES];
  char *text;
  size_t size;
  entry_oracle_seed((unsigned)_i);
  size_t count = entry_oracle_random(2) ? ENTRIES : 1 + entry_oracle_random(10);
  FILE *output = open_memstream(&text, &size);
  for (size_t i = 0; i < count; i++) {
    random_entry(&entries[i]);
    entry_oracle_print(output, &entries[i], i);
  }
  fclose(output);
  struct suppressions *set = load(text);
  free(text);
  for (size_t i = 0; i < FINDINGS; i++) {
    struct frame frames[16];
    struct suppressions_finding finding;
    random_finding(&finding, frames);
    size_t first = 0;
    while (first < count && !entry_oracle_matches(&entries[first], &finding))
      first++;
    ck_assert_int_eq(match(set, &finding), first < count ? (int)first : -1);
  }
  suppressions_destroy(set);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("suppressions: matching");
  TCase *tests = tcase_create("names");
  tcase_add_loop_test(tests, wildcards, 0, COUNT(globs));
  tcase_add_loop_test(tests, wildcards_agree_with_their_definition, 0, 5);
  tcase_add_test(tests, many_stars_take_no_exponential_time);
  tcase_add_loop_test(tests, suffixes_are_dropped, 0, COUNT(names));
  tcase_add_loop_test(tests, parameters_are_dropped, 0, COUNT(parameters));
  tcase_add_loop_test(tests, template_arguments_are_dropped, 0, COUNT(arguments));
  tcase_add_loop_test(tests, replacements_have_the_name_of_what_they_replace, 0, COUNT(replacements));
  suite_add_tcase(suite, tests);
  TCase *frames = tcase_create("frames");
  tcase_add_loop_test(frames, locations_match_frames, 0, COUNT(locations));
  tcase_add_loop_test(frames, stacks_are_matched_from_the_top, 0, COUNT(stacks));
  tcase_add_loop_test(frames, parameters_match, 0, COUNT(syscall_parameters));
  tcase_add_test(frames, the_entry_loaded_first_wins);
  tcase_add_test(frames, loading_between_matches_counts);
  tcase_add_test(frames, many_ellipses_take_no_exponential_time);
  suite_add_tcase(suite, frames);
  TCase *oracle = tcase_create("oracle");
  tcase_set_timeout(oracle, 60);
  tcase_add_loop_test(oracle, the_index_agrees_with_the_oracle, 0, 20);
  suite_add_tcase(suite, oracle);
  return unit_run(suite);
}

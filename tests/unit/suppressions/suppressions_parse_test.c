/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the parser takes, what it refuses and how it says so. */
#include "unit/unit.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "suppressions/suppressions.h"

static struct suppressions *set;
static char directory[] = "/tmp/suppressions_parse_test.XXXXXX";

static void set_up(void)
{
  unit_make_folder(directory);
  ck_assert_int_eq(chdir(directory), 0);
  suppressions_create(&set);
}

static void tear_down(void)
{
  suppressions_destroy(set);
  ck_assert_int_eq(chdir("/"), 0);
  unit_remove_folder(directory);
}

static struct error *load_text(const char *text)
{
  return suppressions_load_text(set, "a.supp", text, strlen(text));
}

static void write_file(const char *name, const char *text)
{
  FILE *file = fopen(name, "w");
  ck_assert_ptr_nonnull(file);
  fputs(text, file);
  fclose(file);
}

/* Whether an entry suppresses a finding of this kind in function f of object /o, file d/s.c, line 7. */
static bool matches(const char *kind, const char *extra, enum suppressions_leak_kind leak_kind)
{
  struct frame frame = {.function_linkage = "f", .function = "f", .object = "/o", .directory = "/d", .file = "s.c",
                        .line = 7};
  struct suppressions_finding finding = {kind, extra, leak_kind, &frame, 1, NULL, {0}};
  struct suppression *found;
  suppressions_match(set, &finding, &found);
  return found != NULL;
}

#define ENTRY(name, rest) "{\n  " name "\n  " rest "}\n"

/* --- accepted --- */

START_TEST(entries_have_names_and_places)
{
  ck_no_error(load_text("# comment\n\n" ENTRY("first one", "Memcheck:Free\n fun:f\n") "\n   # x\n\t{ \n\n b\n"
                        "Memcheck:Leak\nfun:g\n}"));
  ck_assert_uint_eq(suppressions_size(set), 2);
  const struct suppression *first = suppressions_at(set, 0), *second = suppressions_at(set, 1);
  ck_assert_str_eq(first->name, "first one");
  ck_assert_str_eq(first->file, "a.supp");
  ck_assert_uint_eq(first->line, 3);
  ck_assert_uint_eq(first->name_line, 4);
  ck_assert_str_eq(second->name, "b");
  ck_assert_uint_eq(second->line, 10);
  ck_assert_uint_eq(second->name_line, 12);
  ck_assert_ptr_null(second->remarks);
}
END_TEST

static const char *const empty_files[] = {"", "\n", "# only a comment", "   \r\n\t\n", "#: a remark outside\n"};

START_TEST(files_may_hold_nothing)
{
  ck_no_error(load_text(empty_files[_i]));
  ck_assert_uint_eq(suppressions_size(set), 0);
}
END_TEST

START_TEST(carriage_returns_are_white_space)
{
  ck_no_error(load_text("{\r\n  n\r\n  Memcheck:Leak\r\n  match-leak-kinds: definite\r\n  fun:f\r\n}\r\n"));
  ck_assert_str_eq(suppressions_at(set, 0)->name, "n");
  ck_assert(matches("Leak", NULL, SUPPRESSIONS_DEFINITE));
  ck_assert(!matches("Leak", NULL, SUPPRESSIONS_POSSIBLE));
}
END_TEST

static const struct {
  const char *tools;
  bool ours;
} tool_lists[] = {
  {"Memcheck", true},        {"Seep", true},       {"Memcheck,Addrcheck", true}, {"Addrcheck,Memcheck", true},
  {"Helgrind,Seep,X", true}, {"Helgrind", false},  {"memcheck", false},          {"MemcheckX", false},
  {"XMemcheck", false},      {"drd,DRD", false},   {"", false},                  {"Helgrind, Memcheck", false},
};

START_TEST(entries_for_other_tools_are_skipped)
{
  char *text;
  ck_assert_int_gt(asprintf(&text, "{\n n\n %s:%s\n %s\n}\n" ENTRY("last", "Memcheck:Cond\nfun:f\n"),
                            tool_lists[_i].tools, tool_lists[_i].ours ? "Free" : "Race",
                            tool_lists[_i].ours ? "fun:f" : "whatever {"), 0);
  ck_no_error(load_text(text));
  free(text);
  ck_assert_uint_eq(suppressions_size(set), tool_lists[_i].ours ? 2 : 1);
  ck_assert_str_eq(suppressions_at(set, suppressions_size(set) - 1)->name, "last");
}
END_TEST

static const struct {
  const char *line, *kind;
} kinds[] = {
  {"Memcheck:User", "User"},       {"Memcheck:CoreMem", "CoreMem"}, {"Memcheck:Addr1", "Addr1"},
  {"Memcheck:Addr2", "Addr2"},     {"Memcheck:Addr4", "Addr4"},     {"Memcheck:Addr8", "Addr8"},
  {"Memcheck:Addr16", "Addr16"},   {"Memcheck:Addr32", "Addr32"},   {"Memcheck:Jump", "Jump"},
  {"Memcheck:Free", "Free"},       {"Memcheck:Overlap", "Overlap"}, {"Memcheck:Mempool", "Mempool"},
  {"Memcheck:Cond", "Cond"},       {"Memcheck:Value0", "Cond"},     {"Memcheck:Value1", "Value1"},
  {"Memcheck:Value2", "Value2"},   {"Memcheck:Value4", "Value4"},   {"Memcheck:Value8", "Value8"},
  {"Memcheck:Value16", "Value16"}, {"Memcheck:Value32", "Value32"}, {"Memcheck:ReallocZero", "ReallocZero"},
  {"Seep:BadAlign", "BadAlign"},   {"Seep:BadSize", "UnsafeZeroSize"}, {"Seep:UnsafeZeroSize", "UnsafeZeroSize"},
  {"Memcheck:SizeMismatch", "SizeMismatch"}, {"Memcheck:AlignMismatch", "AlignMismatch"},
  {"core:FdBadClose", "FdBadClose"}, {"CoreError:FdNotClosed", "FdNotClosed"}, {"CoreError:FdBadUse", "FdBadUse"},
};

START_TEST(kinds_match_findings_of_their_kind_only)
{
  char *text;
  ck_assert_int_gt(asprintf(&text, "{\n n\n %s\n fun:f\n}", kinds[_i].line), 0);
  ck_no_error(load_text(text));
  free(text);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    ck_assert(matches(kinds[i].kind, NULL, 0) == (strcmp(kinds[i].kind, kinds[_i].kind) == 0));
  ck_assert(!matches("Leak", NULL, SUPPRESSIONS_DEFINITE));
  ck_assert(!matches("NoSuchKind", NULL, 0));
}
END_TEST

START_TEST(param_is_compared_with_its_line)
{
  ck_no_error(load_text(ENTRY("n", "Memcheck:Param\n write(buf)\n fun:f\n")));
  ck_assert(matches("Param", "write(buf)", 0));
  ck_assert(!matches("Param", "write(count)", 0));
  ck_assert(!matches("Param", NULL, 0));
}
END_TEST

START_TEST(fishy_value_is_compared_with_its_line_if_there_is_one)
{
  ck_no_error(load_text(ENTRY("n", "Memcheck:FishyValue\n malloc(size) and more\n fun:f\n")));
  ck_assert(matches("FishyValue", "malloc(size)", 0));
  ck_assert(!matches("FishyValue", "calloc(size)", 0));
  ck_no_error(load_text(ENTRY("n", "Memcheck:FishyValue\n fun:f\n")));
  ck_assert(matches("FishyValue", "calloc(size)", 0));
}
END_TEST

static const struct {
  const char *line;
  unsigned kinds;
} leak_lines[] = {
  {"", 15},
  {"match-leak-kinds: all\n", 15},
  {"match-leak-kinds:all\n", 15},
  {"match-leak-kinds: none\n", 0},
  {"match-leak-kinds: definite\n", SUPPRESSIONS_DEFINITE},
  {"match-leak-kinds: \t reachable,possible\n", SUPPRESSIONS_REACHABLE | SUPPRESSIONS_POSSIBLE},
  {"match-leak-kinds: definite,indirect,definite\n", SUPPRESSIONS_DEFINITE | SUPPRESSIONS_INDIRECT},
};

START_TEST(leaks_match_the_kinds_listed)
{
  char *text;
  ck_assert_int_gt(asprintf(&text, "{\n n\n Memcheck:Leak\n %s src:s.c\n}", leak_lines[_i].line), 0);
  ck_no_error(load_text(text));
  free(text);
  for (unsigned bit = 1; bit < 16; bit *= 2)
    ck_assert(matches("Leak", NULL, bit) == ((leak_lines[_i].kinds & bit) != 0));
}
END_TEST

START_TEST(remarks_are_kept)
{
  ck_no_error(load_text("{\n#: owner: me\nn\n# comment\nMemcheck:Leak\n#:until 2031\nfun:f\n}\n"));
  ck_assert_str_eq(suppressions_at(set, 0)->remarks, "owner: me\nuntil 2031");
}
END_TEST

/* 500 callers; `extra` after them. */
static char *many_callers(const char *extra)
{
  char *text;
  size_t size;
  FILE *output = open_memstream(&text, &size);
  fputs("{\n n\n Memcheck:Free\n", output);
  for (int i = 0; i < 500; i++)
    fputs(i == 0 ? "fun:f\n" : "...\n", output);
  fprintf(output, "%s}\n", extra);
  fclose(output);
  return text;
}

START_TEST(callers_are_limited)
{
  char *text = many_callers(""), *longer = many_callers("fun:g\n");
  ck_no_error(load_text(text));
  ck_error_says(load_text(longer), "a.supp:504: expected \"}\" after 500 callers, found \"fun:g\"");
  free(text);
  free(longer);
}
END_TEST

START_TEST(a_frame_limit_cuts_entries)
{
  ck_no_error(load_text(ENTRY("long", "Memcheck:Free\n fun:f\n fun:g\n fun:h\n")));
  ck_assert(!matches("Free", NULL, 0));
  suppressions_set_frame_limit(set, 1);
  ck_no_error(load_text(ENTRY("cut", "Memcheck:Free\n fun:f\n fun:g\n fun:h\n")));
  ck_assert(matches("Free", NULL, 0));
  ck_no_error(load_text(ENTRY("dots", "Memcheck:Cond\n ...\n fun:g\n fun:h\n")));
  ck_assert(!matches("Cond", NULL, 0));
}
END_TEST

/* --- refused --- */

static const struct {
  const char *text, *message;
} bad_texts[] = {
  {"x\n", "a.supp:1: expected \"{\" or include \"FILE\", found \"x\""},
  {"\n{{\n", "a.supp:2: expected \"{\" or include \"FILE\", found \"{{\""},
  {"}", "a.supp:1: expected \"{\""},
  {"{", "a.supp:1: expected the entry's name, found the end of the file"},
  {"{\n}\n", "a.supp:2: expected the entry's name, found \"}\""},
  {"{\nn\n", "a.supp:2: expected \"Tool:Kind\", found the end of the file; the entry began in line 1"},
  {"{\nn\nMemcheck\n}", "a.supp:3: expected \"Tool:Kind\" such as \"Memcheck:Leak\", found \"Memcheck\""},
  {"{\nn\nMemcheck:Leek\nfun:f\n}", "a.supp:3: expected a kind of Memcheck"},
  {"{\nn\nMemcheck:Leek\nfun:f\n}", "found \"Memcheck:Leek\""},
  {"{\nn\nMemcheck: Leak\nfun:f\n}", "found \"Memcheck: Leak\""},
  {"{\nn\ncore:Leak\nfun:f\n}", "a.supp:3: expected a kind"},
  {"{\nn\nMemcheck:FdBadClose\nfun:f\n}", "a.supp:3: expected a kind"},
  {"{\nn\nHelgrind:Race\nfun:f\n", "expected \"}\", found the end of the file; the entry began in line 1"},
  {"{\nn\nMemcheck:Leak\n}", "a.supp:4: expected at least one location that is not \"...\", found \"}\""},
  {"{\nn\nMemcheck:Leak\n...\n...\n}", "a.supp:6: expected at least one location"},
  {"{\nn\nMemcheck:Leak\nfun:f\n", "a.supp:4: expected \"fun:\", \"obj:\", \"src:\", \"...\" or \"}\", found the end"},
  {"{\nn\nMemcheck:Leak\nfun:f\n{\n", "a.supp:5: expected \"fun:\", \"obj:\", \"src:\", \"...\" or \"}\", found \"{\""},
  {"{\nn\nMemcheck:Leak\nfnu:f\n}", "found \"fnu:f\""},
  {"{\nn\nMemcheck:Leak\nmatch-leak-kinds: sure\nfun:f\n}", "a.supp:4: expected \"match-leak-kinds:\" with definite"},
  {"{\nn\nMemcheck:Leak\nmatch-leak-kinds:\nfun:f\n}", "found \"match-leak-kinds:\""},
  {"{\nn\nMemcheck:Leak\nmatch-leak-kinds: all,definite\nfun:f\n}", "found \"match-leak-kinds: all,definite\""},
  {"{\nn\nMemcheck:Leak\nmatch-leak-kinds: definite, possible\nfun:f\n}", "without spaces"},
  {"{\nn\nMemcheck:Cond\nmatch-leak-kinds: all\nfun:f\n}", "a.supp:4: expected \"fun:\""},
  {"{\nn\nMemcheck:Param\nfun:f\n}", "a.supp:4: expected the system call's parameter"},
  {"{\nn\nMemcheck:Param\n}", "a.supp:4: expected the system call's parameter"},
  {"{\nn\nMemcheck:Param\n", "found the end of the file"},
  {"{\nn\nMemcheck:FishyValue\nmalloc\nfun:f\n}", "expected a function and its argument, such as \"malloc(size)\""},
  {"{\nn\nMemcheck:Free\nsrc:a.c:x\n}", "expected \"src:FILE\" or \"src:FILE:LINE\", found \"src:a.c:x\""},
  {"{\nn\nMemcheck:Free\nsrc:a.c:99999999999\n}", "found \"src:a.c:99999999999\""},
  {"{\nn\nMemcheck:Free\n\x01\x1b[31m\n}", "found \"\\x01\\x1b[31m\""},
  {"include\n", "expected \"{\" or include"},
  {"include x.supp\n",
   "expected include and a file name in double quotes, or the name of a set in <>, found \"include x.supp\""},
  {"include \"x.supp\n", "expected include and a file name in double quotes"},
  {"include \"\"\n", "expected include and a file name in double quotes"},
  {"include \"x\" y\n", "expected include and a file name in double quotes"},
  {"#: include x\n", "expected include and a file name in double quotes"},
  {"{\nn\n#: include \"x\"\n", "a.supp:3: expected no include inside an entry"},
};

START_TEST(syntax_errors_say_what_was_expected)
{
  ck_no_error(load_text(ENTRY("before", "Memcheck:Free\n fun:f\n")));
  ck_error_says(load_text(bad_texts[_i].text), bad_texts[_i].message);
  ck_assert_uint_eq(suppressions_size(set), 1);
  ck_assert(matches("Free", NULL, 0));
}
END_TEST

START_TEST(nothing_is_kept_of_a_broken_file)
{
  ck_error_says(load_text(ENTRY("good", "Memcheck:Free\n fun:f\n") "bad"), "a.supp:6:");
  ck_assert_uint_eq(suppressions_size(set), 0);
  ck_assert(!matches("Free", NULL, 0));
}
END_TEST

START_TEST(nul_bytes_are_refused)
{
  ck_error_says(suppressions_load_text(set, "a.supp", "\n{\n\0", 4), "a.supp:3: expected text, found a NUL byte");
}
END_TEST

START_TEST(endless_lines_are_refused)
{
  size_t size = 2000000;
  char *text = malloc(size);
  memset(text, 'x', size);
  text[0] = '#';
  ck_error_says(suppressions_load_text(set, "a.supp", text, size), "a.supp:1: expected at most 100000 bytes in a line");
  text[0] = 'x';
  text[1000] = '\n';
  ck_error_says(suppressions_load_text(set, "a.supp", text, size), "xxx...\"");
  free(text);
}
END_TEST

START_TEST(every_beginning_of_a_file_is_safe)
{
  static const char text[] =
    "#c\n{\nn\nMemcheck:Leak\nmatch-leak-kinds: definite\nfun:f\n...\nsrc:x.c:3\n}\n#: include \"no\"";
  for (size_t size = 0; size < sizeof text; size++)
    error_free(suppressions_load_text(set, "a.supp", text, size));
}
END_TEST

/* --- files --- */

START_TEST(odd_files_are_refused)
{
  ck_error_says(suppressions_load(set, "missing.supp"), "missing.supp: cannot be opened: No such file");
  ck_error_says(suppressions_load(set, "/"), "/: is a directory, not a suppression file");
  ck_error_says(suppressions_load(set, "/dev/zero"), "/dev/zero: is neither a file nor a pipe");
  ck_error_says(suppressions_load(set, "/etc/passwd/x"), "cannot be opened: Not a directory");
  write_file("secret.supp", "");
  chmod("secret.supp", 0);
  if (geteuid() != 0)
    ck_error_says(suppressions_load(set, "secret.supp"), "secret.supp: cannot be opened: Permission denied");
  int sock = socket(AF_UNIX, SOCK_STREAM, 0);
  struct sockaddr_un address = {.sun_family = AF_UNIX, .sun_path = "socket"};
  ck_assert_int_eq(bind(sock, (struct sockaddr *)&address, sizeof address), 0);
  ck_error_says(suppressions_load(set, "socket"), "socket: cannot be opened");
  close(sock);
}
END_TEST

START_TEST(pipes_and_dev_null_are_read)
{
  int ends[2];
  char path[32];
  static const char text[] = ENTRY("piped", "Memcheck:Free\nfun:f\n");
  ck_assert_int_eq(pipe(ends), 0);
  ck_assert_int_eq(write(ends[1], text, sizeof text - 1), sizeof text - 1);
  close(ends[1]);
  snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
  ck_no_error(suppressions_load(set, path));
  close(ends[0]);
  ck_assert_uint_eq(suppressions_size(set), 1);
  ck_no_error(suppressions_load(set, "/dev/null"));
  ck_assert_int_eq(mkfifo("fifo", 0600), 0);
  ck_no_error(suppressions_load(set, "fifo")); /* nobody writes: empty, and no wait */
  ck_assert_uint_eq(suppressions_size(set), 1);
}
END_TEST

START_TEST(a_silent_pipe_is_not_waited_for)
{
  ck_assert_int_eq(mkfifo("silent", 0600), 0);
  const int writer = open("silent", O_RDWR);
  ck_error_says(suppressions_load(set, "silent"), "silent: nothing comes from this pipe for 10 seconds");
  close(writer);
}
END_TEST

/* --- includes --- */

START_TEST(includes_are_relative_to_the_including_file)
{
  mkdir("sub", 0777);
  mkdir("search", 0777);
  write_file("main.supp", "include \"sub/a.supp\"\n#: include \"far.supp\"\n" ENTRY("main", "Memcheck:Free\nfun:f\n"));
  write_file("sub/a.supp", "#:include \"b.supp\"\r\n" ENTRY("a", "Memcheck:Free\nfun:f\n"));
  write_file("sub/b.supp", ENTRY("b", "Memcheck:Free\nfun:f\n"));
  write_file("search/far.supp", ENTRY("far", "Memcheck:Free\nfun:f\n"));
  ck_error_says(suppressions_load(set, "main.supp"), "main.supp:2: in an include: far.supp: cannot be opened: No such");
  suppressions_add_search_dir(set, "nowhere");
  ck_error_says(suppressions_load(set, "main.supp"),
                "main.supp:2: in an include: far.supp is neither next to the including file nor in a search directory");
  suppressions_add_search_dir(set, "search");
  ck_no_error(suppressions_load(set, "main.supp"));
  static const char *const names[] = {"b", "a", "far", "main"};
  ck_assert_uint_eq(suppressions_size(set), 4);
  for (size_t i = 0; i < 4; i++)
    ck_assert_str_eq(suppressions_at(set, i)->name, names[i]);
  ck_assert_str_eq(suppressions_at(set, 0)->file, "sub/b.supp");
}
END_TEST

START_TEST(errors_in_includes_show_the_chain)
{
  mkdir("sub", 0777);
  write_file("main.supp", "\ninclude \"sub/a.supp\"\n");
  write_file("sub/a.supp", "# x\n\n  include   \"b.supp\"  \n");
  write_file("sub/b.supp", "{\n}\n");
  ck_error_says(suppressions_load(set, "main.supp"),
                "main.supp:2: in an include: sub/a.supp:3: in an include: sub/b.supp:2: expected the entry's name");
  unlink("sub/b.supp");
  ck_error_says(suppressions_load(set, "main.supp"),
                "main.supp:2: in an include: sub/a.supp:3: in an include: sub/b.supp: cannot be opened: No such file");
  suppressions_add_search_dir(set, ".");
  write_file("b.supp", "include \"/dev\"");
  ck_error_says(suppressions_load(set, "main.supp"),
                "sub/a.supp:3: in an include: ./b.supp:1: in an include: /dev: is a directory");
}
END_TEST

START_TEST(cycles_are_refused)
{
  write_file("a.supp", "include \"b.supp\"\n");
  write_file("b.supp", "\ninclude \"./a.supp\"\n");
  ck_error_says(suppressions_load(set, "a.supp"),
                "a.supp:1: in an include: b.supp:2: in an include: ./a.supp includes itself");
  write_file("c.supp", "include \"c.supp\"\n");
  ck_error_says(suppressions_load(set, "c.supp"), "c.supp:1: in an include: c.supp includes itself");
}
END_TEST

/* Without care, 30 files that include the next one twice would be read a thousand million times. */
START_TEST(a_file_is_included_once)
{
  char name[32], text[64];
  for (int i = 0; i < 30; i++) {
    snprintf(name, sizeof name, "%d.supp", i);
    snprintf(text, sizeof text, "include \"%d.supp\"\ninclude \"%d.supp\"\n", i + 1, i + 1);
    write_file(name, text);
  }
  write_file("30.supp", ENTRY("deep", "Memcheck:Free\nfun:f\n"));
  ck_no_error(suppressions_load(set, "0.supp"));
  ck_assert_uint_eq(suppressions_size(set), 1);
}
END_TEST

START_TEST(includes_nest_to_a_limit)
{
  char name[32], text[64];
  for (int i = 0; i < 100; i++) {
    snprintf(name, sizeof name, "%d.supp", i);
    snprintf(text, sizeof text, "include \"%d.supp\"\n", i + 1);
    write_file(name, text);
  }
  ck_error_says(suppressions_load(set, "0.supp"), "includes nest more than 64 deep");
}
END_TEST

/* --- shipped and installed sets --- */

START_TEST(defaults_are_loaded)
{
  ck_no_error(suppressions_load_defaults(set, directory)); /* none of our own there */
  size_t without = suppressions_size(set);
  ck_assert_uint_gt(without, 0);
  write_file("default.supp", ENTRY("own", "Memcheck:Free\nfun:f\n"));
  ck_no_error(suppressions_load_defaults(set, directory));
  ck_assert_str_eq(suppressions_at(set, without)->name, "own");
  write_file("default.supp", "broken");
  ck_error_says(suppressions_load_defaults(set, directory), "default.supp:1: expected");
  ck_no_error(suppressions_load_defaults(set, NULL));
}
END_TEST

START_TEST(installed_files_are_found_by_name)
{
  suppressions_add_default_search_dirs(set, ".");
  write_file("own.supp", ENTRY("own", "Memcheck:Free\nfun:f\n"));
  mkdir("sub", 0777);
  write_file("sub/a.supp", "include \"own.supp\"\ninclude \"missing.supp\"\n");
  ck_error_says(suppressions_load(set, "sub/a.supp"), "sub/a.supp:2: in an include: missing.supp is neither");
  write_file("sub/a.supp", "include \"own.supp\"\n");
  ck_no_error(suppressions_load(set, "sub/a.supp"));
  ck_assert_uint_eq(suppressions_size(set), 1);
}
END_TEST

START_TEST(sets_are_included_by_name)
{
  ck_error_says(load_text("include <one>\n"), "there is no set <one>");
  suppressions_set_own_dir(set, "own");
  ck_error_says(load_text("include <one>\n"), "nor any other in own/sets");
  mkdir("own", 0777);
  mkdir("own/sets", 0777);
  write_file("own/sets/one.supp", ENTRY("one", "Memcheck:Free\nfun:f\n"));
  write_file("own/sets/two-2.supp", ENTRY("two", "Memcheck:Free\nfun:g\n"));
  ck_no_error(load_text("include <one>\n#: include   <two-2>\n"));
  ck_assert_uint_eq(suppressions_size(set), 2);
  ck_error_says(load_text("\ninclude <three>\n"),
                "a.supp:2: in an include: there is no set <three>; there are <one>, <two-2>");
  ck_error_says(load_text("include <../one>\n"), "or the name of a set in <>");
  ck_error_says(load_text("include <one\n"), "or the name of a set in <>");
  ck_error_says(load_text("include <>\n"), "or the name of a set in <>");
  ck_error_says(load_text("include <one> <two-2>\n"), "or the name of a set in <>");
}
END_TEST

static const char *const known_files[] = {
  "default.supp",
  "/usr/libexec/valgrind/default.supp",
  "/usr/lib/valgrind/debian.supp",
  "/usr/lib/valgrind/python3.supp",
  "/usr/lib/valgrind/ncurses.supp",
  "/usr/share/glib-2.0/valgrind/glib.supp",
};

START_TEST(known_files_are_read)
{
  char *own;
  ck_assert_int_gt(asprintf(&own, "%s/suppressions/default.supp", SOURCE_DIR), 0);
  const char *path = _i == 0 ? own : known_files[_i];
  if (access(path, F_OK) == 0) {
    ck_no_error(suppressions_load(set, path));
    ck_assert_uint_gt(suppressions_size(set), 0);
  } else {
    ck_assert_int_gt(_i, 0);
  }
  free(own);
}
END_TEST

#define COUNT(array) (int)(sizeof(array) / sizeof *(array))

static TCase *new_case(Suite *suite, const char *name)
{
  TCase *tests = tcase_create(name);
  tcase_add_checked_fixture(tests, set_up, tear_down);
  suite_add_tcase(suite, tests);
  return tests;
}

int main(void)
{
  Suite *suite = suite_create("suppressions: parser");
  TCase *accepted = new_case(suite, "accepted");
  tcase_add_test(accepted, entries_have_names_and_places);
  tcase_add_loop_test(accepted, files_may_hold_nothing, 0, COUNT(empty_files));
  tcase_add_test(accepted, carriage_returns_are_white_space);
  tcase_add_loop_test(accepted, entries_for_other_tools_are_skipped, 0, COUNT(tool_lists));
  tcase_add_loop_test(accepted, kinds_match_findings_of_their_kind_only, 0, COUNT(kinds));
  tcase_add_test(accepted, param_is_compared_with_its_line);
  tcase_add_test(accepted, fishy_value_is_compared_with_its_line_if_there_is_one);
  tcase_add_loop_test(accepted, leaks_match_the_kinds_listed, 0, COUNT(leak_lines));
  tcase_add_test(accepted, remarks_are_kept);
  tcase_add_test(accepted, callers_are_limited);
  tcase_add_test(accepted, a_frame_limit_cuts_entries);
  TCase *refused = new_case(suite, "refused");
  tcase_add_loop_test(refused, syntax_errors_say_what_was_expected, 0, COUNT(bad_texts));
  tcase_add_test(refused, nothing_is_kept_of_a_broken_file);
  tcase_add_test(refused, nul_bytes_are_refused);
  tcase_add_test(refused, endless_lines_are_refused);
  tcase_add_test(refused, every_beginning_of_a_file_is_safe);
  TCase *files = new_case(suite, "files");
  tcase_add_test(files, odd_files_are_refused);
  tcase_add_test(files, pipes_and_dev_null_are_read);
  tcase_add_test(files, a_silent_pipe_is_not_waited_for);
  tcase_set_timeout(files, 30);
  tcase_add_test(files, includes_are_relative_to_the_including_file);
  tcase_add_test(files, errors_in_includes_show_the_chain);
  tcase_add_test(files, cycles_are_refused);
  tcase_add_test(files, a_file_is_included_once);
  tcase_add_test(files, includes_nest_to_a_limit);
  tcase_add_test(files, defaults_are_loaded);
  tcase_add_test(files, installed_files_are_found_by_name);
  tcase_add_test(files, sets_are_included_by_name);
  tcase_add_loop_test(files, known_files_are_read, 0, COUNT(known_files));
  return unit_run(suite);
}

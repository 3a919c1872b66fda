/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files that are kept for the time when names are read from them: removed, replaced, cut off, and not what they
 * should be. */
#include "support/symbols_fixture.h"
#include "host/symbols/module_files.h"
#include "host/symbols/symbols.h"
#include "unit/unit.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Symbols that keep what is at `kept` for the module. */
static struct symbols *keep(const struct symbols_module *module, const char *kept)
{
  struct symbols_config config = support_config();
  struct symbols *symbols;
  int fd = open(support_path(kept), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ck_assert_int_ge(fd, 0);
  symbols_create(&config, &symbols);
  symbols_keep_file(symbols, module, fd);
  return symbols;
}

static const char *ask(struct symbols *symbols, const struct symbols_module *module, uint64_t offset)
{
  const struct frame *frames;
  size_t count;
  symbols_resolve(symbols, module, offset, &frames, &count);
  return support_text(frames, count);
}

/* What happens to the program before names are read from it. */
static const struct {
  const char *flags, *command;
} removals[] = {
  {"", "rm whole"},
  {"", "mv whole away && mkfifo whole"},
  {"", "mv whole away && mkdir whole"},
  {"", "mv whole away && ln -s /dev/zero whole"},
  {"", "mv whole away && echo text >whole"},
  {"", "gcc -O1 -g -x c -o new prog.c -Dinlined=other && mv new whole"},
  {"-Wl,--build-id=none", "rm whole"},
  {"-Wl,--build-id=none", "gcc -O1 -g -x c -Wl,--build-id=none -o new prog.c -Dinlined=other && mv new whole"},
};

START_TEST(kept_files_are_read)
{
  if (!support_build(removals[_i].flags))
    return;
  struct symbols_module module = support_module_by_sum("whole");
  uint64_t offset = support_offset("whole", "mark");
  struct symbols *symbols = keep(&module, "whole");
  ck_assert(support_run("%s", removals[_i].command));
  ck_assert_str_eq(ask(symbols, &module, offset), support_everything);
  ck_assert_str_eq(support_warnings, "");
  symbols_destroy(symbols);
}
END_TEST

static const char *const wrong_files[] = {
  "cp /bin/true wrong", "mkfifo wrong", "mkdir wrong", "ln -s /dev/zero wrong", ": >wrong", "head -c 1337 whole >wrong",
  "truncate -s 1T wrong",
};

/* What came along may be anything. */
START_TEST(kept_files_are_proved)
{
  if (!support_build("") || !support_run("%s", wrong_files[_i]))
    return;
  struct symbols_module module = support_module("whole");
  uint64_t offset = support_offset("whole", "mark");
  struct symbols *symbols = keep(&module, "wrong");
  ck_assert_str_eq(ask(symbols, &module, offset), _i == 5 ? support_nothing : support_everything);
  symbols_destroy(symbols);
}
END_TEST

/* A file that is cut off while it is mapped kills who reads it, which is not this process. */
START_TEST(cut_files_cost_names_only)
{
  if (!support_build(""))
    return;
  struct symbols_module module = support_module("whole");
  uint64_t offset = support_offset("whole", "mark"), later = support_offset("whole", "main");
  struct symbols *symbols = keep(&module, "whole");
  ck_assert_str_eq(ask(symbols, &module, offset), support_everything);
  ck_assert(support_run("truncate -s 1337 whole"));
  ck_assert_ptr_null(strstr(ask(symbols, &module, later + 1), "inlined"));
  ck_assert_str_eq(ask(symbols, &module, offset), support_everything);
  symbols_destroy(symbols);
}
END_TEST

START_TEST(files_that_cannot_be_read_have_no_names)
{
  struct symbols_config config = support_config();
  if (!support_build(""))
    return;
  struct symbols_module module = support_module("whole");
  uint64_t offset = support_offset("whole", "mark");
  struct symbols *symbols = keep(&module, "whole");
  ck_assert(support_run("chmod 755 . && chmod 000 whole"));
  if (geteuid() == 0)
    ck_assert_int_eq(seteuid(65534), 0);
  ck_assert_str_eq(ask(symbols, &module, offset), support_everything);
  symbols_destroy(symbols);
  symbols_create(&config, &symbols);
  ck_assert_str_eq(ask(symbols, &module, offset), support_nothing);
  symbols_destroy(symbols);
  ck_assert_ptr_nonnull(strstr(support_warnings, "cannot read"));
  ck_assert_int_eq(seteuid(getuid()), 0);
}
END_TEST

/* Keys are numbers here, and files temporary ones. */
static void keep_number(struct module_files *files, uint64_t number, int fd)
{
  struct byte_builder key = {0};
  builder_number(&key, number, 8);
  module_files_keep(files, &key, fd);
  builder_deinit(&key);
}

static int find_number(struct module_files *files, uint64_t number)
{
  struct byte_builder key = {0};
  builder_number(&key, number, 8);
  int fd = module_files_find(files, &key);
  builder_deinit(&key);
  return fd;
}

static int open_temporary(void)
{
  int fd = open(".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  return fd >= 0 ? fd : memfd_create("file", MFD_CLOEXEC);
}

START_TEST(files_that_are_not_met_are_closed)
{
  struct module_files *files = module_files_create(3);
  int fds[6];
  for (uint64_t i = 0; i < 6; i++)
    fds[i] = open_temporary();
  for (uint64_t i = 0; i < 3; i++)
    keep_number(files, i, fds[i]);
  ck_assert_int_eq(find_number(files, 0), fds[0]);
  keep_number(files, 3, fds[3]);
  ck_assert_int_eq(find_number(files, 1), -1);
  ck_assert_int_lt(fcntl(fds[1], F_GETFD), 0);
  keep_number(files, 2, fds[4]); /* the first stays */
  ck_assert_int_lt(fcntl(fds[4], F_GETFD), 0);
  keep_number(files, 5, fds[5]);
  ck_assert_int_eq(find_number(files, 0), -1);
  ck_assert_int_eq(find_number(files, 2), fds[2]);
  ck_assert_int_eq(find_number(files, 3), fds[3]);
  module_files_destroy(files);
  for (int i = 0; i < 6; i++)
    ck_assert_int_lt(fcntl(fds[i], F_GETFD), 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("symbols: kept files");
  TCase *tcase = tcase_create("files");
  tcase_add_checked_fixture(tcase, support_enter, support_leave);
  tcase_set_timeout(tcase, 60);
  tcase_add_loop_test(tcase, kept_files_are_read, 0, sizeof removals / sizeof *removals);
  tcase_add_loop_test(tcase, kept_files_are_proved, 0, sizeof wrong_files / sizeof *wrong_files);
  tcase_add_test(tcase, cut_files_cost_names_only);
  tcase_add_test(tcase, files_that_cannot_be_read_have_no_names);
  tcase_add_test(tcase, files_that_are_not_met_are_closed);
  suite_add_tcase(suite, tcase);
  return unit_run(suite);
}

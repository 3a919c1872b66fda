/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What terminals can do, and how wide they are. */
#include "host/base/terminal.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "unit/unit.h"

static int open_terminal(unsigned short columns)
{
  const int fd = posix_openpt(O_RDWR | O_NOCTTY);
  const struct winsize size = {.ws_row = 24, .ws_col = columns};
  ck_assert_int_ge(fd, 0);
  ck_assert_int_eq(ioctl(fd, TIOCSWINSZ, &size), 0);
  return fd;
}

START_TEST(colour_is_for_terminals_whose_users_want_it)
{
  const int terminal = open_terminal(80), file = open("/dev/null", O_WRONLY);
  setenv("TERM", "xterm", 1);
  unsetenv("NO_COLOR");
  ck_assert(terminal_has_colour(terminal));
  ck_assert(!terminal_has_colour(file));
  ck_assert(!terminal_has_colour(-1));
  setenv("NO_COLOR", "", 1);
  ck_assert(terminal_has_colour(terminal));
  setenv("NO_COLOR", "1", 1);
  ck_assert(!terminal_has_colour(terminal));
  unsetenv("NO_COLOR");
  setenv("TERM", "dumb", 1);
  ck_assert(!terminal_has_colour(terminal));
  unsetenv("TERM");
}
END_TEST

START_TEST(colour_can_be_forced)
{
  static const char *const variables[] = {"FORCE_COLOR", "CLICOLOR_FORCE"};
  const int file = open("/dev/null", O_WRONLY);
  for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
    setenv(variables[i], "1", 1);
    ck_assert(terminal_has_colour(file));
    ck_assert(!terminal_has_colour(-1));
    setenv("NO_COLOR", "1", 1);
    ck_assert(!terminal_has_colour(file));
    unsetenv("NO_COLOR");
    terminal_want_colour(TERMINAL_COLOUR_NEVER);
    ck_assert(!terminal_has_colour(file));
    terminal_want_colour(TERMINAL_COLOUR_AUTO);
    setenv(variables[i], "0", 1);
    ck_assert(!terminal_has_colour(file));
    unsetenv(variables[i]);
  }
  setenv("NO_COLOR", "1", 1);
  terminal_want_colour(TERMINAL_COLOUR_ALWAYS);
  ck_assert(terminal_has_colour(file));
  ck_assert(!terminal_has_colour(-1));
  terminal_want_colour(TERMINAL_COLOUR_AUTO);
  unsetenv("NO_COLOR");
}
END_TEST

START_TEST(columns_are_those_of_the_window_if_it_says)
{
  setenv("COLUMNS", "133", 1);
  ck_assert_uint_eq(terminal_columns(open_terminal(97)), 97);
  ck_assert_uint_eq(terminal_columns(open_terminal(0)), 133);
  setenv("COLUMNS", "-7", 1);
  ck_assert_uint_eq(terminal_columns(open_terminal(0)), 80);
  ck_assert_uint_eq(terminal_columns(open("/dev/null", O_WRONLY)), 0);
  ck_assert_uint_eq(terminal_columns(-1), 0);
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("terminal");
  TCase *tests = tcase_create("terminals");
  tcase_add_test(tests, colour_is_for_terminals_whose_users_want_it);
  tcase_add_test(tests, colour_can_be_forced);
  tcase_add_test(tests, columns_are_those_of_the_window_if_it_says);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}

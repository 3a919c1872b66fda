/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The screen is written as a whole and at once, each line with what clears the rest of it, so nothing flickers. Lines
 * are not wrapped by the terminal, which cuts them. */
#include "host/heap/top/full_screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "host/base/print.h"
#include "host/base/write_all.h"

#define ESCAPE "\033"

/* The second screen, no cursor, no wrapped lines; and back. */
static const char begin_text[] = ESCAPE "[?1049h" ESCAPE "[?25l" ESCAPE "[?7l" ESCAPE "[2J";
static const char end_text[] = ESCAPE "[?7h" ESCAPE "[?25h" ESCAPE "[?1049l";

static const int ending_signals[] = {SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE};
enum { ROWS_DEFAULT = 24, COLUMNS_DEFAULT = 80, ROWS_LEAST = 6, ESCAPE_MS = 50 };

static struct termios before;
static volatile sig_atomic_t is_taken;

bool full_screen_is_possible(void)
{
  const char *const terminal = getenv("TERM");
  return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

/* --- begin and end --- */

/* Also in a handler of a signal. */
void full_screen_end(void)
{
  if (!is_taken)
    return;
  is_taken = false;
  (void)write_all(STDOUT_FILENO, end_text, sizeof end_text - 1);
  (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
}

static void on_ending(int number)
{
  full_screen_end();
  (void)signal(number, SIG_DFL);
  (void)raise(number);
}

/* What it interrupts is what matters. */
static void on_resize(int number)
{
  (void)number;
}

static void catch (int number, void (*handler)(int))
{
  struct sigaction action = {.sa_handler = handler};
  sigemptyset(&action.sa_mask);
  (void)sigaction(number, &action, NULL);
}

void full_screen_begin(void)
{
  static bool is_registered;
  if (tcgetattr(STDIN_FILENO, &before) < 0)
    return;
  struct termios raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG | IEXTEN);
  raw.c_iflag &= ~(tcflag_t)(IXON | ICRNL);
  raw.c_cc[VMIN] = 0;
  raw.c_cc[VTIME] = 0;
  if (!is_registered)
    (void)atexit(full_screen_end);
  is_registered = true;
  for (size_t i = 0; i < sizeof ending_signals / sizeof *ending_signals; i++)
    catch (ending_signals[i], on_ending);
  catch (SIGWINCH, on_resize);
  is_taken = true;
  (void)tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
  (void)write_all(STDOUT_FILENO, begin_text, sizeof begin_text - 1);
}

/* --- what is shown --- */

void full_screen_size(unsigned *ret_rows, unsigned *ret_columns)
{
  struct winsize size = {0};
  (void)ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
  *ret_rows = size.ws_row > ROWS_LEAST ? size.ws_row : size.ws_row > 0 ? ROWS_LEAST : ROWS_DEFAULT;
  *ret_columns = size.ws_col > 0 ? size.ws_col : COLUMNS_DEFAULT;
}

void full_screen_show(const char *text)
{
  unsigned rows, columns;
  char *screen;
  size_t bytes;
  full_screen_size(&rows, &columns);
  FILE *const stream = print_begin(&screen, &bytes);
  fputs(ESCAPE "[H", stream);
  for (unsigned row = 0; row < rows && *text; row++) {
    const size_t line = strcspn(text, "\n");
    fprintf(stream, "%s%.*s" ESCAPE "[m" ESCAPE "[K", row > 0 ? "\r\n" : "", (int)line, text);
    text += line + (text[line] == '\n');
  }
  fputs(ESCAPE "[J", stream);
  screen = print_end(stream, &screen);
  (void)write_all(STDOUT_FILENO, screen, strlen(screen));
  free(screen);
}

/* --- keys --- */

static const struct {
  const char *bytes; /* after the escape character */
  enum full_screen_key key;
} sequences[] = {
  {"[A", KEY_UP},       {"OA", KEY_UP},         {"[B", KEY_DOWN}, {"OB", KEY_DOWN},
  {"[C", KEY_RIGHT},    {"OC", KEY_RIGHT},      {"[D", KEY_LEFT}, {"OD", KEY_LEFT},
  {"[5~", KEY_PAGE_UP}, {"[6~", KEY_PAGE_DOWN}, {"[H", KEY_HOME}, {"OH", KEY_HOME},
  {"[1~", KEY_HOME},    {"[F", KEY_END},        {"OF", KEY_END},  {"[4~", KEY_END},
};

static int given_back = -1; /* a byte; -1: none was */

/* One byte; -1: there is none for so long, -2: nobody is there. */
static int read_byte(int patience_ms)
{
  const int again = given_back;
  given_back = -1;
  if (again >= 0)
    return again;
  struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
  unsigned char byte;
  if (poll(&input, 1, patience_ms) <= 0)
    return -1;
  const ssize_t size = read(STDIN_FILENO, &byte, 1);
  if (size == 1)
    return byte;
  return size == 0 || errno != EINTR ? -2 : -1;
}

/* Of what begins with an escape character, up to the letter or tilde that ends it. Another key may follow Escape. */
static int read_sequence(void)
{
  char bytes[8] = "";
  for (size_t i = 0; i + 1 < sizeof bytes; i++) {
    const int byte = read_byte(ESCAPE_MS);
    if (i == 0 && byte != '[' && byte != 'O') {
      given_back = byte >= 0 ? byte : -1;
      return KEY_BACK;
    }
    if (byte < 0)
      break;
    bytes[i] = (char)byte;
    if (i > 0 && byte >= '@')
      break;
  }
  for (size_t i = 0; i < sizeof sequences / sizeof *sequences; i++)
    if (strcmp(bytes, sequences[i].bytes) == 0)
      return sequences[i].key;
  return KEY_NONE;
}

int full_screen_key(void)
{
  enum { CTRL_C = 3, BACKSPACE = 8, ESCAPE_CHARACTER = 27, DELETE = 127 };
  const int byte = read_byte(0);
  switch (byte) {
  case -2:
  case CTRL_C:
    return KEY_QUIT;
  case -1:
    return KEY_NONE;
  case '\r':
  case '\n':
    return KEY_ENTER;
  case BACKSPACE:
  case DELETE:
    return KEY_BACK;
  case ESCAPE_CHARACTER:
    return read_sequence();
  default:
    return byte;
  }
}

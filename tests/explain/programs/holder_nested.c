// SPDX-License-Identifier: GPL-2.0-or-later
// A window owns a document, which owns a text; only the window is freed.
// explain: 2001 freed in window_close @lost; block +8 from window_open @window; stored in window_open @document
// explain: 1337 indirect by holder; block +16 from document_open @document_new; stored in document_open @text
#include "explain.h"
#include <stdlib.h>

struct document {
  long length, position;
  char *text;
};
struct window {
  long width;
  struct document *document;
};

static NOIPA struct document *document_open(void)
{
  struct document *document = calloc(1, 2001); // @document_new
  document->text = malloc(1337);               // @text
  return document;
}

static NOIPA struct window *window_open(void)
{
  struct window *window = calloc(1, sizeof *window); // @window
  window->document = document_open();                // @document
  return window;
}

static NOIPA void window_close(struct window *window)
{
  free(window); // @lost
}

int main(void)
{
  window_close(window_open());
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One page that needs nothing else: report/html/page.html with style, script and data put in. Its content policy lets
 * nothing be loaded, and no script run but the one with this page's nonce. */
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "report/formats.h"
#include "report/html_data.h"

enum { NONCE_BYTES = 16 };

static const char page_html[] =
#include "report/html_page.inc"
  ;
static const char page_css[] =
#include "report/html_style.inc"
  ;
static const char page_js[] =
#include "report/html_script.inc"
  ;

struct page {
  const struct findings *findings;
  const struct format_options *options;
  FILE *output;
  char nonce[2 * NONCE_BYTES + 1];
};

static struct error *put_nonce(const struct page *page)
{
  fputs(page->nonce, page->output);
  return NULL;
}

static struct error *put_style(const struct page *page)
{
  fputs(page_css, page->output);
  return NULL;
}

static struct error *put_script(const struct page *page)
{
  fputs(page_js, page->output);
  return NULL;
}

static struct error *put_data(const struct page *page)
{
  return html_write_data(page->findings, page->options, page->output);
}

/* What stands in the page instead. */
static const struct {
  const char *mark;
  struct error *(*put)(const struct page *page);
} parts[] = {
  {"@NONCE@", put_nonce},
  {"@STYLE@", put_style},
  {"@SCRIPT@", put_script},
  {"@DATA@", put_data},
};

/* The part whose mark stands here; *ret_size is that of the mark. */
static struct error *(*part_at(const char *text, size_t *ret_size))(const struct page *page)
{
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (strncmp(text, parts[i].mark, strlen(parts[i].mark)) == 0) {
      *ret_size = strlen(parts[i].mark);
      return parts[i].put;
    }
  return NULL;
}

static struct error *put_page(const struct page *page)
{
  struct error *error = NULL;
  for (const char *at = page_html; *at && !error;) {
    size_t size = strcspn(at, "@");
    struct error *(*put)(const struct page *page) = size == 0 ? part_at(at, &size) : NULL;
    if (put)
      error = put(page);
    else
      fwrite(at, 1, size ? size : (size = 1), page->output);
    at += size;
  }
  return error;
}

struct error *format_html(const struct findings *findings, const struct format_options *options, FILE *output)
{
  struct page page = {.findings = findings, .options = options, .output = output};
  unsigned char random[NONCE_BYTES];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return error_errno(errno, "no random number for the page");
  for (size_t i = 0; i < sizeof random; i++)
    snprintf(&page.nonce[2 * i], 3, "%02x", random[i]);
  return put_page(&page);
}

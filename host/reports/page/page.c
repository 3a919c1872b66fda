/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The page is host/reports/page/html/page.html with styles, views, data and scripts put in. Its content policy lets
 * nothing be loaded, and no script run but those with this page's nonce. */
#include "host/reports/page/page.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "host/base/utf8.h"
#include "host/reports/page_parts.inc"

enum { NONCE_BYTES = 16 };

struct page {
  const struct page_part *parts;
  size_t count;
  struct page_frames *frames;
  FILE *output;
  char nonce[2 * NONCE_BYTES + 1];
};

json_t *page_text(const char *text)
{
  return page_short_text(text, PAGE_TEXT_BYTES);
}

json_t *page_short_text(const char *text, size_t max_bytes)
{
  if (!text)
    return json_null();
  char *line = utf8_line(text, max_bytes);
  json_t *value = json_string(line);
  free(line);
  return value;
}

json_t *page_shorter_text(const char *text, char *shorter)
{
  json_t *value = !shorter ? NULL : strcmp(text, shorter) == 0 ? json_null() : page_text(shorter);
  free(shorter);
  return value;
}

/* --- what stands in the page instead of marks --- */

static struct error *put_nonce(const struct page *page)
{
  fputs(page->nonce, page->output);
  return NULL;
}

static struct error *put_style(const struct page *page)
{
  fputs(page_css, page->output);
  for (size_t i = 0; i < page->count; i++)
    fputs(page->parts[i].view->style, page->output);
  return NULL;
}

/* In a block, names of a view's script are its own. */
static struct error *put_script(const struct page *page)
{
  fputs(page_js, page->output);
  for (size_t i = 0; i < page->count; i++)
    fprintf(page->output, "{\n%s}\n", page->parts[i].view->script);
  fputs("startPage();\n", page->output);
  return NULL;
}

static struct error *put_view(const struct page *page, const struct page_part *part)
{
  const struct page_view *view = part->view;
  fprintf(page->output, "<div class=\"view\" id=\"%s-view\" data-title=\"%s\" hidden>\n%s</div>\n", view->name,
          view->title, view->body);
  fprintf(page->output, "<script type=\"application/json\" id=\"%s-data\" nonce=\"%s\">\n", view->name, page->nonce);
  struct error *error = view->write(part->content, page->frames, &(struct json_output){page->output, true});
  fputs("</script>\n", page->output);
  return error;
}

static struct error *put_views(const struct page *page)
{
  struct error *error = NULL;
  for (size_t i = 0; i < page->count && !error; i++)
    error = put_view(page, &page->parts[i]);
  return error;
}

static struct error *put_data(const struct page *page)
{
  putc('{', page->output);
  page_frames_write(page->frames, &(struct json_output){page->output, true});
  fputs("}\n", page->output);
  return NULL;
}

static const struct {
  const char *mark;
  struct error *(*put)(const struct page *page);
} marks[] = {
  {"@NONCE@", put_nonce},
  {"@STYLE@", put_style},
  {"@SCRIPT@", put_script},
  {"@VIEWS@", put_views}, /* before the data, which has the frames that views have named */
  {"@DATA@", put_data},
};

/* What to put where a mark stands, and the mark's size; NULL: there is none here. */
static struct error *(*find_mark(const char *text, size_t *ret_size))(const struct page *page)
{
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (strncmp(text, marks[i].mark, strlen(marks[i].mark)) == 0) {
      *ret_size = strlen(marks[i].mark);
      return marks[i].put;
    }
  return NULL;
}

static struct error *put_page(const struct page *page)
{
  struct error *error = NULL;
  for (const char *at = page_html; *at && !error;) {
    size_t size = strcspn(at, "@");
    struct error *(*put)(const struct page *page) = size == 0 ? find_mark(at, &size) : NULL;
    if (put)
      error = put(page);
    else
      fwrite(at, 1, size ? size : (size = 1), page->output);
    at += size;
  }
  return error;
}

static struct error *make_nonce(struct page *page)
{
  unsigned char random[NONCE_BYTES];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return error_errno(errno, "no random number for the page");
  for (size_t i = 0; i < sizeof random; i++)
    snprintf(&page->nonce[2 * i], 3, "%02x", random[i]);
  return NULL;
}

struct error *page_write(const struct page_part *parts, size_t count, const struct format_options *options,
                         FILE *output)
{
  struct page page = {.parts = parts, .count = count, .output = output};
  struct error *error = make_nonce(&page);
  if (!error)
    page_frames_create(options, &page.frames);
  if (!error)
    error = put_page(&page);
  page_frames_destroy(page.frames);
  return error;
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One page that needs nothing else: report/formats/html/page.html with style, script and data put in. Its content policy lets
 * nothing be loaded, and no script run but the one with this page's nonce. */
#include <errno.h>
#include <string.h>
#include <sys/random.h>

#include "report/formats/formats.h"
#include "report/formats/html_data.h"
#include "report/formats/page_view.h"

enum { NONCE_BYTES = 16 };

static const char page_html[] =
#include "report/html_page.inc"
  ;
static const char findings_html[] =
#include "report/html_findings.inc"
  ;
static const char page_css[] =
#include "report/html_style.inc"
  ;
static const char page_js[] =
#include "report/html_script.inc"
  ;
static const char start_js[] =
#include "report/html_start.inc"
  ;

static const struct page_view *used_section;

struct page {
  const struct findings *findings;     /* NULL: none are shown */
  const struct format_options *options;
  const struct page_view *section;  /* NULL: there is none */
  void *view;                          /* of the section */
  struct page_frames *frames;
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
  if (page->section)
    fputs(page->section->style, page->output);
  return NULL;
}

static struct error *put_script(const struct page *page)
{
  fputs(page_js, page->output);
  if (page->section)
    fprintf(page->output, "{\n%s}\n", page->section->script); /* its names are its own */
  fputs(start_js, page->output);
  return NULL;
}

static struct error *put_section(const struct page *page)
{
  const struct page_view *section = page->section;
  fprintf(page->output, "<div class=\"view\" id=\"%s-view\" data-title=\"%s\" hidden>\n%s</div>\n", section->name,
          section->title, section->body);
  fprintf(page->output, "<script type=\"application/json\" id=\"%s-data\" nonce=\"%s\">\n", section->name,
          page->nonce);
  struct error *error = section->write(page->view, page->frames, &(struct json_output){page->output, true});
  fputs("</script>\n", page->output);
  return error;
}

static struct error *put_views(const struct page *page)
{
  if (page->findings)
    fputs(findings_html, page->output);
  return page->section ? put_section(page) : NULL;
}

static struct error *put_data(const struct page *page)
{
  return html_write_data(page->findings, page->options, page->frames, page->output);
}

/* What stands in the page instead. */
static const struct {
  const char *mark;
  struct error *(*put)(const struct page *page);
} parts[] = {
  {"@NONCE@", put_nonce},
  {"@STYLE@", put_style},
  {"@SCRIPT@", put_script},
  {"@VIEWS@", put_views}, /* before the data, as the frames of all of them are there */
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

static struct error *make_nonce(struct page *page)
{
  unsigned char random[NONCE_BYTES];
  if (getrandom(random, sizeof random, 0) != sizeof random)
    return error_errno(errno, "no random number for the page");
  for (size_t i = 0; i < sizeof random; i++)
    snprintf(&page->nonce[2 * i], 3, "%02x", random[i]);
  return NULL;
}

static struct error *write_page(struct page *page)
{
  struct error *error = make_nonce(page);
  if (!error)
    error = page_frames_create(page->options, &page->frames);
  if (!error)
    error = put_page(page);
  page_frames_destroy(page->frames);
  return error;
}

struct error *format_html(const struct findings *findings, const struct format_options *options, FILE *output)
{
  struct page page = {.findings = findings, .options = options, .output = output};
  struct error *error = used_section ? used_section->open(findings, options, &page.view) : NULL;
  if (error)
    return error;
  page.section = page.view ? used_section : NULL;
  error = write_page(&page);
  if (page.view)
    used_section->close(page.view);
  return error;
}

void page_use_view(const struct page_view *section)
{
  used_section = section;
}

struct error *page_write(const struct page_view *section, void *view, const struct format_options *options,
                                 FILE *output)
{
  return write_page(&(struct page){.section = section, .view = view, .options = options, .output = output});
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and messages come from files and programs and may hold any bytes, while XML files may only hold UTF-8 without
 * most control characters. What does not belong is written as the text report does. */
#include <stdarg.h>
#include <string.h>

#include "host/base/ci_commands.h"
#include "host/base/plain_text.h"
#include "host/reports/xml/xml.h"

void xml_put(struct xml *xml, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vfprintf(xml->config.output, format, arguments);
  va_end(arguments);
}

/* Give what is written of each character to `put`; XML knows of line ends and tabs. */
static void put_characters(struct xml *xml, const char *text, size_t size,
                           void (*put)(struct xml *xml, const char *character, size_t bytes))
{
  struct job_line line = {0};
  char shown[PLAIN_SHOWN_BYTES];
  for (size_t bytes; size > 0; text += bytes, size -= bytes) {
    bytes = plain_character(text, size, shown);
    if (*text == '\n' || *text == '\t')
      snprintf(shown, sizeof shown, "%c", *text);
    if (job_line_completes(&line, shown, strlen(shown), size > bytes ? text[bytes] : '\0'))
      snprintf(shown, sizeof shown, "\\x%02x", *text);
    put(xml, shown, strlen(shown));
  }
}

static void put_escaped(struct xml *xml, const char *text, size_t bytes)
{
  for (size_t i = 0; i < bytes; i++) {
    const char c = text[i], *entity = c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : NULL;
    if (entity)
      fputs(entity, xml->config.output);
    else
      putc(c, xml->config.output);
  }
}

static void put_plain(struct xml *xml, const char *character, size_t bytes)
{
  fwrite(character, 1, bytes, xml->config.output);
}

void xml_text_of_size(struct xml *xml, const char *text, size_t size)
{
  put_characters(xml, text, size, put_escaped);
}

void xml_text(struct xml *xml, const char *text)
{
  xml_text_of_size(xml, text, strlen(text));
}

void xml_element(struct xml *xml, int indent, const char *name, const char *text)
{
  xml_put(xml, "%*s<%s>", indent, "", name);
  xml_text(xml, text);
  xml_put(xml, "</%s>\n", name);
}

void xml_number(struct xml *xml, int indent, const char *name, uint64_t number)
{
  xml_put(xml, "%*s<%s>%llu</%s>\n", indent, "", name, (unsigned long long)number, name);
}

/* A section ends at "]]>": where the text has that, one ends after the brackets and another begins. */
void xml_cdata(struct xml *xml, const char *text, size_t size)
{
  static const char mark[] = "]]>";
  const char *end = text + size, *found;
  xml_put(xml, "<![CDATA[");
  while ((found = memmem(text, (size_t)(end - text), mark, strlen(mark)))) {
    put_characters(xml, text, (size_t)(found + 2 - text), put_plain);
    xml_put(xml, "]]><![CDATA[");
    text = found + 2;
  }
  put_characters(xml, text, (size_t)(end - text), put_plain);
  xml_put(xml, "]]>");
}

static void put_in_comment(struct xml *xml, const char *character, size_t bytes)
{
  if (*character == '-')
    fputs("~", xml->config.output);
  else
    put_plain(xml, character, bytes);
}

/* Two hyphens would end it. */
void xml_comment(struct xml *xml, const char *text)
{
  xml_put(xml, "<!-- ");
  put_characters(xml, text, strlen(text), strstr(text, "--") ? put_in_comment : put_plain);
  xml_put(xml, " -->\n");
}

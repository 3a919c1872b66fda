/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and messages come from files and programs and may hold any bytes, while XML files may only hold UTF-8 without
 * most control characters. What does not belong is replaced byte by byte, as the text report does. */
#include <stdarg.h>
#include <string.h>

#include "base/utf8.h"
#include "report/xml/xml.h"

void xml_put(struct xml *xml, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vfprintf(xml->config.output, format, arguments);
  va_end(arguments);
}

/* The bytes of the character that begins here, as UTF-8; 0: none does, or one that XML does not allow. The text need
 * not end with a NUL, by which utf8_character() knows where to stop. */
static size_t character_bytes(const char *text, size_t size)
{
  char piece[5] = "";
  memcpy(piece, text, size < sizeof piece - 1 ? size : sizeof piece - 1);
  const size_t bytes = utf8_character(piece);
  if (bytes == 1)
    return (unsigned char)*piece >= 0x20 || *piece == '\t' || *piece == '\n';
  return bytes == 3 && (memcmp(piece, "\xef\xbf\xbe", 3) == 0 || memcmp(piece, "\xef\xbf\xbf", 3) == 0) ? 0 : bytes;
}

/* Give each character to `put`; one that may not stand in the file becomes '?', or U+FFFD when it is no ASCII. */
static void put_characters(struct xml *xml, const char *text, size_t size,
                 void (*put)(struct xml *xml, const char *character, size_t bytes))
{
  while (size > 0) {
    size_t bytes = character_bytes(text, size);
    if (bytes > 0)
      put(xml, text, bytes);
    else
      put(xml, *text & 0x80 ? UTF8_REPLACEMENT : "?", *text & 0x80 ? strlen(UTF8_REPLACEMENT) : 1);
    text += bytes ? bytes : 1;
    size -= bytes ? bytes : 1;
  }
}

static void put_escaped(struct xml *xml, const char *character, size_t bytes)
{
  const char *entity = *character == '&' ? "&amp;" : *character == '<' ? "&lt;" : *character == '>' ? "&gt;" : NULL;
  if (entity)
    fputs(entity, xml->config.output);
  else
    fwrite(character, 1, bytes, xml->config.output);
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

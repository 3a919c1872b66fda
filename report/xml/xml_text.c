/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and messages come from files and programs and may hold any bytes, while XML files may only hold UTF-8 without most
 * control characters. What does not belong is replaced byte by byte, as the text report does. */
#include <stdarg.h>
#include <string.h>

#include "report/xml/xml.h"

#define REPLACEMENT "\xef\xbf\xbd" /* U+FFFD */

void xml_put(struct xml *xml, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  vfprintf(xml->config.output, format, arguments);
  va_end(arguments);
}

/* The bytes of the character that begins here, as UTF-8; 0: none does, or one that XML does not allow. */
static size_t character_bytes(const unsigned char *text, size_t size)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t bytes = text[0] < 0x80 ? 1 : text[0] >= 0xf0 ? 4 : text[0] >= 0xe0 ? 3 : 2;
  if (bytes == 1)
    return text[0] >= 0x20 || text[0] == '\t' || text[0] == '\n';
  if (text[0] < 0xc2 || text[0] > 0xf4 || size < bytes)
    return 0;
  uint32_t code = text[0] & (0x7f >> bytes);
  for (size_t i = 1; i < bytes; i++) {
    if ((text[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (text[i] & 0x3f);
  }
  bool is_allowed = code >= least[bytes] && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
                    && code != 0xfffe && code != 0xffff;
  return is_allowed ? bytes : 0;
}

/* Give each character to `put`; one that may not stand in the file becomes '?', or U+FFFD when it is no ASCII. */
static void put_characters(struct xml *xml, const char *text, size_t size,
                 void (*put)(struct xml *xml, const char *character, size_t bytes))
{
  while (size > 0) {
    size_t bytes = character_bytes((const unsigned char *)text, size);
    if (bytes > 0)
      put(xml, text, bytes);
    else
      put(xml, *text & 0x80 ? REPLACEMENT : "?", *text & 0x80 ? strlen(REPLACEMENT) : 1);
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

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text of others, made harmless. */
#include "host/base/plain_text.h"

#include <stdbool.h>

#include "host/base/plain_stream.h"
#include "host/base/print.h"
#include "unit/unit.h"

/* --- text of others on a line --- */

static const struct {
  const char *text, *shown;
} texts[] = {
  {"plain", "plain"},
  {"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \xe2\x9c\x94\xef\xb8\x8f",
   "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80 \xe2\x9c\x94\xef\xb8\x8f"},
  {"\x1b[31m\r\n\t\x7f", "\\x1b[31m\\x0d\\x0a\\x09\\x7f"},
  {"\x9b"
   "0m \x9d"
   "0;title\x9c",
   "\\x9b0m \\x9d0;title\\x9c"},
  {"\xc2\x80\xc2\x9b\xc2\x9f\xc2\xa0", "<U+0080><U+009B><U+009F>\xc2\xa0"},
  {"a\xe2\x80\xae"
   "b\xe2\x81\xa6\xe2\x81\xa9",
   "a<U+202E>b<U+2066><U+2069>"},
  {"\xd8\x9c\xe2\x80\x8b\xe2\x80\x8f\xe2\x80\xa8\xef\xbb\xbf", "<U+061C><U+200B><U+200F><U+2028><U+FEFF>"},
  {"\xf3\xa0\x80\x81\xf3\xa0\x87\xaf\xef\xbf\xbe\xf0\x9f\xbf\xbf", "<U+E0001><U+E01EF><U+FFFE><U+1FFFF>"},
  {"\xe3\x85\xa4\xef\xbe\xa0\xc2\xad", "<U+3164><U+FFA0><U+00AD>"},
  {"\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xc3", "\\xc0\\xaf\\xed\\xa0\\x80\\xf4\\x90\\x80\\x80\\xc3"},
  {"", ""},
};

START_TEST(what_cannot_be_seen_is_named)
{
  char *shown;
  size_t size;
  FILE *stream = open_memstream(&shown, &size);
  plain_text_put(texts[_i].text, stream);
  fclose(stream);
  ck_assert_str_eq(shown, texts[_i].shown);
  free(shown);
}
END_TEST

START_TEST(words_for_a_shell_stay_words)
{
  char *shown;
  size_t size;
  FILE *stream = open_memstream(&shown, &size);
  plain_text_put_word("it's \x9b", stream);
  fclose(stream);
  ck_assert_str_eq(shown, "'it'\\''s \\x9b'");
  free(shown);
}
END_TEST

START_TEST(messages_keep_their_lines)
{
  struct error *error = error_format("%s: no\n\tway", "a\x9b\x1b[2J");
  ck_assert_str_eq(error_message(error), "a\\x9b\\x1b[2J: no\n\tway");
  error_free(error);
}
END_TEST

/* --- streams --- */

static char *through_stream(const char *const *pieces)
{
  char *text;
  size_t size;
  FILE *output = open_memstream(&text, &size), *stream;
  plain_stream_open(output, &stream);
  setvbuf(stream, NULL, _IONBF, 0);
  for (; *pieces; pieces++)
    fputs(*pieces, stream);
  ck_assert_int_eq(fclose(stream), 0);
  return print_end(output, &text);
}

static const struct {
  const char *pieces[5], *written;
} outputs[] = {
  {{"\x1b[1;31mred\x1b[m\n\tline\n"}, "\x1b[1;31mred\x1b[m\n\tline\n"},
  {{"\xe2", "\x82", "\xac\xc3"}, "\xe2\x82\xac\\xc3"},
  {{"\x1b[1", ";31m", "\x1b"}, "\x1b[1;31m\\x1b"},
  {{"\x1b[8mhidden\x1b[2J\r"}, "\\x1b[8mhidden\\x1b[2J\\x0d"},
  {{"\x9b", "\xc2", "\x9b\xe2\x80\xae"}, "\\x9b<U+009B><U+202E>"},
  {{"::error ::x\n a::b\n"}, ":\\x3aerror ::x\n a::b\n"},
  {{" \t\xc2\xa0\xe3\x80\x80:", ":stop\n", "\x1b[1m::x"}, " \t\xc2\xa0\xe3\x80\x80:\\x3astop\n\x1b[1m:\\x3ax"},
  {{"  ::: place\n::", "", ": a\n::\n::"}, "  ::: place\n::: a\n::\n::"},
  {{": ::x\n:x:y\n"}, ": ::x\n:x:y\n"},
  {{"a ##[error]b ##", "vso[x] ###teamcity[ #[ ##-[\n"},
   "a ##\\x5berror]b ##vso\\x5bx] ###teamcity\\x5b #[ ##-[\n"},
};

START_TEST(nothing_leaves_that_steers_the_reader)
{
  char *written = through_stream(outputs[_i].pieces);
  ck_assert_str_eq(written, outputs[_i].written);
  free(written);
}
END_TEST

static bool is_plain_byte(unsigned char byte)
{
  return byte == '\n' || byte == '\t' || (byte >= 0x20 && byte != 0x7f);
}

START_TEST(all_pairs_of_bytes_are_written_as_text)
{
  for (unsigned pair = 0; pair < 0x10000; pair++) {
    const char bytes[] = {(char)(pair >> 8), (char)pair};
    struct plain_filter filter = {0};
    char rest[PLAIN_REST_BYTES];
    size_t size, rest_size;
    char *text = plain_filter_take(&filter, bytes, sizeof bytes, &size);
    rest_size = plain_filter_end(&filter, rest);
    for (size_t i = 0; i < size; i++)
      ck_assert(is_plain_byte((unsigned char)text[i]));
    for (size_t i = 0; i < rest_size; i++)
      ck_assert(is_plain_byte((unsigned char)rest[i]) && !(rest[i] & 0x80));
    free(text);
  }
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("plain_text");
  TCase *tests = tcase_create("text of others");
  tcase_add_loop_test(tests, what_cannot_be_seen_is_named, 0, sizeof texts / sizeof *texts);
  tcase_add_test(tests, words_for_a_shell_stay_words);
  tcase_add_test(tests, messages_keep_their_lines);
  tcase_add_loop_test(tests, nothing_leaves_that_steers_the_reader, 0, sizeof outputs / sizeof *outputs);
  tcase_add_test(tests, all_pairs_of_bytes_are_written_as_text);
  suite_add_tcase(suite, tests);
  return unit_run(suite);
}

/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Encoder, reader and dump of the frame format. What is said of one kind is checked for every kind of the table:
 * samples are filled, compared and re-encoded by code made from it. */
#include "unit/unit.h"

#include <stdbool.h>
#include <string.h>

#include "host/record/dump.h"
#include "host/record/frame_reader.h"

enum { STREAM_MAX_BYTES = 1 << 16, LIST_MAX_ITEMS = 8, KINDS_MAX = 64 };

/* --- samples --- */

static uint64_t random_state;

static uint64_t random_number(void)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  uint64_t value = random_state ^ (random_state >> 29);
  return value >> (value % 64); /* all lengths of LEB128 */
}

static const char text[] = "a \"b\"\\\n\0\xff/usr/lib/x86_64-linux-gnu/libc.so.6";

static struct record_string random_string(void)
{
  size_t start = random_number() % (sizeof text / 2);
  return (struct record_string){text + start, random_number() % (sizeof text - start)};
}

static struct record_numbers random_numbers(void)
{
  static uint64_t items[KINDS_MAX][LIST_MAX_ITEMS];
  static size_t next;
  uint64_t *list = items[next++ % KINDS_MAX];
  for (size_t i = 0; i < LIST_MAX_ITEMS; i++)
    list[i] = random_number();
  return (struct record_numbers){list, random_number() % (LIST_MAX_ITEMS + 1)};
}

static struct record_strings random_strings(void)
{
  static struct record_string items[KINDS_MAX][LIST_MAX_ITEMS];
  static size_t next;
  struct record_string *list = items[next++ % KINDS_MAX];
  for (size_t i = 0; i < LIST_MAX_ITEMS; i++)
    list[i] = random_string();
  return (struct record_strings){list, random_number() % (LIST_MAX_ITEMS + 1)};
}

#define FRAME(NAME, name, number)                              \
  static void sample_##name(struct record_frame *ret)          \
  {                                                            \
    struct record_##name *frame = &ret->name;                  \
    ret->kind = RECORD_##NAME;
#define U64(f) frame->f = random_number();
#define STR(f) frame->f = random_string();
#define U64S(f) frame->f = random_numbers();
#define STRS(f) frame->f = random_strings();
#define END(NAME, name) }
#include "shared/record/frame_kinds.def"

static bool same_string(struct record_string a, struct record_string b)
{
  return a.size == b.size && memcmp(a.data, b.data, a.size) == 0;
}

static bool same_numbers(struct record_numbers a, struct record_numbers b)
{
  return a.count == b.count && memcmp(a.items, b.items, a.count * sizeof *a.items) == 0;
}

static bool same_strings(struct record_strings a, struct record_strings b)
{
  for (size_t i = 0; a.count == b.count && i < a.count; i++)
    if (!same_string(a.items[i], b.items[i]))
      return false;
  return a.count == b.count;
}

#define FRAME(NAME, name, number)                                                              \
  static bool same_##name(const struct record_frame *frame_a, const struct record_frame *frame_b) \
  {                                                                                            \
    const struct record_##name *a = &frame_a->name, *b = &frame_b->name;                       \
    return frame_a->kind == frame_b->kind
#define U64(f) &&a->f == b->f
#define STR(f) &&same_string(a->f, b->f)
#define U64S(f) &&same_numbers(a->f, b->f)
#define STRS(f) &&same_strings(a->f, b->f)
#define END(NAME, name) \
  ;                     \
  }
#include "shared/record/frame_kinds.def"

#define FRAME(NAME, name, number)                                                          \
  static void encode_##name(struct record_encoder *encoder, const struct record_frame *frame) \
  {                                                                                        \
    record_put_##name(encoder, &frame->name);                                              \
  }
#include "shared/record/frame_kinds.def"

static const struct kind {
  const char *name;
  unsigned number;
  void (*sample)(struct record_frame *ret);
  void (*encode)(struct record_encoder *encoder, const struct record_frame *frame);
  bool (*same)(const struct record_frame *a, const struct record_frame *b);
} kinds[] = {
#define FRAME(NAME, name, number) {#NAME, number, sample_##name, encode_##name, same_##name},
#include "shared/record/frame_kinds.def"
};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

/* A stream under construction. */
struct stream {
  unsigned char data[STREAM_MAX_BYTES];
  struct record_encoder encoder;
};

static void stream_init(struct stream *stream)
{
  stream->encoder = (struct record_encoder){stream->data, sizeof stream->data, 0};
  record_put_header(&stream->encoder);
}

/* Append a frame with any payload whose checksum is right. */
static void put_raw_frame(struct stream *stream, unsigned kind, const void *payload, size_t size)
{
  unsigned char *frame = stream->data + stream->encoder.size;
  memset(frame, 0, RECORD_FRAME_HEAD_BYTES);
  for (unsigned i = 0; i < 4; i++)
    frame[i] = (unsigned char)(size >> (8 * i));
  frame[4] = (unsigned char)kind;
  frame[5] = (unsigned char)(kind >> 8);
  memcpy(frame + RECORD_FRAME_HEAD_BYTES, payload, size);
  uint32_t crc = record_crc32(0, frame, RECORD_FRAME_HEAD_BYTES + size);
  for (unsigned i = 0; i < 4; i++)
    frame[RECORD_FRAME_HEAD_BYTES + size + i] = (unsigned char)(crc >> (8 * i));
  stream->encoder.size += RECORD_FRAME_HEAD_BYTES + size + RECORD_FRAME_TAIL_BYTES;
}

static struct record_reader *new_reader(void)
{
  struct record_reader *reader;
  record_reader_create("run.rec", &reader);
  return reader;
}

static struct record_reader *reader_of(const struct stream *stream)
{
  struct record_reader *reader = new_reader();
  record_reader_feed(reader, stream->data, stream->encoder.size);
  return reader;
}

static bool next(struct record_reader *reader, struct record_frame *ret)
{
  bool found;
  ck_no_error(record_reader_next(reader, &found, ret));
  return found;
}

static struct error *next_error(struct record_reader *reader)
{
  bool found;
  struct record_frame frame;
  return record_reader_next(reader, &found, &frame);
}

/* --- good streams --- */

START_TEST(every_kind_comes_back)
{
  for (unsigned round = 0; round < 100; round++) {
    const struct kind *kind = &kinds[_i];
    struct stream stream;
    struct record_frame sent, got;
    random_state = round;
    kind->sample(&sent);
    stream_init(&stream);
    kind->encode(&stream.encoder, &sent);
    ck_assert_uint_le(stream.encoder.size, sizeof stream.data);
    struct record_reader *reader = reader_of(&stream);
    ck_assert(next(reader, &got));
    ck_assert_msg(kind->same(&sent, &got), "%s differs", kind->name);
    ck_assert_uint_eq(got.offset, RECORD_HEADER_BYTES);
    ck_assert(!next(reader, &got));
    ck_assert(!record_reader_is_cut(reader));
    ck_assert_uint_eq(record_reader_offset(reader), stream.encoder.size);
    record_reader_destroy(reader);
  }
}
END_TEST

/* All kinds in one stream; returns where each frame begins, and the end as the last. */
static void all_kinds(struct stream *stream, struct record_frame *sent, size_t *offsets)
{
  random_state = 1;
  stream_init(stream);
  for (size_t i = 0; i < KIND_COUNT; i++) {
    offsets[i] = stream->encoder.size;
    kinds[i].sample(&sent[i]);
    kinds[i].encode(&stream->encoder, &sent[i]);
  }
  offsets[KIND_COUNT] = stream->encoder.size;
}

START_TEST(bytes_may_come_one_by_one)
{
  struct stream stream;
  struct record_frame sent[KIND_COUNT], got;
  size_t offsets[KIND_COUNT + 1], taken = 0;
  all_kinds(&stream, sent, offsets);
  struct record_reader *reader = new_reader();
  for (size_t i = 0; i < stream.encoder.size; i++) {
    record_reader_feed(reader, stream.data + i, 1);
    bool whole = i + 1 == offsets[taken + 1];
    ck_assert(next(reader, &got) == whole);
    if (whole) {
      ck_assert_uint_eq(got.offset, offsets[taken]);
      ck_assert(kinds[taken].same(&sent[taken], &got));
      taken++;
    }
    ck_assert(record_reader_is_cut(reader) == (i + 1 != offsets[taken]));
  }
  ck_assert_uint_eq(taken, KIND_COUNT);
  record_reader_destroy(reader);
}
END_TEST

START_TEST(a_slow_consumer_costs_no_quadratic_time)
{
  struct stream stream;
  struct record_frame frame;
  enum { FRAMES = UNIT_TRIALS(200000) };
  stream_init(&stream);
  struct record_reader *reader = reader_of(&stream);
  stream.encoder.size = 0;
  record_put_fork(&stream.encoder, &(struct record_fork){.child_pid = 1234});
  for (size_t i = 0; i < FRAMES; i++) {
    record_reader_feed(reader, stream.data, stream.encoder.size);
    if (i > FRAMES / 2)
      ck_assert(next(reader, &frame));
  }
  record_reader_destroy(reader);
}
END_TEST

START_TEST(missing_fields_are_zero_and_extra_bytes_ignored)
{
  struct stream stream;
  struct record_frame got;
  stream_init(&stream);
  put_raw_frame(&stream, RECORD_ERROR, "\x07\x02", 2);
  put_raw_frame(&stream, RECORD_START, "", 0);
  put_raw_frame(&stream, RECORD_FORK, "\x05later fields", 13);
  struct record_reader *reader = reader_of(&stream);
  ck_assert(next(reader, &got));
  ck_assert_uint_eq(got.error.id, 7);
  ck_assert_uint_eq(got.error.kind, 2);
  ck_assert_uint_eq(got.error.place_frame, 0);
  ck_assert_uint_eq(got.error.text.size, 0);
  ck_assert(next(reader, &got));
  ck_assert_uint_eq(got.start.argv.count, 0);
  ck_assert(next(reader, &got));
  ck_assert_uint_eq(got.fork.child_pid, 5);
  record_reader_destroy(reader);
}
END_TEST

START_TEST(unknown_kinds_are_skipped)
{
  struct stream stream;
  struct record_frame got;
  stream_init(&stream);
  put_raw_frame(&stream, 999, "???", 3);
  put_raw_frame(&stream, 0, "", 0);
  put_raw_frame(&stream, RECORD_FORK, "\x05", 1);
  put_raw_frame(&stream, 65535, "", 0);
  struct record_reader *reader = reader_of(&stream);
  ck_assert(next(reader, &got));
  ck_assert_uint_eq(got.kind, RECORD_FORK);
  ck_assert(!next(reader, &got));
  ck_assert(!record_reader_is_cut(reader));
  record_reader_destroy(reader);
}
END_TEST

START_TEST(later_minor_versions_are_read)
{
  struct stream stream;
  struct record_frame got;
  stream_init(&stream);
  stream.data[10] = RECORD_MINOR + 1;
  stream.data[12] = RECORD_HEADER_BYTES + 8; /* a header that has grown */
  memset(stream.data + RECORD_HEADER_BYTES, 0xee, 8);
  stream.encoder.size += 8;
  put_raw_frame(&stream, RECORD_FORK, "\x05", 1);
  struct record_reader *reader = reader_of(&stream);
  ck_assert(next(reader, &got));
  ck_assert_uint_eq(got.fork.child_pid, 5);
  record_reader_destroy(reader);
}
END_TEST

START_TEST(encoder_counts_what_does_not_fit)
{
  unsigned char small[40], large[STREAM_MAX_BYTES];
  struct record_frame sent;
  random_state = (uint64_t)_i;
  kinds[_i].sample(&sent);
  struct record_encoder enough = {large, sizeof large, 0};
  kinds[_i].encode(&enough, &sent);
  for (size_t capacity = 0; capacity < sizeof small; capacity++) {
    memset(small, 0xaa, sizeof small);
    struct record_encoder cramped = {small, capacity, 0};
    kinds[_i].encode(&cramped, &sent);
    ck_assert_uint_eq(cramped.size, enough.size);
    for (size_t i = capacity; i < sizeof small; i++)
      ck_assert_uint_eq(small[i], 0xaa);
  }
}
END_TEST

/* --- bad streams --- */

START_TEST(a_cut_stream_gives_its_whole_frames)
{
  struct stream stream;
  struct record_frame sent[KIND_COUNT], got;
  size_t offsets[KIND_COUNT + 1];
  all_kinds(&stream, sent, offsets);
  for (size_t cut = 0, whole = 0; cut <= stream.encoder.size; cut++) {
    while (whole < KIND_COUNT && offsets[whole + 1] <= cut)
      whole++;
    struct record_reader *reader = new_reader();
    record_reader_feed(reader, stream.data, cut);
    for (size_t i = 0; i < whole; i++)
      ck_assert(next(reader, &got) && kinds[i].same(&sent[i], &got));
    ck_assert(!next(reader, &got));
    ck_assert(record_reader_is_cut(reader) == (cut != offsets[whole]));
    record_reader_destroy(reader);
  }
}
END_TEST

START_TEST(other_files_are_refused)
{
  struct record_reader *reader = new_reader();
  record_reader_feed(reader, "#!/bin/sh", 9); /* less than a header is enough to tell */
  ck_error_says(next_error(reader), "run.rec: not a Seep record");
  ck_error_says(next_error(reader), "run.rec: not a Seep record");
  record_reader_destroy(reader);
}
END_TEST

static void check_header_refused(size_t offset, unsigned char value, const char *part)
{
  struct stream stream;
  stream_init(&stream);
  stream.data[offset] = value;
  struct record_reader *reader = reader_of(&stream);
  ck_error_says(next_error(reader), part);
  record_reader_destroy(reader);
}

START_TEST(other_headers_are_refused)
{
  check_header_refused(8, RECORD_MAJOR + 1, "record format 2, but this Seep reads format 1");
  check_header_refused(12, RECORD_HEADER_BYTES - 1, "damaged header");
  check_header_refused(15, 0xff, "damaged header");
  check_header_refused(16, 4, "damaged header");
}
END_TEST

/* Whether the stream, damaged in some way, gives no frame but the ones sent, in their order. */
static void check_no_wrong_frame(const struct stream *stream, const struct record_frame *sent)
{
  struct record_reader *reader = reader_of(stream);
  struct record_frame got;
  bool found = true;
  struct error *error = NULL;
  size_t taken = 0;
  while (!(error = record_reader_next(reader, &found, &got)) && found) {
    ck_assert_uint_lt(taken, KIND_COUNT);
    ck_assert(kinds[taken].same(&sent[taken], &got));
    taken++;
  }
  ck_assert(error || record_reader_is_cut(reader) || taken == KIND_COUNT);
  error_free(error);
  record_reader_destroy(reader);
}

START_TEST(no_damaged_byte_makes_a_wrong_frame)
{
  struct stream stream;
  struct record_frame sent[KIND_COUNT];
  size_t offsets[KIND_COUNT + 1];
  all_kinds(&stream, sent, offsets);
  for (size_t i = 0; i < stream.encoder.size; i++) {
    unsigned char good = stream.data[i];
    for (unsigned flip = 1; flip < 256; flip += i < 64 ? 1 : 51) {
      stream.data[i] = (unsigned char)(good ^ flip);
      check_no_wrong_frame(&stream, sent);
    }
    stream.data[i] = good;
  }
}
END_TEST

START_TEST(damage_is_told_with_its_place)
{
  struct stream stream;
  struct record_frame got;
  stream_init(&stream);
  put_raw_frame(&stream, RECORD_FORK, "\x05", 1);
  stream.data[RECORD_HEADER_BYTES + RECORD_FRAME_HEAD_BYTES] ^= 1;
  struct record_reader *reader = reader_of(&stream);
  ck_error_says(next_error(reader), "run.rec: frame at offset 0x18: its checksum is wrong");
  record_reader_destroy(reader);

  stream_init(&stream);
  put_raw_frame(&stream, RECORD_FORK, "\x05", 1);
  memcpy(stream.data + stream.encoder.size, "\xff\xff\xff\xff\x01\0\0\0", 8);
  stream.encoder.size += 8;
  reader = reader_of(&stream);
  ck_assert(next(reader, &got));
  ck_error_says(next_error(reader), "frame at offset 0x25: its length is beyond all bounds");
  record_reader_destroy(reader);
}
END_TEST

static const struct {
  unsigned kind;
  const char *payload;
  size_t size;
  const char *message;
} malformed[] = {
  {RECORD_FORK, "\x80", 1, "a number does not end"},
  {RECORD_FORK, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10, "does not fit 64 bits"},
  {RECORD_FORK, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 11, "does not fit 64 bits"},
  {RECORD_OPTION, "\x04" "abc", 4, "a string is longer than its frame"},
  {RECORD_OPTION, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10, "a string is longer than its frame"},
  {RECORD_STACK, "\x01\x01\x04\x01\x02\x03", 6, "a list is longer than its frame"},
  {RECORD_STACK, "\x01\x01\x03\x80\x01\x02", 6, "a list is longer than its frame"},
  {RECORD_STACK, "\x01\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 12, "a list is longer than its frame"},
  {RECORD_START, "\x01\x01\x01\x01\x01\x01x\x01y\x02\x01z", 11, "a list is longer than its frame"},
};

START_TEST(malformed_payloads_are_refused)
{
  struct stream stream;
  stream_init(&stream);
  put_raw_frame(&stream, malformed[_i].kind, malformed[_i].payload, malformed[_i].size);
  struct record_reader *reader = reader_of(&stream);
  ck_error_says(next_error(reader), malformed[_i].message);
  record_reader_destroy(reader);
}
END_TEST

/* --- dump and checksum --- */

START_TEST(dump_is_one_line_per_frame)
{
  struct stream stream;
  static const uint64_t ips[] = {0x401000, 0x7fff00001234};
  static const struct record_string argv[] = {{"ls", 2}, {"a \"b\"", 5}, {"", 0}};
  stream_init(&stream);
  record_put_stack(&stream.encoder, &(struct record_stack){.id = 3, .epoch = 1, .ips = {ips, 2}});
  record_put_unmap(&stream.encoder, &(struct record_unmap){.epoch = 12, .start = 4096, .end = 8192});
  record_put_start(&stream.encoder, &(struct record_start){.pid = 99, .argv = {argv, 3}, .cwd = {"\n\\\xc3", 3}});
  struct record_reader *reader = reader_of(&stream);
  char *dump;
  size_t size;
  FILE *output = open_memstream(&dump, &size);
  ck_no_error(record_dump(output, reader));
  fclose(output);
  ck_assert_str_eq(dump,
                   "0x18 STACK id=3 epoch=1 ips=[0x401000 0x7fff00001234]\n"
                   "0x32 UNMAP epoch=12 start=0x1000 end=0x2000\n"
                   "0x43 START pid=99 ppid=0 start_time_ns=0 generation=0 forked_from=0 exe=\"\" "
                   "cwd=\"\\x0a\\\\\\xc3\" options=[] argv=[\"ls\" \"a \\\"b\\\"\" \"\"] "
                   "seep_version=\"\" core_version=\"\" launcher=\"\" elapsed_ns=0 "
                   "inherited_leak_errors=0 inherited_suppressed_leaks=0\n");
  free(dump);
  record_reader_destroy(reader);
}
END_TEST

static uint32_t plain_crc32(uint32_t crc, const char *data, size_t size)
{
  crc = ~crc;
  for (size_t i = 0; i < size * 8; i++) {
    crc ^= i % 8 == 0 ? (unsigned char)data[i / 8] : 0;
    crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc;
}

START_TEST(crc_is_the_usual_one)
{
  ck_assert_uint_eq(record_crc32(0, "123456789", 9), 0xcbf43926);
  ck_assert_uint_eq(record_crc32(record_crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
  static const char sentence[] = "the quick brown fox jumps over the lazy dog, and the dog jumps back";
  for (size_t start = 0; start < 8; start++)
    for (size_t size = 0; start + size < sizeof sentence; size++)
      ck_assert_uint_eq(record_crc32(7, sentence + start, size), plain_crc32(7, sentence + start, size));
}
END_TEST

int main(void)
{
  Suite *suite = suite_create("record");
  TCase *good = tcase_create("good streams");
  tcase_set_timeout(good, 60); /* a busy machine */
  tcase_add_loop_test(good, every_kind_comes_back, 0, KIND_COUNT);
  tcase_add_test(good, bytes_may_come_one_by_one);
  tcase_add_test(good, a_slow_consumer_costs_no_quadratic_time);
  tcase_add_test(good, missing_fields_are_zero_and_extra_bytes_ignored);
  tcase_add_test(good, unknown_kinds_are_skipped);
  tcase_add_test(good, later_minor_versions_are_read);
  tcase_add_loop_test(good, encoder_counts_what_does_not_fit, 0, KIND_COUNT);
  suite_add_tcase(suite, good);
  TCase *bad = tcase_create("bad streams");
  tcase_set_timeout(bad, 60);
  tcase_add_test(bad, a_cut_stream_gives_its_whole_frames);
  tcase_add_test(bad, other_files_are_refused);
  tcase_add_test(bad, other_headers_are_refused);
  tcase_add_test(bad, no_damaged_byte_makes_a_wrong_frame);
  tcase_add_test(bad, damage_is_told_with_its_place);
  tcase_add_loop_test(bad, malformed_payloads_are_refused, 0, sizeof malformed / sizeof *malformed);
  suite_add_tcase(suite, bad);
  TCase *rest = tcase_create("dump and checksum");
  tcase_add_test(rest, dump_is_one_line_per_frame);
  tcase_add_test(rest, crc_is_the_usual_one);
  suite_add_tcase(suite, rest);
  return unit_run(suite);
}

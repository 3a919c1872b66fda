/* SPDX-License-Identifier: GPL-2.0-or-later */
/* XML documents: their elements in order, whatever happens to the program and whatever its names hold. */
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "host/model/process/writer.h"
#include "host/reports/xml/xml_fragment.h"
#include "support/fake_symbols.h"
#include "support/report_run.h"

enum { MALLOC = 0x48417b4, LOSE = 0x10916a, MAIN = 0x1091b0, STACK = 1, STACK_SHORT };

/* A run with a document beside its log. */
struct xml_run {
  struct report_run run;
  FILE *output;
  char *text;
  size_t size;
};

static void begin_with(struct xml_run *xml, bool is_lazy, const char *const *options)
{
  fake_symbols_clear();
  fake_symbols_add(MALLOC - 0x4840000 + 0x100000, "malloc", NULL, NULL, 0);
  fake_symbols_add(LOSE - 0x108000, "lose<int>(char&)", "/home/me & you", "lose.c", 5);
  fake_symbols_add(MAIN - 0x108000, "main", "/home/me & you", "lose.c", 9);
  report_run_begin(&xml->run, options);
  xml->text = NULL;
  xml->output = open_memstream(&xml->text, &xml->size);
  ck_assert_ptr_nonnull(xml->output);
  report_process_add_xml(xml->run.process, &(struct xml_config){.output = xml->output, .is_lazy = is_lazy});
}

static void begin(struct xml_run *xml, const char *const *options)
{
  begin_with(xml, false, options);
  report_run_start(&xml->run);
  build_stack(&xml->run.stream, (struct record_stack){STACK, 2, BUILD_NUMBERS(MALLOC, LOSE, MAIN)});
  build_stack(&xml->run.stream, (struct record_stack){STACK_SHORT, 2, BUILD_NUMBERS(MAIN)});
}

/* All there is of the document once the stream is over. */
static const char *document(struct xml_run *xml, const char *reason)
{
  ck_no_error(report_run_take(&xml->run));
  ck_no_error(report_process_finish(xml->run.process, reason));
  fflush(xml->output);
  return xml->text;
}

static void end(struct xml_run *xml)
{
  report_run_end(&xml->run);
  fclose(xml->output);
  free(xml->text);
}

/* The texts are there, in this order; NULL-terminated. */
static void has_in_order(const char *text, const char *const *parts)
{
  for (const char *at = text; *parts; parts++) {
    const char *found = strstr(at, *parts);
    ck_assert_msg(found != NULL, "\"%s\" is missing or comes too early in:\n%s", *parts, text);
    at = found + strlen(*parts);
  }
}
#define has(text, ...) has_in_order(text, (const char *const[]){__VA_ARGS__, NULL})

static void has_not(const char *text, const char *part)
{
  ck_assert_msg(strstr(text, part) == NULL, "\"%s\" is in:\n%s", part, text);
}

static void build_invalid_read(struct record_builder *stream, uint64_t id)
{
  build_error(stream, (struct record_error){.id = id, .kind = RECORD_ERROR_INVALID_READ, .tid = 1, .stack_id = STACK,
                                            .address = 0x8, .size = 4});
}

static void build_loss_record(struct record_builder *stream)
{
  build_heap(stream, (struct record_heap){1337, 1, 3, 2, 4000, 3661001000000});
  build_leak_begin(stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL, .reason = RECORD_LEAK_AT_EXIT});
  build_loss(stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = STACK, .bytes = 1337,
                                          .blocks = 1, .indirect_bytes = 1000, .indirect_blocks = 2});
  build_leak_end(stream, (struct record_leak_end){1, 1000, 1});
}

static void build_end(struct record_builder *stream)
{
  build_end_of_run(stream, (struct record_end_of_run){.reason = RECORD_END_EXIT});
}

static const char *const full[] = {"--leak-check=full", NULL};
static const char *const as_seep[] = {"--leak-check=full", "--personality=seep", NULL};
static const char *const protocol_6[] = {"--leak-check=full", "--xml-protocol=6", NULL};

/* --- whole documents --- */

START_TEST(elements_come_in_order)
{
  struct xml_run xml;
  begin(&xml, full);
  build_invalid_read(&xml.run.stream, 1);
  build_loss_record(&xml.run.stream);
  build_error_count(&xml.run.stream, (struct record_error_count){.error_id = 1, .count = 7});
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<?xml version=\"1.0\"?>", "<valgrindoutput>", "<protocolversion>4<",
      "<protocoltool>memcheck<", "<preamble>", "<line>Memcheck, a memory error detector</line>", "</preamble>",
      "<pid>100<", "<ppid>99<", "<tool>memcheck<", "<args>", "<vargv>", "<argv>", "<exe>./leak<", "<arg>a b<",
      "</args>", "RUNNING", "<error>", "<unique>0x0<", "<tid>1<", "<kind>InvalidRead<", "<what>Invalid read of size 4<",
      "<stack>", "<frame>", "<ip>0x48417B4<", "<obj>/usr/libexec/valgrind/", "<fn>malloc<", "</frame>",
      "<fn>lose&lt;int&gt;(char&amp;)<", "<dir>/home/me &amp; you<", "<file>lose.c<", "<line>5<", "</stack>",
      "<auxwhat>Address 0x8 is not stack'd", "</error>", "FINISHED", "<time>00:01:01:01.001 <", "<error>",
      "<unique>0x1<", "<kind>Leak_DefinitelyLost<", "<xwhat>",
      "<text>2,337 (1,337 direct, 1,000 indirect) bytes in 1 blocks are definitely lost in loss record 1 of 1<",
      "<leakedbytes>2337<", "<leakedblocks>1<", "</xwhat>", "<stack>", "</error>", "<errorcounts>", "<count>7<",
      "<unique>0x0<", "</errorcounts>", "<suppcounts>", "</suppcounts>", "</valgrindoutput>");
  end(&xml);
}
END_TEST

START_TEST(identities_are_instructions)
{
  struct xml_run xml;
  begin(&xml, as_seep);
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<protocolversion>4<", "<error>", "<?seep finding=\"", "\"?>", "</error>");
  end(&xml);
}
END_TEST

START_TEST(memchecks_protocol_4_has_no_identities)
{
  struct xml_run xml;
  begin(&xml, full);
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  has_not(document(&xml, NULL), "seep finding");
  end(&xml);
}
END_TEST

START_TEST(protocol_6_has_summaries)
{
  struct xml_run xml;
  begin(&xml, protocol_6);
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<protocolversion>6<", "FINISHED", "<heap_summary>", "<memory_in_use_at_exit>",
      "<bytes>1,337<", "<blocks>1<", "<total_heap_usage>", "<allocs>3<", "<frees>2<", "<bytes_allocated>4,000<",
      "</heap_summary>", "<all_heap_blocks_freed>false<", "<error>", "</error>", "<leak_summary>", "<definitely_lost>",
      "<bytes>1,337<", "<still_reachable>", "<suppressed>", "</leak_summary>", "</suppcounts>", "<error_summary>",
      "<errors>1<", "</error_summary>", "</valgrindoutput>\n");
  has_not(document(&xml, NULL), "seep finding");
  has_not(document(&xml, NULL), "\n\n\n");
  end(&xml);
  begin(&xml, (const char *const[]){"--personality=seep", "--xml-protocol=6", NULL});
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<heap_summary>", "<bytes>1337<", "<bytes_allocated>4000<", "<error>", "<?seep finding=\"",
      "\"?>", "</error>");
  end(&xml);
}
END_TEST

START_TEST(protocol_6_has_no_summaries_when_quiet)
{
  struct xml_run xml;
  begin(&xml, (const char *const[]){"-q", "--leak-check=full", "--xml-protocol=6", NULL});
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<protocolversion>6<", "<error>", "</error>", "</errorcounts>", "</valgrindoutput>");
  has_not(document(&xml, NULL), "_summary>");
  has_not(document(&xml, NULL), "all_heap_blocks_freed");
  end(&xml);
}
END_TEST

START_TEST(heuristics_stand_in_protocol_6)
{
  struct xml_run xml;
  begin(&xml, protocol_6);
  build_leak_begin(&xml.run.stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL, .reason = RECORD_LEAK_AT_EXIT});
  build_loss(&xml.run.stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_REACHABLE, .stack_id = STACK,
                                                   .heuristic = RECORD_HEURISTIC_NEWARRAY, .bytes = 24, .blocks = 1});
  build_leak_end(&xml.run.stream, (struct record_leak_end){1, 1000, 1});
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<reachable_heuristic>", "<kind>newarray<", "<bytes>24<", "<blocks>1<",
      "</reachable_heuristic>");
  end(&xml);
}
END_TEST

START_TEST(suppressions_are_counted_and_their_errors_left_out)
{
  struct xml_run xml;
  begin(&xml, full);
  report_run_suppress(&xml.run, "{\n   <known> & such\n   Memcheck:Addr4\n   fun:malloc\n   ...\n}\n");
  build_invalid_read(&xml.run.stream, 1);
  build_end(&xml.run.stream);
  const char *text = document(&xml, NULL);
  has(text, "<errorcounts>\n</errorcounts>", "<suppcounts>", "<count>1<", "<name>&lt;known&gt; &amp; such<",
      "</suppcounts>");
  has_not(text, "<error>");
  end(&xml);
}
END_TEST

START_TEST(quiet_runs_have_no_suppression_counts)
{
  struct xml_run xml;
  begin(&xml, (const char *const[]){"-q", NULL});
  build_end(&xml.run.stream);
  const char *text = document(&xml, NULL);
  has(text, "<preamble>", "</errorcounts>", "</valgrindoutput>");
  has_not(text, "suppcounts");
  end(&xml);
}
END_TEST

START_TEST(suppressions_are_generated_in_errors)
{
  struct xml_run xml;
  begin(&xml, (const char *const[]){"--gen-suppressions=all", "--leak-check=full", NULL});
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "</stack>", "<suppression>", "<sname>insert_a_suppression_name_here<",
      "<skind>Memcheck:Leak<", "<skaux>match-leak-kinds: definite<", "<sframe> <fun>malloc</fun> </sframe>",
      "<sframe> <fun>lose&lt;int&gt;(char&amp;)</fun> </sframe>", "<rawtext>", "<![CDATA[\n{\n",
      "   fun:lose<int>(char&)\n", "}\n]]>", "</rawtext>", "</suppression>", "</error>");
  end(&xml);
}
END_TEST

/* --- what happens to the program --- */

START_TEST(signals_are_described)
{
  struct xml_run xml;
  begin(&xml, full);
  build_thread(&xml.run.stream, (struct record_thread){1, build_string("a<b")});
  build_fatal_signal(&xml.run.stream, (struct record_fatal_signal){
                                        .tid = 1, .number = 11, .code = 1, .address = 0xab, .stack_id = STACK});
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<fatal_signal>", "<tid>1<", "<threadname>a&lt;b<", "<signo>11<", "<signame>SIGSEGV<",
      "<sicode>1<", "<event>Access not within mapped region<", "<siaddr>0xAB<", "<stack>", "</fatal_signal>",
      "FINISHED");
  end(&xml);
}
END_TEST

START_TEST(signals_of_processes_have_no_address)
{
  struct xml_run xml;
  begin(&xml, full);
  build_fatal_signal(&xml.run.stream, (struct record_fatal_signal){.tid = 1, .number = 40, .code = (uint64_t)-6});
  const char *text = document(&xml, "killed");
  has(text, "<signo>40<", "<signame>SIGRT8<", "<sicode>-6<", "<stack>", "<ip>0x0<", "</fatal_signal>");
  has_not(text, "siaddr");
  end(&xml);
}
END_TEST

START_TEST(a_killed_run_is_closed_and_not_finished)
{
  struct xml_run xml;
  begin(&xml, full);
  build_invalid_read(&xml.run.stream, 1);
  const char *text = document(&xml, "killed -- by signal 9 --");
  has(text, "</error>", "<!-- This run did not finish: killed ", "<errorcounts>", "<count>1<", "</suppcounts>",
      "</valgrindoutput>");
  has_not(text, "FINISHED");
  has_not(strstr(text, "<!-- ") + 5, "-- by");
  has(report_run_text(&xml.run), "Run did not finish: killed");
  end(&xml);
}
END_TEST

START_TEST(a_replaced_program_is_closed)
{
  struct xml_run xml;
  begin(&xml, full);
  build_exec(&xml.run.stream, (struct record_exec){build_string("/bin/true"), 0});
  has(document(&xml, NULL), "RUNNING", "another program", "</valgrindoutput>");
  end(&xml);
}
END_TEST

START_TEST(a_run_that_never_began_is_a_document)
{
  struct xml_run xml;
  begin_with(&xml, false, full);
  has(document(&xml, NULL), "<valgrindoutput>", "<protocolversion>", "</valgrindoutput>");
  end(&xml);
}
END_TEST

START_TEST(lazy_documents_are_begun_by_findings)
{
  struct xml_run xml;
  begin_with(&xml, true, full);
  report_run_start(&xml.run);
  build_heap(&xml.run.stream, (struct record_heap){0, 0, 1, 1, 10, 0});
  build_end(&xml.run.stream);
  document(&xml, NULL);
  ck_assert_uint_eq(xml.size, 0);
  end(&xml);

  begin_with(&xml, true, full);
  report_run_start(&xml.run);
  build_stack(&xml.run.stream, (struct record_stack){STACK, 2, BUILD_NUMBERS(MALLOC, LOSE, MAIN)});
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<preamble>", "RUNNING", "FINISHED", "<error>", "</valgrindoutput>");
  end(&xml);
}
END_TEST

/* --- messages --- */

static void build_text(struct record_builder *stream, enum record_message_class class, uint64_t stack_id,
                       const char *text)
{
  build_message(stream, (struct record_message){class, 1, stack_id, build_string(text)});
}

START_TEST(messages_of_the_program_are_elements_with_their_stacks)
{
  struct xml_run xml;
  begin(&xml, full);
  build_text(&xml.run.stream, RECORD_MESSAGE_GUEST, 0, "a <b>\n");
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, STACK_SHORT, "");
  build_text(&xml.run.stream, RECORD_MESSAGE_GUEST, 0, "second");
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, 0, "Warning: of the core\n");
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, STACK_SHORT, "");
  build_end(&xml.run.stream);
  const char *text = document(&xml, NULL);
  has(text, "<clientmsg>\n  <tid>1</tid>\n  <text>a &lt;b&gt;\n  </text>\n  <stack>", "</stack>\n</clientmsg>",
      "<text>second  </text>\n</clientmsg>\n");
  has_not(strstr(text, "second"), "<stack>");
  has(report_run_text(&xml.run), "Warning: of the core\n==100==    at 0x1091B0: main (lose.c:9)");
  has_not(report_run_text(&xml.run), "a <b>");
  end(&xml);
}
END_TEST

START_TEST(the_log_has_no_findings)
{
  struct xml_run xml;
  begin(&xml, (const char *const[]){"--leak-check=full", "-s", NULL});
  build_invalid_read(&xml.run.stream, 1);
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, 0,
             "\nProcess terminating with default action of signal 11 (SIGSEGV)\n");
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, 0, " Access not within mapped region at address 0x8\n");
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, STACK_SHORT, "");
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, 0, " If you believe this happened\n");
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, 0, "\n");
  build_loss_record(&xml.run.stream);
  build_end(&xml.run.stream);
  document(&xml, NULL);
  ck_assert_str_eq(report_run_text(&xml.run), "==100==  If you believe this happened\n");
  end(&xml);
}
END_TEST

START_TEST(answers_to_monitor_commands_are_no_part_of_it)
{
  struct xml_run xml;
  begin(&xml, full);
  build_monitor(&xml.run.stream, (struct record_monitor){1});
  build_text(&xml.run.stream, RECORD_MESSAGE_CORE, 0, "told\n");
  build_leak_begin(&xml.run.stream,
                   (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL, .reason = RECORD_LEAK_BY_MONITOR,
                                              .show_kinds = 1 << RECORD_LEAK_DEFINITE});
  build_loss(&xml.run.stream, (struct record_loss){.check_id = 1, .kind = RECORD_LEAK_DEFINITE, .stack_id = STACK,
                                                   .bytes = 1337, .blocks = 1});
  build_leak_end(&xml.run.stream, (struct record_leak_end){1, 1000, 1});
  build_query(&xml.run.stream, (struct record_query){RECORD_QUESTION_TEXT, 1, 0});
  ck_no_error(report_run_take(&xml.run));
  size_t size;
  const char *told = report_process_text(xml.run.process, &size);
  ck_assert_uint_gt(size, 0);
  has(told, "told", "1,337 bytes in 1 blocks are definitely lost");
  build_end(&xml.run.stream);
  has_not(document(&xml, NULL), "1,337");
  end(&xml);
}
END_TEST

/* --- hostile text --- */

START_TEST(what_xml_cannot_hold_is_replaced)
{
  struct xml_run xml;
  begin(&xml, full);
  build_text(&xml.run.stream, RECORD_MESSAGE_GUEST, 0,
             "\x01\x1b[1m \xff \xc3\xa4 \xc0\x80 \xed\xa0\x80 \xf4\x90\x80\x80 \xef\xbf\xbf \xe2\x82");
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<text>\\x01\\x1b[1m \\xff \xc3\xa4 \\xc0\\x80 \\xed\\xa0\\x80 "
                            "\\xf4\\x90\\x80\\x80 &lt;U+FFFF&gt; \\xe2\\x82  </text>");
  end(&xml);
}
END_TEST

START_TEST(names_cannot_end_a_cdata_section)
{
  struct xml_run xml;
  begin(&xml, (const char *const[]){"--gen-suppressions=all", NULL});
  fake_symbols_clear();
  fake_symbols_add(MALLOC - 0x4840000 + 0x100000, "a]]>b\xff", NULL, NULL, 0);
  build_invalid_read(&xml.run.stream, 1);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<fn>a]]&gt;b\\xff<", "fun:a]]]]><![CDATA[>b?\n");
  end(&xml);
}
END_TEST

/* What the compiler made of several lines belongs to none, but to a file all the same. */
START_TEST(line_zero_is_a_line)
{
  struct xml_run xml;
  begin(&xml, full);
  fake_symbols_clear();
  fake_symbols_add(LOSE - 0x108000, "lose", "/home/me", "lose.c", 0);
  build_invalid_read(&xml.run.stream, 1);
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<fn>lose<", "<dir>/home/me<", "<file>lose.c<", "<line>0<", "</frame>");
  end(&xml);
}
END_TEST

static void comments_as(const char *option, const char *expected)
{
  struct xml_run xml;
  begin(&xml, (const char *const[]){option, NULL});
  build_end(&xml.run.stream);
  has(document(&xml, NULL), "<tool>", expected, "<args>");
  end(&xml);
}

START_TEST(user_comments_are_xml_or_text)
{
  comments_as("--xml-user-comment=<a x='1'>b</a>", "<usercomment><a x='1'>b</a></usercomment>");
  comments_as("--xml-user-comment=a < b", "<usercomment>a &lt; b</usercomment>");
}
END_TEST

START_TEST(fragments_are_judged)
{
  static const char *const good[] = {
    "",
    "text",
    "a &amp; &lt;&gt;&quot;&apos;&#65;&#x41;",
    "<a/>",
    "<a />",
    "<a b=\"c\" d='e'/>",
    "<a><b>c</b></a>d<e/>",
    "<a\nb = '\"'>x</a >",
  };
  static const char *const bad[] = {
    "<",
    "<a>",
    "</a>",
    "<a></b>",
    "<a",
    "<a b>",
    "<a b=c/>",
    "<a b='c/>",
    "<a b='1' b='2'/>",
    "<a b='1'c='2'/>",
    "&",
    "&x;",
    "&amp",
    "&#0;",
    "&#x;",
    "&#xfffe;",
    "a > b ]]>",
    "<!-- a -->",
    "<?a?>",
    "<![CDATA[a]]>",
    "\x01",
    "\xff",
    "<1/>",
    "<a b='<'/>",
    "<a:b/>",
    "</usercomment>",
    "<a b='&'/>",
  };
  for (size_t i = 0; i < sizeof good / sizeof *good; i++)
    ck_assert_msg(xml_fragment_is_well_formed(good[i]), "refused: %s", good[i]);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    ck_assert_msg(!xml_fragment_is_well_formed(bad[i]), "taken: %s", bad[i]);
}
END_TEST

static TCase *add_case(Suite *suite, const char *name)
{
  TCase *tests = tcase_create(name);
  suite_add_tcase(suite, tests);
  return tests;
}

int main(void)
{
  Suite *suite = suite_create("report_xml");
  TCase *documents = add_case(suite, "documents");
  tcase_add_test(documents, elements_come_in_order);
  tcase_add_test(documents, identities_are_instructions);
  tcase_add_test(documents, memchecks_protocol_4_has_no_identities);
  tcase_add_test(documents, protocol_6_has_summaries);
  tcase_add_test(documents, protocol_6_has_no_summaries_when_quiet);
  tcase_add_test(documents, heuristics_stand_in_protocol_6);
  tcase_add_test(documents, suppressions_are_counted_and_their_errors_left_out);
  tcase_add_test(documents, quiet_runs_have_no_suppression_counts);
  tcase_add_test(documents, suppressions_are_generated_in_errors);
  TCase *ends = add_case(suite, "ends");
  tcase_add_test(ends, signals_are_described);
  tcase_add_test(ends, signals_of_processes_have_no_address);
  tcase_add_test(ends, a_killed_run_is_closed_and_not_finished);
  tcase_add_test(ends, a_replaced_program_is_closed);
  tcase_add_test(ends, a_run_that_never_began_is_a_document);
  tcase_add_test(ends, lazy_documents_are_begun_by_findings);
  TCase *messages = add_case(suite, "messages");
  tcase_add_test(messages, messages_of_the_program_are_elements_with_their_stacks);
  tcase_add_test(messages, the_log_has_no_findings);
  tcase_add_test(messages, answers_to_monitor_commands_are_no_part_of_it);
  TCase *text = add_case(suite, "text");
  tcase_add_test(text, what_xml_cannot_hold_is_replaced);
  tcase_add_test(text, names_cannot_end_a_cdata_section);
  tcase_add_test(text, line_zero_is_a_line);
  tcase_add_test(text, user_comments_are_xml_or_text);
  tcase_add_test(text, fragments_are_judged);
  return unit_run(suite);
}

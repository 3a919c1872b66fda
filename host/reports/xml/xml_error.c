/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors, and loss records, which are errors to readers. */
#include <stdlib.h>

#include "host/base/grow.h"
#include "host/model/process/identify.h"
#include "host/model/words/lost_notes.h"
#include "host/model/words/sentences.h"
#include "host/model/words/sibling_words.h"
#include "host/reports/xml/xml.h"

void xml_thread(struct xml *xml, uint64_t tid)
{
  const char *name = process_thread_name(xml->process, tid);
  xml_number(xml, 2, "tid", tid);
  if (name)
    xml_element(xml, 2, "threadname", name);
}

/* Returns the number that the error has in this document. */
static uint64_t put_begin(struct xml *xml, uint64_t tid, const char *kind)
{
  uint64_t unique = xml->next_unique++;
  xml_put(xml, "<error>\n  <unique>0x%llx</unique>\n", (unsigned long long)unique);
  xml_thread(xml, tid);
  xml_element(xml, 2, "kind", kind);
  return unique;
}

/* A processing instruction, which parsers pass over: readers see only elements that they know. With Memcheck's
 * personality there is none all the same. */
static void put_identity(struct xml *xml, const struct settings *settings, const struct identity *identity)
{
  if (!settings->is_memcheck)
    xml_put(xml, "  <?seep finding=\"%s\"?>\n", identity->digits);
}

/* Takes the match over. */
static void put_suppression(struct xml *xml, struct suppression_match *match)
{
  xml_suppression(xml, match);
  suppression_match_release(match);
}

static void put_end(struct xml *xml)
{
  xml_put(xml, "</error>\n\n");
}

/* --- errors --- */

/* A note about a line of the source has file and line as elements, too. */
static void put_note(struct xml *xml, const struct error_note *note)
{
  if (!note->file) {
    xml_element(xml, 2, "auxwhat", note->sentence);
    return;
  }
  xml_put(xml, "  <xauxwhat><text>");
  xml_text(xml, note->sentence);
  xml_put(xml, "</text> <file>");
  xml_text(xml, note->file);
  xml_put(xml, "</file> <line>%u</line> </xauxwhat>\n", note->line);
}

static void put_notes(struct xml *xml, const struct error_note *notes, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    put_note(xml, &notes[i]);
    if (notes[i].stack)
      xml_stack(xml, notes[i].stack);
  }
}

static void put_error_notes(struct xml *xml, const struct error_context *error)
{
  struct error_notes notes;
  error_notes_describe(xml->process, error, &notes);
  put_notes(xml, notes.items, notes.count);
  error_notes_release(&notes);
}

/* For the counts at the end. */
static void remember(struct xml *xml, const struct error_context *error, uint64_t unique)
{
  *NEW_ITEM(xml->told, xml->told_count, xml->told_capacity) = (struct xml_told){error, unique};
}

static void put_descriptor(struct xml *xml, const struct error_context *error)
{
  if (xml->protocol < 5 || !error_is_of_descriptor(error))
    return;
  xml_put(xml, "  <fd>%lld</fd>\n", (long long)error->auxiliary);
  if (*error->place_name)
    xml_element(xml, 2, "path", error->place_name);
}

void xml_error(struct xml *xml, const struct error_context *error)
{
  const struct settings *settings = &xml->process->settings;
  char *sentence = error_sentence(error);
  const bool is_of_end = error->kind == RECORD_ERROR_FD_NOT_CLOSED;
  const uint64_t unique = put_begin(xml, error->tid, error_kind_name(error));
  if (!is_of_end) /* as leaks, which have no counts */
    remember(xml, error, unique);
  put_descriptor(xml, error);
  xml_element(xml, 2, "what", sentence ? sentence : "");
  free(sentence);
  if (error->stack || !is_of_end) /* what was inherited was opened nowhere */
    xml_stack(xml, error->stack);
  put_error_notes(xml, error);
  struct identity identity;
  identify_error(error, xml->process, &identity);
  put_identity(xml, settings, &identity);
  if (settings->gen_suppressions == GEN_SUPPRESSIONS_ALL && error->stack) {
    struct suppression_match match;
    suppression_match_error(error, settings, &match);
    put_suppression(xml, &match);
  }
  put_end(xml);
}

/* --- loss records --- */

static void put_loss_notes(struct xml *xml, const struct loss_record *record)
{
  struct lost_notes notes;
  lost_notes_describe(xml->process, record, &notes);
  put_notes(xml, notes.items, notes.count);
  lost_notes_release(&notes);
}

/* As an instruction, too: leaks of Memcheck's have no sentence below their stack. */
static void put_siblings(struct xml *xml, const struct loss_record *record)
{
  struct sibling_ways ways;
  sibling_ways_find(xml->process, &record, 1, &ways);
  char *sentence = sibling_sentence(&ways, record->blocks);
  sibling_ways_release(&ways);
  if (!sentence)
    return;
  xml_put(xml, "  <?seep-siblings ");
  xml_text(xml, sentence);
  xml_put(xml, "?>\n");
  free(sentence);
}

static void put_loss(struct xml *xml, const struct leak_check *check, const struct loss_record *record)
{
  const struct settings *settings = &xml->process->settings;
  char *sentence = loss_record_sentence(check, record);
  /* At exit no thread is at fault; Memcheck names the first. */
  put_begin(xml, check->reason == RECORD_LEAK_AT_EXIT ? 1 : check->tid, loss_kind_name(record->kind));
  xml_put(xml, "  <xwhat>\n");
  xml_element(xml, 4, "text", sentence);
  free(sentence);
  xml_number(xml, 4, "leakedbytes", record->bytes + record->indirect_bytes);
  xml_number(xml, 4, "leakedblocks", record->blocks);
  xml_put(xml, "  </xwhat>\n");
  xml_stack(xml, record->stack);
  put_loss_notes(xml, record);
  if (!settings->is_memcheck)
    put_siblings(xml, record);
  struct identity identity;
  identify_loss(record, xml->process, &identity);
  put_identity(xml, settings, &identity);
  if (settings->gen_suppressions == GEN_SUPPRESSIONS_ALL) {
    struct suppression_match match;
    suppression_match_loss(record, settings, &match);
    put_suppression(xml, &match);
  }
  put_end(xml);
}

void xml_losses(struct xml *xml, const struct leak_check *check)
{
  for (size_t i = 0; i < check->record_count && !check->xtree_file; i++)
    if (check->records[i].is_shown)
      put_loss(xml, check, &check->records[i]);
}

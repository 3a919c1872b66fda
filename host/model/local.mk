# host/model/: the model: frames with names, processes, words, findings of many runs.
libseep_a_SOURCES += host/model/findings/finding_lines.c host/model/findings/finding_lines.h \
  host/model/findings/findings_contexts.c host/model/findings/findings_contexts.h host/model/findings/exec_log.c \
  host/model/findings/exec_log.h host/model/findings/findings.c host/model/findings/findings.h \
  host/model/findings/findings_private.h host/model/findings/findings_builder.c host/model/findings/findings_doubts.c \
  host/model/findings/findings_siblings.c host/model/findings/findings_counts.c \
  host/model/findings/findings_explanations.c host/model/findings/findings_frames.c \
  host/model/findings/findings_frames.h host/model/findings/findings_identities.c \
  host/model/findings/findings_owners.c host/model/findings/findings_processes.c \
  host/model/findings/findings_sightings.c host/model/findings/findings_suite.c host/model/findings/findings_tests.c \
  host/model/findings/findings_variants.c host/model/findings/gaps.c host/model/findings/gaps.def \
  host/model/findings/gaps.h host/model/findings/gaps_allowed.c host/model/findings/finding_kinds.c \
  host/model/findings/finding_kinds.def host/model/findings/finding_kinds.h host/model/findings/native_statuses.c \
  host/model/findings/native_statuses.h host/model/findings/suite_facts.c host/model/findings/suite_facts.h \
  host/model/findings/attempts.c host/model/findings/attempts.h host/model/findings/counted_attempts.c \
  host/model/findings/gaps_shards.c host/model/findings/counted_findings.c host/model/findings/counted_findings.h \
  host/model/findings/moved_findings.c
libseep_a_SOURCES += host/model/frames/identity.c host/model/frames/identity.h host/model/frames/module_table.c \
  host/model/frames/module_table.h host/model/frames/frame_names.c host/model/frames/frame_names.h \
  host/model/frames/ownership.c host/model/frames/ownership.h host/model/frames/frame_table.c \
  host/model/frames/frame_table.h host/model/frames/place.c host/model/frames/place.h \
  host/model/frames/settings.c host/model/frames/settings.h host/model/frames/short_name.c \
  host/model/frames/short_name.h host/model/frames/source_text.c host/model/frames/source_text.h \
  host/model/frames/shown_frames.c host/model/frames/shown_frames.h host/model/frames/stack_table.c \
  host/model/frames/stack_table.h host/model/frames/test_frames.c host/model/frames/test_frames.def \
  host/model/frames/test_frames.h
libseep_a_SOURCES += host/model/process/siblings.c host/model/process/siblings.h
libseep_a_SOURCES += host/model/process/doubts.c host/model/process/doubts.h host/model/process/growth.c \
  host/model/process/growth.h host/model/process/growth_class.c host/model/process/growth_fit.c \
  host/model/process/growth_findings.c host/model/process/program_facts.c host/model/process/program_facts.h \
  host/model/process/error_contexts.c host/model/process/process_suppressions.c host/model/process/heap_sight.c \
  host/model/process/unchecked_programs.c host/model/process/unchecked_programs.h \
  host/model/process/heap_sight.h host/model/process/identify.c host/model/process/identify.h \
  host/model/process/loss_records.c host/model/process/suppressed_losses.c \
  host/model/process/suppressed_losses.h host/model/process/leak_cycles.c host/model/process/leak_kinds.c \
  host/model/process/leak_kinds.def host/model/process/leak_kinds.h host/model/process/lost_blocks.c \
  host/model/process/costs.c host/model/process/costs.h \
  host/model/process/lost_blocks.h host/model/process/lost_counts.c host/model/process/lost_counts.h \
  host/model/process/lost_exits.c host/model/process/lost_exits.h \
  host/model/process/lost_owners.c host/model/process/lost_owners.h \
  host/model/process/lost_events.c host/model/process/lost_events.h \
  host/model/process/error_trails.c host/model/process/error_trails.h host/model/process/suppression_match.c \
  host/model/process/suppression_match.h host/model/process/model.c host/model/process/model.h \
  host/model/process/module_map.c host/model/process/module_map.h host/model/process/leak_places.c \
  host/model/process/leak_places.h host/model/process/leak_parts.c host/model/process/leak_parts.h \
  host/model/process/errors.c host/model/process/errors.h host/model/process/leaks.c host/model/process/leaks.h \
  host/model/process/explained_blocks.c host/model/process/explained_blocks.h \
  host/model/process/asked_allocations.c host/model/process/asked_allocations.h host/model/process/asked_places.c \
  host/model/process/asked_places.h host/model/process/error_storms.c \
  host/model/process/found_later.c host/model/process/found_later.def host/model/process/found_later.h \
  host/model/process/error_storms.h host/model/process/suppression_uses.c host/model/process/variables.c \
  host/model/process/variables.h host/model/process/writer.h host/model/process/test_cases.c \
  host/model/process/test_cases.h host/model/process/tried_blocks.c host/model/process/tried_blocks.h \
  host/model/process/xtree.c host/model/process/xtree.h
libseep_a_SOURCES += host/model/words/growth_places.c host/model/words/growth_places.h host/model/words/heading.c \
  host/model/words/heading.h host/model/words/loss_title.c host/model/words/loss_title.h host/model/words/lost_words.c \
  host/model/words/count_words.c host/model/words/count_words.h \
  host/model/words/lost_words.h host/model/words/lost_names.c host/model/words/doubt_words.c \
  host/model/words/doubt_words.h host/model/words/sibling_words.c host/model/words/sibling_words.h \
  host/model/words/parting_words.c host/model/words/parting_words.h \
  host/model/words/lost_notes.c host/model/words/lost_notes.h host/model/words/cycle_words.c \
  host/model/words/cycle_words.h \
  host/model/words/lost_places.c host/model/words/lost_places.h host/model/words/lost_suggestions.c \
  host/model/words/error_notes.c host/model/words/error_notes.h host/model/words/error_names.def \
  host/model/words/thread_words.c host/model/words/thread_words.h \
  host/model/words/test_words.c host/model/words/test_words.h host/model/words/error_titles.c \
  host/model/words/error_titles.h host/model/words/numbers.c host/model/words/numbers.h host/model/words/sentences.c \
  host/model/words/sentences.h host/model/words/signal_name.c host/model/words/signal_name.h \
  host/model/words/signals.def

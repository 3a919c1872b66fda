# shared/cache/: files of translated blocks. Pure guest modules, which the command `seep cache` uses too.
GUEST_SOURCES += shared/base/mix.c shared/base/mix.h
GUEST_SOURCES += shared/cache/code_file.c shared/cache/code_file.h shared/cache/code_writer.c shared/cache/code_writer.h

CODE_BUILDER = tests/support/code_builder.c tests/support/code_builder.h tests/support/env_host.c
CODE_FOLDER = coregrind-glue/translation_cache/code_folder.c coregrind-glue/translation_cache/code_folder.h \
  coregrind-glue/translation_cache/code_folder_private.h coregrind-glue/translation_cache/code_folder_prune.c \
  coregrind-glue/core/guarded.c tests/support/code_reader.c tests/support/code_reader.h $(CODE_BUILDER)

UNIT_TESTS += tests/unit/shared/cache/code_file_test tests/unit/shared/cache/code_folder_test
tests_unit_shared_cache_code_file_test_SOURCES = tests/unit/shared/cache/code_file_test.c tests/unit/unit.h \
  $(CODE_BUILDER)
tests_unit_shared_cache_code_folder_test_SOURCES = tests/unit/shared/cache/code_folder_test.c tests/unit/unit.h \
  $(CODE_FOLDER)

# All that can happen to a folder of files, in rounds; a short run with the other tests, a long one by name, on a
# small disk too.
check_PROGRAMS += tests/cache/torture
TESTS += tests/cache/torture
EXTRA_DIST += tests/cache/full_disk tests/cache/processes
TORTURE_ROUNDS = 10000
tests_cache_torture_SOURCES = tests/cache/torture.c $(CODE_FOLDER)

cache-torture: all tests/cache/torture$(EXEEXT)
	tests/cache/torture --rounds $(TORTURE_ROUNDS)
	$(srcdir)/tests/cache/full_disk tests/cache/torture --rounds $(TORTURE_ROUNDS)
	$(srcdir)/tests/guest/run --build-dir . addr_after_free cond_printf self_modifying_jit fork_tree cache_wrapped
	$(srcdir)/tests/cache/processes --build-dir . --rounds 200
.PHONY: cache-torture

# How to run it: mkdir CORPUS &&
#   tests/sanitizers/build/tests/fuzz/fuzz_code_file -max_total_time=600 -max_len=20000 CORPUS
FUZZ_TARGETS += tests/fuzz/fuzz_code_file

# heap/: snapshots of heaps, who retains what, growth, exports; `seep heap`.
libseep_a_SOURCES += \
  heap/choose.c heap/choose.h heap/export.h heap/heap.h heap/names.h \
  heap/site_table.c heap/site_table.h

# Pure: a snapshot's file, its graph, and what is counted and compared in it.
libseep_a_SOURCES += \
  heap/census.h heap/graph.h heap/heap_diff.h heap/points.h \
  heap/snapshot.c heap/snapshot.h heap/snapshot_frames.c heap/snapshot_frames.h

SNAPSHOT_TEST_SOURCES = \
  tests/support/record_builder.c tests/support/record_builder.h \
  tests/support/snapshot_builder.c tests/support/snapshot_builder.h tests/unit/unit.h

UNIT_TESTS += tests/unit/heap_snapshot_test
tests_unit_heap_snapshot_test_SOURCES = tests/unit/heap_snapshot_test.c $(SNAPSHOT_TEST_SOURCES)

# What roots and sites are called.
libseep_a_SOURCES += \
  heap/names.c heap/names_globals.c heap/names_modules.c heap/names_modules.h heap/names_private.h \
  heap/names_stacks.c heap/sites.c

UNIT_TESTS += tests/unit/heap_names_test
tests_unit_heap_names_test_SOURCES = tests/unit/heap_names_test.c \
  tests/support/record_builder.c tests/support/record_builder.h $(SYMBOLS_SUPPORT)

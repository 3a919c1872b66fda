# heap/: snapshots of heaps, who retains what, growth, exports; `seep heap`.
libseep_a_SOURCES += \
  heap/choose.c heap/choose.h heap/export.h heap/heap.h heap/names.h \
  heap/site_table.c heap/site_table.h

# Pure: a snapshot's file, its graph, and what is counted and compared in it.
libseep_a_SOURCES += \
  heap/census.h heap/graph.h heap/heap_diff.h heap/points.h heap/snapshot.h

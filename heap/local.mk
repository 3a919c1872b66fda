# heap/: snapshots of heaps, who retains what, growth, exports; `seep heap`.
libseep_a_SOURCES += \
  heap/choose.c heap/choose.h heap/export.h heap/graph.h heap/heap.h heap/names.h \
  heap/site_table.c heap/site_table.h heap/snapshot.h

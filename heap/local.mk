# heap/: snapshots of heaps, who retains what, growth, exports; `seep heap`.
libseep_a_SOURCES += \
  heap/export.h heap/graph.h heap/heap.h heap/names.h heap/snapshot.h

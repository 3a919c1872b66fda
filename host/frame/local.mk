# host/frame/: a function at an instruction, as all rooms of the host see it.
libseep_a_SOURCES += host/frame/frame.h host/frame/mark_set.c host/frame/mark_set.h

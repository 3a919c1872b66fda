# include/: headers for programs that are checked.
seepincludedir = $(includedir)/seep
seepinclude_HEADERS = include/seep/seep.h

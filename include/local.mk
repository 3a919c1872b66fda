# include/: headers for programs that are checked.
seepincludedir = $(includedir)/seep
seepinclude_HEADERS = include/seep/seep.h
pkgconfigdir = $(datadir)/pkgconfig
pkgconfig_DATA = include/seep.pc

# What is installed, here and by all other folders.
dist_check_SCRIPTS += tests/packages/installed tests/packages/configure tests/packages/grown_core
TESTS += tests/packages/installed tests/packages/configure tests/packages/grown_core

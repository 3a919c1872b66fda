# packaging/: a tarball that runs from any folder, without Valgrind; RPM packages; an image.

BINARY = $(PACKAGE)-$(VERSION)-x86_64-linux
# 2.31 brought nothing that is wanted, and libc has no version of that name.
BINARY_GLIBC = 2.30
# Not named as the folder of the sources: a build in the source tree would lose that by `make clean`.
BINARY_DIR = portable
BINARY_LINK = CC="$(CC)" $(SHELL) $(srcdir)/packaging/binary/link $(BINARY_DIR)/old-libc
GLIBC_FALLBACKS = packaging/binary/glibc_fallbacks.c
LINKED_DECODER = packaging/binary/linked_decoder.c
EXTRA_DIST += packaging/binary/old_libc packaging/binary/link packaging/binary/tarball packaging/binary/README.in \
  $(GLIBC_FALLBACKS) $(LINKED_DECODER) packaging/binary/Containerfile tests/binary/run
EXTRA_DIST += packaging/seep.spec packaging/seep.rpmlintrc .dockerignore tests/packages/rpm tests/packages/container

$(BINARY_DIR)/old-libc/glibc_fallbacks.o: packaging/binary/glibc_fallbacks.c packaging/binary/old_libc
	$(AM_V_GEN)CC="$(CC)" $(SHELL) $(srcdir)/packaging/binary/old_libc $(BINARY_DIR)/old-libc $(BINARY_GLIBC)
	$(AM_V_CC)$(CC) -D_GNU_SOURCE -std=gnu11 -O2 -fPIE -Wall -Wextra -c -o $@ $(srcdir)/packaging/binary/glibc_fallbacks.c

$(BINARY_DIR)/linked_decoder.o: $(LINKED_DECODER) host/symbols/elf/decoder_library.h \
  host/symbols/elf/decoder_library.def $(BINARY_DIR)/old-libc/glibc_fallbacks.o
	$(AM_V_CC)$(CC) -I$(srcdir) -D_GNU_SOURCE -std=gnu11 -O2 -fPIE -Wall -Wextra -c -o $@ $(srcdir)/$(LINKED_DECODER)

$(BINARY_DIR)/seep: $(seep_OBJECTS) libseep.a libguest.a $(BINARY_DIR)/linked_decoder.o \
  $(BINARY_DIR)/old-libc/glibc_fallbacks.o packaging/binary/link
	$(AM_V_CCLD)$(BINARY_LINK) $@ $(seep_OBJECTS) $(BINARY_DIR)/linked_decoder.o libseep.a libguest.a $(HOST_LIBS) \
	  $(CAPSTONE_LIBS)

$(BINARY_DIR)/seep-canary: $(libexec_seep_seep_canary_OBJECTS) $(BINARY_DIR)/old-libc/glibc_fallbacks.o \
  packaging/binary/link
	$(AM_V_CCLD)$(BINARY_LINK) $@ $(libexec_seep_seep_canary_OBJECTS)

# Until glibc 2.33 dlsym() was in libdl, which not every program has loaded; later ones have an empty library of that
# name.
$(BINARY_DIR)/seep-suite-amd64-linux.so: $(SUITE_CODE) $(SUITE_INCLUDED) $(BINARY_DIR)/old-libc/glibc_fallbacks.o
	$(AM_V_CCLD)$(LINK_SUITE) -Wl,--no-as-needed $(BINARY_DIR)/old-libc/libdl.so.2 -o $@

BINARY_FILES = $(BINARY_DIR)/seep $(BINARY_DIR)/seep-canary $(BINARY_DIR)/seep-suite-amd64-linux.so
# Installed anew under a prefix that is the tarball's folder; everything is compiled by now, with the prefix that
# configure was given.
BINARY_STAGE = $(abs_builddir)/$(BINARY_DIR)/stage
dist-binary: all $(BINARY_FILES)
	rm -rf $(BINARY_STAGE)
	$(MAKE) $(AM_MAKEFLAGS) install DESTDIR=$(BINARY_STAGE) prefix=/$(BINARY) \
	  exec_prefix=/$(BINARY) bindir=/$(BINARY)/bin \
	  libdir=/$(BINARY)/lib libexecdir=/$(BINARY)/libexec includedir=/$(BINARY)/include datarootdir=/$(BINARY)/share \
	  datadir=/$(BINARY)/share mandir=/$(BINARY)/share/man docdir=/$(BINARY)/share/doc/seep >/dev/null
	srcdir=$(srcdir) VERSION=$(VERSION) VALGRIND_VERSION=$(VALGRIND_VERSION) VALGRIND_LIBEXEC=$(VALGRIND_LIBEXEC) \
	  $(SHELL) $(srcdir)/packaging/binary/tarball $(BINARY_STAGE) $(BINARY) $(BINARY_GLIBC)

check-binary: dist-binary
	$(srcdir)/tests/binary/run $(BINARY).tar.xz

clean-local: clean-binary
clean-binary:
	rm -rf $(BINARY_DIR) $(BINARY).tar.xz

dist_check_SCRIPTS += tests/packages/tarball
TESTS += tests/packages/tarball

# What is published, and the tag.
release: all
	srcdir=$(srcdir) VERSION=$(VERSION) MAKE="$(MAKE)" $(SHELL) $(srcdir)/packaging/release

clean-local: clean-release
clean-release:
	rm -rf release
EXTRA_DIST += packaging/release

.PHONY: dist-binary check-binary clean-binary release clean-release

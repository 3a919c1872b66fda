# Makefile fragment of tests/.

# Guest programs run under the checker. The runner works in the build tree: tests/guest/{bin,work,cache}.
dist_check_SCRIPTS += tests/guest/run
EXTRA_DIST += tests/support/guest.py

check-guest:
	$(srcdir)/tests/guest/run --build-dir .

clean-guest:
	rm -rf tests/guest/bin tests/guest/work tests/guest/cache

# All guest programs are one test each and need no line of their own here.
dist-guest:
	$(MKDIR_P) $(distdir)/tests/guest
	cp -p $(srcdir)/tests/guest/*.* $(distdir)/tests/guest

clean-local: clean-guest
dist-hook: dist-guest
.PHONY: check-guest clean-guest dist-guest

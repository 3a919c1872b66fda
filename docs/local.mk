# docs/: what is read by people.

noinst_PROGRAMS += docs/make_manual
docs_make_manual_SOURCES = docs/make_manual.c
docs_make_manual_LDADD = libseep.a

# Installed in folders as here, as pages link to each other.
dist_doc_DATA = README.md NEWS.md CONTRIBUTING.md SECURITY.md COPYING
docsdir = $(docdir)/docs
dist_docs_DATA = docs/architecture.md docs/engine.md docs/explain.md docs/explain-packages.md docs/fail-alloc.md \
  docs/cost.md docs/gate.md docs/heap.md docs/translation-cache.md docs/differences.md docs/performance.md \
  docs/findings.md \
  docs/glossary.md docs/reports.md docs/report.schema.json docs/diff.schema.json docs/run-directory.md docs/xml.md \
  docs/debug-information.md
dist_docs_DATA += docs/orientation.md docs/integrations.md docs/story.md docs/suites.md docs/suppressions.md
dist_docs_DATA += docs/native.md docs/ci.md docs/debugging.md \
  docs/heap-story.md docs/editors.md docs/from-memcheck.md docs/from-sanitizers.md \
  docs/trouble.md docs/distributions.md
docsimagesdir = $(docsdir)/images
dist_docsimages_DATA = docs/images/cache-server-time.png docs/images/kept-tail-why.png docs/images/registry-map.png \
  docs/images/leaky.svg
examplesdir = $(docdir)/examples
dist_examples_DATA = docs/examples/leaky.c
examplesheapdir = $(examplesdir)/heap
dist_examplesheap_DATA = docs/examples/heap/cache_server.c docs/examples/heap/kept_tail.c docs/examples/heap/registry.c
examplescidir = $(examplesdir)/ci
dist_examplesci_DATA = docs/examples/ci/github-actions.yml docs/examples/ci/gitlab-ci.yml
examplesprecommitdir = $(examplesdir)/pre-commit
dist_examplesprecommit_DATA = docs/examples/pre-commit/pre-commit-config.yaml

# The manual page's options come from the table.
EXTRA_DIST += docs/seep.1.in
CLEANFILES += docs/seep.1
man_MANS = docs/seep.1

docs/seep.1: docs/seep.1.in docs/make_manual$(EXEEXT)
	$(AM_V_GEN)docs/make_manual$(EXEEXT) $(srcdir)/docs/seep.1.in > $@.tmp && mv $@.tmp $@

install-data-hook: install-seep-valgrind-manual
install-seep-valgrind-manual: install-man
	cd $(DESTDIR)$(man1dir) && $(LN_S) -f seep.1 seep-valgrind.1
uninstall-hook: uninstall-seep-valgrind-manual
uninstall-seep-valgrind-manual:
	rm -f $(DESTDIR)$(man1dir)/seep-valgrind.1
.PHONY: install-seep-valgrind-manual uninstall-seep-valgrind-manual

# docs/: what is read by people. The manual page's options come from the table.

noinst_PROGRAMS += docs/make_manual
docs_make_manual_SOURCES = docs/make_manual.c
docs_make_manual_LDADD = libseep.a

EXTRA_DIST += docs/seep.1.in docs/architecture.md docs/engine.md docs/fail-alloc.md docs/gate.md docs/heap.md \
  docs/translation-cache.md docs/differences.md docs/performance.md docs/findings.md docs/glossary.md docs/reports.md \
  docs/report.schema.json docs/diff.schema.json docs/run-directory.md docs/xml.md
EXTRA_DIST += docs/orientation.md docs/integrations.md docs/story.md docs/suites.md docs/suppressions.md
EXTRA_DIST += docs/heap-story.md docs/editors.md docs/from-memcheck.md docs/from-sanitizers.md
EXTRA_DIST += docs/images/cache-server-time.png docs/images/kept-tail-why.png docs/images/registry-map.png docs/images/leaky.svg
CLEANFILES += docs/seep.1
man_MANS = docs/seep.1

docs/seep.1: docs/seep.1.in docs/make_manual$(EXEEXT)
	$(AM_V_GEN)docs/make_manual$(EXEEXT) $(srcdir)/docs/seep.1.in > $@.tmp && mv $@.tmp $@

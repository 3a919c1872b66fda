# Makefile fragment of tests/.

# Who may use whom, by includes and by the objects; what the linker's wraps do not catch; and whether these find what
# is planted.
EXTRA_DIST += tests/times
dist_check_SCRIPTS += tests/lint/graph tests/lint/wraps tests/lint/planted tests/lint/licences tests/lint/paths \
  tests/lint/opens tests/lint/lines tests/lint/commits tests/lint/headers tests/lint/tidy tests/lint/allocations
TESTS += tests/lint/graph tests/lint/wraps tests/lint/planted tests/lint/licences tests/lint/paths tests/lint/opens \
  tests/lint/lines tests/lint/commits tests/lint/headers tests/lint/tidy tests/lint/allocations

# A core that Seep does not know, as far as that can be tried with one that it knows.
dist_check_SCRIPTS += tests/distributions/unknown_core
TESTS += tests/distributions/unknown_core
EXTRA_DIST += tests/lint/layers.ini tests/lint/opens.ini tests/lint/layers.py tests/lint/source_tree.py \
  tests/lint/violations.py tests/lint/includes.py tests/lint/objects.py tests/lint/circles.py tests/lint/drawing.py \
  tests/lint/exports.py tests/lint/folders.py tests/lint/names.py tests/lint/tidy_planted.c .clang-tidy

# Unit tests and seep's own commands with AddressSanitizer and UndefinedBehaviorSanitizer, in a build tree of their own.
dist_check_SCRIPTS += tests/sanitizers/run
TESTS += tests/sanitizers/run
unit-tests: $(UNIT_TESTS)
clean-local: clean-sanitizers
clean-sanitizers:
	rm -rf tests/sanitizers/build
.PHONY: unit-tests clean-sanitizers

# The pure guest modules, compiled as for the tool and linked with nothing at all.
check_PROGRAMS += tests/nolibc/proof
TESTS += tests/nolibc/proof
tests_nolibc_proof_SOURCES = tests/nolibc/proof.c $(GUEST_SOURCES)
tests_nolibc_proof_CPPFLAGS = -I$(top_srcdir)
tests_nolibc_proof_CFLAGS = $(TOOL_CFLAGS)
tests_nolibc_proof_LDFLAGS = -static -no-pie -nostdlib -nostartfiles
tests_nolibc_proof_LDADD =

# Guest programs run under the checker. The runner works in the build tree: tests/guest/{bin,work,cache}.
dist_check_SCRIPTS += tests/guest/run
TESTS += tests/guest/run
EXTRA_DIST += tests/support/guest.py tests/support/debian_sources.py tests/support/total tests/support/timed \
  tests/support/checks.py tests/support/formats.py tests/support/on_terminal.py tests/support/work.sh tests/README.md

check-guest: all
	$(srcdir)/tests/guest/run --build-dir .

# Shares of them by the other engines, on a seed that changes from day to day. It waits until the programs are built.
dist_check_SCRIPTS += tests/engines/run
TESTS += tests/engines/run
AFTER_GUEST_RUN = tests/engines/run.log tests/xml/run.log tests/suppress/run.log tests/formats/same.log
$(AFTER_GUEST_RUN): tests/guest/run.log

# XML documents as readers want them, of some of the guest programs; tests/xml/run --all has the rest.
dist_check_SCRIPTS += tests/xml/run
TESTS += tests/xml/run
EXTRA_DIST += tests/xml/readers.py tests/xml/valgrind.xsd

# Entries of `seep suppress` for some of the guest programs, against mutants; tests/suppress/run --long has all, and
# real ones.
dist_check_SCRIPTS += tests/suppress/run
TESTS += tests/suppress/run
EXTRA_DIST += tests/suppress/matcher.py

# Small test suites under `seep suite`; tests/suite/run --long has more.
dist_check_SCRIPTS += tests/suite/run tests/suite/leaks
TESTS += tests/suite/run tests/suite/leaks
EXTRA_DIST += tests/suite/tree.py tests/suite/cases_exec.py tests/suite/cases_names.py tests/suite/cases_suite.py
EXTRA_DIST += tests/suite/cases_valgrind.py tests/suite/cases_limits.py tests/suite/cases_leaks.py
EXTRA_DIST += tests/suite/cases_changed.py

# Records that were cut short, and what must not be said of them; tests/incomplete/cuts --long cuts after each frame.
dist_check_SCRIPTS += tests/incomplete/cuts
TESTS += tests/incomplete/cuts
# Suites that were not checked as a whole; tests/incomplete/matrix --long has each way with each driver.
dist_check_SCRIPTS += tests/incomplete/matrix
TESTS += tests/incomplete/matrix
EXTRA_DIST += tests/incomplete/matrix.def tests/incomplete/drivers.py tests/incomplete/ways.py

# Programs that nobody has written, with undefined globals, by all engines and Memcheck; tests/csmith/run --long has
# 2,000 others.
dist_check_SCRIPTS += tests/csmith/run
TESTS += tests/csmith/run

# Small programs of many languages and runtimes, which must be clean; tests/runtimes/run --long has all of them.
dist_check_SCRIPTS += tests/runtimes/run
TESTS += tests/runtimes/run
EXTRA_DIST += tests/runtimes/programs
clean-local: clean-runtimes
.PHONY: clean-runtimes
clean-runtimes:
	rm -rf tests/runtimes/work

# Programs before and after an edit, and what is said of them; tests/identity/run --long has all pairs.
dist_check_SCRIPTS += tests/identity/run
TESTS += tests/identity/run
EXTRA_DIST += tests/identity/pair.py

# Programs that lose blocks, one way each, and what must be said of where they were lost.
dist_check_SCRIPTS += tests/explain/run tests/explain/counts
TESTS += tests/explain/run tests/explain/counts
EXTRA_DIST += tests/explain/expectation.py tests/explain/explain.h
# Leaks of real programs, put back; by hand, as sources are fetched and built.
EXTRA_DIST += tests/explain/packages

# Pictures of what people see, to be looked at; made by hand.
EXTRA_DIST += tests/screens/pictures tests/screens/screens.py tests/screens/Makefile.suite tests/screens/errors.c \
  tests/screens/orders.cpp tests/screens/registry.rs tests/screens/clean.c tests/screens/cache.c

# What commands make of runs, and of what stands where runs and settings should be.
dist_check_SCRIPTS += tests/runs/pack tests/runs/snapshots tests/runs/inputs
TESTS += tests/runs/pack tests/runs/snapshots tests/runs/inputs
clean-local: clean-inputs
clean-inputs:
	rm -rf tests/runs/inputs-work
.PHONY: clean-inputs

# What pages tell people to type, run.
dist_check_SCRIPTS += tests/docs/run
TESTS += tests/docs/run
EXTRA_DIST += scripts/draw-screen

# What docs/integrations.md describes, run for real.
dist_check_SCRIPTS += tests/integrations/run tests/integrations/leaks
TESTS += tests/integrations/run tests/integrations/leaks
EXTRA_DIST += tests/integrations/cases_integrations.py tests/integrations/cases_story.py \
  tests/integrations/cases_editors.py tests/integrations/cases_newcomers.py \
  tests/integrations/cases_test_names.py tests/integrations/frameworks \
  tests/integrations/packages.py tests/integrations/cases_ci.py tests/integrations/github_runner.py

# Seep beside the installed Memcheck, on guest programs and real ones; guest programs once more with origins, and in
# XML. The real programs of programs.def are a job of their own: tests/compare/compare --programs.
EXTRA_DIST += tests/compare/compare tests/compare/known-differences tests/compare/subjects.py \
  tests/compare/text_report.py tests/compare/xml_report.py tests/compare/programs.def tests/compare/programs.py \
  tests/compare/stressors tests/compare/stressors.def

# With VALGRIND_TREE, Valgrind's own tests instead.
EXTRA_DIST += tests/upstream/run tests/upstream/vgtest.py tests/upstream/known-differences
dist_check_SCRIPTS += tests/upstream/check
TESTS += tests/upstream/check

compare: all
	if [ -n "$(VALGRIND_TREE)" ]; then \
	  $(srcdir)/tests/upstream/run --build-dir . --tree "$(VALGRIND_TREE)"; \
	else \
	  $(srcdir)/tests/compare/compare --build-dir . && \
	  $(srcdir)/tests/compare/compare --build-dir . --no-real --origins && \
	  $(srcdir)/tests/compare/compare --build-dir . --no-real --xml; \
	fi

# The engines beside each other.
compare-engines: all
	$(srcdir)/tests/compare/compare --build-dir . --engines

# User time and memory beside `valgrind --tool=none` and Memcheck: bench.txt and bench.json.
EXTRA_DIST += tests/bench/bench tests/bench/measure.py tests/bench/engine_table.py tests/bench/generated.py \
  tests/bench/heap.c tests/bench/scan.c tests/bench/snapshot.c tests/bench/calls.c tests/bench/float.c \
  tests/bench/fma.c tests/bench/strings.c tests/bench/undefined.c tests/bench/trees.c tests/bench/threads.c \
  tests/bench/native_table.py tests/bench/usual_programs.py tests/bench/formulas.c
CLEANFILES += bench.txt bench.json compare.log programs.log leaky

bench: all tests/bench/suppressions_bench$(EXEEXT) tests/bench/merge_records$(EXEEXT)
	$(srcdir)/tests/bench/bench --build-dir .

# Only what is measured with sanitizers and heaptrack too: the table of README.md.
bench-others: all
	$(srcdir)/tests/bench/bench --build-dir . --others

# Seep by its engines, and what they are to reach.
bench-engines: all
	$(srcdir)/tests/bench/bench --build-dir . --engines

# Leaks only, in programs that run natively.
bench-native: all
	$(srcdir)/tests/bench/bench --build-dir . --native

bench-quick: all tests/bench/suppressions_bench$(EXEEXT) tests/bench/merge_records$(EXEEXT)
	$(srcdir)/tests/bench/bench --build-dir . --quick

clean-guest:
	rm -rf tests/guest/bin tests/guest/work tests/guest/cache tests/explain/bin tests/explain/work \
	  tests/explain/cache tests/explain/packages-work tests/engines/work-* tests/native/work \
	  tests/native/cache tests/xml/work tests/xml/bin \
	  tests/suppress/work tests/compare/work tests/upstream/copy* tests/upstream/check tests/upstream/results \
	  tests/upstream/references tests/bench/work tests/sets/work tests/docs/work

# All guest programs are one test each and need no line of their own here, but their rooms.
GUEST_ROOMS = accesses engine heap instructions leaks library names options origins processes records requests \
  suppressions syscalls values
# What tests/lint/graph writes into each folder.
FOLDERS_WITH_README = coregrind-glue host include memcheck packaging shared suppressions
dist-readmes:
	cd $(srcdir) && find $(FOLDERS_WITH_README) -name README.md | while read -r file; do \
	  cp -p "$$file" "$(abs_top_builddir)/$(distdir)/$$file" || exit 1; done

dist-guest:
	$(MKDIR_P) $(distdir)/tests/guest
	cp -pR $(srcdir)/tests/guest/*.* $(GUEST_ROOMS:%=$(srcdir)/tests/guest/%) $(distdir)/tests/guest
	$(MKDIR_P) $(distdir)/tests/identity/pairs
	cp -p $(srcdir)/tests/identity/pairs/* $(distdir)/tests/identity/pairs
	$(MKDIR_P) $(distdir)/tests/explain/programs
	cp -p $(srcdir)/tests/explain/programs/* $(distdir)/tests/explain/programs
	$(MKDIR_P) $(distdir)/tests/explain/leaks
	cp -p $(srcdir)/tests/explain/leaks/* $(distdir)/tests/explain/leaks

EXTRA_DIST += .ci/run
EXTRA_DIST += scripts/quickstart scripts/packages
dist_check_SCRIPTS += tests/packages/quickstart
TESTS += tests/packages/quickstart

clean-local: clean-guest
dist-hook: dist-guest dist-readmes
.PHONY: check-guest compare compare-engines bench bench-others
.PHONY: bench-engines bench-native bench-quick clean-guest dist-guest dist-readmes

# Random sequences of instructions by all engines, against what undefined bits can change in truth;
# tests/sequences/run --long has thousands.
check_PROGRAMS += tests/sequences/sequences
dist_check_SCRIPTS += tests/sequences/run
TESTS += tests/sequences/run
tests_sequences_sequences_SOURCES = tests/sequences/sequences.c tests/sequences/sequence.c tests/sequences/sequence.h \
  tests/sequences/area.h tests/support/random.h
tests_sequences_sequences_CFLAGS = -std=gnu11 -g -O1 -pthread $(WARN_CFLAGS)
tests_sequences_sequences_LDFLAGS = -pthread

# Counts of instructions, against the processor; tests/cost/run --long at every level of optimisation.
dist_check_SCRIPTS += tests/cost/run
TESTS += tests/cost/run
EXTRA_DIST += tests/cost/programs tests/cost/steps.c tests/support/costs.py

# Random encodings, by all engines, against the processor; tests/encodings/run --long has more than a hundred thousand.
dist_check_SCRIPTS += tests/encodings/run
TESTS += tests/encodings/run
EXTRA_DIST += tests/encodings/encodings.c

# Flags that are read beyond a call, a return or a jump, by all engines, against the processor; tests/flags/run --long
# has thousands.
dist_check_SCRIPTS += tests/flags/run
TESTS += tests/flags/run

# Leaks in programs that run natively, against full runs; tests/native/run --long takes all guest programs.
dist_check_SCRIPTS += tests/native/run
TESTS += tests/native/run
EXTRA_DIST += tests/native/differences tests/native/errors

# Programs that make that hard; tests/native/attacks/run --long does so for many minutes.
dist_check_SCRIPTS += tests/native/attacks/run
TESTS += tests/native/attacks/run
EXTRA_DIST += tests/native/attacks/attack.h tests/native/attacks/blocked.c tests/native/attacks/busy.c \
  tests/native/attacks/chain.c tests/native/attacks/descriptors.c tests/native/attacks/ends.c \
  tests/native/attacks/family.c tests/native/attacks/memory.c tests/native/attacks/pages.c \
  tests/native/attacks/scribble.c tests/native/attacks/seccomp.c tests/native/attacks/small_stacks.c \
  tests/native/attacks/stacks.c tests/native/attacks/storm.c tests/native/attacks/wrapper.c
clean-local: clean-attacks
clean-attacks:
	rm -rf tests/native/attacks/bin tests/native/attacks/work
.PHONY: clean-attacks

# Heaps made by chance, against the plainest way to find out what is lost; tests/graphs/run --long checks a thousand.
check_PROGRAMS += tests/graphs/graphs
dist_check_SCRIPTS += tests/graphs/run
TESTS += tests/graphs/run
tests_graphs_graphs_SOURCES = tests/graphs/graphs.c
tests_graphs_graphs_CFLAGS = -std=gnu11 -g -O1 -pthread $(WARN_CFLAGS)
tests_graphs_graphs_LDFLAGS = -pthread

# Programs made by chance, by all checks and for leaks only; tests/graphs/mixed --long has a thousand.
dist_check_SCRIPTS += tests/graphs/mixed
TESTS += tests/graphs/mixed
EXTRA_DIST += tests/graphs/mixed.cpp

# Code that changes, by all engines, against the processor; tests/changes/run --long has many thousand changes.
check_PROGRAMS += tests/changes/changes
dist_check_SCRIPTS += tests/changes/run
TESTS += tests/changes/run
tests_changes_changes_SOURCES = tests/changes/changes.c
tests_changes_changes_CFLAGS = -std=gnu11 -g -O1 -pthread $(WARN_CFLAGS)
tests_changes_changes_LDFLAGS = -pthread -Wl,--no-warn-rwx-segments

# Intrinsics and other instructions by all engines, against the processor; tests/intrinsics/run --long has them all.
dist_check_SCRIPTS += tests/intrinsics/run
TESTS += tests/intrinsics/run
EXTRA_DIST += tests/intrinsics/headers.py tests/intrinsics/general.py tests/intrinsics/known-differences
EXTRA_DIST += tests/support/engines.py

# The decoder of direct code against the processor and another decoder; --long takes all programs of this machine.
check_PROGRAMS += tests/direct/decode_oracle tests/direct/decode_native
dist_check_SCRIPTS += tests/direct/run
TESTS += tests/direct/run
tests_direct_decode_oracle_SOURCES = tests/direct/decode_oracle.c tests/direct/decode_views.c \
  tests/direct/decode_views.h tests/direct/known_differences.def
tests_direct_decode_oracle_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_direct_decode_oracle_LDADD = libengine.a $(CAPSTONE_LIBS)
tests_direct_decode_native_SOURCES = tests/direct/decode_native.c tests/direct/machine.c tests/direct/machine.h \
  tests/direct/every_encoding.c tests/direct/every_encoding.h tests/direct/subject.c tests/direct/subject.h
tests_direct_decode_native_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_direct_decode_native_LDADD = libengine.a $(CAPSTONE_LIBS)

# Direct code against the processor, with the routines that it jumps to in the tool: these need to lie below 2 GiB.
check_PROGRAMS += tests/direct/states
tests_direct_states_SOURCES = tests/direct/states.c tests/direct/agreement.c tests/direct/agreement.h \
  tests/direct/copied.c tests/direct/copied.h tests/direct/expected.c tests/direct/expected.h tests/direct/machine.c \
  tests/direct/machine.h tests/direct/every_encoding.c tests/direct/every_encoding.h tests/direct/operands.c \
  tests/direct/operands.h tests/direct/planted.c tests/direct/planted.h tests/direct/planted.def \
  tests/direct/sequences.c tests/direct/sequences.h tests/direct/shadows.c tests/direct/shadows.h \
  tests/direct/situations.c tests/direct/situations.h tests/direct/subject.c tests/direct/subject.h \
  coregrind-glue/direct/routine_code.S coregrind-glue/direct/routines.c coregrind-glue/direct/faults.c
tests_direct_states_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS) -DVGA_amd64=1 -DVGO_linux=1 -DVGP_amd64_linux=1
tests_direct_states_CFLAGS = $(AM_CFLAGS) -fno-pie
PLANTED_WRAPS = emit_compare_v emit_load_v v_checks_before_load v_checks_before v_checks_forget_registers \
  v_checks_forget_all direct_plan_make direct_translate translation_give_rcx_back translation_leave stack_code_settle \
  stack_code_settle_for fill_given_up fill_by_words bounds_check emit_test_u32 emit_decrement_u32 emit_copy emit_lea \
  routines_begin jumps_branch jumps_emit_exits
tests_direct_states_LDFLAGS = $(AM_LDFLAGS) -no-pie $(PLANTED_WRAPS:%=-Wl,--wrap=%)
tests_direct_states_LDADD = libengine.a $(CAPSTONE_LIBS)

# The rules of definedness against the operations themselves; `make oracle` is the long run.
check_PROGRAMS += tests/oracle/oracle
TESTS += tests/oracle/oracle
ORACLE_SAMPLES = 1000000
tests_oracle_oracle_SOURCES = tests/oracle/oracle.c tests/oracle/mutants.c tests/oracle/mutants.h \
  tests/oracle/trial.c tests/oracle/trial.h tests/oracle/judge.c tests/oracle/judge.h \
  tests/oracle/operands.c tests/oracle/operands.h tests/oracle/routine.c tests/oracle/routine.h \
  tests/oracle/vex.c tests/oracle/vex.h tests/support/random.h
tests_oracle_oracle_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_oracle_oracle_LDADD = $(ENGINE_TEST_LDADD)

oracle: tests/oracle/oracle$(EXEEXT)
	tests/oracle/oracle --samples $(ORACLE_SAMPLES)

# Are there operations in these files that the table does not know?
check_PROGRAMS += tests/oracle/coverage
tests_oracle_coverage_SOURCES = tests/oracle/coverage.c tests/oracle/vex.c tests/oracle/vex.h
tests_oracle_coverage_CPPFLAGS = $(ENGINE_TEST_CPPFLAGS)
tests_oracle_coverage_LDADD = $(ENGINE_TEST_LDADD)
COVERED_FILES = /lib/x86_64-linux-gnu/libc.so.6 /lib/x86_64-linux-gnu/libm.so.6

oracle-coverage: tests/oracle/coverage$(EXEEXT)
	tests/oracle/coverage $(COVERED_FILES)
.PHONY: oracle oracle-coverage

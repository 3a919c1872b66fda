# completion/: how shells complete seep's command line, made from the tables of options.

noinst_PROGRAMS += completion/make_completions
completion_make_completions_SOURCES = completion/make_completions.c completion/completion.h \
  completion/bash.c completion/zsh.c completion/fish.c
completion_make_completions_LDADD = libseep.a

COMPLETIONS = completion/seep completion/_seep completion/seep.fish
CLEANFILES += $(COMPLETIONS)
bashcompletiondir = $(datadir)/bash-completion/completions
bashcompletion_DATA = completion/seep
zshcompletiondir = $(datadir)/zsh/site-functions
zshcompletion_DATA = completion/_seep
fishcompletiondir = $(datadir)/fish/vendor_completions.d
fishcompletion_DATA = completion/seep.fish

completion/seep: completion/make_completions$(EXEEXT)
	$(AM_V_GEN)completion/make_completions$(EXEEXT) bash > $@.tmp && mv $@.tmp $@
completion/_seep: completion/make_completions$(EXEEXT)
	$(AM_V_GEN)completion/make_completions$(EXEEXT) zsh > $@.tmp && mv $@.tmp $@
completion/seep.fish: completion/make_completions$(EXEEXT)
	$(AM_V_GEN)completion/make_completions$(EXEEXT) fish > $@.tmp && mv $@.tmp $@

# Bash looks for a command's script by its name.
install-data-hook: install-seep-valgrind-completion
install-seep-valgrind-completion: install-bashcompletionDATA
	cd $(DESTDIR)$(bashcompletiondir) && $(LN_S) -f seep seep-valgrind
uninstall-hook: uninstall-seep-valgrind-completion
uninstall-seep-valgrind-completion:
	rm -f $(DESTDIR)$(bashcompletiondir)/seep-valgrind
.PHONY: install-seep-valgrind-completion uninstall-seep-valgrind-completion

dist_check_SCRIPTS += tests/completion/run
TESTS += tests/completion/run

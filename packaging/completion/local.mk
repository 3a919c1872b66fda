# packaging/completion/: how shells complete seep's command line, made from the tables of options.

noinst_PROGRAMS += packaging/completion/make_completions
packaging_completion_make_completions_SOURCES = packaging/completion/make_completions.c \
  packaging/completion/completion.h packaging/completion/bash.c packaging/completion/zsh.c packaging/completion/fish.c
packaging_completion_make_completions_LDADD = libseep.a

COMPLETIONS = packaging/completion/seep packaging/completion/_seep packaging/completion/seep.fish
CLEANFILES += $(COMPLETIONS)
bashcompletiondir = $(datadir)/bash-completion/completions
bashcompletion_DATA = packaging/completion/seep
zshcompletiondir = $(datadir)/zsh/site-functions
zshcompletion_DATA = packaging/completion/_seep
fishcompletiondir = $(datadir)/fish/vendor_completions.d
fishcompletion_DATA = packaging/completion/seep.fish

packaging/completion/seep: packaging/completion/make_completions$(EXEEXT)
	$(AM_V_GEN)packaging/completion/make_completions$(EXEEXT) bash > $@.tmp && mv $@.tmp $@
packaging/completion/_seep: packaging/completion/make_completions$(EXEEXT)
	$(AM_V_GEN)packaging/completion/make_completions$(EXEEXT) zsh > $@.tmp && mv $@.tmp $@
packaging/completion/seep.fish: packaging/completion/make_completions$(EXEEXT)
	$(AM_V_GEN)packaging/completion/make_completions$(EXEEXT) fish > $@.tmp && mv $@.tmp $@

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

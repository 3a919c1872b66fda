# Makefile fragment of symbols/.

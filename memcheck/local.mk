# Makefile fragment of memcheck/.

# Makefile fragment of coregrind-glue/.

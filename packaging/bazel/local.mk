# packaging/bazel/: tests of Bazel's under Seep; a workspace has a copy of it.

bazeldir = $(pkgdatadir)/bazel
dist_bazel_DATA = packaging/bazel/BUILD packaging/bazel/seep.bzl
dist_bazel_SCRIPTS = packaging/bazel/run-under packaging/bazel/collect

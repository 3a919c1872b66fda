# SPDX-License-Identifier: GPL-2.0-or-later
"""A test of Bazel's that runs another one under the checker. Copy this folder to tools/seep in the workspace."""

def seep_test(name, test, options = [], run_under = "//tools/seep:run-under", **kwargs):
    """Fails if the program leaks or has errors.

    Args:
      name: of this test.
      test: the label of a cc_test, rust_test or the like.
      options: of `seep suite`.
      run_under: where that is, in another folder than tools/seep.
      **kwargs: of sh_test, such as `size` and `tags`.
    """
    native.sh_test(
        name = name,
        srcs = [run_under],
        args = ["./$(rootpath %s)" % test],
        data = [test],
        env = {"SEEP_OPTS": " ".join(["--error-exitcode=99"] + options)},
        **kwargs
    )

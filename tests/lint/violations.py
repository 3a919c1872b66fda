# SPDX-License-Identifier: GPL-2.0-or-later
"""What a lint complains of: where, what and why, and what to do."""
import collections

Violation = collections.namedtuple("Violation", "path line what remedy")


def show(violation):
    return f"{violation.path}:{violation.line}: {violation.what}\n  {violation.remedy}"

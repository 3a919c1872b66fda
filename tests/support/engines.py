# SPDX-License-Identifier: GPL-2.0-or-later
"""The engines, by name, for the runners that hold each of them against what is. Another one takes a line here."""

ENGINES = {
    "speculative": ["--engine=speculative"],
    "precise": ["--engine=precise"],
    "direct": ["--engine=direct"],
}

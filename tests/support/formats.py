# SPDX-License-Identifier: GPL-2.0-or-later
"""The formats of `seep report --format`, from the table that makes them."""
import os
import re

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
with open(os.path.join(SOURCE, "host/reports/formats/formats.def")) as table:
    FORMATS = re.findall(r'^FORMAT\(\w+, "([^"]+)"', table.read(), re.MULTILINE)

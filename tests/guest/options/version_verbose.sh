# SPDX-License-Identifier: GPL-2.0-or-later
# --version --verbose tells the core and which of the fast ways around it are on; with a known core those that read modules are.
# needs: seep
. "$SRC/lib.sh"
status 0 checker --version >short
status 0 checker --version --verbose >long
expect short "seep-[0-9.]+$"
reject short "core"
expect long "seep-[0-9.]+$" "Linked with the core of Valgrind [0-9.]+" "on +symbols of modules" "on +call frames"

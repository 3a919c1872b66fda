/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether a text can stand inside an element of an XML file as it is. */
#ifndef SEEP_HOST_REPORTS_XML_XML_FRAGMENT_H
#define SEEP_HOST_REPORTS_XML_XML_FRAGMENT_H

#include <stdbool.h>

/* Plain ASCII text, elements with attributes, character references and the five entities that XML defines. Comments,
 * CDATA and instructions are well-formed XML as well, but not taken for it here. */
bool xml_fragment_is_well_formed(const char *text);

#endif

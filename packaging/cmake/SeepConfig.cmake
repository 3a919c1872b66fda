# SPDX-License-Identifier: GPL-2.0-or-later
# Seep for CMake projects.
#
#   find_package(Seep)
#   seep_add_check()      # a target check-seep: ctest under seep suite, then seep gate
#
# seep_add_check([NAME target] [SUITE_OPTIONS option...] [GATE_OPTIONS option...] [CTEST_OPTIONS option...] [RECORD directory])
#   NAME            check-seep
#   GATE_OPTIONS    what may pass (--possibly-lost=any), a baseline; without it nothing may
#   RECORD          seep-run in the build directory; what was there is removed
#
# Programs that include <seep/seep.h> link to Seep::Seep, which is nothing but the header's directory.
#
# It also sets MEMORYCHECK_COMMAND, unless it is set: with include(CTest) behind it `ctest -T memcheck` uses Seep.
find_program(SEEP_EXECUTABLE seep HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin" DOC "The command seep")
find_program(SEEP_VALGRIND_EXECUTABLE seep-valgrind HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin"
             DOC "Seep under a name that CTest takes for Valgrind")
find_path(SEEP_INCLUDE_DIR seep/seep.h
          HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../include" "${CMAKE_CURRENT_LIST_DIR}/../include"
          DOC "Where <seep/seep.h> is")
mark_as_advanced(SEEP_EXECUTABLE SEEP_VALGRIND_EXECUTABLE SEEP_INCLUDE_DIR)

if(NOT SEEP_EXECUTABLE)
  set(Seep_FOUND FALSE)
  set(Seep_NOT_FOUND_MESSAGE "the command seep was not found; set SEEP_EXECUTABLE")
  return()
endif()

if(SEEP_INCLUDE_DIR AND NOT TARGET Seep::Seep)
  add_library(Seep::Seep INTERFACE IMPORTED)
  set_target_properties(Seep::Seep PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${SEEP_INCLUDE_DIR}")
endif()

if(NOT MEMORYCHECK_COMMAND AND SEEP_VALGRIND_EXECUTABLE)
  set(MEMORYCHECK_COMMAND "${SEEP_VALGRIND_EXECUTABLE}" CACHE FILEPATH "What ctest -T memcheck runs tests with")
endif()

function(seep_add_check)
  cmake_parse_arguments(SEEP "" "NAME;RECORD" "SUITE_OPTIONS;GATE_OPTIONS;CTEST_OPTIONS" ${ARGN})
  if(NOT SEEP_NAME)
    set(SEEP_NAME check-seep)
  endif()
  if(NOT SEEP_RECORD)
    set(SEEP_RECORD "${CMAKE_CURRENT_BINARY_DIR}/seep-run")
  endif()
  add_custom_target(${SEEP_NAME}
    COMMAND ${CMAKE_COMMAND} -E rm -rf "${SEEP_RECORD}"
    COMMAND "${SEEP_EXECUTABLE}" suite "--record=${SEEP_RECORD}" ${SEEP_SUITE_OPTIONS} -- "${CMAKE_CTEST_COMMAND}" ${SEEP_CTEST_OPTIONS}
    COMMAND "${SEEP_EXECUTABLE}" gate ${SEEP_GATE_OPTIONS} "${SEEP_RECORD}"
    WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}"
    USES_TERMINAL VERBATIM)
endfunction()

# One way to declare a module of src/: a static library, its unit tests beside it, strict warnings.
#
#   codecalc_module(NAME calc SOURCES number.cpp TESTS number_test.cpp DEPENDS base PkgConfig::GMP)
#
# makes the library codecalc_calc and, when tests are on, the program codecalc_calc_test, whose
# cases ctest runs one by one under the label "unit".

include(GoogleTest)

add_library(codecalc_options INTERFACE)
target_include_directories(codecalc_options INTERFACE ${CMAKE_SOURCE_DIR}/src)
target_compile_options(codecalc_options INTERFACE -Wall -Wextra -Wshadow -Wconversion -Werror
  $<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-field-initializers>
  # g++ 12 warns of overlaps in std::string's own operator+ (its bug 105651).
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)
target_compile_definitions(codecalc_options INTERFACE CODECALC_VERSION="${PROJECT_VERSION}")
if(CODECALC_SANITIZE)
  # g++ cannot follow initialisation through instrumented code (its manual, -Wmaybe-uninitialized).
  target_compile_options(codecalc_options INTERFACE
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  target_compile_options(codecalc_options INTERFACE -fsanitize=${CODECALC_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(codecalc_options INTERFACE -fsanitize=${CODECALC_SANITIZE})
endif()

function(codecalc_resolve_libraries out)
  set(resolved)
  foreach(name IN LISTS ARGN)
    if(TARGET codecalc_${name} OR name MATCHES "^[a-z_]+$")
      list(APPEND resolved codecalc_${name})
    else()
      list(APPEND resolved ${name})
    endif()
  endforeach()
  set(${out} ${resolved} PARENT_SCOPE)
endfunction()

function(codecalc_module)
  cmake_parse_arguments(M "" "NAME" "SOURCES;TESTS;DEPENDS;TEST_DEPENDS" ${ARGN})
  codecalc_resolve_libraries(depends ${M_DEPENDS})
  add_library(codecalc_${M_NAME} STATIC ${M_SOURCES})
  target_link_libraries(codecalc_${M_NAME} PUBLIC codecalc_options ${depends})
  if(BUILD_TESTING AND M_TESTS)
    codecalc_resolve_libraries(test_depends ${M_TEST_DEPENDS})
    add_executable(codecalc_${M_NAME}_test ${M_TESTS})
    set_target_properties(codecalc_${M_NAME}_test PROPERTIES
      RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test)
    target_link_libraries(codecalc_${M_NAME}_test PRIVATE codecalc_${M_NAME} ${test_depends}
      GTest::gtest_main GTest::gmock)
    target_compile_definitions(codecalc_${M_NAME}_test PRIVATE
      CODECALC_TEST_DATA="${CMAKE_SOURCE_DIR}/test/data"
      CODECALC_BIN_DIR="${CMAKE_BINARY_DIR}/bin")
    gtest_discover_tests(codecalc_${M_NAME}_test TEST_PREFIX ${M_NAME}.
      PROPERTIES LABELS unit TIMEOUT 60 DISCOVERY_TIMEOUT 60)
  endif()
  if(CODECALC_FUZZERS)
    codecalc_fuzzers(${M_NAME})
  endif()
endfunction()

# Every <name>_fuzzer.cpp in the module's folder becomes the libFuzzer program <name>_fuzzer; a line
# "// Seeds: test/data/..." in it names its seeds (scripts/fuzz.py).
function(codecalc_fuzzers module)
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*_fuzzer.cpp)
  foreach(source IN LISTS sources)
    get_filename_component(fuzzer ${source} NAME_WE)
    # Of several modules in one folder the first one gets its fuzzers.
    if(TARGET ${fuzzer})
      continue()
    endif()
    add_executable(${fuzzer} ${source})
    set_target_properties(${fuzzer} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/fuzz)
    target_link_libraries(${fuzzer} PRIVATE codecalc_${module})
    target_link_options(${fuzzer} PRIVATE -fsanitize=fuzzer)
    set_property(GLOBAL APPEND PROPERTY CODECALC_FUZZER_TARGETS ${fuzzer})
  endforeach()
endfunction()

# What a user of the build needs: the programs of bin/ and the plugins that they load.
function(codecalc_programs out folder)
  get_property(found DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  set(programs)
  foreach(target IN LISTS found)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      get_target_property(where ${target} RUNTIME_OUTPUT_DIRECTORY)
      if(where STREQUAL CMAKE_RUNTIME_OUTPUT_DIRECTORY)
        list(APPEND programs ${target})
      endif()
    elseif(type STREQUAL "MODULE_LIBRARY")
      list(APPEND programs ${target})
    endif()
  endforeach()
  get_property(children DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(child IN LISTS children)
    codecalc_programs(below ${child})
    list(APPEND programs ${below})
  endforeach()
  set(${out} ${programs} PARENT_SCOPE)
endfunction()

# Call once, after every folder is known: the target "programs" (all that lands in bin/), the
# target "fuzzers", and the install rules. Workers that nobody starts by hand go to libexec.
function(codecalc_finish)
  codecalc_programs(programs ${CMAKE_SOURCE_DIR})
  add_custom_target(programs DEPENDS ${programs})
  get_property(fuzzers GLOBAL PROPERTY CODECALC_FUZZER_TARGETS)
  add_custom_target(fuzzers DEPENDS ${fuzzers})
  foreach(program IN LISTS programs)
    get_target_property(type ${program} TYPE)
    if(NOT type STREQUAL "EXECUTABLE")
      continue()  # a plugin is installed where it is declared
    endif()
    get_target_property(file ${program} OUTPUT_NAME)
    if(NOT file)
      set(file ${program})
    endif()
    set(where ${CMAKE_INSTALL_BINDIR})
    if(file MATCHES "^codecalc-" AND NOT file STREQUAL "codecalc-exec")
      set(where ${CMAKE_INSTALL_LIBEXECDIR}/codecalc)
    endif()
    install(TARGETS ${program} RUNTIME DESTINATION ${where})
  endforeach()
  install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/README.md ${CMAKE_SOURCE_DIR}/CHANGELOG.md
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
endfunction()

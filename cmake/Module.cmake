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
endfunction()

# What makes builds quicker where it is installed, and changes nothing of what is built.

find_program(CODECALC_CCACHE ccache)
if(CODECALC_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER AND NOT DEFINED ENV{CMAKE_CXX_COMPILER_LAUNCHER})
  set(CMAKE_C_COMPILER_LAUNCHER ${CODECALC_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CODECALC_CCACHE})
endif()

include(CheckLinkerFlag)
find_program(CODECALC_MOLD mold)
if(CODECALC_MOLD)
  check_linker_flag(CXX -fuse-ld=mold CODECALC_MOLD_WORKS)
  if(CODECALC_MOLD_WORKS)
    add_link_options(-fuse-ld=mold)
  endif()
endif()

# Looks for CaDiCaL, in the build of kintsugi and in that of each program that uses it. Debian's package has a header and
# a static library, no CMake package and no pkg-config module. CMAKE_PREFIX_PATH says where another one is.
#   kintsugi::cadical     the target; not defined if there is no CaDiCaL
#   KINTSUGI_NO_CADICAL   what to tell the user if there is none
set(KINTSUGI_NO_CADICAL "no CaDiCaL: neither its header nor its library was found. \
Install it (Debian: libcadical-dev), or say where it is by CMAKE_PREFIX_PATH")
if(NOT TARGET kintsugi::cadical)
  find_path(KINTSUGI_CADICAL_INCLUDE cadical.hpp)
  find_library(KINTSUGI_CADICAL_LIBRARY cadical)
  mark_as_advanced(KINTSUGI_CADICAL_INCLUDE KINTSUGI_CADICAL_LIBRARY)
  if(KINTSUGI_CADICAL_INCLUDE AND KINTSUGI_CADICAL_LIBRARY)
    add_library(kintsugi::cadical UNKNOWN IMPORTED)
    set_target_properties(kintsugi::cadical PROPERTIES
      IMPORTED_LOCATION ${KINTSUGI_CADICAL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${KINTSUGI_CADICAL_INCLUDE})
  endif()
endif()

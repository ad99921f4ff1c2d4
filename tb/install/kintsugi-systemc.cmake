# Looks for SystemC, in the build of kintsugi and in that of each program that uses it: its CMake package, else
# pkg-config. Debian's has no CMake package. Both are found as the user tells CMake and pkg-config to look.
#   kintsugi::systemc         the target; not defined if there is no SystemC
#   KINTSUGI_SYSTEMC_VERSION  "2.3.4"
#   KINTSUGI_NO_SYSTEMC       what to tell the user if there is none
#
# SystemC is a C++17 build; the definition makes its headers ask for that build's symbols under C++20. For a build of
# another standard, define KINTSUGI_SYSTEMC_STANDARD.
if(NOT DEFINED KINTSUGI_SYSTEMC_STANDARD)
  set(KINTSUGI_SYSTEMC_STANDARD 201703L)
endif()
set(KINTSUGI_NO_SYSTEMC "no SystemC: neither a CMake package SystemCLanguage nor a pkg-config module systemc was found. \
Install it (Debian: libsystemc-dev, pkg-config), or say where it is by CMAKE_PREFIX_PATH or PKG_CONFIG_PATH")
if(NOT TARGET kintsugi::systemc)
  find_package(SystemCLanguage CONFIG QUIET)
  if(SystemCLanguage_FOUND)
    set(KINTSUGI_SYSTEMC_VERSION ${SystemCLanguage_VERSION})
    set(library SystemC::systemc)
  else()
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
      pkg_check_modules(KINTSUGI_SYSTEMC QUIET IMPORTED_TARGET systemc)
    endif()
    if(KINTSUGI_SYSTEMC_FOUND)
      set(library PkgConfig::KINTSUGI_SYSTEMC)
    endif()
  endif()
  if(library)
    add_library(kintsugi::systemc INTERFACE IMPORTED)
    set_target_properties(kintsugi::systemc PROPERTIES
      INTERFACE_LINK_LIBRARIES ${library}
      INTERFACE_COMPILE_DEFINITIONS "SC_CPLUSPLUS=${KINTSUGI_SYSTEMC_STANDARD};SC_INCLUDE_DYNAMIC_PROCESSES")
  endif()
  unset(library)
endif()

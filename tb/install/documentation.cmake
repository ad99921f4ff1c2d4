# The pages, the scenarios and the programs that the pages name, with the paths that they have in the sources, so that
# links lead to them. In an installed page
#   a link to a header      leads to the installed one
#   a link to another file  that is not installed is its text alone
#   .github/                is project/: a hidden folder is for the sources
#   build/release/kintsugi, as a command, is kintsugi
file(GLOB_RECURSE pages CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/models/README.md ${PROJECT_SOURCE_DIR}/hw/README.md ${PROJECT_SOURCE_DIR}/tb/README.md
  ${PROJECT_SOURCE_DIR}/traces/README.md)
list(APPEND pages README.md .github/CHANGELOG.md .github/COMPARED.md .github/CONTRIBUTING.md .github/GALLERY.md)
file(GLOB documents CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/.github/*.svg
  ${PROJECT_SOURCE_DIR}/.github/gallery/* ${PROJECT_SOURCE_DIR}/.github/CITATION.cff
  ${PROJECT_SOURCE_DIR}/tb/tests/system/consumers/*.cpp ${PROJECT_SOURCE_DIR}/tb/tests/system/consumers/CMakeLists.txt)
file(GLOB_RECURSE more CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
  ${PROJECT_SOURCE_DIR}/tb/examples/* ${PROJECT_SOURCE_DIR}/traces/*)
list(APPEND documents ${more})
# Golden answers are for tests, and an example may have been built where it lies.
list(FILTER documents EXCLUDE REGEX "^traces/golden/|^tb/examples/.*/build|README[.]md$")

# From a page to the headers.
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_DOCDIR BASE_DIRECTORY /prefix NORMALIZE OUTPUT_VARIABLE documentation)
cmake_path(ABSOLUTE_PATH internal BASE_DIRECTORY /prefix NORMALIZE OUTPUT_VARIABLE headers)

foreach(page ${pages})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${page})
  cmake_path(GET page PARENT_PATH folder)
  string(REPLACE ".github" "project" installed_folder "${folder}")
  file(READ ${PROJECT_SOURCE_DIR}/${page} text)
  string(REGEX MATCHALL "[(][^()#: \n;]+[)]" links "${text}")
  list(REMOVE_DUPLICATES links)
  foreach(link ${links})
    string(REGEX REPLACE "[()]" "" target "${link}")
    cmake_path(ABSOLUTE_PATH target BASE_DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} NORMALIZE OUTPUT_VARIABLE path)
    cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(REGEX REPLACE "/$" "" path "${path}")
    set(below ${documents})
    list(FILTER below INCLUDE REGEX "^${path}/")
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${path} OR path IN_LIST pages OR path IN_LIST documents OR below)
      continue()
    elseif(path MATCHES "^(models|hw|tb/testbench)/.*[.]hpp$")
      file(RELATIVE_PATH header ${documentation}/${installed_folder} ${headers}/${path})
      string(REPLACE "](${target})" "](${header})" text "${text}")
    else()
      string(REPLACE "." "[.]" target "${target}")
      string(REGEX REPLACE "\\[([^][]*)\\]\\(${target}\\)" "\\1" text "${text}")
    endif()
  endforeach()
  string(REGEX REPLACE "(\\]\\([^)]*)[.]github/" "\\1project/" text "${text}")
  string(REPLACE "build/release/kintsugi " "kintsugi " text "${text}")
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/pages/${page} "${text}")
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/pages/${page} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${installed_folder})
endforeach()
foreach(file ${documents})
  cmake_path(GET file PARENT_PATH folder)
  string(REPLACE ".github" "project" folder "${folder}")
  install(FILES ${PROJECT_SOURCE_DIR}/${file} DESTINATION ${CMAKE_INSTALL_DOCDIR}/${folder})
endforeach()

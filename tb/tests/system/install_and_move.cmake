# Installs the build in BUILD below FOLDER, and moves what is installed to FOLDER/moved: no path may lead to the old place.
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FOLDER}/first
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "cannot install\n${output}")
endif()
file(RENAME ${FOLDER}/first ${FOLDER}/moved)

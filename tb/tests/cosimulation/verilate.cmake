# Runs Verilator on the routers or the fabric of one network and joins what it makes in two files, because their number is
# not known before: code that runs in every cycle, and code that runs once.
#   cmake -DVERILATOR=... -DNAME=... -DFOLDER=... [-DTOP=... -DAS=--sc] -P verilate.cmake
if(NOT TOP)
  set(TOP kt_node_router_0)
  set(AS --cc)
endif()
file(GLOB packages ${FOLDER}/sv/kt_mutant.sv ${FOLDER}/sv/*_pkg.sv)
file(GLOB sources ${FOLDER}/sv/*.sv)
list(FILTER sources EXCLUDE REGEX "/kt_(routers|bench)[.]sv$")
list(REMOVE_ITEM sources ${packages})
file(GLOB old ${FOLDER}/V${NAME}*.cpp ${FOLDER}/V${NAME}*.h)  # of other sources it made other files
if(old)
  file(REMOVE ${old})
endif()
if(AS STREQUAL "--sc")
  list(APPEND AS -fno-gate -fno-expand)  # after -O3; else 5.032 writes to parts of wide ports of SystemC, which is no C++
endif()
execute_process(
  COMMAND ${VERILATOR} -O3 ${AS} -Wno-lint --converge-limit 10000 --prefix V${NAME} --top-module ${TOP}
    --Mdir ${FOLDER} ${CMAKE_CURRENT_LIST_DIR}/shared_code.vlt ${packages} ${sources}
  COMMAND_ERROR_IS_FATAL ANY)
foreach(speed fast slow)
  file(GLOB parts RELATIVE ${FOLDER} ${FOLDER}/V${NAME}*.cpp)
  if(speed STREQUAL "fast")
    list(FILTER parts EXCLUDE REGEX "__Slow[.]cpp$")
  else()
    list(FILTER parts INCLUDE REGEX "__Slow[.]cpp$")
  endif()
  list(SORT parts)
  list(TRANSFORM parts REPLACE "(.+)" "#include \"\\1\"\n")
  list(JOIN parts "" text)
  file(WRITE ${FOLDER}/${speed}.cpp "${text}")
endforeach()

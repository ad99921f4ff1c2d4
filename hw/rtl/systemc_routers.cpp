#include "hw/rtl/systemc_routers.hpp"

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

namespace {

/// The files of Verilator that are compiled as one: it splits what is large into more files.
const char* const kFilesAsOne = "8";

const char* const kSystemcCmake =
    R"(# The library @NAME@: @TOPS@ as modules of SystemC, made by Verilator; written by kintsugi export --systemc.
# In a project with find_package(kintsugi) and find_package(verilator):
#   add_subdirectory(<this folder> @NAME@)
#   target_link_libraries(<program> PRIVATE @NAME@)
cmake_minimum_required(VERSION 3.20)
if(NOT TARGET kintsugi::hw OR NOT COMMAND verilate)
  message(FATAL_ERROR "@NAME@: find_package(kintsugi REQUIRED) and find_package(verilator REQUIRED) come first")
endif()
add_library(@NAME@ STATIC)
@VERILATE@# Warnings of a program are about its own lines, and not about Verilator's headers.
get_target_property(folders @NAME@ INTERFACE_INCLUDE_DIRECTORIES)
set_target_properties(@NAME@ PROPERTIES INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${folders}")
target_include_directories(@NAME@ PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_options(@NAME@ PRIVATE -w -O2)
# Each file of Verilator reads all of SystemC: some are compiled as one.
set_target_properties(@NAME@ PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE @BATCH@)
get_target_property(files @NAME@ SOURCES)
list(FILTER files INCLUDE REGEX "/verilated[^/]*[.]cpp$")
set_source_files_properties(${files} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
target_link_libraries(@NAME@ PUBLIC kintsugi::hw)
)";

const char* const kSystemcVerilate = R"(verilate(@NAME@ SYSTEMC PREFIX V@TOP@ TOP_MODULE @TOP@
  SOURCES @SOURCES@
  VERILATOR_ARGS -O3 -fno-gate -fno-expand -Wno-lint@OPTIONS@)
)";

const char* const kSystemcMake =
    R"(# make -f @NAME@.mk: lib@NAME@.a, @TOPS@ as modules of SystemC, made by Verilator; written by kintsugi
# export --systemc. A program that includes @NAME@.hpp is compiled with
#   c++ -std=c++20 main.cpp $(make -s -f @NAME@.mk flags) $(pkg-config --cflags --libs kintsugi-system)
# CXXFLAGS are those of the compiler, -O2 by default. Each file of Verilator reads all of SystemC: some are compiled as
# one.
SOURCES := @SOURCES@
HERE := $(dir $(abspath $(lastword $(MAKEFILE_LIST))))
VERILATOR ?= verilator
VERILATOR_ROOT ?= $(shell $(VERILATOR) --getenv VERILATOR_ROOT)
SC_FLAGS := -isystem $(VERILATOR_ROOT)/include -isystem $(VERILATOR_ROOT)/include/vltstd
CXXFLAGS ?= -O2
COMPILE = cd $(1) && $(CXX) -c -std=c++20 $(CXXFLAGS) -w -I. $(SC_FLAGS) $$(pkg-config --cflags kintsugi-hw)

.PHONY: flags clean-systemc
$(HERE)lib@NAME@.a: $(addprefix $(HERE),$(SOURCES))
@RULES@	mkdir -p $(HERE)verilated/common
	$(call COMPILE,$(HERE)verilated/common) $(addprefix $(VERILATOR_ROOT)/include/,verilated.cpp verilated_threads.cpp)
	rm -f $@
	ar rcs $@ $(HERE)verilated/*/*.o
flags:
	@echo -I$(HERE) @FOLDERS@ $(SC_FLAGS) $(HERE)lib@NAME@.a
clean-systemc:
	rm -rf $(HERE)verilated $(HERE)lib@NAME@.a
)";

const char* const kSystemcRule =
    R"(	rm -rf $(HERE)verilated/@TOP@
	mkdir -p $(HERE)verilated
	cd $(HERE) && $(VERILATOR) --sc -O3 -Wno-lint@OPTIONS@ --prefix V@TOP@ --top-module @TOP@ -fno-gate -fno-expand \
	  --Mdir verilated/@TOP@ $(SOURCES)
	cd $(HERE)verilated/@TOP@ && ls *.cpp | \
	  xargs -n @BATCH@ sh -c 'for each; do echo "#include \"$$each\""; done > $$1.cc' sh
	$(call COMPILE,$(HERE)verilated/@TOP@) *.cc
)";

const char* const kRouterHeader =
    R"(// The routers of @NETWORK@ with the routing @ROUTING@
// as modules of SystemC, for a chip of kintsugi that has them in the place of its own: written by kintsugi export
// --systemc.
//
//   kintsugi::RtlComparison comparison;
//   plan.make_router = kt_rtl::routers(&comparison);                              // all of them in RTL
//   plan.make_router = kintsugi::only_at({"@SITE@"}, kt_rtl::routers(&comparison));  // one
//
// CMakeLists.txt makes the library kt_routers, and so does `make -f kt_routers.mk`.
#pragma once

#include <kintsugi/rtl.hpp>
#include <memory>

@INCLUDES@
namespace kt_rtl {

/// Returns what the routers were exported with; the chip must have the same.
inline kintsugi::RtlRouterForm router_form() {
  kintsugi::RtlRouterForm form;
  form.network = @NETWORK_TEXT@;
  form.routing = @ROUTING_TEXT@;
  form.flit = {@NODE@, @STATE@, @SOURCE@, @PAYLOAD@, @VC@};
  form.vcs = @VCS@;
  form.buffer = @BUFFER@;
  form.latency = @LATENCY@;
  form.allocator = @ALLOCATOR@;
  return form;
}

/// Returns the factory for ChipPlan::make_router: a router in RTL at every site. `comparison`: that in which it is
/// compared with the router of the project, in every cycle; nullptr: it is not. It outlives the chip.
inline kintsugi::RouterFactory routers(kintsugi::RtlComparison* comparison = nullptr) {
  return [comparison](const char* name, const kintsugi::RouterSite& site) -> std::unique_ptr<kintsugi::SiteRouter> {
@CHOICES@    throw kintsugi::no_rtl_router(site, router_form());
  };
}

}  // namespace kt_rtl
)";

const char* const kRouterChoice = R"(    if (site.layout == kintsugi::PortLayout{@PORTS@}) {
      return std::make_unique<kintsugi::VerilatedRouter<V@TOP@>>(name, site, router_form(), comparison);
    }
)";

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

/// Returns a text in one line, for a comment.
std::string in_one_line(std::string text) {
  for (char& letter : text) {
    if (static_cast<unsigned char>(letter) < ' ' || letter == '\\') letter = ' ';
  }
  return text;
}

}  // namespace

std::string cpp_literal(const std::string& text) {
  static constexpr const char* kOctal = "01234567";
  std::string literal = "\"";
  for (const char each : text) {
    const auto code = static_cast<unsigned char>(each);
    if (each == '"' || each == '\\') {
      literal += {'\\', each};
    } else if (code < ' ' || each == '?') {  // a '?' could be one of a trigraph
      literal += {'\\', kOctal[code >> 6 & 7], kOctal[code >> 3 & 7], kOctal[code & 7]};
    } else {
      literal += each;
    }
  }
  return literal + '"';
}

std::vector<RtlFile> systemc_builds(const SystemcLibrary& library, const std::vector<RtlFile>& sources) {
  std::vector<std::string> names;
  for (const RtlFile& file : sources) names.push_back(file.name);
  const std::string list = joined(names, " ");
  std::string verilate, rules;
  std::vector<std::string> folders;
  for (const std::string& top : library.tops) {
    verilate += filled(kSystemcVerilate,
                       {{"NAME", library.name}, {"OPTIONS", library.options}, {"TOP", top}, {"SOURCES", list}});
    rules += filled(kSystemcRule, {{"OPTIONS", library.options}, {"TOP", top}, {"BATCH", kFilesAsOne}});
    folders.push_back("-I$(HERE)verilated/" + top);
  }
  const std::string tops = joined(library.tops, ", ");
  return {
      {"CMakeLists.txt",
       filled(kSystemcCmake, {{"NAME", library.name}, {"TOPS", tops}, {"VERILATE", verilate}, {"BATCH", kFilesAsOne}})},
      {library.name + ".mk", filled(kSystemcMake, {{"NAME", library.name},
                                                   {"TOPS", tops},
                                                   {"SOURCES", list},
                                                   {"RULES", rules},
                                                   {"FOLDERS", joined(folders, " ")}})}};
}

std::vector<RtlFile> systemc_routers(const Network& network, const RoutingTable& table, const RouterForm& form,
                                     const std::vector<RtlFile>& sources) {
  SystemcLibrary library{"kt_routers", {}};
  std::string includes, choices;
  for (const RouterLayout& each : router_layouts(network)) {
    library.tops.push_back(each.module);
    includes += "#include \"V" + each.module + ".h\"\n";
    std::vector<std::string> ports;
    for (const std::string& port : *each.layout) ports.push_back(cpp_literal(port));
    choices += filled(kRouterChoice, {{"PORTS", joined(ports, ", ")}, {"TOP", each.module}});
  }
  const RouterWidths widths(table, form);
  std::vector<RtlFile> files = systemc_builds(library, sources);
  files.push_back(
      {"kt_routers.hpp", filled(kRouterHeader, {{"NETWORK", in_one_line(network.name())},
                                                {"ROUTING", in_one_line(table.routing)},
                                                {"SITE", in_one_line(network.node_name(NodeId{0}))},
                                                {"INCLUDES", includes},
                                                {"NETWORK_TEXT", cpp_literal(network.name())},
                                                {"ROUTING_TEXT", cpp_literal(table.routing)},
                                                {"NODE", number(widths.node)},
                                                {"STATE", number(table.state_bits)},
                                                {"SOURCE", table.has_source ? "true" : "false"},
                                                {"PAYLOAD", number(widths.payload)},
                                                {"VC", number(widths.vc)},
                                                {"VCS", number(widths.vcs)},
                                                {"BUFFER", number(form.buffer)},
                                                {"LATENCY", number(form.latency)},
                                                {"ALLOCATOR", cpp_literal(std::string(name_of(form.allocator)))},
                                                {"CHOICES", choices}})});
  return files;
}

}  // namespace kintsugi::rtl

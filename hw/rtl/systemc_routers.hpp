/// What an export adds for a SystemC chip that has its routers in RTL: Verilator makes modules of SystemC of the
/// routers (--sc), and a header joins them to the chip (hw/pins/verilated_router.hpp).
///
/// kt_routers.hpp  to be included by a program: kt_rtl::routers() makes the factory for ChipPlan::make_router
/// CMakeLists.txt  the library kt_routers, by verilate(), for add_subdirectory() in a project that has found kintsugi
/// kt_routers.mk   libkt_routers.a without CMake, by `make -f kt_routers.mk`
/// Flits           must hold the number of a packet (RouterForm::systemc)
#pragma once

#include <string>
#include <vector>

#include "hw/rtl/routers.hpp"

namespace kintsugi::rtl {

/// The modules of a library of classes that Verilator makes.
struct SystemcLibrary {
  std::string name;               ///< of the library, its header and its makefile: "kt_routers"
  std::vector<std::string> tops;  ///< module m becomes class Vm
  std::string options = {};       ///< of Verilator, with a space in front
};

/// Returns CMakeLists.txt and <name>.mk. `sources`: the files of the modules.
std::vector<RtlFile> systemc_builds(const SystemcLibrary& library, const std::vector<RtlFile>& sources);

/// Returns the files for the routers of a network, which are in `sources`.
std::vector<RtlFile> systemc_routers(const Network& network, const RoutingTable& table, const RouterForm& form,
                                     const std::vector<RtlFile>& sources);

/// Returns a literal of C++ with this text.
std::string cpp_literal(const std::string& text);

}  // namespace kintsugi::rtl

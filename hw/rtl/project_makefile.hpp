/// The Makefile of an exported project, with the files that it reads: one text for all projects.
///
/// Makefile  lint   Verilator and Icarus Verilog, no message
///           sim    the bench, which must end in PASS, without a warning
///           wave   the same with the option +vcd, where the bench knows it
///           synth  Yosys by synth.ys, which writes synth.txt
///           sta    Yosys by sta.ys and OpenSTA by sta.tcl: loops and the longest path under the constraints, with the
///                  cells of kt_toy.lib
///           tap    the bench of kt_tap with the chain, if the project has them
///           clean
/// <top>.f   the modules, for tools that take a list of files; lint reads it
/// bench.f   the command file of Icarus Verilog for the bench
/// synth.ys  reads the sources, and then runs the commands given
/// sta.ys    makes the netlist of the cells, sta.tcl reads it, the constraints and the library
#pragma once

#include <string>
#include <vector>

#include "hw/rtl/rtl_file.hpp"

namespace kintsugi::rtl {

struct ProjectForm {
  std::string top;                   ///< the module that the tools read
  std::string lint_top = {};         ///< the module that lint reads; "": top
  std::string lint_options = {};     ///< of Verilator, with a space in front
  std::vector<std::string> defines;  ///< macros of the bench
  bool wave = false;                 ///< the bench has the option +vcd
  bool tap = false;                  ///< there is a test access port: chain_access.hpp
  std::string synthesis;             ///< commands of Yosys, a line each
  std::string timed = {};            ///< the module of which sta tells the timing; "": top
  std::string constraints;           ///< the file of its constraints
  std::string timed_form = {};       ///< commands of Yosys before its synthesis, a line each
  std::string model_says = {};       ///< what sta prints beside the path
};

/// Returns commands of Yosys that synthesise every module by itself and check that none has a loop or an undriven net.
std::string synthesis_by_module(const std::string& top);

/// Returns Makefile, <top>.f, bench.f, synth.ys, sta.ys, sta.tcl, kt_toy.lib and, for benches that assert,
/// kt_assertions.svh.
std::vector<RtlFile> project_makefile(const ProjectForm& form, const std::vector<RtlFile>& sources);

}  // namespace kintsugi::rtl

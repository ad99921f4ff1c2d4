// Writes the SystemVerilog of one fabric, with the header that binds it to a chip, for Verilator:
//   write_fabrics NAME FOLDER
// libsystemc brings the main that calls sc_main.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <stdexcept>
#include <string>
#include <systemc>

#include "hw/rtl/fabric_rtl.hpp"
#include "models/registry/families.hpp"
#include "models/repair/reconfigurable.hpp"
#include "tb/tests/cosimulation/fabrics.hpp"
#include "tb/tests/cosimulation/networks.hpp"

namespace {

using namespace kintsugi;

void put_in_place(std::string& text, const std::string& old, const std::string& now) {
  const std::size_t at = text.find(old);
  if (at == std::string::npos) throw std::runtime_error("the fabric has no text " + old);
  text.replace(at, old.size(), now);
}

/// Adds the mutants to the files.
void add_mutants(std::map<std::string, std::string>& files) {
  for (const test::FabricMutant& mutant : test::fabric_mutants()) {
    std::string mistake = mutant.mistake;
    put_in_place(mistake, "IS", "kt_mutant::which == " + std::to_string(mutant.number));
    put_in_place(files.at(mutant.file), mutant.text, mistake);
  }
  files["kt_mutant.sv"] = "package kt_mutant;\n  int which = 0;\nendpackage\n";
  put_in_place(
      files.at("kt_fabric.sv"), "\nendmodule\n",
      "\n  initial begin\n    if (!$value$plusargs(\"kt_mutant=%d\", kt_mutant::which)) kt_mutant::which = 0;\n"
      "  end\nendmodule\n");
}

std::map<std::string, std::string> files_of(const test::CosimulatedFabric& wanted) {
  const auto design = find_family(wanted.kind)->build(wanted.parameters);
  const auto fabric = design->fabric({});
  const Configuration no_states;
  const Placement no_placement;
  std::vector<RtlFile> all = rtl::fabric_sources({.fabric = &fabric->fabric(),
                                                  .configuration = no_states,
                                                  .placement = no_placement,
                                                  .chain_bits = wanted.chain_bits});
  append(all, rtl::systemc_fabric(fabric->fabric(), wanted.chain_bits, {wanted.vcs, wanted.most_extra}, all));
  std::map<std::string, std::string> files;
  for (const RtlFile& file : all) files[file.name] = file.text;
  if (wanted.has_mutants) add_mutants(files);
  return files;
}

}  // namespace

int sc_main(int argc, char** argv) {
  const std::string name = argc == 3 ? argv[1] : "";
  const auto* const wanted = test::find_named(test::cosimulated_fabrics(), name);
  if (wanted == nullptr) {
    std::cerr << "usage: write_fabrics NAME FOLDER\n";
    return 2;
  }
  try {
    const std::filesystem::path folder = argv[2];
    std::filesystem::create_directories(folder);
    for (const auto& [file, text] : files_of(*wanted)) {
      std::ofstream out(folder / file);
      out << text;
      if (!out.flush()) throw std::runtime_error("cannot write " + file);
    }
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

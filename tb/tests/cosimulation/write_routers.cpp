// Writes the SystemVerilog of the routers of one network, or of a mutant, for Verilator:
//   write_routers NAME FOLDER
// libsystemc brings the main that calls sc_main.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <systemc>

#include "hw/rtl/router_project.hpp"
#include "models/registry/families.hpp"
#include "tb/tests/cosimulation/networks.hpp"

namespace {

using namespace kintsugi;

void write(const std::filesystem::path& folder, const RtlFile& file) {
  std::ofstream out(folder / file.name);
  out << file.text;
  if (!out.flush()) throw std::runtime_error("cannot write " + file.name);
}

void write_all(const test::CosimulatedNetwork& wanted, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const auto design = find_family(wanted.kind)->build(wanted.parameters);
  const auto relation = design->routing(wanted.routing, wanted.vcs);
  const Network& network = design->network();
  const std::vector<LinkLatency> cycles(network.links().size(), wanted.link_cycles);
  for (const RtlFile& file : rtl::router_project(network, *relation, wanted.form, cycles)) write(folder, file);
}

/// Makes the mistake in the file that has been written.
void spoil(const test::Mutant& mutant, const std::filesystem::path& folder) {
  std::ifstream in(folder / mutant.file);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  const std::size_t at = text.find(mutant.text);
  if (at == std::string::npos) throw std::runtime_error(mutant.name + ": " + mutant.file + " has no " + mutant.text);
  write(folder, {mutant.file, text.replace(at, mutant.text.size(), mutant.mistake)});
}

}  // namespace

int sc_main(int argc, char** argv) {
  const std::string name = argc == 3 ? argv[1] : "";
  const test::Mutant* const mutant = test::find_named(test::mutants(), name);
  const std::string& network = mutant != nullptr ? mutant->network : name;
  const auto* const wanted = network == test::network_in_chip().name
                                 ? &test::network_in_chip()
                                 : test::find_named(test::cosimulated_networks(), network);
  if (wanted == nullptr) {
    std::cerr << "usage: write_routers NAME FOLDER\n";
    return 2;
  }
  try {
    write_all(*wanted, argv[2]);
    if (mutant != nullptr) spoil(*mutant, argv[2]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

// Writes the SystemVerilog of the routers of one network for Verilator:
//   write_routers NETWORK FOLDER
// libsystemc brings the main that calls sc_main.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <systemc>

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
  const rtl::RoutingTable table = rtl::make_routing_table(network, *relation);
  std::cerr << network.name() << ", " << relation->name() << ": " << table.rows.size() << " rows, "
            << table.candidates << " candidates, " << table.header_bits() << " bits of header\n";
  for (const RtlFile& file : rtl_library()) write(folder, file);
  for (const RtlFile& file : rtl::router_modules(network, table, wanted.form)) write(folder, file);
  write(folder, rtl::route_module(table));
  write(folder, rtl::candidates_module(table));
  write(folder, rtl::adaptive_module(table));
  const std::vector<unsigned> cycles(network.links().size(), wanted.link_cycles);
  write(folder, rtl::router_netlist(network, table, wanted.form, cycles));
}

}  // namespace

int sc_main(int argc, char** argv) {
  const test::CosimulatedNetwork* wanted = argc == 3 ? test::find_cosimulated(argv[1]) : nullptr;
  if (wanted == nullptr) {
    std::cerr << "usage: write_routers NETWORK FOLDER\n";
    return 2;
  }
  try {
    write_all(*wanted, argv[2]);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 1;
  }
}

#include "hw/rtl/fabric_rtl.hpp"

#include <algorithm>
#include <utility>

#include "hw/rtl/chain_access.hpp"
#include "hw/rtl/configuration_layout.hpp"
#include "hw/rtl/connections.hpp"
#include "hw/rtl/fabric_bench.hpp"
#include "hw/rtl/fabric_netlist.hpp"
#include "hw/rtl/packed_ports.hpp"
#include "hw/rtl/project_files.hpp"
#include "hw/rtl/switch_kinds.hpp"
#include "hw/rtl/timing_constraints.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/fabric/bitstream.hpp"

namespace kintsugi::rtl {

namespace {

RtlFile bitstream_memory(const ConfigurationLayout& layout, std::span<const std::uint8_t> stream) {
  std::string text = "// the stream of the repair: " + std::to_string(stream.size()) + " bytes in " +
                     std::to_string(layout.words_of(stream.size())) + " words of " + std::to_string(layout.width()) +
                     " bits, " + std::to_string(layout.last_bits(stream.size())) + " of them in the last\n";
  return {"bitstream.memh", text + layout.words_text(stream)};
}

RtlFile placement_memory(const Fabric& fabric, const Placement& placement) {
  std::string text = "// the logical node of every site; ffffffff: none\n";
  for (std::size_t site = 0; site < placement.node_at.size(); ++site) {
    text += hex_word(placement.node_at[site].value) + "  // " + fabric.sites[site].name + '\n';
  }
  return {"placement.memh", text};
}

RtlFile connections_text(const Fabric& fabric, const Configuration& configuration) {
  const Connections connections(fabric, NetworkExtractor(fabric), configuration);
  return {"connections.txt",
          "# number and name of a port, name of the port that it meets, pitches in between; -: it meets none\n" +
              connections.text()};
}

}  // namespace

std::vector<RtlFile> fabric_sources(const FabricStates& states, const SiteModules* sites) {
  const Fabric& fabric = *states.fabric;
  const SwitchKinds kinds(fabric);
  const ConfigurationLayout layout(fabric, states.chain_bits);
  std::vector<RtlFile> files{kinds.package()};
  append(files, kinds.modules());
  if (states.preconfigured) {
    files.push_back(configured_netlist(fabric, kinds, layout, states.configuration, sites, states.flit_bits));
  } else {
    append(files, rtl_library({"kt_config_chain.sv", "kt_config_reader.sv", "kt_field.sv"}));
    files.push_back(fabric_netlist(fabric, kinds, layout, sites, states.flit_bits));
  }
  return files;
}

std::vector<RtlFile> repair_files(const FabricStates& states, const TimedNetlist& netlist) {
  const Fabric& fabric = *states.fabric;
  std::vector<RtlFile> files{placement_memory(fabric, states.placement),
                             connections_text(fabric, states.configuration)};
  append(files, timing_constraints(fabric, SwitchKinds(fabric), states.configuration, netlist));
  if (states.preconfigured) return files;
  const ConfigurationLayout layout(fabric, states.chain_bits);
  files.push_back(bitstream_memory(layout, stream_of(fabric, states.configuration)));
  append(files, chain_descriptions(fabric, SwitchKinds(fabric), layout, states.configuration));
  append(files, tap_files(fabric, layout, states.configuration));
  return files;
}

std::string longest_link(const Fabric& fabric, const Configuration& configuration) {
  const Connections connections(fabric, NetworkExtractor(fabric), configuration);
  const Connections::End* longest = nullptr;
  std::size_t from = 0;
  for (std::size_t i = 0; i < connections.all().size(); ++i) {
    const Connections::End& end = connections.all()[i];
    if (!end.join || (longest != nullptr && end.join->pitches <= longest->join->pitches)) continue;
    longest = &end;
    from = i;
  }
  if (longest == nullptr) return "no port meets another";
  const std::size_t ports = fabric.layout.size();
  const SitePort start{SiteId{static_cast<std::uint32_t>(from / ports)},
                       PortId{static_cast<std::uint8_t>(from % ports)}};
  return "longest link of the model: " + port_name(fabric, start) + " to " + port_name(fabric, longest->far) + ", " +
         number(longest->join->pitches) + " pitches";
}

std::vector<RtlFile> fabric_rtl(const FabricRtl& request) {
  const Fabric& fabric = *request.fabric;
  const FabricStates states{request.fabric,     request.configuration, request.placement,
                            request.chain_bits, request.preconfigured, request.flit_bits};
  std::vector<RtlFile> files = fabric_sources(states);
  std::vector<RtlFile> systemc;
  if (request.systemc) systemc = systemc_fabric(fabric, request.chain_bits, *request.systemc, files);
  if (request.packed) {
    std::vector<RtlFile> packed =
        packed_ports(fabric, request.preconfigured ? 0 : request.chain_bits, request.flit_bits);
    files.insert(files.begin(), std::move(packed.front()));
    files.push_back(std::move(packed.back()));
  }
  append(files, project_files(request, files));
  append(files, std::move(systemc));
  if (request.preconfigured) {
    append(files, configured_bench(fabric, request.flit_bits, request.configuration, request.network));
  } else {
    const bool begins_with_repair =
        !request.loads.empty() && request.loads.front().stream == with_crc(fabric, pack(fabric, request.configuration));
    append(files, fabric_bench(fabric, ConfigurationLayout(fabric, request.chain_bits), request.flit_bits,
                               request.loads, begins_with_repair, request.network));
  }
  append(files, repair_files(states, {.has_chain = !request.preconfigured}));
  std::ranges::sort(files, {}, &RtlFile::name);
  return files;
}

}  // namespace kintsugi::rtl

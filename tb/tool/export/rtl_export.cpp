#include "tb/tool/export/rtl_export.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <utility>

#include "hw/rtl/chip_rtl.hpp"
#include "hw/rtl/design_files.hpp"
#include "hw/rtl/fabric_rtl.hpp"
#include "hw/rtl/file_heads.hpp"
#include "hw/rtl/name_prefix.hpp"
#include "hw/rtl/router_project.hpp"
#include "hw/rtl/routers.hpp"
#include "hw/rtl/systemc_fabric.hpp"
#include "hw/rtl/verilog_text.hpp"
#include "models/detection/parameters.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/features/reconfigurations/streams.hpp"

namespace kintsugi {

namespace {

/// Returns states that differ from those of the repair if there were any defects.
Configuration states_without_defects(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair) {
  Repair sound = setup.fabric->repair({}, scenario.repair);
  if (sound.repairable && sound.configuration != repair.repair.configuration) return sound.configuration;
  return Configuration(repair.repair.configuration.size(), 0);
}

/// Returns the loads of the bench: the repair, what a run loads after it, all others, and those of every state.
std::vector<rtl::StreamLoad> bench_loads(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair) {
  const Fabric& fabric = setup.fabric->fabric();
  std::vector<rtl::StreamLoad> loads =
      rtl::all_loads(fabric, repair.repair.configuration, states_without_defects(scenario, setup, repair));
  auto next = loads.begin() + 1;
  for (ArrivingStream& each : arriving_streams(scenario, setup)) {
    const ScheduledRepair& scheduled = *each.scheduled;
    next = loads.insert(next, rtl::load_of(fabric, scheduled.path, std::move(each.stream), scheduled.gap)) + 1;
  }
  std::ranges::move(rtl::sweep_loads(fabric), std::back_inserter(loads));
  return loads;
}

/// Writes with as many bits of a flit as are needed, if the user has not said how many.
std::vector<RtlFile> write_wide_enough(RtlExport& request, const std::function<std::vector<RtlFile>()>& write) {
  while (true) {
    try {
      return write();
    } catch (const rtl::FlitTooShort& error) {
      if (request.flit_bits_fixed || error.needed() <= request.flit_bits) throw;
      request.flit_bits = error.needed();
    }
  }
}

/// Returns what the fabric of a SystemC chip is made with, if it is wanted.
std::optional<rtl::SystemcFabric> systemc_fabric(const Scenario& scenario, const Setup& setup, const RtlExport& request,
                                                 const std::vector<unsigned>& link_cycles) {
  if (!request.systemc) return std::nullopt;
  constexpr unsigned kMost = rtl::SystemcFabric::kMostExtra + 1;
  const unsigned longest = std::ranges::max(link_cycles);
  if (longest > kMost) {
    throw InputError({{scenario.where("link"), "a link of this repair takes " + std::to_string(longest) +
                                                   " cycles, and one of a fabric in RTL at most " +
                                                   std::to_string(kMost) + " in a SystemC chip"}});
  }
  unsigned most = longest;
  if (scenario.link.reach) {
    most = std::min(2 * longest, kMost);
  } else {
    for (const LinkLatency& latency : setup.link_latency) {
      most = std::clamp(std::max(latency.of(false), latency.of(true)), most, kMost);
    }
  }
  return rtl::SystemcFabric{setup.relation->vcs(), most - 1};
}

/// Returns the key for which a directly wired network gets a routing that routes around faults.
std::string_view key_of_detours(const Scenario& scenario, const Setup& setup) {
  if (!scenario.faults.empty()) return "faults";
  if (!setup.defects.empty()) return "defects";
  return setup.table_dead ? "router.table" : "network";
}

/// A router without a link has no credits, and there is no vector of no bits.
void refuse_without_links(const Scenario& scenario, const Network& network) {
  Diagnostics errors;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (!network.ports(node).empty()) continue;
    errors.add(scenario.where("network"),
               "node " + network.node_name(node) + " has no link, so there is no router to write; leave it out");
  }
  errors.raise();
}

/// Returns what the routers of a scenario are like.
rtl::RouterForm exported_router_form(const Scenario& scenario, const RtlExport& request) {
  const RouterSection& router = scenario.router;
  return {router.buffer, router.latency, request.flit_bits, request.systemc, router.allocator};
}

}  // namespace

void refuse_in_systemc_chip(const Scenario& scenario, const Setup& setup, bool fabric_in_rtl) {
  Diagnostics errors;
  const auto refuse = [&](std::string_view key, const char* why, const char* remedy) {
    scenario.complain(errors, key, ": ", why, "; ", remedy);
  };
  const char* const left_out = "leave the key out of what is exported, or --systemc";
  if (const std::string_view multicast = scenario.multicast_key(); !multicast.empty()) {
    refuse(multicast,
           fabric_in_rtl ? "forks of multicasts return several credits in a cycle, and a lane of a fabric in RTL one"
                         : "a SystemC chip has no routers in RTL that know multicasts",
           left_out);
  }
  if (fabric_in_rtl) {
    if (setup.self_diagnosis != nullptr) {
      refuse("repair.diagnosis",
             "sites set their own switches without a stream, and a fabric in RTL is configured by streams only",
             "set it to told, or leave out --systemc");
    }
    return errors.raise();
  }
  if (scenario.features.find<DetectionParameters>() != nullptr) {
    refuse("detection", "a SystemC chip has no routers in RTL that know detection", left_out);
  }
  if (setup.fault_aware != nullptr) {
    const std::string_view key = key_of_detours(scenario, setup);
    refuse(key, "the routing must route around what is dead, and a SystemC chip has no routers in RTL that do",
           key == "network" ? "leave out --systemc" : left_out);
  }
  errors.raise();
}

std::vector<RtlFile> routers_or_errors(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                       const std::function<std::vector<RtlFile>()>& write) {
  if (setup.patience(scenario.router) != 0) {
    throw InputError({{scenario.where("router.patience"),
                       "router.patience: a blocked head waits " + counted(setup.patience(scenario.router), "cycle") +
                           " before it takes another way, but the routers in SystemVerilog offer all ways at once; add "
                           "--set router.patience=0"}});
  }
  try {
    return write_wide_enough(request, write);
  } catch (const std::length_error& error) {
    throw InputError({{scenario.where("network"), error.what()}});
  } catch (const rtl::FlitTooShort& error) {
    throw InputError({{{"--flit-bits", 0, 0}, error.what()}});
  } catch (const std::invalid_argument& error) {
    throw InputError({{scenario.where("network"), error.what()}});
  }
}

std::vector<RtlFile> export_fabric(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair,
                                   const RtlExport& request, const std::vector<unsigned>& link_cycles) {
  const Fabric& fabric = setup.fabric->fabric();
  const Configuration& states = repair.repair.configuration;
  return rtl::fabric_rtl({.fabric = &fabric,
                          .configuration = states,
                          .placement = repair.repair.placement,
                          .loads = bench_loads(scenario, setup, repair),
                          .chain_bits = scenario.fabric_or_default().chain_bits,
                          .flit_bits = request.flit_bits,
                          .preconfigured = request.preconfigured,
                          .network = &setup.network(),
                          .systemc = systemc_fabric(scenario, setup, request, link_cycles),
                          .packed = request.packed});
}

std::vector<RtlFile> export_chip(const Scenario& scenario, const Setup& setup, const CheckedRepair& repair,
                                 RtlExport& request, const std::vector<unsigned>& link_cycles) {
  return routers_or_errors(scenario, setup, request, [&] {
    return rtl::chip_rtl({.network = &setup.network(),
                          .relation = setup.relation.get(),
                          .fabric = &setup.fabric->fabric(),
                          .configuration = repair.repair.configuration,
                          .placement = repair.repair.placement,
                          .router = exported_router_form(scenario, request),
                          .link_cycles = link_cycles,
                          .packets = rtl::all_to_all(setup.network(), *setup.relation),
                          .chain_bits = scenario.fabric_or_default().chain_bits,
                          .preconfigured = request.preconfigured,
                          .progress = request.progress,
                          .delivery_cycles = request.delivery_cycles});
  });
}

std::vector<RtlFile> export_routers(const Scenario& scenario, const Setup& setup, RtlExport& request,
                                    std::span<const LinkLatency> link_cycles) {
  if (setup.fabric) {
    throw InputError({{scenario.where("fabric"),
                       "the routers of a network on a fabric are a part of its chip; valid: --part chip, or a network "
                       "without a fabric"}});
  }
  if (request.preconfigured) {
    throw InputError({{{"--preconfigured", 0, 0}, "routers have no states to wire in; valid: --part fabric"}});
  }
  refuse_without_links(scenario, setup.network());
  return routers_or_errors(scenario, setup, request, [&] {
    return rtl::router_project(setup.network(), *setup.relation, exported_router_form(scenario, request), link_cycles,
                               request.progress, request.delivery_cycles);
  });
}

std::string export_prefix_problem(const std::string& prefix) {
  return rtl::prefix_problem(prefix);
}

std::vector<RtlFile> finished_export(std::vector<RtlFile> files, const Setup& setup, const RtlExport& request,
                                     const ExportOrigin& origin) {
  if (files.empty()) return files;
  const std::string top = setup.fabric ? rtl::flat(setup.fabric->fabric().name) : "kt_routers";
  files = rtl::with_design_files(std::move(files), top, origin.version);
  if (!request.prefix.empty()) files = rtl::with_prefix(std::move(files), request.prefix);
  return rtl::with_heads(std::move(files), "kintsugi " + origin.version + ": " + origin.command);
}

nlohmann::ordered_json mended_names_json(const Network& network) {
  auto json = nlohmann::ordered_json::object();
  for (const rtl::MendedName& name : rtl::mended_names(network)) json[name.name] = name.netlist;
  return json;
}

std::string mended_names_text(const Network& network) {
  constexpr std::size_t kMostNamed = 6;
  const std::vector<rtl::MendedName> names = rtl::mended_names(network);
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kMostNamed); ++i) {
    text += (i == 0 ? "" : ", ") + names[i].name + " is " + names[i].netlist;
  }
  if (names.size() > kMostNamed) {
    text += " and " + std::to_string(names.size() - kMostNamed) + " more (--json names all)";
  }
  return names.empty() ? "" : "names      mended in the netlist, as SystemVerilog does not take them: " + text + '\n';
}

nlohmann::ordered_json file_list(const std::vector<RtlFile>& files) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RtlFile& file : files) list.push_back({{"name", file.name}, {"bytes", file.text.size()}});
  return list;
}

nlohmann::ordered_json to_json(const RtlExport& request, const Scenario& scenario, const std::vector<RtlFile>& files) {
  nlohmann::ordered_json json = {
      {"flit_bits", request.flit_bits}, {"chain_bits", nullptr}, {"files", file_list(files)}};
  if (!request.preconfigured) json["chain_bits"] = scenario.fabric_or_default().chain_bits;
  return json;
}

std::string to_text(const std::vector<RtlFile>& files) {
  TextTable table;
  for (const RtlFile& file : files) table.add({file.name, std::to_string(file.text.size()) + " bytes"});
  return table.text();
}

}  // namespace kintsugi

#include "tb/tool/setup/workload_setup.hpp"

#include <algorithm>

#include "models/network/nearest.hpp"
#include "models/network/text.hpp"
#include "models/routing/route.hpp"
#include "models/workload/annealing.hpp"
#include "models/workload/casts.hpp"
#include "models/workload/collectives/catalogue.hpp"
#include "models/workload/goal.hpp"
#include "models/workload/group_times.hpp"
#include "models/workload/validation.hpp"
#include "tb/tool/console/files.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/setup/foreign_format.hpp"
#include "tb/tool/setup/node_finder.hpp"

namespace kintsugi {

namespace {

using workload::Program;

std::optional<Program> read_program(const Scenario& scenario, const BeginPart& progress, Diagnostics& errors) {
  const std::filesystem::path& path = scenario.traffic->workload->file;
  const std::string name = path.filename().string();
  const bool is_made = workload::find_workload(name) != nullptr;
  return read_goal_file(path, scenario.where("traffic.workload"),
                        is_made ? "; a program that is made has the form {name: " + name + ", ...}" : "", progress,
                        errors);
}

std::optional<Program> make_program(const Scenario& scenario, std::size_t live, Diagnostics& errors) {
  const WorkloadSection& section = *scenario.traffic->workload;
  const workload::WorkloadInfo& info = *workload::find_workload(section.name);
  Parameters parameters = section.parameters;
  const auto ranks = std::ranges::find(info.parameters, "ranks", &ParameterSpec::name);
  if (ranks != info.parameters.end()) parameters.try_emplace("ranks", static_cast<std::int64_t>(live));
  try {
    return info.make(parameters).program;
  } catch (const ParameterError& error) {
    const std::string path = "traffic.workload." + error.parameter();
    scenario.complain(errors, path, ": ", error.what());
    return std::nullopt;
  }
}

Where where_of(const Scenario& scenario, const Program& program, workload::OpId op) {
  const std::filesystem::path& file = scenario.traffic->workload->file;
  const std::uint32_t line = program.line(op);
  if (line == 0) return scenario.where("traffic.workload");
  return {file.string(), static_cast<int>(line), 1};
}

/// Refuses a message of more packets than a run can count.
void check_lengths(const Scenario& scenario, const Program& program, Diagnostics& errors) {
  constexpr std::uint64_t kMost = 0xffffffff;
  const workload::Protocol& protocol = scenario.traffic->workload->protocol;
  for (const workload::OpId op : ids<workload::OpId>(program.size())) {
    if (program[op].kind != workload::OpKind::kSend || protocol.packets(program[op].size) <= kMost) continue;
    errors.add(where_of(scenario, program, op), program.name(op), " has more than 2^32 packets of ",
               protocol.packet_bytes, " bytes; make traffic.packet_bytes larger");
  }
}

void check_program(const Scenario& scenario, const Program& program, Diagnostics& errors) {
  const workload::Findings findings = workload::check(program, scenario.traffic->workload->protocol);
  for (const workload::Finding& finding : findings.list) {
    errors.add(where_of(scenario, program, finding.op), program.name(finding.op), " ", finding.message);
  }
  errors.add_unsaid(findings.more);
}

/// Returns the message about a node that is no place for a rank.
std::string wrong_place(const Network& network, NodeId node, const std::string& word) {
  if (!network.has_pe(node)) return NodeNames(network).refusal_of_router(word);
  return "node " + word + " is dead; name a live one";
}

/// Returns the nodes that the file has; empty after an error.
std::vector<NodeId> nodes_of_file(const Scenario& scenario, std::uint32_t ranks, const Network& network,
                                  const std::vector<NodeId>& live, Diagnostics& errors) {
  const std::filesystem::path& path = scenario.traffic->workload->place_file;
  const std::size_t errors_before = errors.size();
  const auto complain = [&](const std::string& why) { errors.add(scenario.where("traffic.place"), why); };
  const FileText file = read_file(path, kParameterFileLimit);
  if (!file.text) {
    complain("cannot read " + path.string() + ": " + file.error + "; valid names are identity and annealed");
    return {};
  }
  workload::PlacementFile read = workload::read_placement(*file.text, ranks, network);
  add_mistakes(path.string(), read.mistakes, errors, read.more_mistakes);
  for (const NodeId node : read.placement) {
    if (errors.size() != errors_before) break;
    if (!std::ranges::binary_search(live, node))
      complain(path.string() + ": " + wrong_place(network, node, network.node_name(node)));
  }
  return errors.size() == errors_before ? read.placement : std::vector<NodeId>();
}

/// Returns the hops of the routing in an idle network. Dead nodes, and those between which there is no way, count as
/// twice as many hops apart as the network has nodes.
workload::HopTable hops_between(const WorkloadSite& site, const Progress& progress) {
  const auto nodes = static_cast<std::uint32_t>(site.network.nodes());
  const auto is_dead = [&](NodeId node) { return std::ranges::binary_search(site.dead, node); };
  const auto hops = [&](NodeId from, NodeId to) {
    const bool live = !is_dead(from) && !is_dead(to);
    const auto count = live ? count_hops(site.network, *site.relation, from, to) : std::nullopt;
    return count.value_or(2 * nodes);
  };
  return {nodes, hops, progress};
}

/// Returns nodes between which the messages have few hops; empty after an error.
std::vector<NodeId> annealed_nodes(const Scenario& scenario, const Program& program, const WorkloadSite& site,
                                   const std::vector<NodeId>& live, const BeginPart& progress, Diagnostics& errors) {
  const WorkloadSection& section = *scenario.traffic->workload;
  if (site.network.nodes() > workload::kMostTabled) {
    scenario.complain(errors, "traffic.place", ": annealed takes the hops between all nodes, of at most ",
                      workload::kMostTabled, "; place the ranks by a list or a file");
    return {};
  }
  if (!site.searches || !errors.empty()) return {live.begin(), live.begin() + program.ranks()};  // no use for a search
  const workload::RankTraffic traffic(program, section.protocol);
  const workload::HopTable hops = hops_between(site, begin_part(progress, "counting hops", "source"));
  return workload::place_annealed(traffic, hops, live, section.place_seed,
                                  begin_part(progress, "placing the ranks", "step"))
      .placement;
}

/// Returns the listed nodes; empty after an error.
std::vector<NodeId> listed_nodes(const Scenario& scenario, std::uint32_t ranks, const Network& network,
                                 const std::vector<NodeId>& live, Diagnostics& errors) {
  const std::size_t errors_before = errors.size();
  const auto complain = [&](const Where& where, const auto&... why) { errors.add(where, "traffic.place: ", why...); };
  const std::vector<WrittenNode>& written = scenario.traffic->workload->nodes;
  const std::vector<NodeId> nodes = NodeFinder(network, errors).find(written, "traffic.place");
  if (!scenario.knows({"traffic.place"})) return {};
  if (written.size() != ranks) {
    complain(scenario.where("traffic.place"), counted(written.size(), "node"), " for the ", ranks,
             " ranks of the program; give each rank one");
  }
  for (std::size_t i = 0; i < nodes.size() && errors.size() == errors_before; ++i) {
    if (!std::ranges::binary_search(live, nodes[i]))
      complain(written[i].where, wrong_place(network, nodes[i], written[i].word));
  }
  return errors.size() == errors_before ? nodes : std::vector<NodeId>();
}

/// Refuses packets of multicasts that routers cannot copy, and a relation that reaches its own groups only.
void check_casts(const Scenario& scenario, const Program& program, Diagnostics& errors) {
  const workload::Protocol& protocol = scenario.traffic->workload->protocol;
  const std::string key = "traffic.hardware_multicast";
  const workload::Casts casts(program, protocol);
  std::uint16_t longest = 0;
  for (const workload::OpId op : ids<workload::OpId>(program.size())) {
    if (casts.first(op) == op) longest = std::max(longest, protocol.flits(program[op].size, 0));
  }
  if (longest > scenario.router.buffer && scenario.knows({"router.buffer", "router.preset"})) {
    scenario.complain(errors, key, ": packets of ", counted(longest, "flit"), " do not fit into a buffer of ",
                      scenario.router.buffer,
                      " (router.buffer), and a copy is passed on only where all of it fits; make traffic.packet_bytes "
                      "smaller, or the buffers deeper");
  }
  if (protocol.multicasts && scenario.traffic->multicast) {
    scenario.complain(errors, key, " and traffic.multicast cannot be in one run; leave out one of them");
  }
}

std::vector<NodeId> place(const Scenario& scenario, const Program& program, const WorkloadSite& site,
                          const BeginPart& progress, Diagnostics& errors) {
  using Place = WorkloadSection::Place;
  const std::uint32_t ranks = program.ranks();
  std::vector<NodeId> live = site.live_nodes();
  if (ranks > live.size()) {
    scenario.complain(errors, "traffic.workload", ": the program has ", ranks, " ranks, and the network ", live.size(),
                      " live nodes; each rank needs a node");
    return {};
  }
  switch (scenario.traffic->workload->place) {
    case Place::kList:
      return listed_nodes(scenario, ranks, site.network, live, errors);
    case Place::kFile:
      return nodes_of_file(scenario, ranks, site.network, live, errors);
    case Place::kAnnealed:
      return annealed_nodes(scenario, program, site, live, progress, errors);
    case Place::kIdentity:
      break;
  }
  live.resize(ranks);
  return live;
}

}  // namespace

std::vector<NodeId> WorkloadSite::live_nodes() const {
  std::vector<NodeId> live;
  for (const NodeId node : ids<NodeId>(network.nodes())) {
    if (network.has_pe(node) && !std::ranges::binary_search(dead, node)) live.push_back(node);
  }
  return live;
}

std::uint64_t WorkloadSetup::packets() const {
  std::uint64_t packets = 0;
  for (const workload::OpId op : ids<workload::OpId>(program.size())) {
    if (program[op].kind == workload::OpKind::kSend) packets += protocol.packets(program[op].size);
  }
  return packets;
}

std::uint64_t WorkloadSetup::most_flits_of_a_rank() const {
  std::uint64_t most = 0;
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    std::uint64_t flits = 0;
    for (workload::OpId op = program.first(workload::RankId{rank}); op < program.end(workload::RankId{rank});
         ++op.value) {
      if (program[op].kind == workload::OpKind::kSend) flits += protocol.flits(program[op].size);
    }
    most = std::max(most, flits);
  }
  return most;
}

std::string why_no_group(const std::string& group, const WorkloadSetup* workload) {
  constexpr std::size_t kMostNamed = 20;
  if (workload == nullptr) return "";
  std::vector<std::string> groups = workload::group_names(workload->program);
  if (std::ranges::find(groups, group) != groups.end()) return "";
  std::string what = "the program has no group '" + group + "'";
  if (groups.empty()) what += "; a label GROUP__REST puts its operation into a group";
  if (!nearest_name(group, groups)) groups.resize(std::min(groups.size(), kMostNamed));
  return what + suggestion(group, groups);
}

std::unique_ptr<const WorkloadSetup> build_workload(const Scenario& scenario, const WorkloadSite& site,
                                                    Diagnostics& errors, const BeginPart& progress) {
  const WorkloadSection& section = *scenario.traffic->workload;
  if (section.file.empty() && workload::find_workload(section.name) == nullptr) return nullptr;
  const std::size_t errors_before = errors.size();
  std::optional<Program> program = section.file.empty() ? make_program(scenario, site.live_nodes().size(), errors)
                                                        : read_program(scenario, progress, errors);
  if (!program) return nullptr;
  check_lengths(scenario, *program, errors);
  check_program(scenario, *program, errors);
  check_casts(scenario, *program, errors);
  std::vector<NodeId> node_of = place(scenario, *program, site, progress, errors);
  if (errors.size() != errors_before) return nullptr;
  std::optional<std::uint64_t> buffer;
  if (section.file.empty())
    buffer = workload::find_workload(section.name)->asked_bytes(section.parameters, program->ranks());
  const std::string name = section.file.empty() ? section.name : section.file.string();
  return std::make_unique<const WorkloadSetup>(
      WorkloadSetup{std::move(*program), section.protocol, name, buffer, std::move(node_of)});
}

std::optional<workload::Program> read_goal_file(const std::filesystem::path& path, const Where& named,
                                                const std::string& remedy, const BeginPart& progress,
                                                Diagnostics& errors) {
  workload::GoalParser parser;
  const auto take = [&parser](std::string_view part) { parser.take(part); };
  const bool is_read =
      read_named_file({path, named, "the program"}, kGoalLimit, take, progress, errors, "cannot read ", remedy);
  if (!is_read) return std::nullopt;
  workload::GoalFile read = parser.finish();
  add_mistakes(path.string(), read.mistakes, errors, read.more_mistakes);
  return std::move(read.program);
}

}  // namespace kintsugi

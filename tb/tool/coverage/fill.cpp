#include "tb/tool/coverage/fill.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <utility>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/defective_fabric.hpp"
#include "models/network/quoted_cell.hpp"
#include "models/network/text.hpp"
#include "models/repair/legal_pool.hpp"
#include "models/repair/random_defects.hpp"
#include "models/repair/state_walks.hpp"
#include "models/routing/route.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/coverage/coverage.hpp"
#include "tb/tool/scenario/written_parameters.hpp"
#include "tb/tool/setup/checked_repair.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::coverage {

namespace {

constexpr const char* kFillHead = "# Written by kintsugi coverage --fill\n";
constexpr std::size_t kMostLoads = 400;  // of a run
constexpr Cycle kCyclesOfLoad = 150;     // beside those of the stream: the drain, and traffic in between
constexpr std::size_t kMostRoutedNodes = 1024;
constexpr std::size_t kPlanMaps = 400;          // random maps that are tried for a kind of plan
constexpr std::size_t kMostTriedElements = 40;  // for a kind of defect

std::string three_digits(std::size_t number) {
  const std::string text = std::to_string(number);
  return std::string(3 - std::min<std::size_t>(3, text.size()), '0') + text;
}

/// Returns the sections of a run with little traffic.
std::string little_traffic(Cycle cycles) {
  return joined("traffic: {rate: 0.05, flits: 1},\n run: {warmup: 0, cycles: ", cycles, "}");
}

std::string part_text(const AddressPart& part) {
  return std::holds_alternative<int>(part) ? std::to_string(std::get<int>(part)) : std::get<std::string>(part);
}

bool misses(const ChipCoverage& chip, const char* group) {
  const auto elements = chip.groups.find(group);
  if (elements == chip.groups.end()) return false;
  const Share share = share_of(elements->second);
  return share.reached < share.goal;
}

class ChipFill {
 public:
  ChipFill(const ChipName& name, const ChipCoverage& chip, std::string prefix, const std::filesystem::path& directory,
           Filling& filling)
      : name_(name),
        chip_(chip),
        prefix_(std::move(prefix)),
        filling_(filling),
        input_(load_text(chip.scenario, "the scenario of " + name.text())),
        setup_(input_.setup),
        beginning_(seen_from(directory)) {}

  void fill(const Progress& progress) {
    if (setup_.fabric) {
      fill_states(progress);
      fill_refusals();
      fill_plans();
      fill_defects();
    }
    fill_turns();
    fill_channels();
    fill_phases();
  }

 private:
  const Fabric& fabric() const { return setup_.fabric->fabric(); }

  /// Returns the scenario of the chip but its last brace, with the files that it reads as a scenario in the directory
  /// names them.
  std::string seen_from(const std::filesystem::path& directory) const {
    std::string text = chip_.scenario.substr(0, chip_.scenario.rfind('}'));
    for (const auto& [key, file] : input_.scenario.files) {
      const std::string here = quoted_text(file.string());
      const std::size_t at = text.find(here);
      if (at == std::string::npos || file.is_absolute()) continue;
      text.replace(at, here.size(), quoted_text(std::filesystem::proximate(file, directory).string()));
    }
    return text;
  }

  /// Returns the repair of the fabric without defects.
  const Repair& sound_repair() {
    if (!sound_) sound_ = setup_.fabric->repair({}, RepairOptions{});
    return *sound_;
  }

  bool is_missing(const char* group, const std::string& element, const std::string& point) const {
    const Points* points = find_points(chip_.groups, group, element);
    if (points == nullptr) return false;
    const auto found = points->find(point);
    return found != points->end() && found->second.count == 0 && !found->second.is_unreachable;
  }

  bool is_missing(const char* group) const { return misses(chip_, group); }

  void note(const std::string& text) { filling_.notes.push_back(name_.text() + ": " + text); }

  void add_file(const std::string& name, const std::string& text, bool is_scenario = false) {
    filling_.files.push_back({prefix_ + name, kFillHead + text, is_scenario});
  }

  /// Adds a scenario: that of the chip with more sections.
  void add_scenario(const std::string& name, const std::string& sections) {
    add_file(name, beginning_ + ",\n " + sections + "}\n", true);
  }

  // --- States --------------------------------------------------------------------------------------------------------

  std::string element_of(const FabricSwitch& each) const { return fabric().name + '.' + each.name; }

  /// A point of a switch that is missing: a state, or a transition to it.
  struct MissingState {
    std::size_t at;  // number of the switch
    const char* group;
    std::string point;
    SwitchState to;
    std::optional<SwitchState> from = {};  // of a transition
  };

  std::vector<MissingState> missing_states() const {
    std::vector<MissingState> missing;
    for (std::size_t i = 0; i < fabric().switches.size(); ++i) {
      const SwitchType& type = *fabric().switches[i].type;
      const auto add = [&](MissingState each) {
        if (is_missing(each.group, element_of(fabric().switches[i]), each.point)) missing.push_back(std::move(each));
      };
      for (unsigned number = 0; number < type.states(); ++number) {
        const auto to = static_cast<SwitchState>(number);
        add({i, "states", type.state_name(to), to});
        for (unsigned other = 0; other < type.states(); ++other) {
          const auto from = static_cast<SwitchState>(other);
          if (from != to) add({i, "transitions", transition_name(type, from, to), to, from});
        }
      }
    }
    return missing;
  }

  /// Returns by field and value whether some missing state or transition needs it.
  std::vector<std::vector<bool>> wanted_values(const std::vector<MissingState>& missing) const {
    std::vector<std::vector<bool>> wanted;
    for (const ConfigField& field : fabric().fields) wanted.emplace_back(field.states, false);
    for (const MissingState& each : missing) {
      std::vector<bool>& values = wanted[fabric().switches[each.at].field];
      const SwitchState from = each.from.value_or(each.to);
      if (std::max(from, each.to) < values.size()) values[from] = values[each.to] = true;
    }
    return wanted;
  }

  void fill_states(const Progress& progress) {
    const std::vector<MissingState> missing = missing_states();
    if (missing.empty()) return;
    const LegalPool pool = legal_pool(*setup_.fabric, setup_.network(), wanted_values(missing), progress);
    const auto states = each_of(pool.configurations, &LegalConfiguration::states);
    const SwitchStates power_up(fabric().switches.size(), 0);
    const std::vector<StateWalk> walks = walks_for(states, power_up, missing_changes(missing, pool), kMostLoads);
    std::map<std::size_t, std::string> files;
    for (std::size_t i = 0; i < walks.size(); ++i) add_walk(i + 1, walks[i], pool, files);
    if (pool.is_near && filling_.unreachable.contains(name_)) {
      note(
          "unreachable: by configurations in which each node is at most one row and one column from its place without "
          "defects");
    }
  }

  /// Returns the missing transitions that legal configurations make, and those to the missing states. Marks the others
  /// as unreachable where that is proved.
  std::vector<StateChange> missing_changes(const std::vector<MissingState>& missing, const LegalPool& pool) {
    std::vector<StateChange> changes;
    std::size_t undecided = 0;
    for (const MissingState& each : missing) {
      const FabricSwitch& on = fabric().switches[each.at];
      const std::vector<Decision>& reach = pool.reach[on.field];
      const auto is_reached = [&reach](SwitchState state) {
        return state < reach.size() ? reach[state] : Decision::kNo;
      };
      const Decision ends = is_reached(each.to);
      const Decision begins = each.from.value_or(0) == 0 ? Decision::kYes : is_reached(*each.from);
      if (ends == Decision::kNo || begins == Decision::kNo) {
        mark(each.group, element_of(on), each.point);
      } else if (ends == Decision::kYes && !each.from) {
        add_changes_to(each.at, each.to, pool, changes);
      } else if (ends == Decision::kYes && begins == Decision::kYes) {
        changes.push_back({each.at, *each.from, each.to});
      } else if (each.from) {
        ++undecided;
      }
    }
    if (undecided != 0) note(counted(undecided, "transition") + " undecided: the search for legal states has a limit");
    return changes;
  }

  /// A state is reached by a transition to it, also if none is missing.
  static void add_changes_to(std::size_t at, SwitchState to, const LegalPool& pool, std::vector<StateChange>& changes) {
    for (const LegalConfiguration& each : pool.configurations) {
      if (each.states[at] == to) continue;
      changes.push_back({at, each.states[at], to});
      return;
    }
    changes.push_back({at, 0, to});
  }

  void mark(const char* group, const std::string& element, const std::string& point) {
    ChipCoverage& chip = filling_.unreachable[name_];
    chip.scenario = chip_.scenario;
    chip.groups[group][element][point].is_unreachable = true;
  }

  std::string states_text(const LegalConfiguration& each) const {
    std::vector<std::string> fields, nodes;
    for (std::size_t field = 0; field < each.configuration.size(); ++field) {
      fields.push_back("'" + fabric().fields[field].name + "': " + std::to_string(each.configuration[field]));
    }
    for (std::size_t node = 0; node < each.placement.site_of.size(); ++node) {
      nodes.push_back("'" + fabric().sites[each.placement.site_of[node].index()].name + "': '" +
                      setup_.network().node_name(NodeId::from(node)) + "'");
    }
    return "{fields: {" + with_commas(fields) + "},\n pes: {" + with_commas(nodes) + "}}\n";
  }

  std::string file_of(std::size_t configuration, const LegalPool& pool, std::map<std::size_t, std::string>& files) {
    const auto [entry, is_new] = files.try_emplace(configuration, "");
    if (is_new) {
      entry->second = prefix_ + "configuration_" + three_digits(files.size()) + ".yaml";
      filling_.files.push_back({entry->second, kFillHead + states_text(pool.configurations[configuration])});
    }
    return entry->second;
  }

  Cycle cycles_of_load() const {
    const std::size_t bytes = field_bytes(fabric()) + kChecksumBytes;
    return bytes * 8 / input_.scenario.fabric_or_default().chain_bits + kCyclesOfLoad;
  }

  void add_walk(std::size_t number, const StateWalk& walk, const LegalPool& pool,
                std::map<std::size_t, std::string>& files) {
    const Cycle step = cycles_of_load();
    std::string text =
        "repair: {states: " + file_of(walk.front(), pool, files) + "},\n " + little_traffic((walk.size() + 1) * step);
    for (std::size_t i = 1; i < walk.size(); ++i) {
      text += (i == 1 ? ",\n reconfigurations: [" : ",\n  ") + ("{cycle: " + std::to_string(i * step)) +
              ", states: " + file_of(walk[i], pool, files) + "}";
    }
    add_scenario("states_" + std::to_string(number) + ".yaml", text + (walk.size() > 1 ? "]" : ""));
  }

  // --- Refusals ------------------------------------------------------------------------------------------------------

  /// Returns the bits of the stream that are inverted, so that these bytes arrive with a right checksum.
  std::vector<std::size_t> damage_to(const std::vector<std::uint8_t>& right,
                                     const std::vector<std::uint8_t>& wrong) const {
    const std::vector<std::uint8_t> a = with_crc(fabric(), right), b = with_crc(fabric(), wrong);
    std::vector<std::size_t> bits;
    for (std::size_t bit = 0; bit < a.size() * 8; ++bit) {
      if (((a[bit / 8] ^ b[bit / 8]) >> bit % 8 & 1) != 0) bits.push_back(bit);
    }
    return bits;
  }

  /// Returns the damage with which a stream is refused for that reason; nullopt: there is none.
  std::optional<std::vector<std::size_t>> damage_for(const std::string& refusal, const Configuration& right) const {
    const std::vector<std::uint8_t> bytes = pack(fabric(), right);
    if (refusal == "checksum") return std::vector<std::size_t>{0};
    std::size_t offset = 0;
    for (std::size_t i = 0; i < right.size(); offset += fabric().fields[i].bits, ++i) {
      const ConfigField& field = fabric().fields[i];
      const bool has_gap = field.states < 1U << field.bits;
      if (refusal != "state" || !has_gap) continue;
      const unsigned other = field.states;
      std::vector<std::uint8_t> wrong = bytes;
      for (unsigned bit = 0; bit < field.bits; ++bit) {
        const std::size_t at = offset + bit;
        const unsigned flipped = (other ^ right[i]) >> bit & 1;
        wrong[at / 8] = static_cast<std::uint8_t>(wrong[at / 8] ^ flipped << at % 8);
      }
      return damage_to(bytes, wrong);
    }
    if (refusal != "filler" || offset % 8 == 0) return std::nullopt;
    std::vector<std::uint8_t> wrong = bytes;
    wrong[offset / 8] = static_cast<std::uint8_t>(wrong[offset / 8] | 1U << offset % 8);
    return damage_to(bytes, wrong);
  }

  void fill_refusals() {
    if (!is_missing("refusals") && !is_missing("phases", fabric().name + ".config_chain", "refused")) return;
    const Repair& sound = sound_repair();
    if (!sound.repairable) return;
    std::string text;
    std::size_t entries = 0;
    const Cycle step = cycles_of_load();
    for (const char* const refusal : {"checksum", "state", "filler"}) {
      if (!is_missing("refusals", fabric().name + ".config_chain", refusal)) continue;
      const auto damage = damage_for(refusal, sound.configuration);
      if (!damage) continue;
      const auto bit_text = [](std::size_t bit) { return std::to_string(bit); };
      ++entries;
      text += (entries == 1 ? "" : ",\n  ") + ("{cycle: " + std::to_string(entries * step)) + ", states: " + prefix_ +
              "sound.yaml, damage: [" + with_commas(*damage, bit_text) + "]}";
    }
    if (entries == 0) return;
    add_file("sound.yaml", states_text({sound.configuration, {}, sound.placement}));
    add_scenario("refusals.yaml", little_traffic((entries + 2) * step) + ",\n reconfigurations: [" + text + "]");
  }

  // --- Plans and defects ---------------------------------------------------------------------------------------------

  std::string pes_text(const DefectMap& sites) const {
    const auto address = [this](SiteId site) { return describe_address(fabric().sites[site.index()].address); };
    return "pe: [" + with_commas(sites, address) + ']';
  }

  static std::string short_run(const std::string& more) { return more + ",\n " + little_traffic(400); }

  void fill_plans() {
    static const std::map<std::string, std::string> planners = {
        {"straight", "straight"}, {"diagonal", "rings"}, {"triple", "fabric"}, {"placed", ""}};
    if (is_missing("plans", fabric().name, "no defects")) add_scenario("plans_none.yaml", short_run("repair: {}"));
    for (const auto& [kind, planner] : planners) {
      if (!is_missing("plans", fabric().name, kind)) continue;
      RepairOptions options;
      options.planner = planner;
      options.explain = false;
      const auto map = map_for(kind, options);
      if (!map) {
        note("no plan of kind " + kind + " was found for " + std::to_string(kPlanMaps) + " random maps of defects");
        continue;
      }
      const std::string named = planner.empty() ? "repair: {}" : "repair: {planner: " + planner + "}";
      add_scenario("plans_" + kind + ".yaml", short_run(named + ",\n defects: {" + pes_text(*map) + "}"));
    }
  }

  /// Tries maps with more and more defects, as many of each number.
  std::optional<DefectMap> map_for(const std::string& kind, const RepairOptions& options) const {
    const std::size_t most = std::max<std::size_t>(1, fabric().sites.size() - setup_.network().nodes());
    for (std::size_t i = 0; i < kPlanMaps; ++i) {
      const Defects defects{random_defects(fabric().sites.size(), 1 + i * most / kPlanMaps, i + 1)};
      const Repair repair = setup_.fabric->repair(defects, options);
      if (repair.repairable && plan_kind(repair) == kind) return defects.sites;
    }
    return std::nullopt;
  }

  bool is_repaired(const Defects& defects) const {
    RepairOptions options;
    options.explain = false;
    const Repair repair = setup_.fabric->repair(defects, options);
    if (!repair.repairable) return false;
    const DefectiveFabric built(fabric(), defects.elements);
    const SwitchStates states = switch_states(fabric(), repair.configuration);
    return !difference(NetworkExtractor(built.fabric()).extract(states), setup_.network(), repair.placement,
                       built.fabric());
  }

  bool is_repaired_with(Defects defects, const Fault& another) const {
    if (defects.contains(another)) return false;
    try {
      defects.add(another);
      return is_repaired(defects);
    } catch (const std::invalid_argument&) {
      return false;  // it contradicts another one
    }
  }

  /// A defect that a scenario can name.
  struct Named {
    std::string key;
    std::string address;
    Fault fault;
  };

  /// Returns links of the sound network that can be named as defects.
  std::vector<Named> links_of_sound() {
    std::vector<Named> links;
    const Repair& sound = sound_repair();
    if (!sound.repairable) return links;
    const AddressResolver resolve(*setup_.fabric);
    const SwitchStates states = switch_states(fabric(), sound.configuration);
    for (const Join& join : NetworkExtractor(fabric()).extract(states).joins) {
      if (join.a.site == join.b.site) continue;
      const PeAddress a = fabric().sites[join.a.site.index()].address, b = fabric().sites[join.b.site.index()].address;
      try {
        const Fault fault = std::get<LinkDefect>(resolve(LinkAddress{a, b}));
        links.push_back({"link", '[' + describe_address(a) + ", " + describe_address(b) + ']', fault});
      } catch (const std::invalid_argument&) {  // this fabric cannot avoid this link
        continue;
      }
      if (links.size() == kMostTriedElements) break;
    }
    return links;
  }

  /// Puts as many kinds as are repaired together into one scenario.
  void fill_defects() {
    if (!is_missing("defects")) return;
    std::map<DefectKind, std::vector<Named>> choices;
    for (const auto& each : AddressResolver(*setup_.fabric).elements()) {
      const DefectKind kind = kind_of(each.defect, &fabric());
      std::vector<Named>& named = choices[kind];
      if (is_missing("defects", kind.of, kind.kind) && named.size() < kMostTriedElements) {
        named.push_back({each.address.key, '[' + with_commas(each.address.parts, part_text) + ']', each.defect});
      }
    }
    if (is_missing("defects", "PE", "dead")) {
      for (const SiteId site : ids<SiteId>(fabric().sites.size())) {
        choices[{"PE", "dead"}].push_back({"pe", describe_address(fabric().sites[site.index()].address), site});
      }
    }
    if (is_missing("defects", "link", "dead")) choices[{"link", "dead"}] = links_of_sound();
    std::erase_if(choices, [](const auto& each) { return each.second.empty(); });
    for (std::size_t number = 1; !choices.empty(); ++number) {
      Defects defects;
      std::map<std::string, std::vector<std::string>> keys;
      std::erase_if(choices, [&](const auto& each) {
        const auto found = std::ranges::find_if(
            each.second, [&](const Named& named) { return is_repaired_with(defects, named.fault); });
        if (found == each.second.end()) return false;
        defects.add(found->fault);
        keys[found->key].push_back(found->address);
        return true;
      });
      if (defects.empty()) break;
      const auto key_text = [](const auto& each) { return each.first + ": [" + with_commas(each.second) + "]"; };
      add_scenario("defects_" + std::to_string(number) + ".yaml",
                   short_run("defects: {" + with_commas(keys, key_text) + "}"));
    }
    for (const auto& [kind, named] : choices) note("no repair was found around a " + kind.of + " with " + kind.kind);
  }

  // --- Turns, channels and phases ------------------------------------------------------------------------------------

  /// Returns the missing turns of the route of an idle network, as node and turn.
  std::vector<std::pair<std::string, std::string>> missing_turns(NodeId source, NodeId destination) const {
    const Network& network = setup_.network();
    std::vector<std::pair<std::string, std::string>> missing;
    std::string in = "local";
    NodeId at = source;
    const auto add = [&](const std::string& out) {
      const std::string turn = turn_name(in, out);
      if (is_missing("turns", network.node_name(at), turn)) missing.emplace_back(network.node_name(at), turn);
    };
    for (const RouteHop& hop : route_hops(network, setup_.plain_relation(), source, destination)) {
      add(network.ports(at)[hop.out.port.index()]);
      at = hop.in.node;
      in = network.ports(at)[hop.in.port.index()];
    }
    if (at == destination) add("local");
    return missing;
  }

  void fill_turns() {
    if (!is_missing("turns")) return;
    const Network& network = setup_.network();
    if (network.nodes() > kMostRoutedNodes) {
      return note("turns are completed in networks of up to " + std::to_string(kMostRoutedNodes) + " nodes");
    }
    std::set<std::pair<std::string, std::string>> reached;
    std::string trace;
    Cycle cycle = 0;
    for (const NodeId source : network.nodes_with_pe()) {
      for (const NodeId destination : network.nodes_with_pe()) {
        if (source == destination) continue;
        bool is_new = false;
        for (auto& turn : missing_turns(source, destination)) is_new = reached.insert(std::move(turn)).second || is_new;
        if (!is_new) continue;
        constexpr Cycle kApart = 40;
        trace += std::to_string(cycle) + ',' + quoted_cell(network.node_name(source)) + ',' +
                 quoted_cell(network.node_name(destination)) + ",1\n";
        cycle += kApart;
      }
    }
    if (trace.empty())
      return note("the missing turns are on no route of an idle network; channels.yaml may reach them");
    add_file("turns.csv", trace);
    add_scenario("turns.yaml", "traffic: {trace: " + prefix_ + "turns.csv}");
  }

  void fill_channels() {
    if (!is_missing("channels") && !is_missing("ports") && !is_missing("turns")) return;
    add_scenario("channels.yaml", "traffic: {rate: 0.9, flits: 4},\n run: {warmup: 0, cycles: 3000}");
  }

  std::string first_pe() {
    if (!setup_.fabric) return quoted_text(setup_.network().node_name(NodeId{0}));
    const Repair& sound = sound_repair();
    return describe_address(fabric().sites[sound.placement.site_of.at(0).index()].address);
  }

  bool is_missing_phase(std::initializer_list<const char*> phases) const {
    const std::string controller = (setup_.fabric ? fabric().name : "net") + ".controller";
    return std::ranges::any_of(phases, [&](const char* phase) { return is_missing("phases", controller, phase); });
  }

  void fill_phases() {
    const auto add = [&](const std::string& name, const std::string& repair) {
      add_scenario(name, "repair: {plan_cycles: 5" + repair + "},\n traffic: {rate: 0.3},\n run: {warmup: 0, cycles: " +
                             std::to_string(fault_cycle() + 2000) +
                             "},\n faults: [{cycle: " + std::to_string(fault_cycle()) + ", pe: " + first_pe() + "}]");
    };
    if (!setup_.fabric) {
      if (is_missing_phase({"drain", "plan", "spread", "resume"})) add("phases.yaml", "");
      if (is_missing_phase({"settle"})) add("phases_unstopped.yaml", ", mode: unstopped");
      return;
    }
    if (is_missing_phase({"drain", "plan", "load", "switch", "resume"})) add("phases.yaml", "");
    if (is_missing_phase({"notice", "report", "broadcast"})) add("phases_observer.yaml", ", diagnosis: observer");
    if (is_missing_phase({"exchange"})) add("phases_exchange.yaml", ", diagnosis: exchange");
    if (is_missing_phase({"failed"})) note("a run in which a reconfiguration fails is not made");
  }

  /// A fault comes when the chip is configured.
  Cycle fault_cycle() const { return (setup_.fabric ? cycles_of_load() : 0) + 100; }

  const ChipName& name_;
  const ChipCoverage& chip_;
  std::string prefix_;
  Filling& filling_;
  Input input_;
  const Setup& setup_;
  std::string beginning_;        // of every scenario
  std::optional<Repair> sound_;  // once it has been asked for
};

/// The files of fill() by the groups of points for which they are written; a number in a name is the first of several.
struct FilledNames {
  std::vector<const char*> groups;
  std::vector<std::string_view> names;
};

const std::vector<FilledNames>& filled_names() {
  static const std::vector<FilledNames> names = {
      {{"states", "transitions"}, {"states_1.yaml", "configuration_001.yaml"}},
      {{"refusals"}, {"sound.yaml", "refusals.yaml"}},
      {{"plans"},
       {"plans_none.yaml", "plans_straight.yaml", "plans_diagonal.yaml", "plans_triple.yaml", "plans_placed.yaml"}},
      {{"defects"}, {"defects_1.yaml"}},
      {{"turns"}, {"turns.csv", "turns.yaml"}},
      {{"channels", "ports", "turns"}, {"channels.yaml"}},
      {{"phases"}, {"phases.yaml", "phases_unstopped.yaml", "phases_observer.yaml", "phases_exchange.yaml"}}};
  return names;
}

/// Adds the name; of a numbered one also those of the other numbers among `there`.
void add_name(const std::string& prefix, std::string_view name, const std::vector<std::string>& there,
              std::vector<std::string>& names) {
  constexpr const char* kDigits = "0123456789";
  names.push_back(prefix + std::string(name));
  const std::size_t digits = name.find_first_of(kDigits);
  if (digits == std::string_view::npos) return;
  const std::string before = prefix + std::string(name.substr(0, digits));
  const std::string_view after = name.substr(name.find_first_not_of(kDigits, digits));
  for (const std::string& each : there) {
    if (each.size() <= before.size() + after.size() || each == names.back()) continue;
    if (!each.starts_with(before) || !each.ends_with(after)) continue;
    const std::string number = each.substr(before.size(), each.size() - before.size() - after.size());
    if (number.find_first_not_of(kDigits) == std::string::npos) names.push_back(each);
  }
}

std::string prefix_of(const Coverage& coverage, std::size_t number) {
  return coverage.size() == 1 ? "" : "chip" + std::to_string(number) + "_";
}

}  // namespace

std::vector<std::string> possible_names(const Coverage& coverage, const std::vector<std::string>& there) {
  std::vector<std::string> names;
  bool has_unreachable = false;
  std::size_t number = 0;
  for (const auto& [chip_name, chip] : coverage) {
    const std::string prefix = prefix_of(coverage, ++number);
    const auto is_missing = [&chip](const char* group) { return misses(chip, group); };
    for (const FilledNames& each : filled_names()) {
      if (std::ranges::none_of(each.groups, is_missing)) continue;
      for (const std::string_view name : each.names) add_name(prefix, name, there, names);
    }
    has_unreachable = has_unreachable || is_missing("states") || is_missing("transitions");
  }
  if (has_unreachable) names.push_back("unreachable.json");
  return names;
}

Filling fill(const Coverage& coverage, const std::filesystem::path& directory, const Progress& progress) {
  Filling filling;
  std::size_t number = 0;
  for (const auto& [name, chip] : coverage) {
    ++number;
    try {
      ChipFill(name, chip, prefix_of(coverage, number), directory, filling).fill(progress);
    } catch (const InputError& error) {
      filling.notes.push_back(name.text() + ": the scenario of this chip cannot be built: " + error.what());
    }
  }
  if (!filling.unreachable.empty()) filling.files.push_back({"unreachable.json", to_file(filling.unreachable)});
  return filling;
}

}  // namespace kintsugi::coverage

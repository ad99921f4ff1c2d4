#include "tb/tool/states/plan_reader.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include "models/network/nearest.hpp"
#include "models/network/node_names.hpp"
#include "models/network/text.hpp"
#include "tb/tool/scenario/defects_reader.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/states/field_table.hpp"
#include "tb/tool/states/repair_states.hpp"
#include "tb/tool/states/state_entry.hpp"

namespace kintsugi::states {

namespace {

class PlanReader {
 public:
  PlanReader(const Setup& setup, const RepairOptions& options, MapReader& map)
      : setup_(setup),
        options_(options),
        map_(map),
        errors_(map.context().errors),
        nodes_(setup.network()),
        names_(setup.fabric->fabric()) {}

  FilePlan read() {
    // the report of a repair has paths and pes, and many keys that are no plan
    bool repairable = false;
    const bool is_report = map_.flag("repairable", repairable);
    map_.exclude_each_other(std::vector<std::string>{"paths", "placement"});
    map_.exclude_each_other(std::vector<std::string>{"placement", "pes"});
    map_.exclude_each_other(std::vector<std::string>{"placement", "rings_of_nodes"});
    if (!is_report) map_.exclude_each_other(std::vector<std::string>{"paths", "rings_of_nodes", "pes"});
    if (!is_of_this_fabric()) return {};
    FilePlan plan;
    const bool wants_paths = !directions().empty() && map_.has("paths");
    if (map_.has("placement")) {
      plan.where = map_.find("placement")->where;
      read_placement(*map_.find("placement"), plan);
    } else if (!directions().empty() && map_.has("rings_of_nodes") && !(is_report && passes_lines_again())) {
      map_.find("paths");
      plan.where = map_.find("rings_of_nodes")->where;
      read_rings(plan);
    } else if (map_.has("pes") && (!wants_paths || map_.has("rings_of_nodes"))) {
      plan.where = map_.find("pes")->where;
      read_pes(plan);
    } else if (wants_paths) {
      plan.where = map_.find("paths")->where;
      read_paths(plan);
    } else {
      complain();
    }
    if (is_report && !plan.placement && map_.has("pes")) plan.pes = placed_by_pes();
    if (!is_report) map_.report_unknown_keys();
    return plan;
  }

 private:
  /// Names of another fabric would only give further messages.
  bool is_of_this_fabric() {
    std::string number;
    if (!map_.text("fabric_number", number)) return true;
    const std::string mistake = other_fabric(number, setup_.fabric->fabric());
    if (!mistake.empty()) errors_.add(map_.find("fabric_number")->where, "the plan is " + mistake);
    return mistake.empty();
  }

  const std::vector<std::string>& directions() const { return setup_.fabric->info().directions; }

  /// Returns whether a ring passes more than two PEs without a node: then the PEs of the nodes say more.
  bool passes_lines_again() {
    const auto passes_again = [](const Value& ring) {
      const Value::Entry* passes = ring.find("passes");
      return passes != nullptr && passes->value.items.size() > 2;
    };
    return map_.has("pes") && std::ranges::any_of(map_.find("rings_of_nodes")->items, passes_again);
  }

  void complain() {
    const std::string placement = "a placement, {placement: {" + setup_.network().node_name(NodeId{0}) + ": " +
                                  describe_address(setup_.fabric->fabric().sites.front().address) + ", ...}}";
    if (map_.has("paths")) {
      errors_.add(map_.find("paths")->where, "a plan of this fabric has no paths; give " + placement);
    } else if (directions().empty()) {
      errors_.add(map_.value().where, "this is no plan; give " + placement);
    } else {
      errors_.add(map_.value().where, "this is no plan; give paths, {paths: [{pe: ADDRESS, direction: " +
                                          directions().front() + "}, ...]}, or " + placement);
    }
  }

  void read_paths(GivenPlan& plan) {
    if (map_.refuse_null("paths")) return;
    map_.sections("paths", [&](MapReader& path) {
      RepairPath read;
      path.require("pe", ": the address of the PE at which the path begins");
      path.require("direction", "; valid: " + with_commas(directions()));
      path.find("moved");
      const Value* pe = path.find("pe");
      const auto site = pe != nullptr ? site_of(*pe, path.path_of("pe")) : std::nullopt;
      if (!read_direction(path, read.direction) || !site) return;
      read.defect = *site;
      plan.paths.push_back(std::move(read));
    });
  }

  bool read_direction(MapReader& path, std::string& direction) {
    const Value* value = path.find("direction");
    direction = value != nullptr ? lower_case(value->text) : "";
    return std::ranges::find(directions(), direction) != directions().end() ||
           path.choice("direction", directions(), direction);
  }

  /// The fabric says whether it has a ring of this name.
  void read_rings(FilePlan& plan) {
    if (map_.refuse_null("rings_of_nodes")) return;
    map_.sections("rings_of_nodes", [&](MapReader& ring) {
      RepairRing read;
      ring.require("ring", ": the name of a ring, such as column 1");
      ring.require("passes", ": the addresses of the two PEs that it passes without a node");
      const Value* passes = ring.find("passes");
      const bool named = ring.text("ring", read.name);
      read.name = lower_case(read.name);
      if (passes == nullptr) return;
      if (passes->type != Value::Type::kList || passes->items.size() != 2) {
        return errors_.add(passes->where, ring.path_of("passes") + " must be a list of two addresses");
      }
      const auto low = site_of(passes->items[0], ring.path_of("passes"));
      const auto high = site_of(passes->items[1], ring.path_of("passes"));
      if (!named || !low || !high || is_given_twice(read.name, ring.find("ring")->where)) return;
      read.passes = {*low, *high};
      plan.rings.push_back(std::move(read));
      plan.ring_places.push_back(ring.find("ring")->where);
    });
  }

  bool is_given_twice(const std::string& ring, const Where& where) {
    const auto [first, is_new] = rings_.emplace(ring, where);
    if (!is_new) {
      errors_.add(where, "the ring '" + ring + "' is given twice; the first is at " + describe(first->second) +
                             "; leave one out");
    }
    return !is_new;
  }

  /// A PE by its address, or by the name that reports have for it.
  std::optional<SiteId> site_of(const Value& value, const std::string& path) {
    if (value.type == Value::Type::kScalar) {
      if (const auto named = names_.site(value.text)) return named;
    }
    const std::optional<PeAddress> address = read_address(value);
    if (!address) {
      errors_.add(value.where, path + no_address(setup_.fabric->info()) + ", or a name such as " +
                                   setup_.fabric->fabric().sites.front().name);
      return std::nullopt;
    }
    try {
      return std::get<SiteId>(setup_.places.resolve({*address, {}}));
    } catch (const std::invalid_argument& error) {
      errors_.add(value.where, path + ": " + error.what());
      return std::nullopt;
    }
  }

  std::optional<NodeId> node_of(const std::string& name, const Where& where) {
    if (const auto found = nodes_.find(name)) return found;
    errors_.add(where, [&] {
      const Network& network = setup_.network();
      const auto names =
          each_of(ids<NodeId>(network.nodes()), [&](NodeId node) { return std::string(network.node_name(node)); });
      return "the network has no node '" + name + "'" + suggestion(name, names, "; valid: " + nodes_.valid(name));
    });
    return std::nullopt;
  }

  void read_placement(const Value& value, GivenPlan& plan) {
    std::vector<PlacedNode> placed;
    if (value.type == Value::Type::kMap) {
      for (const Value::Entry& entry : value.entries) {
        const auto node = node_of(entry.key, entry.where);
        const auto site = site_of(entry.value, "placement." + entry.key);
        if (node && site) placed.push_back({*node, *site, entry.where});
      }
      return place(placed, value, true, plan);
    }
    if (value.type != Value::Type::kList) {
      return errors_.add(value.where,
                         "placement must be a mapping from nodes to addresses, or a list of the addresses "
                         "of all nodes, not " +
                             describe(value));
    }
    if (value.items.size() != setup_.network().nodes()) {
      return errors_.add(value.where, "placement has " + counted(value.items.size(), "PE") + ", and the network " +
                                          counted(setup_.network().nodes(), "node") +
                                          "; list the PE of every node, or give a mapping from nodes to PEs");
    }
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const auto site = site_of(value.items[i], "placement." + std::to_string(i));
      if (site) placed.push_back({NodeId::from(i), *site, value.items[i].where});
    }
    place(placed, value, false, plan);
  }

  void read_pes(GivenPlan& plan) {
    map_.find("repairable");
    const std::vector<PlacedNode> placed = placed_by_pes();
    place(placed, *map_.find("pes"), false, plan);
  }

  std::vector<PlacedNode> placed_by_pes() {
    std::vector<PlacedNode> placed;
    const Value& rows = *map_.find("pes");
    report_duplicate_keys(rows, errors_);
    if (rows.type != Value::Type::kList) {
      errors_.add(rows.where, "pes must be a list of mappings ([{pe: ..., after: ...}, ...]), not " + describe(rows));
      return placed;
    }
    std::map<SiteId, std::pair<bool, Where>> rows_of;  // by PE: whether its first row has a node, and where that is
    for (const Value& row : rows.items) {
      const auto site = site_in(row);
      const auto node = site ? node_in(row) : std::nullopt;
      if (!node) continue;
      const auto [first, is_new] = rows_of.try_emplace(*site, *node != kNoNode, row.where);
      if (!is_new && first->second.first != (*node != kNoNode)) {
        errors_.add(row.where,
                    setup_.fabric->fabric().sites[site->value].name +
                        (*node == kNoNode ? " has no node here, and a node at " : " has a node here, and none at ") +
                        describe(first->second.second) + "; leave one out");
      } else if (*node != kNoNode) {
        placed.push_back({*node, *site, row.where});
      }
    }
    return placed;
  }

  /// Returns the PE of a row of `pes`, by its address, by its name, or by both.
  std::optional<SiteId> site_in(const Value& row) {
    const Value::Entry* const address = row.find("pe");
    const Value::Entry* const name = row.find("name");
    if (address == nullptr && name == nullptr) return refuse_row(row);
    const auto site = address != nullptr ? site_of(address->value, "pes.pe") : site_of(name->value, "pes.name");
    if (!site || address == nullptr || name == nullptr) return site;
    const auto named = site_of(name->value, "pes.name");
    if (!named || *named == *site) return named;
    const std::vector<Site>& sites = setup_.fabric->fabric().sites;
    errors_.add(name->where, "pes.pe is the address of " + sites[site->value].name + ", and pes.name is " +
                                 sites[named->value].name + "; make both agree, or leave one out");
    return std::nullopt;
  }

  std::nullopt_t refuse_row(const Value& row) {
    errors_.add(row.where, "a row of pes is {pe: ADDRESS, after: NODE}");
    return std::nullopt;
  }

  /// Returns the node of a row of `pes`, by one key or by two; kNoNode: the PE has none; nullopt: there is a mistake.
  std::optional<NodeId> node_in(const Value& row) {
    std::optional<NodeId> node;
    for (const char* key : {"after", "node"}) {
      const Value::Entry* const entry = row.find(key);
      if (entry == nullptr) continue;
      if (!node) node = kNoNode;
      if (entry->value.type == Value::Type::kEmpty) continue;
      if (entry->value.type != Value::Type::kScalar) {
        errors_.add(entry->value.where, entry->key + " must be the name of a node, not " + describe(entry->value));
        return std::nullopt;
      }
      const auto found = node_of(entry->value.text, entry->value.where);
      if (!found) return std::nullopt;
      if (*node != kNoNode && *node != *found) {
        errors_.add(entry->value.where, "a PE cannot have both node '" + setup_.network().node_name(*node) +
                                            "' and node '" + setup_.network().node_name(*found) +
                                            "'; change both, or leave one of them out");
        return std::nullopt;
      }
      node = found;
    }
    return node ? node : refuse_row(row);
  }

  /// Makes a placement. Nodes that are not listed stay where they are without defects, if they may be left out. A node
  /// that is listed at a PE of another one is complained of there, and needs no second complaint that it has no PE.
  void place(const std::vector<PlacedNode>& placed, const Value& whole, bool may_leave_out, GivenPlan& plan) {
    if (!errors_.empty()) return;
    Placement placement = nothing_placed(setup_.network().nodes(), setup_.fabric->fabric());
    std::vector<bool> is_listed(placement.site_of.size());
    for (const PlacedNode& each : placed) {
      is_listed[each.node.value] = true;
      put(each, placement);
    }
    const auto plain = may_leave_out ? setting_before(setup_, options_) : std::nullopt;
    for (const NodeId node : ids<NodeId>(placement.site_of.size())) {
      if (is_listed[node.value]) continue;
      if (plain) {
        put({node, plain->placement.site_of[node.value], whole.where}, placement);
      } else {
        errors_.add(whole.where, "node '" + setup_.network().node_name(node) + "' has no PE; add it");
      }
    }
    plan.placement = std::move(placement);
  }

  void put(const PlacedNode& each, Placement& placement) {
    const auto name = [&](NodeId node) { return "node '" + setup_.network().node_name(node) + "'"; };
    const SiteId at = placement.site_of[each.node.value];
    const NodeId here = placement.node_at[each.site.value];
    const std::string& pe = setup_.fabric->fabric().sites[each.site.value].name;
    if (here == each.node) {
      errors_.add(each.where, name(here) + " comes twice, at " + pe + "; leave one out");
    } else if (here != kNoNode) {
      errors_.add(each.where, name(here) + " and " + name(each.node) + " are both at " + pe + "; move one of them");
    } else if (at != kNoSite) {
      errors_.add(each.where, name(each.node) + " is at " + setup_.fabric->fabric().sites[at.value].name + " and at " +
                                  pe + "; leave one out");
    } else {
      placement.put(each.node, each.site);
    }
  }

  const Setup& setup_;
  const RepairOptions& options_;
  MapReader& map_;
  Diagnostics& errors_;
  NodeNames nodes_;
  FieldTable names_;
  std::map<std::string, Where> rings_;  ///< by name, those that are read
};

}  // namespace

FilePlan read_plan(const std::string& text, const std::string& source, const Setup& setup, const RepairOptions& options,
                   Diagnostics& errors) {
  const auto document = parse_document(text, source, errors);
  if (!document) return {};
  if (document->type != Value::Type::kMap) {
    errors.add(document->where, "a plan is a mapping with paths or placement, not " + describe(*document));
    return {};
  }
  std::map<std::string, Where, std::less<>> positions;
  ReadContext context{errors, positions};
  MapReader map(context, *document, "");
  return PlanReader(setup, options, map).read();
}

void compare_pes(const FilePlan& plan, const Placement& placement, const Setup& setup, Diagnostics& errors) {
  const auto name_of = [&](SiteId site) {
    return site == kNoSite ? std::string("no PE") : setup.fabric->fabric().sites[site.value].name;
  };
  for (const PlacedNode& each : plan.pes) {
    const SiteId made = placement.site_of[each.node.value];
    if (made == each.site) continue;
    errors.add(each.where, "pes has node '" + setup.network().node_name(each.node) + "' at " + name_of(each.site) +
                               ", and the " + (plan.rings.empty() ? "paths put" : "rings put") + " it at " +
                               name_of(made) + "; make both agree, or leave pes out");
  }
}

}  // namespace kintsugi::states

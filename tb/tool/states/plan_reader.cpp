#include "tb/tool/states/plan_reader.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>

#include "models/network/text.hpp"
#include "tb/tool/scenario/defects_reader.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/nearest.hpp"

namespace kintsugi::states {

namespace {

/// A node and where the plan puts it.
struct PlacedNode {
  NodeId node;
  SiteId site;
  Where where;
};

class PlanReader {
 public:
  PlanReader(const Setup& setup, const RepairOptions& options, MapReader& map)
      : setup_(setup), options_(options), map_(map), errors_(map.context().errors) {}

  GivenPlan read() {
    // the report of a repair has paths and pes, and many keys that are no plan
    bool repairable = false;
    const bool is_report = map_.flag("repairable", repairable);
    map_.exclude_each_other(std::vector<std::string>{"paths", "placement"});
    map_.exclude_each_other(std::vector<std::string>{"placement", "pes"});
    map_.exclude_each_other(std::vector<std::string>{"placement", "rings_of_nodes"});
    if (!is_report) map_.exclude_each_other(std::vector<std::string>{"paths", "rings_of_nodes", "pes"});
    GivenPlan plan;
    const bool wants_paths = !directions().empty() && map_.has("paths");
    if (map_.has("placement")) {
      read_placement(*map_.find("placement"), plan);
    } else if (!directions().empty() && map_.has("rings_of_nodes")) {
      map_.find("paths");
      read_rings(plan);
    } else if (map_.has("pes") && !wants_paths) {
      read_pes(plan);
    } else if (wants_paths) {
      read_paths(plan);
    } else {
      complain();
    }
    if (!is_report) map_.report_unknown_keys();
    return plan;
  }

 private:
  const std::vector<std::string>& directions() const { return setup_.fabric->info().directions; }

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
    map_.sections("paths", [&](MapReader& path) {
      RepairPath read;
      path.require("pe", ": the address of the PE at which the path begins");
      path.require("direction", "; valid: " + listed(directions()));
      path.find("moved");
      const Value* pe = path.find("pe");
      const auto site = pe != nullptr ? site_of(*pe, path.path_of("pe")) : std::nullopt;
      if (!path.choice("direction", directions(), read.direction) || !site) return;
      read.defect = *site;
      plan.paths.push_back(std::move(read));
    });
  }

  /// The fabric says whether it has a ring of this name.
  void read_rings(GivenPlan& plan) {
    map_.sections("rings_of_nodes", [&](MapReader& ring) {
      RepairRing read;
      ring.require("ring", ": the name of a ring, such as column 1");
      ring.require("passes", ": the addresses of the two PEs that it passes without a node");
      const Value* passes = ring.find("passes");
      const bool named = ring.text("ring", read.name);
      if (passes == nullptr) return;
      if (passes->type != Value::Type::kList || passes->items.size() != 2) {
        return errors_.add(passes->where, ring.path_of("passes") + " must be a list of two addresses");
      }
      const auto low = site_of(passes->items[0], ring.path_of("passes"));
      const auto high = site_of(passes->items[1], ring.path_of("passes"));
      if (!named || !low || !high) return;
      read.passes = {*low, *high};
      plan.rings.push_back(std::move(read));
    });
  }

  static std::string listed(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
  }

  std::optional<SiteId> site_of(const Value& value, const std::string& path) {
    const std::optional<PeAddress> address = read_address(value);
    if (!address) {
      errors_.add(value.where, path + no_address(setup_.fabric->info()));
      return std::nullopt;
    }
    try {
      return std::get<SiteId>(setup_.places.resolve(*address));
    } catch (const std::invalid_argument& error) {
      errors_.add(value.where, path + ": " + error.what());
      return std::nullopt;
    }
  }

  std::optional<NodeId> node_of(const std::string& name, const Where& where) {
    const Network& network = setup_.network();
    if (nodes_.empty()) {
      for (const NodeId node : ids<NodeId>(network.nodes())) {
        nodes_.emplace(network.node_name(node), node);
        nodes_.emplace(std::to_string(node.value), node);
      }
    }
    const auto found = nodes_.find(name);
    if (found != nodes_.end()) return found->second;
    errors_.add(where, [&] {
      std::vector<std::string> names;
      for (const NodeId node : ids<NodeId>(network.nodes())) names.push_back(network.node_name(node));
      const auto nearest = nearest_name(name, names);
      return "the network has no node '" + name + "'" +
             (nearest ? "; did you mean '" + *nearest + "'?"
                      : "; a node is named '" + names.front() + "', or by its number, 0 to " +
                            std::to_string(names.size() - 1));
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
    std::vector<PlacedNode> placed;
    map_.find("repairable");
    const Value& rows = *map_.find("pes");
    if (rows.type != Value::Type::kList) {
      return errors_.add(rows.where,
                         "pes must be a list of mappings ([{pe: ..., after: ...}, ...]), not " + describe(rows));
    }
    for (const Value& row : rows.items) {
      const Value::Entry* pe = row.find("pe");
      const Value::Entry* node = row.find("after") != nullptr ? row.find("after") : row.find("node");
      if (pe == nullptr || node == nullptr) {
        errors_.add(row.where, "a row of pes is {pe: ADDRESS, after: NODE}");
        continue;
      }
      if (node->value.type == Value::Type::kEmpty) continue;
      if (node->value.type != Value::Type::kScalar) {
        errors_.add(node->value.where, node->key + " must be the name of a node, not " + describe(node->value));
        continue;
      }
      const auto number = node_of(node->value.text, node->value.where);
      const auto site = site_of(pe->value, "pes.pe");
      if (number && site) placed.push_back({*number, *site, row.where});
    }
    place(placed, rows, false, plan);
  }

  /// Makes a placement. Nodes that are not listed stay where they are without defects, if they may be left out.
  void place(const std::vector<PlacedNode>& placed, const Value& whole, bool may_leave_out, GivenPlan& plan) {
    if (!errors_.empty()) return;
    Placement placement{std::vector<SiteId>(setup_.network().nodes(), kNoSite),
                        std::vector<NodeId>(setup_.fabric->fabric().sites.size(), kNoNode)};
    for (const PlacedNode& each : placed) put(each, placement);
    const Repair plain = may_leave_out ? setup_.fabric->repair({}, plain_options()) : Repair{};
    for (const NodeId node : ids<NodeId>(placement.site_of.size())) {
      if (placement.site_of[node.value] != kNoSite) continue;
      if (plain.repairable) {
        put({node, plain.placement.site_of[node.value], whole.where}, placement);
      } else {
        errors_.add(whole.where, "node '" + setup_.network().node_name(node) + "' has no PE; add it");
      }
    }
    plan.placement = std::move(placement);
  }

  RepairOptions plain_options() const {
    RepairOptions plain = options_;
    plain.in_force.reset();
    plain.rings_in_force.clear();
    plain.explain = false;
    return plain;
  }

  void put(const PlacedNode& each, Placement& placement) {
    const auto name = [&](NodeId node) { return "node '" + setup_.network().node_name(node) + "'"; };
    SiteId& at = placement.site_of[each.node.value];
    NodeId& here = placement.node_at[each.site.value];
    const std::string& pe = setup_.fabric->fabric().sites[each.site.value].name;
    if (here != kNoNode) {
      errors_.add(each.where, name(here) + " and " + name(each.node) + " are both at " + pe + "; move one of them");
    } else if (at != kNoSite) {
      errors_.add(each.where, name(each.node) + " is at " + setup_.fabric->fabric().sites[at.value].name + " and at " +
                                  pe + "; leave one out");
    } else {
      at = each.site;
      here = each.node;
    }
  }

  const Setup& setup_;
  const RepairOptions& options_;
  MapReader& map_;
  Diagnostics& errors_;
  std::map<std::string, NodeId> nodes_;
};

}  // namespace

GivenPlan read_plan(const std::string& text, const std::string& source, const Setup& setup,
                    const RepairOptions& options, Diagnostics& errors) {
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

}  // namespace kintsugi::states

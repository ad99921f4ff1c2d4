#include "models/mandala/family.hpp"

#include "models/repair/reconfigurable.hpp"

#include <algorithm>

#include "models/mandala/broadcast.hpp"
#include "models/mandala/growth.hpp"
#include "models/mandala/hdr.hpp"
#include "models/mandala/paper_table.hpp"
#include "models/mandala/routing.hpp"
#include "models/mandala/topology.hpp"
#include "models/network/node_names.hpp"

namespace kintsugi::mandala {

namespace {

const std::string kPortsMeaning = "ports of a node, C: clusters of C nodes or clusters";
const std::string kLevelsMeaning = "levels, L: C^L nodes, at most 262144";
const std::string kNodesMeaning = "the first nodes in the order of their numbers";
constexpr unsigned kFewestNodes = 2;

/// Reads the numbers of the added nodes, in any order; each must be outside the prefix, and be given once. A node is
/// called as in the whole network, in which its name and its number say the same.
std::vector<std::uint32_t> read_added(const Parameters& parameters, const Mandala& prefix) {
  const auto given = parameters.find("added");
  if (given == parameters.end()) return {};
  const IntegerRange valid{prefix.nodes(), prefix.size() - 1};
  if (prefix.is_whole()) throw ParameterError("added", "no node is missing; leave it out, or give fewer nodes");
  const Network whole = make_nodes({prefix.ports, prefix.levels});
  const NodeNames names(whole);
  std::vector<std::uint32_t> numbers;
  for (const std::string& word : std::get<NodeWords>(given->second)) {
    const auto node = names.find(word);
    if (!node || !valid.contains(node->value)) {
      const std::string& name = whole.node_name(NodeId{prefix.nodes()});
      throw ParameterError(
          "added", "'" + word + "' is not a missing node; valid is " + to_text(valid) + ", or a name such as " + name);
    }
    numbers.push_back(node->value);
  }
  std::ranges::sort(numbers);
  const auto twice = std::ranges::adjacent_find(numbers);
  if (twice != numbers.end()) throw ParameterError("added", std::to_string(*twice) + " is given twice");
  return numbers;
}

void refuse_a_gap(const Mandala& mandala) {
  const auto gap = find_gap(mandala);
  if (!gap) return;
  const std::uint32_t size = mandala.power(gap->level);
  const std::uint32_t first = gap->a.value / size * size;
  throw ParameterError("added", "nodes " + std::to_string(gap->a.value) + " and " + std::to_string(gap->b.value) +
                                    " have no way to each other within their cluster of level " +
                                    std::to_string(gap->level) + ", nodes " + std::to_string(first) + " to " +
                                    std::to_string(first + size - 1) + "; add the nodes between them too");
}

Mandala read(const Parameters& parameters) {
  const unsigned ports = read_in_range(parameters, "ports", kFewestPorts, kMostPorts, kPortsMeaning);
  Mandala mandala{ports, read_in_range(parameters, "levels", 1, most_levels(ports), kLevelsMeaning)};
  const std::uint32_t size = mandala.size();
  mandala.first = read_in_range(parameters, "nodes", kFewestNodes, size, kNodesMeaning, size);
  mandala.added = read_added(parameters, mandala);
  if (!mandala.added.empty()) refuse_a_gap(mandala);
  return mandala;
}

std::vector<ParameterSpec> mandala_parameters() {
  using Type = ParameterSpec::Type;
  return {
      {.name = "ports",
       .type = Type::kInteger,
       .required = true,
       .help = kPortsMeaning + ", 2 to 16",
       .choices = {},
       .example = std::int64_t{4}},
      {.name = "levels",
       .type = Type::kInteger,
       .required = true,
       .help = kLevelsMeaning,
       .choices = {},
       .example = std::int64_t{2}},
      {"nodes", Type::kInteger, false, "only the first nodes in the order of their numbers, 2 to C^L; default all", {}},
      {"added", Type::kNodes, false, "single nodes beside the first ones, by name or number, each joined to them", {}}};
}

class Clusters final : public MulticastGroups {
 public:
  explicit Clusters(const Mandala& mandala) : mandala_(mandala) {}
  const std::string& name() const override {
    static const std::string name = "cluster";
    return name;
  }
  unsigned highest_level() const override { return mandala_.levels; }
  std::vector<NodeId> members(NodeId, NodeId node, unsigned level) const override {
    const std::uint32_t size = mandala_.power(level);
    std::vector<NodeId> members;
    for (std::uint32_t i = 0; i < size; ++i) {
      const NodeId member{mandala_.number_of(node).value / size * size + i};
      if (mandala_.exists(member)) members.push_back(mandala_.id_of(member));
    }
    return members;
  }
  bool has_broadcast() const override { return mandala_.is_whole(); }
  MulticastSet around(NodeId source, unsigned level) const override { return cluster_around(mandala_, source, level); }

 private:
  Mandala mandala_;
};

/// Returns the classes that hdr needs to route around missing nodes. Beside added nodes it needs one more, for all sets
/// of them that the tests add. Routes around faults need more: 2 L - 1 for one fault and 2 L, the default number of
/// channels, for two (hdr_test.cpp). Every channel is a class.
unsigned hdr_classes(const Mandala& mandala) {
  if (mandala.is_whole()) return mandala.levels;
  return mandala.levels + (mandala.added.empty() ? 1 : 2);
}

OwnRouting hdr(const Mandala& mandala) {
  const unsigned classes = hdr_classes(mandala);
  return {{"hdr", "as rsim, but routes around dead and missing nodes and links", classes,
           std::clamp(2 * mandala.levels, classes, kMaxVcs), true},
          [mandala, classes](unsigned vcs) {
            return std::make_unique<HdrRelation>(AliveMaps(FaultyNetwork(mandala)), std::max(vcs, classes), vcs);
          }};
}

template <class Relation>
OwnRouting with_classes(const Mandala& mandala, unsigned classes, const std::string& name, const std::string& summary,
                        bool defers = false) {
  return {{name, summary, classes, classes, false, defers},
          [mandala](unsigned vcs) { return std::make_unique<Relation>(mandala, vcs); }};
}

std::vector<OwnRouting> routings_of(const Mandala& mandala) {
  if (!mandala.is_whole()) return {hdr(mandala)};
  const unsigned levels = mandala.levels;
  return {with_classes<RsimRelation>(mandala, levels, "rsim", "the port of the highest digit that differs"),
          with_classes<ShortestRelation>(mandala, levels + 1, "shortest",
                                         "fewest hops: straight, or through one third cluster"),
          with_classes<RedirectRelation>(mandala, levels + 2, "redirect",
                                         "as rsim; a blocked packet may leave once by another port", true),
          hdr(mandala)};
}

class MandalaDesign final : public Design {
 public:
  explicit MandalaDesign(const Mandala& mandala) : mandala_(mandala), network_(make_network(mandala)) {}
  const Network& network() const override { return network_; }
  std::vector<OwnRouting> own_routings() const override { return routings_of(mandala_); }
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters&) const override { return nullptr; }
  std::unique_ptr<MulticastRelation> broadcast(const RoutingRelation& routing) const override {
    const auto* unicast = dynamic_cast<const MandalaRelation*>(&routing);
    return unicast != nullptr ? std::make_unique<ClusterBroadcast>(*unicast) : nullptr;
  }
  std::unique_ptr<MulticastGroups> multicast_groups() const override { return std::make_unique<Clusters>(mandala_); }
  std::vector<AbsentLink> absent_links() const override;
  std::vector<NodeProperty> node_properties() const override;

 private:
  Mandala mandala_;
  Network network_;
};

std::vector<AbsentLink> MandalaDesign::absent_links() const {
  std::vector<AbsentLink> absent;
  for (const auto& [from, to, level] : missing_links(mandala_)) {
    absent.push_back({from, "n" + std::to_string(to.value), "level " + std::to_string(level)});
  }
  return absent;
}

/// Returns the level of each node's external port, levels + 1 if it is open, and its cluster of level 1.
std::vector<NodeProperty> MandalaDesign::node_properties() const {
  const auto level_of = [this](NodeId node) {
    return mandala_.connection_level(mandala_.digits(mandala_.number_of(node)));
  };
  const auto cluster_of = [this](NodeId node) { return mandala_.number_of(node).value / mandala_.ports; };
  return {numbered("level", network_, level_of), numbered("cluster", network_, cluster_of)};
}

}  // namespace

MandalaFamily::MandalaFamily()
    : Family("mandala", "MANDALA: C^L nodes, clusters of C joined completely, recursively; degree C",
             mandala_parameters()) {}

std::unique_ptr<Design> MandalaFamily::make(const Parameters& parameters) const {
  return std::make_unique<MandalaDesign>(read(parameters));
}

std::vector<FamilyRouting> MandalaFamily::routings() const {
  const Mandala smallest{kFewestPorts, 2};
  std::vector<FamilyRouting> all;
  for (const OwnRouting& each : routings_of(smallest)) all.push_back({each.info, {}, "levels"});
  return all;
}

std::vector<PaperTable> MandalaFamily::paper_tables(const Progress& progress) const {
  return mandala::paper_tables(progress);
}

}  // namespace kintsugi::mandala

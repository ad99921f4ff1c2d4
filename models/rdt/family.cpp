#include "models/rdt/family.hpp"

#include "models/repair/reconfigurable.hpp"

#include <array>

#include "models/rdt/paper_figure.hpp"
#include "models/rdt/paper_table.hpp"
#include "models/rdt/routing.hpp"
#include "models/rdt/topology.hpp"
#include "models/rdt/tree.hpp"

namespace kintsugi::rdt {

namespace {

const std::string kSideMeaning = "nodes along each dimension";
const std::string kValidSides = "16, 32, 64, 128 or 256";
const std::array<std::string, 3> kAssignmentNames{"alpha", "beta", "perfect"};  // in the order of Assignment

/// Returns the n of the side 2^n.
unsigned read_side(const Parameters& parameters) {
  const auto found = parameters.find("side");
  if (found == parameters.end()) {
    throw ParameterError("side", "side is missing: " + kSideMeaning + ", " + kValidSides);
  }
  const std::int64_t side = std::get<std::int64_t>(found->second);
  for (unsigned n = kSmallest; n <= kLargest; ++n) {
    if (side == std::int64_t{1} << n) return n;
  }
  throw ParameterError("side",
                       "side is " + std::to_string(side) + "; valid is " + kValidSides + " (" + kSideMeaning + ")");
}

Assignment read_assignment(const Parameters& parameters) {
  const auto found = parameters.find("assignment");
  if (found == parameters.end()) return Assignment::kAlpha;
  const std::string& name = std::get<std::string>(found->second);
  for (std::size_t i = 0; i < kAssignmentNames.size(); ++i) {
    if (kAssignmentNames[i] == name) return static_cast<Assignment>(i);
  }
  throw ParameterError("assignment", "assignment is '" + name + "'; valid is alpha, beta or perfect");
}

std::vector<ParameterSpec> rdt_parameters() {
  using Type = ParameterSpec::Type;
  return {
      {"side", Type::kInteger, true, kSideMeaning + ": " + kValidSides, {}},
      {"assignment",
       Type::kName,
       false,
       "which node has which upper rank: alpha (all ranks alike), beta (more of the low ranks), perfect (every node "
       "has all); default alpha",
       {kAssignmentNames.begin(), kAssignmentNames.end()}}};
}

std::vector<RoutingInfo> routings_of(const Rdt& rdt) {
  if (rdt.is_perfect()) {
    return {{"scheme-h", "ranks in descending order, then x, then y; other channels after the wrap", 2, 2},
            {"vector", "vector routing, ties toward zero; not free of deadlock", 1, 1},
            {"vector-best", "vector routing, the shortest of tied choices; not free of deadlock", 1, 1}};
  }
  return {{"scheme-h", "ranks in descending order, then x, then y; channels by class", 3, 3},
          {"floating", "floating vector routing, the own rank first; not free of deadlock", 1, 1}};
}

class RdtDesign final : public Design {
 public:
  explicit RdtDesign(const Rdt& rdt) : rdt_(rdt), network_(make_network(rdt)) {}
  const Network& network() const override { return network_; }
  std::vector<RoutingInfo> routings() const override { return routings_of(rdt_); }
  std::unique_ptr<RoutingRelation> routing(std::string_view name, unsigned vcs) const override;
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters&) const override { return nullptr; }
  std::unique_ptr<MulticastGroups> multicast_groups() const override { return std::make_unique<Subtrees>(rdt_); }
  std::vector<NodeProperty> node_properties() const override;

 private:
  [[noreturn]] void refuse(std::string_view name) const;

  Rdt rdt_;
  Network network_;
};

std::unique_ptr<RoutingRelation> RdtDesign::routing(std::string_view name, unsigned vcs) const {
  if (name == "scheme-h") return std::make_unique<SchemeHRelation>(rdt_, vcs);
  if (name == "floating" && !rdt_.is_perfect()) return std::make_unique<FloatingRelation>(rdt_, vcs);
  if (name == "vector" && rdt_.is_perfect()) return std::make_unique<VectorRelation>(rdt_, Ties::kTowardZero, vcs);
  if (name == "vector-best" && rdt_.is_perfect()) return std::make_unique<VectorRelation>(rdt_, Ties::kBest, vcs);
  refuse(name);
}

/// Returns the class and the upper ranks of each node: "2", or "1,2,3" if it has several.
std::vector<NodeProperty> RdtDesign::node_properties() const {
  NodeProperty classes{"class", {}};
  NodeProperty ranks{"ranks", {}};
  for (const NodeId node : ids<NodeId>(network_.nodes())) {
    classes.values.push_back(class_name(class_of(rdt_, node)));
    std::string& text = ranks.values.emplace_back();
    for (unsigned rank = 1; rank <= rdt_.highest_rank(); ++rank) {
      if (rdt_.has_rank(node, rank)) text += (text.empty() ? "" : ",") + std::to_string(rank);
    }
  }
  return {classes, ranks};
}

void RdtDesign::refuse(std::string_view name) const {
  std::string valid;
  for (const RoutingInfo& info : routings()) valid += (valid.empty() ? "" : ", ") + info.name;
  throw std::invalid_argument("a " + network_.name() + " has no routing '" + std::string(name) + "'; valid are " +
                              valid);
}

}  // namespace

RdtFamily::RdtFamily()
    : Family("rdt", "Recursive Diagonal Torus: side x side nodes, degree 8; the perfect one 4 for each rank",
             rdt_parameters()) {}

std::unique_ptr<Design> RdtFamily::build(const Parameters& parameters) const {
  return std::make_unique<RdtDesign>(Rdt{read_side(parameters), read_assignment(parameters)});
}

std::vector<FamilyRouting> RdtFamily::routings() const {
  std::vector<FamilyRouting> all;
  for (const RoutingInfo& info : routings_of({kSmallest, Assignment::kAlpha})) all.push_back({info});
  const ParameterChoice perfect{"assignment", kAssignmentNames[static_cast<std::size_t>(Assignment::kPerfect)]};
  for (const RoutingInfo& info : routings_of({kSmallest, Assignment::kPerfect})) all.push_back({info, perfect});
  return all;
}

std::vector<PaperTable> RdtFamily::paper_tables(const Progress& progress) const {
  return rdt::paper_tables(progress);
}

std::optional<PaperFigure> RdtFamily::paper_figure(const Progress& progress) const {
  return figure_4(progress);
}

}  // namespace kintsugi::rdt

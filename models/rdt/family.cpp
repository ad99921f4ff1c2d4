#include "models/rdt/family.hpp"

#include <algorithm>
#include <array>

#include "models/rdt/assignment.hpp"
#include "models/rdt/assignment_search.hpp"
#include "models/rdt/paper_figure.hpp"
#include "models/rdt/paper_table.hpp"
#include "models/rdt/routing.hpp"
#include "models/rdt/topology.hpp"
#include "models/rdt/tree.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::rdt {

namespace {

const std::string kSideMeaning = "nodes along each dimension";
const std::string kValidSides = "16, 32, 64, 128, 256, 512 or 1024";
const std::string kAssignment = "assignment";
const std::array<std::string, 4> kAssignmentNames{"alpha", "beta", "cyclic", "perfect"};

/// Returns "9, 27, 81, 243 or 729".
std::string valid_sides(unsigned cardinal) {
  if (cardinal == 2) return kValidSides;
  std::vector<unsigned> sides;
  for (unsigned side = cardinal * cardinal; side <= kMostSide; side *= cardinal) sides.push_back(side);
  std::string text;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == sides.size() ? " or " : ", ") + std::to_string(sides[i]);
  }
  return text;
}

/// Returns the exponent of the side.
unsigned read_side(const Parameters& parameters, unsigned cardinal) {
  const auto found = parameters.find("side");
  const std::string valid = valid_sides(cardinal);
  if (found == parameters.end()) throw ParameterError("side", "side is missing: " + kSideMeaning + ", " + valid);
  const std::int64_t side = std::get<std::int64_t>(found->second);
  std::int64_t power = 1;
  for (unsigned exponent = 0; power <= kMostSide; ++exponent, power *= cardinal) {
    if (exponent >= (cardinal == 2 ? kSmallest : 2) && side == power) return exponent;
  }
  const std::string of = cardinal == 2 ? "" : ", powers of the cardinal number " + std::to_string(cardinal);
  throw ParameterError("side",
                       "side is " + std::to_string(side) + "; valid is " + valid + " (" + kSideMeaning + of + ")");
}

Unassigned read_size(const Parameters& parameters) {
  Unassigned size;
  size.cardinal = read_in_range(parameters, "cardinal", 2, kMostCardinal, "the cardinal number n", 2);
  size.exponent = read_side(parameters, size.cardinal);
  size.highest = read_in_range(parameters, "R", 1, kRanks - 1, "the highest rank", kR);
  return size;
}

/// Returns 0 if it is left out.
unsigned read_upper_ranks(const Parameters& parameters, unsigned highest) {
  return read_in_range(parameters, "m", 1, highest, "upper ranks of a node, at most R", 0);
}

/// Refuses the cardinal numbers whose nodes have no classes, or that have only one upper rank to assign.
void refuse_without_classes(const Unassigned& size) {
  const Rdt rdt(size.exponent, Assignment::kOther, size.cardinal, size.highest);
  if (rdt.has_classes() && rdt.classes() <= kMostClasses) return;
  const std::string why = rdt.has_classes() ? "there is only one upper rank to assign"
                                            : "an odd side is not divided evenly by the 2n x n array of the classes";
  throw ParameterError(kAssignment,
                       "with the cardinal number " + std::to_string(size.cardinal) + " " + why + "; valid is perfect");
}

Rdt read_perfect(const Unassigned& size, unsigned upper_ranks) {
  if (upper_ranks != 0) {
    throw ParameterError("m", "m is for RDT(n, R, m); a node of a perfect RDT has all ranks: leave it out");
  }
  return Rdt(size.exponent, Assignment::kPerfect, size.cardinal, size.highest);
}

Rdt read_known(const Unassigned& size, unsigned upper_ranks, const std::string& name) {
  if (size.cardinal != 2 || size.highest != kR || upper_ranks > 1) {
    throw ParameterError(kAssignment, "assignment " + name + " is for RDT(2,4,1), not for " +
                                          name_with_parameters(size, std::max(upper_ranks, 1u)) +
                                          "; valid are cyclic, perfect and a file");
  }
  return Rdt(size.exponent, name == "beta" ? Assignment::kBeta : Assignment::kAlpha);
}

Rdt read_file(const Unassigned& size, unsigned upper_ranks, const ParameterFile& file) {
  auto read = parse_assignment(file.text, size, upper_ranks);
  if (auto* mistakes = std::get_if<std::vector<FileMistake>>(&read)) {
    throw ParameterFileError(kAssignment, file, std::move(*mistakes));
  }
  return std::get<Rdt>(read);
}

Rdt read_rdt(const Parameters& parameters) {
  const Unassigned size = read_size(parameters);
  const unsigned upper_ranks = read_upper_ranks(parameters, size.highest);
  const bool is_standard = size.cardinal == 2 && size.highest == kR && upper_ranks <= 1;
  const auto found = parameters.find(kAssignment);
  const ParameterValue value = found != parameters.end() ? found->second : is_standard ? "alpha" : "cyclic";
  const auto* name = std::get_if<std::string>(&value);
  if (name != nullptr && *name == "perfect") return read_perfect(size, upper_ranks);
  if (name != nullptr && (*name == "alpha" || *name == "beta")) return read_known(size, upper_ranks, *name);
  if (name != nullptr && *name != "cyclic") {
    throw ParameterError(kAssignment,
                         "assignment is '" + *name + "'; valid is alpha, beta, cyclic, perfect or {file: PATH}");
  }
  refuse_without_classes(size);
  if (name != nullptr) return cyclic(size, std::max(upper_ranks, 1u));
  return read_file(size, upper_ranks, std::get<ParameterFile>(value));
}

std::vector<ParameterSpec> rdt_parameters() {
  using Type = ParameterSpec::Type;
  return {
      {.name = "side",
       .type = Type::kInteger,
       .required = true,
       .help = kSideMeaning + ": " + kValidSides + "; with another cardinal number its powers",
       .choices = {},
       .example = std::int64_t{16}},
      {kAssignment,
       Type::kNameOrFile,
       false,
       "which node has which upper ranks: alpha (all ranks alike), beta (more of the low ranks), cyclic (the ranks in "
       "turn), perfect (every node has all), {file: PATH}; default alpha, and cyclic where it is no RDT(2,4,1)",
       {kAssignmentNames.begin(), kAssignmentNames.end()}},
      {.name = "cardinal",
       .type = Type::kInteger,
       .help = "the cardinal number n, 2 to 16; only 2, 4 and 6 have other assignments than perfect; default 2",
       .choices = {},
       .range = {2, kMostCardinal},
       .otherwise = std::int64_t{2}},
      {.name = "R",
       .type = Type::kInteger,
       .help = "the highest rank, 1 to 5; ranks whose vectors are 0 modulo the side do not exist; default 4",
       .choices = {},
       .range = {1, kRanks - 1},
       .otherwise = std::int64_t{kR}},
      {.name = "m",
       .type = Type::kInteger,
       .help = "upper ranks of a node, 1 to R; default 1, or as many as the file of the assignment has",
       .choices = {}}};
}

/// Returns the header of a packet whose plan has ties toward zero.
Header header_of(const Rdt& rdt) {
  std::vector<Plan> plans;
  for (std::uint32_t node = 0; node < rdt.nodes(); ++node) {
    plans.push_back(decompose(rdt, rdt.difference(NodeId{0}, NodeId{node}), Ties::kTowardZero));
  }
  return Header(rdt, plans);
}

OwnRouting scheme_h(const Rdt& rdt, const std::string& channels) {
  const unsigned fewest = SchemeHRelation::fewest_vcs(rdt);
  return {{"scheme-h", "ranks in descending order, then x, then y; " + channels, fewest, fewest},
          [rdt](unsigned vcs) { return std::make_unique<SchemeHRelation>(rdt, vcs); }};
}

OwnRouting vector(const Rdt& rdt, Ties ties, const std::string& name, const std::string& summary) {
  return {{name, "vector routing, " + summary + "; not free of deadlock", 1, 1},
          [rdt, ties](unsigned vcs) { return std::make_unique<VectorRelation>(rdt, ties, vcs); }};
}

OwnRouting floating(const Rdt& rdt, RankChoice choice, const std::string& name, const std::string& summary) {
  return {{name, summary + "; not free of deadlock", 1, 1},
          [rdt, choice](unsigned vcs) { return std::make_unique<FloatingRelation>(rdt, vcs, choice); }};
}

std::vector<OwnRouting> routings_of(const Rdt& rdt) {
  if (rdt.is_perfect()) {
    return {scheme_h(rdt, "other channels after the wrap"),
            vector(rdt, Ties::kTowardZero, "vector", "ties toward zero"),
            vector(rdt, Ties::kBest, "vector-best", "the shortest of tied choices")};
  }
  const OwnRouting by_class = scheme_h(rdt, "channels by class");
  if (!FloatingRelation::can_route(rdt, header_of(rdt))) return {by_class};
  return {by_class, floating(rdt, RankChoice::kHighest, "floating", "floating vector routing, the own rank first"),
          floating(rdt, RankChoice::kBest, "floating-best",
                   "the same with the shortest of tied choices, and rank and node chosen together"),
          floating(rdt, RankChoice::kFewestBaseHops, "floating-base",
                   "floating with the fewest hops over the base torus that any choice of the nodes allows")};
}

class RdtDesign final : public Design {
 public:
  explicit RdtDesign(const Rdt& rdt) : rdt_(rdt), network_(make_network(rdt)), routings_(routings_of(rdt)) {}
  const Network& network() const override { return network_; }
  std::vector<OwnRouting> own_routings() const override { return routings_; }
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters&) const override { return nullptr; }
  std::unique_ptr<MulticastGroups> multicast_groups() const override { return std::make_unique<Subtrees>(rdt_); }
  std::vector<NodeProperty> node_properties() const override;

 private:
  Rdt rdt_;
  Network network_;
  std::vector<OwnRouting> routings_;
};

/// Returns the class of each node, if they have classes, and its upper ranks: "2", or "1,2,3" if it has several.
std::vector<NodeProperty> RdtDesign::node_properties() const {
  NodeProperty classes{"class", {}};
  NodeProperty ranks{"ranks", {}};
  for (const NodeId node : ids<NodeId>(network_.nodes())) {
    if (rdt_.has_classes()) classes.values.push_back(class_name(rdt_, class_of(rdt_, node)));
    std::string& text = ranks.values.emplace_back();
    for (unsigned rank = 1; rank <= rdt_.highest_rank(); ++rank) {
      if (rdt_.has_rank(node, rank)) text += (text.empty() ? "" : ",") + std::to_string(rank);
    }
  }
  return rdt_.has_classes() ? std::vector{classes, ranks} : std::vector{ranks};
}

}  // namespace

RdtFamily::RdtFamily()
    : Family("rdt", "Recursive Diagonal Torus: side x side nodes, degree 8; the perfect one 4 for each rank",
             rdt_parameters()) {}

std::unique_ptr<Design> RdtFamily::make(const Parameters& parameters) const {
  return std::make_unique<RdtDesign>(read_rdt(parameters));
}

std::vector<FamilyRouting> RdtFamily::routings() const {
  std::vector<FamilyRouting> all;
  for (const OwnRouting& each : routings_of({kSmallest, Assignment::kAlpha})) all.push_back({each.info});
  const ParameterChoice perfect{kAssignment, "perfect"};
  for (const OwnRouting& each : routings_of({kSmallest, Assignment::kPerfect})) all.push_back({each.info, perfect});
  return all;
}

std::vector<PaperTable> RdtFamily::paper_tables(const Progress& progress) const {
  return rdt::paper_tables(progress);
}

std::vector<std::string> RdtFamily::searches() const {
  return {kAssignment};
}

SearchResult RdtFamily::search(std::string_view parameter, const Parameters& parameters,
                               const Progress& progress) const {
  if (parameter != kAssignment) return Family::search(parameter, parameters, progress);
  const Unassigned size = read_size(parameters);
  const auto found = parameters.find(kAssignment);
  const bool has_file = found != parameters.end() && std::holds_alternative<ParameterFile>(found->second);
  const unsigned upper_ranks =
      has_file ? read_rdt(parameters).upper_ranks() : std::max(read_upper_ranks(parameters, size.highest), 1u);
  return search_assignment(size, upper_ranks, progress);
}

std::optional<PaperFigure> RdtFamily::paper_figure(const Progress& progress) const {
  return figure_4(progress);
}

}  // namespace kintsugi::rdt

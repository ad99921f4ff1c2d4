#include "models/rdt/family.hpp"

#include "models/rdt/paper_table.hpp"
#include "models/rdt/routing.hpp"
#include "models/rdt/topology.hpp"

namespace kintsugi::rdt {

namespace {

const std::string kRange = std::to_string(kSmallest) + " to " + std::to_string(kLargest);

unsigned read_n(const Parameters& parameters) {
  const auto found = parameters.find("n");
  if (found == parameters.end()) {
    throw ParameterError("n", "n is missing: the network has 2^n nodes along each dimension");
  }
  const std::int64_t n = std::get<std::int64_t>(found->second);
  if (n < kSmallest || n > kLargest) {
    throw ParameterError("n",
                         "n is " + std::to_string(n) + "; valid is " + kRange + " (2^n nodes along each dimension)");
  }
  return static_cast<unsigned>(n);
}

Assignment read_assignment(const Parameters& parameters) {
  const auto found = parameters.find("assignment");
  if (found == parameters.end()) return Assignment::kAlpha;
  const std::string& name = std::get<std::string>(found->second);
  if (name == "alpha") return Assignment::kAlpha;
  if (name == "beta") return Assignment::kBeta;
  throw ParameterError("assignment", "assignment is '" + name + "'; valid is alpha or beta");
}

ParameterSpec n_parameter() {
  return {"n", ParameterSpec::Type::kInteger, true, "2^n nodes along each dimension, " + kRange, {}};
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
  std::unique_ptr<ReconfigurableFabric> fabric(const FabricOptions&) const override { return nullptr; }

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

void RdtDesign::refuse(std::string_view name) const {
  std::string valid;
  for (const RoutingInfo& info : routings()) valid += (valid.empty() ? "" : ", ") + info.name;
  throw std::invalid_argument("a " + network_.name() + " has no routing '" + std::string(name) + "'; valid are " +
                              valid);
}

}  // namespace

RdtFamily::RdtFamily()
    : Family("rdt", "Recursive Diagonal Torus RDT(2,4,1): 2^n x 2^n nodes, degree 8",
             {n_parameter(),
              {"assignment",
               ParameterSpec::Type::kName,
               false,
               "which node has which upper rank: alpha (all ranks alike), beta (more of the low ranks); default alpha",
               {"alpha", "beta"}}}) {}

std::unique_ptr<Design> RdtFamily::build(const Parameters& parameters) const {
  return std::make_unique<RdtDesign>(Rdt{read_n(parameters), read_assignment(parameters)});
}

std::vector<PaperTable> RdtFamily::paper_tables(const Progress& progress) const {
  return assignment_tables(progress);
}

PerfectFamily::PerfectFamily()
    : Family("prdt", "perfect Recursive Diagonal Torus: 2^n x 2^n nodes, four links for each rank", {n_parameter()}) {}

std::unique_ptr<Design> PerfectFamily::build(const Parameters& parameters) const {
  return std::make_unique<RdtDesign>(Rdt{read_n(parameters), Assignment::kPerfect});
}

std::vector<PaperTable> PerfectFamily::paper_tables(const Progress& progress) const {
  return {perfect_table(progress)};
}

}  // namespace kintsugi::rdt

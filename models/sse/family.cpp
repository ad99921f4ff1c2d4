#include "models/sse/family.hpp"

#include "models/repair/reconfigurable.hpp"

#include <algorithm>

#include "models/repair/segmented_fabric.hpp"
#include "models/sse/array_fabric.hpp"
#include "models/sse/paper_table.hpp"
#include "models/sse/routing.hpp"
#include "models/sse/topology.hpp"

namespace kintsugi::sse {

namespace {

const std::string kSizes = std::to_string(kSmallest) + " to " + std::to_string(kLargest);
const std::string kSpares = "1 to " + std::to_string(kMostSpares);

Scheme read_scheme(const Parameters& parameters) {
  const auto found = parameters.find("scheme");
  if (found == parameters.end()) return Scheme::kPlain;
  const std::string& name = std::get<std::string>(found->second);
  std::string valid;
  for (std::size_t i = 0; i < kSchemeNames.size(); ++i) {
    if (kSchemeNames[i] == name) return static_cast<Scheme>(i);
    valid += (i == 0 ? "" : i + 1 < kSchemeNames.size() ? ", " : " or ") + kSchemeNames[i];
  }
  throw ParameterError("scheme", "scheme is '" + name + "'; valid is " + valid);
}

/// Refuses a parameter that the scheme does not have.
void refuse_unless_used(const Parameters& parameters, const std::string& name, bool is_used, Scheme scheme) {
  if (is_used || !parameters.contains(name)) return;
  throw ParameterError(name, "scheme " + kSchemeNames[static_cast<std::size_t>(scheme)] + " has no " + name);
}

unsigned read_modules(const Parameters& parameters, unsigned nodes) {
  constexpr unsigned kDefault = 4;
  const unsigned modules = read_in_range(parameters, "modules", 1, nodes / 2, "a power of two", kDefault);
  if ((modules & (modules - 1)) == 0) return modules;
  throw ParameterError("modules", "modules is " + std::to_string(modules) + "; valid is a power of two, 1 to " +
                                      std::to_string(nodes / 2));
}

Sse read(const Parameters& parameters) {
  if (!parameters.contains("n")) throw ParameterError("n", "n is missing: the network has 2^n PEs, " + kSizes);
  Sse sse{read_in_range(parameters, "n", kSmallest, kLargest, "2^n PEs"), read_scheme(parameters)};
  refuse_unless_used(parameters, "k", sse.has_k(), sse.scheme);
  refuse_unless_used(parameters, "l", sse.has_l(), sse.scheme);
  refuse_unless_used(parameters, "modules", sse.has_modules(), sse.scheme);
  sse.k = read_in_range(parameters, "k", 1, kMostSpares, "spares of the scheme", 1);
  sse.l = read_in_range(parameters, "l", 1, kMostSpares, "spare pairs of each module", 1);
  sse.modules = read_modules(parameters, sse.nodes());
  try {
    validate(sse);
  } catch (const std::invalid_argument& error) {
    throw ParameterError("n", error.what());
  }
  return sse;
}

std::vector<ParameterSpec> sse_parameters() {
  using Type = ParameterSpec::Type;
  return {{.name = "n",
           .type = Type::kInteger,
           .required = true,
           .help = "2^n PEs, " + kSizes,
           .choices = {},
           .example = std::int64_t{4}},
          {"scheme",
           Type::kName,
           false,
           "the array with spares that carries the network; default plain, without any",
           {kSchemeNames.begin(), kSchemeNames.end()}},
          {"k", Type::kInteger, false, "spares of ksft2 and the schemes with modules, " + kSpares + "; default 1", {}},
          {"l", Type::kInteger, false, "spare pairs of each module of exm+exp2, " + kSpares + "; default 1", {}},
          {"modules",
           Type::kInteger,
           false,
           "modules of exm, exp1, exp2 and their combinations: a power of two, 1 to N / 2; default 4",
           {}}};
}

OwnRouting shortest(const Sse& sse, Directions directions, const std::string& name, const std::string& summary) {
  const unsigned classes = updown_classes(sse, directions);
  return {{name, summary, classes, classes},
          [sse, directions](unsigned vcs) { return std::make_unique<ShortestRelation>(sse, directions, vcs); }};
}

std::vector<OwnRouting> routings_of(const Sse& sse) {
  const unsigned classes = updown_classes(sse);
  const OwnRouting by_tag{
      {"destination-tag", "n rounds of a shuffle and, where the destination asks for it, an exchange", classes,
       classes},
      [sse](unsigned vcs) { return std::make_unique<TagRelation>(sse, vcs); }};
  if (sse.n > kLargestShortest) return {by_tag};
  return {by_tag, shortest(sse, Directions::kForward, "shortest-forward", "fewest hops with shuffle and exchange"),
          shortest(sse, Directions::kBoth, "shortest", "fewest hops, with unshuffle too")};
}

class SseDesign final : public Design {
 public:
  explicit SseDesign(const Sse& sse) : sse_(sse), network_(make_network(sse)) {}
  const Network& network() const override { return network_; }
  std::vector<OwnRouting> own_routings() const override { return routings_of(sse_); }
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters& options) const override {
    refuse_unknown_options(options, array_info().options);
    return with_chain(std::make_unique<ArrayFabric>(sse_), network_, options);
  }
  bool always_on_fabric() const override { return sse_.scheme != Scheme::kPlain; }
  std::vector<BuiltFigure> built_figures() const override;
  std::vector<NodeProperty> node_properties() const override;

 private:
  Sse sse_;
  Network network_;
};

std::vector<BuiltFigure> SseDesign::built_figures() const {
  const Counts counts = count(Array(sse_));
  return {{"pes", "PEs of the array", counts.pes},
          {"shuffle_links", "shuffle links", counts.shuffle_links},
          {"self_loops", "self loops among them", counts.self_loops},
          {"exchange_links", "exchange links", counts.exchange_links},
          {"simple_edges", "joined pairs of PEs", counts.simple_edges},
          {"max_extra_ports", "most extra ports", counts.max_extra_ports}};
}

/// Returns the shuffle cycle of each node, by the smallest number in it.
std::vector<NodeProperty> SseDesign::node_properties() const {
  return {numbered("cycle", network_, [this](NodeId node) {
    unsigned smallest = node.value;
    for (NodeId next = sse_.shuffle(node); next != node; next = sse_.shuffle(next)) {
      smallest = std::min(smallest, next.value);
    }
    return smallest;
  })};
}

}  // namespace

SseFamily::SseFamily()
    : Family("sse", "static shuffle-exchange network: 2^n nodes, degree 3; plain or carried by an array with spares",
             sse_parameters()) {}

std::unique_ptr<Design> SseFamily::make(const Parameters& parameters) const {
  return std::make_unique<SseDesign>(read(parameters));
}

std::vector<FamilyRouting> SseFamily::routings() const {
  std::vector<FamilyRouting> all;
  for (const OwnRouting& each : routings_of({kSmallest})) all.push_back({each.info, {}, "n"});
  return all;
}

const FabricInfo* SseFamily::fabric_info() const {
  return &array_info();
}

std::vector<PaperTable> SseFamily::paper_tables(const Progress& progress) const {
  return sse::paper_tables(progress);
}

}  // namespace kintsugi::sse

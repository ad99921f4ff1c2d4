#include "models/grid/family.hpp"

#include "models/grid/paper_table.hpp"
#include "models/grid/routing.hpp"
#include "models/grid/topology.hpp"
#include "models/grid/wafer.hpp"
#include "models/repair/reconfigurable.hpp"

namespace kintsugi::grid {

namespace {

const std::string kSidesMeaning = "nodes along each dimension";
const std::string kCubeMeaning = "2^n nodes";
const std::string kNodesMeaning = "number of nodes";

std::string bracketed(const std::vector<std::int64_t>& values) {
  std::string words;
  for (const std::int64_t value : values) words += (words.empty() ? "" : ", ") + std::to_string(value);
  return "[" + words + "]";
}

[[noreturn]] void refuse_sides(const std::vector<std::int64_t>& values, const std::string& why,
                               const std::string& valid) {
  throw ParameterError("sides", "sides is " + bracketed(values) + why + "; valid is " + valid);
}

Sides read_sides(const Parameters& parameters) {
  const auto found = parameters.find("sides");
  if (found == parameters.end())
    throw ParameterError("sides", "sides is missing: " + kSidesMeaning + ", such as [8, 8]");
  const auto& values = std::get<std::vector<std::int64_t>>(found->second);
  if (values.empty() || values.size() > kMostDimensions) {
    refuse_sides(values, "", "a list of 1 to " + std::to_string(kMostDimensions) + " numbers (" + kSidesMeaning + ")");
  }
  Sides sides;
  std::int64_t product = 1;  // no overflow: at most 2^60
  for (const std::int64_t value : values) {
    if (value < kSmallestSide || value > kMostNodes) {
      refuse_sides(values, "", to_text(IntegerRange{kSmallestSide, kMostNodes}) + " each (" + kSidesMeaning + ")");
    }
    sides.push_back(static_cast<unsigned>(value));
    product *= value;
  }
  if (product > kMostNodes) {
    refuse_sides(values, ", " + std::to_string(product) + " nodes",
                 "up to " + readable(std::int64_t{kMostNodes}) + " nodes");
  }
  return sides;
}

/// Returns nullopt if there are no such sides.
std::optional<Parameters> with_sides(Parameters parameters, const std::vector<unsigned>& sides) {
  parameters.insert_or_assign("sides", std::vector<std::int64_t>(sides.begin(), sides.end()));
  try {
    read_sides(parameters);
  } catch (const ParameterError&) {
    return std::nullopt;
  }
  return parameters;
}

ParameterSpec sides_parameter() {
  return {.name = "sides",
          .type = ParameterSpec::Type::kIntegers,
          .required = true,
          .help = kSidesMeaning + ", 1 to " + std::to_string(kMostDimensions) + " numbers from " +
                  std::to_string(kSmallestSide) + " on, up to " + readable(std::int64_t{kMostNodes}) +
                  " nodes, such as [8, 8]",
          .choices = {},
          .example = std::vector<std::int64_t>{8, 8}};
}

constexpr const char* kAlike = "base";
constexpr const char* kByDimension = "dimension";

ParameterSpec link_kinds_parameter() {
  return {.name = "link_kinds",
          .type = ParameterSpec::Type::kName,
          .help =
              "base: links of all dimensions are alike; dimension: those of x, y and z are kinds of their own, for "
              "link.latency and results; default base",
          .choices = {kAlike, kByDimension},
          .otherwise = std::string(kAlike)};
}

bool has_kinds_by_dimension(const Parameters& parameters) {
  const auto found = parameters.find("link_kinds");
  return found != parameters.end() && std::get<std::string>(found->second) == kByDimension;
}

ParameterSpec integer_parameter(const std::string& name, unsigned low, unsigned high, const std::string& meaning,
                                std::int64_t example) {
  return {.name = name,
          .type = ParameterSpec::Type::kInteger,
          .required = true,
          .help = meaning + ", " + std::to_string(low) + " to " + std::to_string(high),
          .choices = {},
          .example = example};
}

RoutingInfo mesh_routing() {
  return {"dimension-order", "x first, then y, then z", 1, 1};
}

RoutingInfo torus_routing() {
  return {"dimension-order", "x first, then y, then z, the shorter way; other channels after the wrap", 2, 2};
}

RoutingInfo hypercube_routing() {
  return {"e-cube", "the lowest dimension first", 1, 1};
}

RoutingInfo full_routing() {
  return {"direct", "the link to the destination", 1, 1};
}

std::unique_ptr<ReconfigurableFabric> make_fabric(const Mesh& mesh, const Network& network, const Parameters& options) {
  return make_wafer(mesh.sides, network, mesh_wafer_info(), options);
}

std::unique_ptr<ReconfigurableFabric> make_fabric(const Torus& torus, const Network& network,
                                                  const Parameters& options) {
  return make_wafer(torus.sides, network, wafer_info(), options);
}

/// The other networks have no fabric.
template <class Shape>
std::unique_ptr<ReconfigurableFabric> make_fabric(const Shape&, const Network&, const Parameters&) {
  return nullptr;
}

/// A reference network and its one routing.
template <class Shape, class Relation>
class GridDesign final : public Design {
 public:
  GridDesign(const Shape& shape, RoutingInfo routing)
      : shape_(shape), routing_(std::move(routing)), network_(make_network(shape)) {}
  const Network& network() const override { return network_; }
  std::vector<OwnRouting> own_routings() const override {
    return {{routing_, [shape = shape_](unsigned vcs) { return std::make_unique<Relation>(shape, vcs); }}};
  }
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters& options) const override {
    return make_fabric(shape_, network_, options);
  }

 private:
  Shape shape_;
  RoutingInfo routing_;
  Network network_;
};

using MeshDesign = GridDesign<Mesh, MeshRelation>;
using TorusDesign = GridDesign<Torus, TorusRelation>;
using HypercubeDesign = GridDesign<Hypercube, HypercubeRelation>;
using FullDesign = GridDesign<Full, FullRelation>;

}  // namespace

MeshFamily::MeshFamily()
    : Family("mesh", "mesh of 1 to 3 dimensions, for comparison", {sides_parameter(), link_kinds_parameter()}) {}

std::unique_ptr<Design> MeshFamily::make(const Parameters& parameters) const {
  return std::make_unique<MeshDesign>(Mesh{read_sides(parameters), has_kinds_by_dimension(parameters)}, mesh_routing());
}

std::vector<FamilyRouting> MeshFamily::routings() const {
  return {{mesh_routing()}};
}

const FabricInfo* MeshFamily::fabric_info() const {
  return &mesh_wafer_info();
}

std::optional<Parameters> MeshFamily::resized(const Parameters& parameters, const std::vector<unsigned>& sides) const {
  return with_sides(parameters, sides);
}

std::vector<PaperTable> MeshFamily::paper_tables(const Progress& progress) const {
  return mesh_tables(progress);
}

TorusFamily::TorusFamily()
    : Family("torus", "torus of 1 to 3 dimensions, for comparison; a side of 2 has no wrap link",
             {sides_parameter(), link_kinds_parameter()}) {}

std::unique_ptr<Design> TorusFamily::make(const Parameters& parameters) const {
  return std::make_unique<TorusDesign>(Torus{read_sides(parameters), has_kinds_by_dimension(parameters)},
                                       torus_routing());
}

std::vector<FamilyRouting> TorusFamily::routings() const {
  return {{torus_routing()}};
}

const FabricInfo* TorusFamily::fabric_info() const {
  return &wafer_info();
}

std::optional<Parameters> TorusFamily::resized(const Parameters& parameters, const std::vector<unsigned>& sides) const {
  return with_sides(parameters, sides);
}

std::vector<PaperTable> TorusFamily::paper_tables(const Progress& progress) const {
  return torus_tables(progress);
}

HypercubeFamily::HypercubeFamily()
    : Family("hypercube", "hypercube of n dimensions, for comparison",
             {integer_parameter("n", 1, kLargestCube, kCubeMeaning, 4)}) {}

std::unique_ptr<Design> HypercubeFamily::make(const Parameters& parameters) const {
  return std::make_unique<HypercubeDesign>(Hypercube{read_in_range(parameters, "n", 1, kLargestCube, kCubeMeaning)},
                                           hypercube_routing());
}

std::vector<FamilyRouting> HypercubeFamily::routings() const {
  return {{hypercube_routing()}};
}

std::vector<PaperTable> HypercubeFamily::paper_tables(const Progress& progress) const {
  return hypercube_tables(progress);
}

FullFamily::FullFamily()
    : Family("full", "fully connected network, for comparison",
             {integer_parameter("nodes", kFewestFull, kMostFull, kNodesMeaning, 8)}) {}

std::unique_ptr<Design> FullFamily::make(const Parameters& parameters) const {
  return std::make_unique<FullDesign>(Full{read_in_range(parameters, "nodes", kFewestFull, kMostFull, kNodesMeaning)},
                                      full_routing());
}

std::vector<FamilyRouting> FullFamily::routings() const {
  return {{full_routing()}};
}

}  // namespace kintsugi::grid

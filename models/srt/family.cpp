#include "models/srt/family.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "models/srt/layout_table.hpp"
#include "models/srt/minimal.hpp"
#include "models/srt/paper_figure.hpp"
#include "models/srt/paper_table.hpp"
#include "models/srt/route_table.hpp"
#include "models/srt/routing.hpp"
#include "models/srt/shift_search.hpp"
#include "models/srt/topology.hpp"
#include "models/srt/wafer.hpp"

namespace kintsugi::srt {

namespace {

const std::array<std::string, 3> kVariantNames{"standard", "long", "short"};  // in the order of Variant

[[noreturn]] void refuse(const std::string& parameter, const std::string& value, const std::string& valid) {
  throw ParameterError(parameter, parameter + " is " + value + "; valid is " + valid);
}

const ParameterValue* find(const Parameters& parameters, std::string_view name) {
  const auto found = parameters.find(name);
  return found == parameters.end() ? nullptr : &found->second;
}

unsigned in_range(const std::string& parameter, std::int64_t value, std::int64_t low, std::int64_t high,
                  const std::string& meaning) {
  if (value < low || value > high) {
    refuse(parameter, std::to_string(value), to_text(IntegerRange{low, high}) + meaning);
  }
  return static_cast<unsigned>(value);
}

unsigned read_n(const Parameters& parameters, unsigned dimensions) {
  const ParameterValue* n = find(parameters, "n");
  if (n == nullptr) throw ParameterError("n", "n is missing: the network has 2^n nodes along each dimension");
  return in_range("n", std::get<std::int64_t>(*n), kSmallestN, largest_n(dimensions),
                  " (2^n nodes along each dimension)");
}

Variant read_variant(const std::string& name) {
  for (std::size_t i = 0; i < kVariantNames.size(); ++i) {
    if (kVariantNames[i] == name) return static_cast<Variant>(i);
  }
  refuse("variant", "'" + name + "'", "standard, long or short");
}

unsigned read_T(const Parameters& parameters, unsigned n) {
  const ParameterValue* variant = find(parameters, "variant");
  const ParameterValue* T = find(parameters, "T");
  if (variant != nullptr && T != nullptr) {
    throw ParameterError("T", "variant and T are both given; a variant is a choice of T, leave one of them out");
  }
  if (T != nullptr) return in_range("T", std::get<std::int64_t>(*T), 0, n, " (0 to n)");
  const Variant chosen = variant == nullptr ? Variant::kStandard : read_variant(std::get<std::string>(*variant));
  if (chosen == Variant::kShort && n < 3) {
    throw ParameterError("variant", "the short variant needs n of at least 3, not " + std::to_string(n));
  }
  return period_exponent(chosen, n);
}

unsigned read_shift(const Parameters& parameters, unsigned n, unsigned T, unsigned dimensions) {
  const ParameterValue* shift = find(parameters, "shift");
  if (shift == nullptr) return 1;
  const std::string valid = "1-shift, uniform or an odd number from 1 to " + std::to_string((1u << n) - 1);
  if (const auto* name = std::get_if<std::string>(shift)) {
    if (*name == "1-shift") return 1;
    if (*name == "uniform") return uniform_shift(n, T, dimensions);
    refuse("shift", "'" + *name + "'", valid);
  }
  const std::int64_t number = std::get<std::int64_t>(*shift);
  if (number < 1 || number >= std::int64_t{1} << n || number % 2 == 0) refuse("shift", std::to_string(number), valid);
  return static_cast<unsigned>(number);
}

Torus read_torus(const Parameters& parameters, unsigned dimensions) {
  const unsigned n = read_n(parameters, dimensions);
  const unsigned T = read_T(parameters, n);
  return {n, T, read_shift(parameters, n, T, dimensions), dimensions};
}

ParameterSpec shift_parameter() {
  const std::string numbers = "an odd number below 2^n";
  ParameterSpec spec{
      "shift",
      ParameterSpec::Type::kIntegerOrName,
      false,
      "how far the level pattern moves from row to row: 1-shift, uniform or " + numbers + "; default 1-shift",
      {"1-shift", "uniform"}};
  spec.numbers = numbers;
  return spec;
}

std::vector<ParameterSpec> parameters_of(unsigned dimensions) {
  using Type = ParameterSpec::Type;
  const std::string range = std::to_string(kSmallestN) + " to " + std::to_string(largest_n(dimensions));
  std::vector<ParameterSpec> specs{
      {"n", Type::kInteger, true, "2^n nodes along each dimension, " + range, {}},
      {"variant",
       Type::kName,
       false,
       "level pattern: standard (T = n), long (n - 2), short (n - 3, n >= 3); default standard",
       {kVariantNames.begin(), kVariantNames.end()}},
      {"T", Type::kInteger, false, "instead of variant: the levels repeat every 2^T nodes, 0 to n", {}}};
  specs.front().example = std::int64_t{dimensions == 3 ? 2 : 3};
  if (dimensions > 1) specs.push_back(shift_parameter());
  return specs;
}

OwnRouting by_rings(const Torus& torus, RingAlgorithm algorithm, Jumps jumps, const std::string& name,
                    const std::string& summary) {
  return {{name, summary, 2, 2}, [torus, algorithm, jumps](unsigned vcs) {
            return std::make_unique<TorusRelation>(torus, algorithm, vcs, WrapClass::kRaise, jumps);
          }};
}

/// A ring of 2^16 nodes has a table of 45 MB for monotone routes; one more doubling takes four times as much.
constexpr unsigned kLargestMonotone = 16;

/// Its table of 2^9 x 2^9 nodes takes 128 MiB; that of the next size would take 1 GiB.
bool has_minimal_adaptive(unsigned n, unsigned dimensions) {
  return dimensions > 1 && n <= 9;
}

/// The routing that one dimension does not have.
OwnRouting minimal_adaptive(const Torus& torus) {
  const std::string which = torus.dimensions == 2 ? "both" : "all";
  return {{"minimal-adaptive",
           "any link on a shortest path, in " + which + " dimensions; an escape in the mesh of the ring links", 1, 3},
          [torus](unsigned vcs) { return std::make_unique<MinimalAdaptive>(torus, vcs); }};
}

std::vector<OwnRouting> routings_of(const Torus& torus) {
  using enum RingAlgorithm;
  const bool has_monotone = torus.n <= kLargestMonotone;
  std::vector<OwnRouting> all;
  const auto add = [&](RingAlgorithm algorithm, Jumps jumps, const std::string& name, const std::string& summary) {
    if (algorithm == kRecursive || has_monotone) all.push_back(by_rings(torus, algorithm, jumps, name, summary));
  };
  add(kMonotone, Jumps::kNever, "monotone", "shortest route that goes one way along each ring");
  add(kRecursive, Jumps::kNever, "recursive",
      "recursive routing of Kawai, Inoguchi and Horiguchi 2000, deadlock-free form");
  add(kMonotone, Jumps::kInOrder, "adaptive",
      "monotone; where its link is busy a jump over the destination and back; any channel to start");
  add(kRecursive, Jumps::kInOrder, "adaptive-recursive",
      "adaptive routing of the same paper: recursive with the same jumps and start");
  if (has_minimal_adaptive(torus.n, torus.dimensions)) all.push_back(minimal_adaptive(torus));
  return all;
}

class SrtDesign final : public Design {
 public:
  explicit SrtDesign(const Torus& torus) : torus_(torus), network_(make_network(torus)) {}
  const Network& network() const override { return network_; }
  std::string name_legend() const override {
    return std::to_string(torus_.dimensions) + "D-SRT(n, T" + (torus_.dimensions == 1 ? ")" : ", shift)");
  }
  std::vector<NodeProperty> node_properties() const override {
    return {numbered("level", network_, [this](NodeId node) { return torus_.level(node); })};
  }
  std::vector<OwnRouting> own_routings() const override { return routings_of(torus_); }
  std::unique_ptr<ReconfigurableFabric> fabric(const Parameters& options) const override {
    return make_wafer(torus_, options);
  }

 private:
  Torus torus_;
  Network network_;
};

}  // namespace

SrtFamily::SrtFamily(unsigned dimensions, std::string summary)
    : Family("srt" + std::to_string(dimensions) + "d", std::move(summary), parameters_of(dimensions)),
      dimensions_(dimensions) {}

std::unique_ptr<Design> SrtFamily::make(const Parameters& parameters) const {
  return std::make_unique<SrtDesign>(read_torus(parameters, dimensions_));
}

std::vector<FamilyRouting> SrtFamily::routings() const {
  std::vector<FamilyRouting> all;
  const Torus smallest{kSmallestN, kSmallestN, 1, dimensions_};
  for (const OwnRouting& each : routings_of(smallest)) all.push_back({each.info});
  return all;
}

const FabricInfo* SrtFamily::fabric_info() const {
  return wafer_info_of(dimensions_);
}

std::vector<std::string> SrtFamily::searches() const {
  if (dimensions_ == 1) return {};
  return {"shift"};
}

SearchResult SrtFamily::search(std::string_view parameter, const Parameters& parameters,
                               const Progress& progress) const {
  if (dimensions_ == 1 || parameter != "shift") return Family::search(parameter, parameters, progress);
  const unsigned n = read_n(parameters, dimensions_);
  return search_shift(n, read_T(parameters, n), dimensions_, progress);
}

RingFamily::RingFamily() : SrtFamily(1, "Shifted Recursive Torus, one dimension: 2^n nodes, degree 4") {}

std::vector<PaperTable> RingFamily::paper_tables(const Progress& progress) const {
  const auto from = [&progress](std::size_t before) -> Progress {
    if (!progress) return {};
    return [&progress, before](std::size_t done, std::size_t) { progress(before + done, kRingCells + kRouteRows); };
  };
  std::vector<PaperTable> tables = {ring_table(from(0))};
  std::ranges::move(route_tables(from(kRingCells)), std::back_inserter(tables));
  tables.push_back(channel_bounds());
  tables.push_back(layout_table());
  return tables;
}

std::optional<PaperFigure> RingFamily::paper_figure(const Progress& progress) const {
  return ring_figure(progress);
}

TorusFamily::TorusFamily() : SrtFamily(2, "Shifted Recursive Torus, two dimensions: 2^n x 2^n nodes, degree 8") {}

std::vector<PaperTable> TorusFamily::paper_tables(const Progress& progress) const {
  return {torus_table(progress)};
}

std::optional<PaperFigure> TorusFamily::paper_figure(const Progress& progress) const {
  return torus_figure(progress);
}

SpaceFamily::SpaceFamily()
    : SrtFamily(3, "Shifted Recursive Torus, three dimensions: 2^n x 2^n x 2^n nodes, degree 12") {}

std::vector<PaperTable> SpaceFamily::paper_tables(const Progress& progress) const {
  return {space_table(progress)};
}

}  // namespace kintsugi::srt

/// Defects that fall on the PEs of many dies, evenly or in clusters, as fabs see them.
///
/// Density     of a field: the mean number of defects on each of its PEs. It is gamma-distributed over the fields with
///             shape alpha and the same mean everywhere; all fields are independent. Without alpha it is that mean
/// Field       a block of PEs, such as a reticle field; without blocks the whole die is one field
/// Defects     of a PE: Poisson-distributed with the density of its field. A PE is defective if it has one or more
/// Law         the number of defects of a field is negative binomial with variance m + m^2 / alpha around its mean m.
///             A small alpha makes strong clusters, a large one none: then each PE is defective by itself
/// Mean        is such that each PE is defective with the given probability p: alpha ((1 - p)^(-1 / alpha) - 1), or
///             -log(1 - p) without alpha
/// Random      a map depends on the density, the seed and its number alone. A field takes one number of a stream,
///             a site one number of another. So the same seed and number strike the same PEs on a die of any shape
///             without blocks, and a higher probability strikes more of them
/// Source      Stapper, "Defect Density Distribution for LSI Yield Calculations", IEEE Trans. Electron Devices, 1973;
///             Koren and Koren, "Defect Tolerance in VLSI Circuits: Techniques and Yield Analysis", Proc. IEEE, 1998
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/network/limits.hpp"

namespace kintsugi {

inline constexpr RealRange kClusterRange{0.01, 1e6};      ///< alpha
inline constexpr IntegerRange kFieldRange{1, 1'000'000};  ///< side of a block, in PEs

struct DefectDensity {
  double probability = 0;               ///< that a PE is defective, 0 .. 1 without 1
  std::optional<double> alpha = {};     ///< kClusterRange; nullopt: no clusters
  std::vector<unsigned> field_of = {};  ///< by SiteId: the number of its field; empty: one field
};

/// A place on a die.
struct GridPlace {
  int row = 0;
  int column = 0;
};

/// The blocks of a reticle, in PEs.
struct FieldSize {
  unsigned columns = 1;
  unsigned rows = 1;
  friend bool operator==(const FieldSize&, const FieldSize&) = default;
};

/// Returns the number of the field of each place: blocks of that size, the first one at the lowest row and column. The
/// numbers are 0, 1 ... in the order in which fields first occur.
std::vector<unsigned> fields_of(std::span<const GridPlace> places, FieldSize size);

/// Draws maps one after the other. It reuses its memory, so each thread needs its own.
class ScatteredDefects {
 public:
  /// Throws std::invalid_argument if the probability or alpha is out of range, or `field_of` has another length.
  ScatteredDefects(std::size_t sites, DefectDensity density, std::uint64_t seed);

  /// Returns the mean number of defects of a PE.
  double mean() const { return mean_; }
  /// Returns the number of defects of each site, on the die of that number.
  const std::vector<unsigned>& read(std::uint64_t number);

 private:
  void draw_densities(std::uint64_t number);

  DefectDensity density_;
  std::uint64_t seed_;
  double mean_;
  std::vector<double> no_defect_;  // by field: the probability that a PE has none
  std::vector<double> of_field_;   // by field: its density
  std::vector<unsigned> counts_;   // by site
};

/// Returns the defective sites of the first map; arguments and errors as those of ScatteredDefects.
DefectMap scattered_defects(std::size_t sites, const DefectDensity& density, std::uint64_t seed);

}  // namespace kintsugi

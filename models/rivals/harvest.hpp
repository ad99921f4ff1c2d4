/// Harvesting of rows, or columns: a row with a defective PE is bypassed as a whole, its neighbours are joined.
///
/// Array     rows as long as those of the wanted network, and more of them: as many as the silicon has
/// Repaired  the wanted network, of the first good rows
/// Else      the network of the good rows that there are, if there is one of that size
/// Silicon   a bypass at each PE, for its links to both neighbouring rows, beside the links of the array
/// Source    Koren and Koren, "Defect Tolerance in VLSI Circuits: Techniques and Yield Analysis", Proc. IEEE, 1998,
///           on spare rows and columns of arrays
#pragma once

#include "models/rivals/scheme.hpp"

namespace kintsugi::rivals {

enum class Line { kRow, kColumn };

/// Returns the array of lines as long as those of the wanted network, of at most so many PEs.
GridSize array_of(Line line, GridSize wanted, std::size_t pes);

class Harvest final : public Scheme {
 public:
  /// `array` is from array_of() for this kind of line. `has` returns whether there is a network of that size, and
  /// `wires` is the number of links of the whole array, if it is known.
  Harvest(Line line, GridSize wanted, GridSize array, std::function<bool(GridSize)> has,
          std::optional<std::size_t> wires);
  const std::string& name() const override;
  const std::string& summary() const override;
  Silicon silicon() const override { return {array_.nodes(), array_.nodes(), wires_}; }
  std::vector<GridPlace> places() const override { return places_of(array_); }
  Delivery delivery() const override;

 private:
  std::optional<Delivered> deliver(const Defects& defects) const;
  unsigned good_lines(const Defects& defects) const;

  Line line_;
  GridSize wanted_;
  GridSize array_;
  std::function<bool(GridSize)> has_;
  std::optional<std::size_t> wires_;
};

}  // namespace kintsugi::rivals

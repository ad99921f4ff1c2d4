/// The RDT for the tool: kind `rdt` {side, assignment, cardinal, R, m}.
///
/// side        nodes along each dimension: 16, 32, 64, 128, 256, 512 or 1024; n^k, k from 2, if the cardinal number n
///             is not 2
/// assignment  alpha (default of RDT(2,4,1)), beta, cyclic (default of others), perfect or {file: PATH}
/// cardinal    n, 2 (default) to 16; 2, 4 and 6 have assignments, the others are perfect
/// R           the highest rank, 1 to 5, default 4
/// m           upper ranks of a node, 1 to R; default 1, or what the file has
/// Routings    scheme-h (default; 3 virtual channels for alpha and beta, up to R + 2 for others, 2 for perfect); with
///             n = 2 and m = 1 floating, floating-best and floating-base; of a perfect one vector and vector-best. Only
///             scheme-h is free of deadlock; the others exist to measure the lengths of their routes.
/// Search      the best assignment, for n = 2
/// Fabric      none
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::rdt {

class RdtFamily final : public Family {
 public:
  RdtFamily();
  std::vector<FamilyRouting> routings() const override;
  /// Returns tables 1 and 2 of Fan, Yang, Funahashi and Amano.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  std::vector<std::string> searches() const override;
  SearchResult search(std::string_view parameter, const Parameters& parameters,
                      const Progress& progress) const override;
  /// Returns figure 4 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

}  // namespace kintsugi::rdt

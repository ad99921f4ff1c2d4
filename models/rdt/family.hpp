/// The RDT for the tool: kind `rdt` {side, assignment}.
///
/// side        nodes along each dimension: 16, 32, 64, 128 or 256
/// assignment  alpha (default), beta or perfect
/// Routings    alpha, beta: scheme-h (default, 3 virtual channels), floating. perfect: scheme-h (default, 2 channels),
///             vector, vector-best. Only scheme-h is free of deadlock; the others exist to measure the lengths of their
///             routes.
/// Fabric      none
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::rdt {

class RdtFamily final : public Family {
 public:
  RdtFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  std::vector<FamilyRouting> routings() const override;
  /// Returns tables 1 and 2 of Fan, Yang, Funahashi and Amano.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  /// Returns figure 4 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;
};

}  // namespace kintsugi::rdt

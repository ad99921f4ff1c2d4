/// The RDT as the tool sees it: kinds `rdt` {n, assignment} and `prdt` {n}.
///
/// n           2^n nodes along each dimension, 4 to 8
/// assignment  alpha (default) or beta
/// Routings    rdt: scheme-h (default, 3 virtual channels), floating. prdt: scheme-h (default, 2 channels), vector,
///             vector-best. Only scheme-h is free of deadlock; the others are there for the figures of their paths.
/// Fabric      none
#pragma once

#include "models/registry/family.hpp"

namespace kintsugi::rdt {

class RdtFamily final : public Family {
 public:
  RdtFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  /// Tables 1 and 2 and figure 4 of Fan, Yang, Funahashi and Amano.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
};

class PerfectFamily final : public Family {
 public:
  PerfectFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  /// The sizes of table 2.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
};

}  // namespace kintsugi::rdt

/// The shuffle-exchange network for the tool: kind `sse` {n, scheme, k, l, modules}.
///
/// n         2^n PEs, 3 to 18
/// scheme    plain (default), sft1, sft2, ksft2, exm, exp1, exp2, exm+exp2, exp1+exp2: the array with spares that
///           carries the network
/// k         1 to 8, default 1; ksft2 and the schemes with modules
/// l         1 to 8, default 1; exm+exp2
/// modules   a power of two, 1 to N / 2, default 4; the schemes with modules
/// Routings  destination-tag (default), shortest-forward, shortest; floor(n / 2) + 1 virtual channels, the last two
///           more in large networks (routing.hpp)
/// Fabric    the array (array_fabric.hpp). A scheme with spares is always built on it, plain only on request
/// Figures   built_figures() returns the numbers of Counts (array.hpp); the report lists them
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::sse {

class SseFamily final : public Family {
 public:
  SseFamily();
  std::vector<FamilyRouting> routings() const override;
  const FabricInfo* fabric_info() const override;
  /// Returns tables 1 to 6 of Choi 2003.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

}  // namespace kintsugi::sse

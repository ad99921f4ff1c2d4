/// The MANDALA network as the tool sees it: kind `mandala` {ports, levels}.
///
/// ports     C, 2 to 16
/// levels    L, from 1; C^L is at most 65536
/// Routings  rsim (default), L virtual channels; shortest, L + 1; redirect, L + 2
/// Groups    "cluster": the nodes of the cluster of a level
#pragma once

#include "models/registry/family.hpp"

namespace kintsugi::mandala {

class MandalaFamily final : public Family {
 public:
  MandalaFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
};

}  // namespace kintsugi::mandala

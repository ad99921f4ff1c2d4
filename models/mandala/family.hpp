/// The MANDALA network as the tool sees it: kind `mandala` {ports, levels, nodes}.
///
/// ports     C, 2 to 16
/// levels    L, from 1; C^L is at most 65536
/// nodes     2 to C^L, default all: only the first in the order of their numbers
/// Routings  rsim (default), L virtual channels; shortest, L + 1; redirect, L + 2; hdr, from L on and 2 L by default.
///           Where nodes are missing only hdr, from L + 1 on
/// Groups    "cluster": the nodes of the cluster of a level
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::mandala {

class MandalaFamily final : public Family {
 public:
  MandalaFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  /// Table 1 and equations (3), (6) and (9) of Flavell et al.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
};

}  // namespace kintsugi::mandala

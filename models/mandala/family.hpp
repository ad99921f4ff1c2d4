/// The MANDALA network for the tool: kind `mandala` {ports, levels, nodes, added}.
///
/// ports     C, 2 to 16
/// levels    L, from 1; C^L is at most 262144
/// nodes     2 to C^L, default all: only the first nodes in the order of their numbers exist
/// added     numbers of further nodes, in any order; each must have a way to the others (growth.hpp)
/// Routings  and their virtual channels: rsim (default), L; shortest, L + 1; redirect, L + 2; hdr, at least L, default
///           2 L. If nodes are missing the only routing is hdr, with at least L + 1, and L + 2 beside added nodes
/// Groups    "cluster": the nodes of the cluster of a level
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::mandala {

class MandalaFamily final : public Family {
 public:
  MandalaFamily();
  std::vector<FamilyRouting> routings() const override;
  /// Returns table 1 and equations (3), (6) and (9) of Flavell et al.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

}  // namespace kintsugi::mandala

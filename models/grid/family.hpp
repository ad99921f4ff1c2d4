/// The reference networks for the tool: kinds `mesh` {sides}, `torus` {sides}, `hypercube` {n}, `full` {nodes}.
///
/// sides     list of 1 to 3 numbers, each at least 2, product at most 2^20
/// Routings  mesh and torus dimension-order, hypercube e-cube, full direct; the torus needs 2 virtual channels
/// Fabric    none
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::grid {

class MeshFamily final : public Family {
 public:
  MeshFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  std::vector<FamilyRouting> routings() const override;
  /// Returns the row of the mesh in table 1 of Flavell et al. (paper_table.hpp).
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
};

class TorusFamily final : public Family {
 public:
  TorusFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  std::vector<FamilyRouting> routings() const override;
  /// Returns the rows of the tori in table 1 of Inoguchi and Horiguchi 1996 and in table 1 of Flavell et al.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
};

class HypercubeFamily final : public Family {
 public:
  HypercubeFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  std::vector<FamilyRouting> routings() const override;
  /// Returns the rows of the hypercubes in the same tables.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
};

class FullFamily final : public Family {
 public:
  FullFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  std::vector<FamilyRouting> routings() const override;
};

}  // namespace kintsugi::grid

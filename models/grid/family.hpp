/// The reference networks for the tool: kinds `mesh` {sides}, `torus` {sides}, `hypercube` {n}, `full` {nodes}.
///
/// sides     list of 1 to 3 numbers: the nodes along x, y, z, each at least 2, product at most 2^20
/// n         1 to 20: the hypercube has 2^n nodes
/// nodes     2 to 64: the nodes of the fully connected network
/// Routings  mesh and torus dimension-order, hypercube e-cube, full direct; the torus needs 2 virtual channels per
///           link, the others need 1
/// Fabric    mesh and torus of two dimensions: the wafer (wafer.hpp); the others are always wired directly
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::grid {

class MeshFamily final : public Family {
 public:
  MeshFamily();
  std::vector<FamilyRouting> routings() const override;
  const FabricInfo* fabric_info() const override;
  std::optional<Parameters> resized(const Parameters& parameters, const std::vector<unsigned>& sides) const override;
  /// Returns the row of the mesh in table 1 of Flavell et al. (paper_table.hpp).
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

class TorusFamily final : public Family {
 public:
  TorusFamily();
  std::vector<FamilyRouting> routings() const override;
  const FabricInfo* fabric_info() const override;
  std::optional<Parameters> resized(const Parameters& parameters, const std::vector<unsigned>& sides) const override;
  bool is_folded() const override { return true; }
  /// Returns the rows of the tori in table 1 of Inoguchi and Horiguchi 1996 and in table 1 of Flavell et al.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

class HypercubeFamily final : public Family {
 public:
  HypercubeFamily();
  std::vector<FamilyRouting> routings() const override;
  /// Returns the rows of the hypercubes in table 1 of Inoguchi and Horiguchi 1996 and in table 1 of Flavell et al.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

class FullFamily final : public Family {
 public:
  FullFamily();
  std::vector<FamilyRouting> routings() const override;

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;
};

}  // namespace kintsugi::grid

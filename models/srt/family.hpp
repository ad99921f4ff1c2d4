/// The SRT for the tool: kinds `srt1d` {n, variant | T}, `srt2d` and `srt3d` {n, variant | T, shift}.
///
/// variant   standard (default), long or short; or T, 0 .. n, instead
/// shift     1-shift (default), uniform, or an odd number below 2^n
/// Routings  monotone (default), recursive, adaptive, adaptive-recursive; all need 2 virtual channels. Rings of n above
///           16 have no monotone and no adaptive, whose table would be too large; their default is recursive
///           minimal-adaptive: srt2d up to n = 9 and srt3d, 1 virtual channel or more
/// Fabric    srt2d: the wafer of wafer.hpp; srt1d: a row of it; srt3d has none
/// Searches  srt2d and srt3d: the best shift
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

/// What the kinds have in common. They differ in the number of dimensions, 1 to 3, and in what the papers print.
class SrtFamily : public Family {
 public:
  std::vector<FamilyRouting> routings() const override;
  const FabricInfo* fabric_info() const override;
  std::vector<std::string> searches() const override;
  SearchResult search(std::string_view parameter, const Parameters& parameters,
                      const Progress& progress) const override;

 protected:
  SrtFamily(unsigned dimensions, std::string summary);

 private:
  std::unique_ptr<Design> make(const Parameters& parameters) const override;

  unsigned dimensions_;
};

class RingFamily final : public SrtFamily {
 public:
  RingFamily();
  /// Returns the rows of the 1D-SRTs in table 1 of Inoguchi and Horiguchi 1996, the hops of the routings, the load
  /// bounds of the channels and the wiring width in a straight line.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  /// Returns figure 7 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;
};

class TorusFamily final : public SrtFamily {
 public:
  TorusFamily();
  /// Returns the rows of the 2D-SRTs in table 1 of Inoguchi and Horiguchi 1996.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  /// Returns figure 8 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;
};

class SpaceFamily final : public SrtFamily {
 public:
  SpaceFamily();
  /// Returns the diameters and average distances of the 3D-SRTs by number of nodes, of which the papers print none.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
};

}  // namespace kintsugi::srt

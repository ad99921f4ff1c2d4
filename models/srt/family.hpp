/// The SRT for the tool: kinds `srt1d` {n, variant | T} and `srt2d` {n, variant | T, shift}.
///
/// variant   standard (default), long or short; or T, 0 .. n, instead
/// shift     1-shift (default), uniform, or an odd number below 2^n
/// Routings  monotone (default), recursive, adaptive, adaptive-recursive; all need 2 virtual channels
///           minimal-adaptive: srt2d only, 1 virtual channel or more
/// Fabric    srt2d: the wafer of wafer.hpp; srt1d has none
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

class RingFamily final : public Family {
 public:
  RingFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  std::vector<FamilyRouting> routings() const override;
  /// Returns the rows of the 1D-SRTs in table 1 of Inoguchi and Horiguchi 1996, the hops of the routings and the load
  /// bounds of the channels.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  /// Returns figure 7 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;
};

class TorusFamily final : public Family {
 public:
  TorusFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  std::vector<FamilyRouting> routings() const override;
  const FabricInfo* fabric_info() const override;
  /// Returns the rows of the 2D-SRTs in table 1 of Inoguchi and Horiguchi 1996.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  /// Returns figure 8 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;
  /// Returns {"shift"}.
  std::vector<std::string> searches() const override;
  SearchResult search(std::string_view parameter, const Parameters& parameters,
                      const Progress& progress) const override;
};

}  // namespace kintsugi::srt

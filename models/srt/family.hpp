/// The SRT as the tool sees it: kinds `srt1d` {n, variant | T} and `srt2d` {n, variant | T, shift}.
///
/// variant   standard (default), long or short; or T, 0 .. n, instead
/// shift     1-shift (default), uniform, or an odd number below 2^n
/// Routings  monotone (default), recursive, adaptive, adaptive-recursive; all need 2 virtual channels
///           minimal-adaptive: of the torus alone, with 1 virtual channel or more
/// Fabric    a ring has none
#pragma once

#include "models/family/family.hpp"

namespace kintsugi::srt {

class RingFamily final : public Family {
 public:
  RingFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  /// The rows of the 1D-SRTs in table 1 of Inoguchi and Horiguchi 1996, hops of the routings, bounds of the channels.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  /// Figure 7 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;
};

class TorusFamily final : public Family {
 public:
  TorusFamily();
  std::unique_ptr<Design> build(const Parameters& parameters) const override;
  /// The rows of the 2D-SRTs in table 1 of Inoguchi and Horiguchi 1996.
  std::vector<PaperTable> paper_tables(const Progress& progress) const override;
  /// Figure 8 of the same paper.
  std::optional<PaperFigure> paper_figure(const Progress& progress) const override;
  /// shift
  std::vector<std::string> searches() const override;
  SearchResult search(std::string_view parameter, const Parameters& parameters,
                      const Progress& progress) const override;
};

}  // namespace kintsugi::srt

/// The SRT on a wafer: a 2D-SRT on a core of N x N PEs, a 1D-SRT on a row of N PEs (models/wafer/wafer.hpp).
///
/// Wire 0 is the base ring. Every other wire carries one ring of one level, the same on both axes:
///   wires         W = T + 3 for T <= n - 2; n for T = n, where nodes 0 and N/2 of a ring have level 0
///   of a node     min(z + 1, W - 1), z the trailing zero bits of (x + s y) mod N; wire 0 only for a node of level 0
///   level         of wire w: min(w, highest level)
///   wrap          only the wires whose level l has 2^l < N/2 have a wrap link; they are the first ones. The others
///                 join x and x + N/2 only
/// For T = n - 1 the definition of levels gives every node the same level as T = n, and so the same bundle.
/// The wires with a wrap follow from the network. Which ring is on which wire does not: two rings of the highest level
/// lie on every line, and their links are of one kind.
/// Source: Inoguchi and Horiguchi 1996, section 5.2.
#pragma once

#include <memory>
#include <vector>

#include "models/srt/geometry.hpp"
#include "models/wafer/wafer.hpp"

namespace kintsugi::srt {

/// Returns the second wire of every node, 0 for none.
std::vector<unsigned> second_wires(const Torus& torus);

class Wafer final : public kintsugi::Wafer {
 public:
  /// Throws ParameterError "network.variant" for T > n (the short variant of N = 4), "fabric.NAME" for a wrong option;
  /// std::invalid_argument for a torus of three dimensions or parameters out of range.
  Wafer(const Torus& torus, const WaferOptions& options);
};

/// Returns what a scenario can say of the wafer of these networks; nullptr if they have none.
const FabricInfo* wafer_info_of(unsigned dimensions);

/// Returns the largest n of a network that a wafer carries: 512 x 512 PEs, or a row of 65 536.
constexpr unsigned largest_wafer_n(unsigned dimensions) {
  return dimensions == 1 ? 16 : 9;
}

/// Throws ParameterError "network.n" above largest_wafer_n(), and for wrong options, see read_wafer_options(). Returns
/// nullptr for three dimensions.
std::unique_ptr<ReconfigurableFabric> make_wafer(const Torus& torus, const Parameters& options);

}  // namespace kintsugi::srt

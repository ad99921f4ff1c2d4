/// Exchanges: all-to-all, halos, transposes.
///
/// All-to-all  member i has a block for each member and gets one from each: block j of member i becomes block p + i of
///             member j. Its own block stays
#pragma once

#include "models/workload/collectives/buffer.hpp"

namespace kintsugi::workload {

/// Member i sends to i + 1, i + 2 ... at once; all receives are posted at the beginning. `bytes` is what a member has
/// for one other.
void direct_all_to_all(Composer& composer, const Members& members, std::uint64_t bytes);
/// p - 1 steps: in step s member i sends to i + s and receives from i - s.
void pairwise_all_to_all(Composer& composer, const Members& members, std::uint64_t bytes);

/// A stencil on a grid of ranks.
struct Halo {
  std::vector<std::uint32_t> sides;       ///< ranks in each dimension, x first; their product is the number of ranks
  std::vector<std::uint64_t> face_bytes;  ///< what crosses a face across each dimension
  bool wraps = true;                      ///< the grid is a torus
  std::uint32_t iterations = 1;
  std::uint64_t calc_nanoseconds = 0;  ///< of an iteration
};
/// In each iteration a rank calculates and then exchanges its faces with its neighbours, down and up in each dimension.
/// All receives of an iteration are posted at its beginning.
/// Data: block 2 d of a rank is what comes from below in dimension d, 2 d + 1 from above, the last one its own.
void halo_exchange(Composer& composer, const Halo& halo);

/// A Fourier transform of data in pencils on a grid of ranks, `columns` wide: calculate, transpose within the rows,
/// calculate, transpose within the columns, calculate. `bytes` is what a rank has.
void fft_transposes(Composer& composer, std::uint32_t columns, std::uint64_t bytes, std::uint64_t calc_nanoseconds);

}  // namespace kintsugi::workload

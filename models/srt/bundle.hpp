/// The bundle: how the rings of a 2D-SRT are assigned to the wires between neighbouring PEs of a wafer.
///
/// Wire 0 is the base ring. Every other wire carries one ring of one level, the same on both axes:
///   wires         W = T + 3 for T <= n - 2; n for T = n, where nodes 0 and N/2 of a ring have level 0
///   of a node     min(z + 1, W - 1), z the trailing zero bits of (x + s y) mod N; wire 0 only for a node of level 0
///   level         of wire w: min(w, highest level)
///   wrap          only the wires whose level l has 2^l < N/2 have a wrap link; they are the first ones. The others
///                 join x and x + N/2 only
/// For T = n - 1 the definition of levels gives every node the same level as T = n, and so the same bundle.
/// Source: Inoguchi and Horiguchi 1996, section 5.2.
#pragma once

#include "models/srt/geometry.hpp"

namespace kintsugi::srt {

class Bundle {
 public:
  explicit Bundle(const Torus& torus);
  unsigned wires() const { return wires_; }
  /// Wires 0 .. wrapped() - 1 have a wrap.
  unsigned wrapped() const { return wrapped_; }
  /// Returns the second wire, beside wire 0, to which a logical node is attached; 0 if there is none.
  unsigned wire_of(NodeId node) const;

 private:
  Torus torus_;
  unsigned wires_;
  unsigned wrapped_;
};

}  // namespace kintsugi::srt

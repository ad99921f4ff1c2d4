/// What knows the flits on the paths of a chip.
#pragma once

#include "models/network/types.hpp"

namespace kintsugi {

class PathWatcher {
 public:
  virtual ~PathWatcher() = default;
  /// Returns whether a flit was sent in the cycle evaluated last on a path that passes this switch.
  virtual bool flit_passes(SwitchId id) const = 0;
};

}  // namespace kintsugi

#include "models/workload/protocol.hpp"

#include <stdexcept>

namespace kintsugi::workload {

void Protocol::require_valid() const {
  require("flit_bytes", {1, std::numeric_limits<std::uint32_t>::max()}, flit_bytes, "byte");
  require("packet_bytes", {1, std::numeric_limits<std::uint32_t>::max()}, packet_bytes, "byte");
  require("the flits of a packet of packet_bytes", kFlitsRange, (packet_bytes - 1) / flit_bytes + 1);
  if (!(cycles_per_ns >= 0 && cycles_per_ns <= 1e6)) {
    throw std::invalid_argument("cycles_per_ns must be 0 to 10^6, not " + readable(cycles_per_ns));
  }
}

}  // namespace kintsugi::workload

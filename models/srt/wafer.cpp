#include "models/srt/wafer.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "models/repair/segmented_fabric.hpp"
#include "models/srt/topology.hpp"

namespace kintsugi::srt {

namespace {

const Torus& checked(const Torus& torus) {
  if (torus.dimensions > 2) throw std::invalid_argument("a 3D-SRT has no wafer; valid: one or two dimensions");
  if (torus.T > torus.n) {
    throw ParameterError("network.variant", "this variant does not exist for " + std::to_string(torus.size()) + " x " +
                                                std::to_string(torus.size()) + " nodes");
  }
  return validated(torus);
}

}  // namespace

std::vector<unsigned> second_wires(const Torus& torus) {
  const unsigned last = torus.T + 2 <= torus.n ? torus.T + 2 : torus.n - 1;
  std::vector<unsigned> wires;
  for (const NodeId node : ids<NodeId>(torus.nodes())) {
    const unsigned ring_coordinate = torus.row_coordinate(node);
    const unsigned zeros = ring_coordinate == 0 ? torus.n : static_cast<unsigned>(std::countr_zero(ring_coordinate));
    wires.push_back(torus.ring().level(ring_coordinate) == 0 ? 0 : std::min(zeros + 1, last));
  }
  return wires;
}

Wafer::Wafer(const Torus& torus, const WaferOptions& options)
    : kintsugi::Wafer(make_network(checked(torus)), *wafer_info_of(checked(torus).dimensions), options,
                      second_wires(checked(torus))) {}

const FabricInfo* wafer_info_of(unsigned dimensions) {
  if (dimensions > 2) return nullptr;
  return dimensions == 1 ? &row_wafer_info() : &wafer_info();
}

std::unique_ptr<ReconfigurableFabric> make_wafer(const Torus& torus, const Parameters& options) {
  const FabricInfo* info = wafer_info_of(torus.dimensions);
  if (info == nullptr) return nullptr;
  if (const unsigned most = largest_wafer_n(torus.dimensions); torus.n > most) {
    throw ParameterError("network.n", "a wafer does not carry a network of n = " + std::to_string(torus.n) +
                                          "; valid is " + std::to_string(kSmallestN) + " to " + std::to_string(most) +
                                          ", or no fabric");
  }
  auto serial = std::make_unique<Wafer>(torus, read_wafer_options(options, *info));
  return with_chain(std::move(serial), make_network(torus), options);
}

}  // namespace kintsugi::srt

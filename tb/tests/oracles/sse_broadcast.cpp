#include "tb/tests/oracles/sse_broadcast.hpp"

namespace kintsugi::sse {

namespace {

constexpr std::uint32_t even_of_pair(std::uint32_t pe) {
  return pe & ~1u;
}

bool is_out_of_use(std::span<const SiteId> faulty, std::uint32_t pe) {
  for (const SiteId x : faulty) {
    if (even_of_pair(x.value) == even_of_pair(pe)) return true;
  }
  return false;
}

std::uint32_t count_up_to(std::span<const SiteId> faulty, std::uint32_t pe) {
  std::uint32_t count = 0;
  while (count < faulty.size() && pe >= faulty[count].value) ++count;
  return count;
}

std::uint32_t corrected(std::span<const SiteId> faulty, std::uint32_t target) {
  for (const SiteId x : faulty) {
    if (target < even_of_pair(x.value)) break;
    target += 2;
  }
  return target;
}

std::uint32_t printed(const Sse& sse, std::span<const SiteId> faulty, std::uint32_t l, std::uint32_t n) {
  std::uint32_t q = 2 * l + 2 * n;  // (c.1)
  if (l < sse.nodes() / 2) {
    q = 2 * l + 2 * count_up_to(faulty, q);
  } else {
    q = 2 * l + 1 - sse.nodes();  // (c.2)
    q += 2 * count_up_to(faulty, q);
  }
  while (is_out_of_use(faulty, q)) q += 2;  // (c.3)
  return q;
}

}  // namespace

std::optional<SiteId> broadcast_shuffle_out(const Sse& sse, std::span<const SiteId> faulty, SiteId pe, StepC step_c) {
  if (is_out_of_use(faulty, pe.value)) return std::nullopt;
  const std::uint32_t below = count_up_to(faulty, pe.value);
  const NodeId l{pe.value - 2 * below};
  if (l.value >= sse.nodes()) return std::nullopt;
  if (step_c == StepC::kPrinted) return SiteId{printed(sse, faulty, l.value, below)};
  return SiteId{corrected(faulty, sse.shuffle(l).value)};
}

}  // namespace kintsugi::sse

#include "models/sse/geometry.hpp"

#include <bit>
#include <stdexcept>

namespace kintsugi::sse {

namespace {

void refuse_unless_in(const std::string& name, unsigned value, unsigned low, unsigned high) {
  if (value >= low && value <= high) return;
  throw std::invalid_argument(name + " must be " + std::to_string(low) + " to " + std::to_string(high) + ", not " +
                              std::to_string(value));
}

std::string with(const std::string& name, unsigned number) {
  return name + "(" + std::to_string(number) + ")";
}

std::string name_without_modules(const Sse& sse) {
  switch (sse.scheme) {
    case Scheme::kPlain:
      return "plain";
    case Scheme::kSft1:
      return "SFT1";
    case Scheme::kSft2:
      return "SFT2";
    case Scheme::kKSft2:
      return std::to_string(sse.k) + "-SFT2";
    case Scheme::kExm:
      return with("EXM", sse.k);
    case Scheme::kExp1:
      return with("EXP1", sse.k);
    case Scheme::kExp2:
      return with("EXP2", sse.k);
    case Scheme::kExmExp2:
      return with("EXM", sse.k) + with("+EXP2", sse.l);
    case Scheme::kExp1Exp2:
      return with("EXP1+EXP2", sse.k);
  }
  throw std::invalid_argument("unknown scheme");
}

}  // namespace

std::uint32_t Sse::local_units() const {
  switch (scheme) {
    case Scheme::kPlain:
    case Scheme::kExm:
    case Scheme::kExp1:
      return 0;
    case Scheme::kSft1:
    case Scheme::kSft2:
      return 1;
    case Scheme::kKSft2:
    case Scheme::kExp2:
      return k;
    case Scheme::kExmExp2:
      return l;
    case Scheme::kExp1Exp2:
      return k / 2;
  }
  return 0;
}

std::string scheme_name(const Sse& sse) {
  const std::string name = name_without_modules(sse);
  return sse.has_modules() ? name + ", " + std::to_string(sse.modules) + " modules" : name;
}

void validate(const Sse& sse) {
  refuse_unless_in("n", sse.n, kSmallest, kLargest);
  if (sse.has_k()) refuse_unless_in("k", sse.k, 1, kMostSpares);
  if (sse.has_l()) refuse_unless_in("l", sse.l, 1, kMostSpares);
  if (sse.has_modules() && (!std::has_single_bit(sse.modules) || sse.modules > sse.nodes() / 2)) {
    throw std::invalid_argument("modules must be a power of two, 1 to " + std::to_string(sse.nodes() / 2) + ", not " +
                                std::to_string(sse.modules));
  }
  const std::uint64_t modules_moved = (sse.spare_modules() + 1) * (sse.spare_modules() + 2) / 2;
  const std::uint64_t units_moved = (sse.spare_units() + 1) * (sse.spare_units() + 1);
  if (sse.nodes() * modules_moved * units_moved > 1u << 25) {
    throw std::invalid_argument("an array of " + std::to_string(sse.nodes()) + " PEs, " + scheme_name(sse) +
                                ", has too many links; take fewer PEs or spares");
  }
}

}  // namespace kintsugi::sse

#include "models/allocation/channel_allocator.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "models/allocation/separable.hpp"

namespace kintsugi {

namespace {

constexpr std::array<AllocatorInfo, 2> kAllocatorRules{{
    {"serial", "an output port serves one head after another; the logic grows deeper with every channel"},
    {"separable",
     "each input port puts one head forward, each output port takes one of these; a short path in hardware"},
}};

}  // namespace

std::span<const AllocatorInfo> allocator_rules() {
  return kAllocatorRules;
}

std::string_view name_of(AllocatorRule rule) {
  return kAllocatorRules.at(static_cast<std::size_t>(rule)).name;
}

AllocatorRule allocator_rule(std::string_view name) {
  for (std::size_t i = 0; i < kAllocatorRules.size(); ++i) {
    if (kAllocatorRules[i].name == name) return static_cast<AllocatorRule>(i);
  }
  throw std::invalid_argument("no allocator " + std::string(name));
}

std::unique_ptr<ChannelAllocator> make_channel_allocator(AllocatorRule rule, const AllocatorForm& form) {
  if (rule == AllocatorRule::kSerial) return nullptr;
  return std::make_unique<SeparableAllocator>(form);
}

}  // namespace kintsugi

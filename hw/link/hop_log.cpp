#include "hw/link/hop_log.hpp"

#include <algorithm>

namespace kintsugi {

HopLog::HopLog(const PacketFilter& filter) : choice_(filter) {
  add_block();
}

std::vector<std::span<const LoggedHop>> HopLog::blocks() const {
  std::vector<std::span<const LoggedHop>> blocks;
  for (std::size_t left = size(); const auto& block : blocks_) {
    blocks.emplace_back(block.get(), std::min(left, kBlock));
    left -= blocks.back().size();
  }
  return blocks;
}

void HopLog::Free::operator()(LoggedHop* block) const {
  std::allocator<LoggedHop>().deallocate(block, kBlock);
}

void HopLog::add_block() {
  next_ = blocks_.emplace_back(std::allocator<LoggedHop>().allocate(kBlock)).get();
  end_ = next_ + kBlock;
}

}  // namespace kintsugi

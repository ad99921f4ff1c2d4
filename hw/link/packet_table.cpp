#include "hw/link/packet_table.hpp"

#include <new>
#include <utility>

namespace kintsugi {

PacketTable::PacketTable(unsigned threads) : stacks_(threads) {}

void PacketTable::refill(Stack& own) {
  own.height = kBatch;
  own.top = std::exchange(own.aside, kNoPacket);
  if (own.top != kNoPacket) return;
  const std::lock_guard lock(store_mutex_);
  if (store_.empty()) return make_batch(own);
  own.top = store_.back();
  store_.pop_back();
}

void PacketTable::put_aside(Stack& own) {
  if (own.aside != kNoPacket) {
    const std::lock_guard lock(store_mutex_);
    store_.push_back(own.aside);
  }
  own.aside = std::exchange(own.top, kNoPacket);
  own.height = 0;
}

void PacketTable::make_batch(Stack& own) {
  auto& segment = segments_.at(segment_of(made_));
  if (segment == nullptr)
    segment.reset(std::allocator<Packet>().allocate(std::size_t{kFirstSegment} << segment_of(made_)));
  for (std::uint32_t i = 0; i < kBatch; ++i) (*this)[made_ + i].next = i + 1 < kBatch ? made_ + i + 1 : kNoPacket;
  own.top = made_;
  made_ += kBatch;
}

void PacketTable::Unwritten::operator()(Packet* segment) const {
  ::operator delete (segment, std::align_val_t{alignof(Packet)});
}

}  // namespace kintsugi

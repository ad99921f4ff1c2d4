#include "hw/pe/basic_pe.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace kintsugi {

/// Takes the place of the node's packet source while the PE has the node.
class BasicPe::Source final : public PacketSource {
 public:
  Source(BasicPe& pe, std::unique_ptr<PacketSource> before) : pe_(pe), before_(std::move(before)) {}

  std::unique_ptr<PacketSource> give_back() { return std::move(before_); }
  Cycle due() const override { return std::min(pe_.due_to_send(), pe_.due_next()); }
  PacketOrder take() override { return pe_.take(); }
  void skip_until(Cycle) override {}
  bool listens() const override { return true; }
  void received(const ReceivedPacket& packet, Cycle now) override {
    pe_.call(now, [&] { pe_.received(packet, now); });
    pe_.ask(now);
  }
  void left(std::uint32_t, Cycle now) override {
    ++pe_.left_;  // in the order in which they were taken
    pe_.ask(now + 1);
  }

 private:
  BasicPe& pe_;
  std::unique_ptr<PacketSource> before_;
};

template <class Function>
void BasicPe::call(Cycle from, Function function) {
  sends_from_ = from;
  function();
  sends_from_.reset();
}

/// Asks for the next packet if there is none, and the one before has left.
void BasicPe::ask(Cycle from) {
  if (next_ || left_ < awaited_) return;
  call(from, [&] { next_ = next_packet(from); });
}

Cycle BasicPe::due_to_send() const {
  return to_send_.empty() ? GeometricGaps::kNever : to_send_.front().cycle;
}

Cycle BasicPe::due_next() const {
  return next_ ? next_->cycle : GeometricGaps::kNever;
}

PacketOrder BasicPe::take() {
  ++taken_;
  if (due_to_send() <= due_next()) {
    const PacketOrder order = to_send_.front().order;
    to_send_.pop_front();
    return order;
  }
  awaited_ = taken_;
  return std::exchange(next_, std::nullopt)->order;
}

void BasicPe::start(NodeTraffic& traffic, Cycle from) {
  if (given_ == nullptr) {
    given_ = &traffic;
    traffic.source = std::make_unique<Source>(*this, std::move(traffic.source));
  }
  taken_ = left_ = awaited_ = 0;  // packets that have not left may have been dropped
  ask(from);
  TrafficPe::start(traffic, from);
}

void BasicPe::retire() {
  TrafficPe::retire();
  if (given_ == nullptr) return;
  given_->source = static_cast<Source&>(*given_->source).give_back();
  given_ = nullptr;
}

void BasicPe::source_changed() {
  if (given_ != nullptr) ask(chip().clock->next());
  TrafficPe::source_changed();
}

void BasicPe::send(const PacketOrder& order) {
  if (given_ == nullptr) throw std::logic_error(std::string(name()) + " sends a packet while it has no traffic");
  to_send_.push_back({sends_from_.value_or(chip().clock->next()), order});
  if (!sends_from_) TrafficPe::source_changed();
}

}  // namespace kintsugi

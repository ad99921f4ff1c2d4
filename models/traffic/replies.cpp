#include "models/traffic/replies.hpp"

#include <algorithm>

namespace kintsugi {

ReplyingSource::ReplyingSource(std::unique_ptr<PacketSource> requests, const ReplyTraffic& traffic, Cycle end)
    : requests_(std::move(requests)), traffic_(&traffic), end_(end) {}

Cycle ReplyingSource::request_due() const {
  const bool is_full = traffic_->window && outstanding_ >= *traffic_->window;
  return is_full ? GeometricGaps::kNever : requests_->due();
}

Cycle ReplyingSource::due() const {
  return replies_.empty() ? request_due() : std::min(replies_.front().due, request_due());
}

/// A reply comes first, so that requests never keep it back.
PacketOrder ReplyingSource::take() {
  if (replies_.empty() || request_due() < replies_.front().due) {
    ++outstanding_;
    PacketOrder request = requests_->take();
    request.state = traffic_->request_state;
    return request;
  }
  const Reply& reply = replies_.front();
  PacketOrder order;
  order.destination = reply.to;
  order.flits = traffic_->flits;
  order.state = traffic_->reply_state;
  order.note = reply.note;
  replies_.pop_front();
  return order;
}

void ReplyingSource::skip_until(Cycle cycle) {
  requests_->skip_until(cycle);
  while (!replies_.empty() && replies_.front().due < cycle) replies_.pop_front();
}

void ReplyingSource::received(const ReceivedPacket& packet, Cycle now) {
  if (!ReplyTraffic::is_reply(packet.note)) {
    if (replies_.full()) replies_.set_capacity(2 * replies_.capacity() + 4);
    replies_.push_back({now + traffic_->service, packet.source, ReplyTraffic::note_of_reply(packet.created)});
    return;
  }
  --outstanding_;
  if (now >= end_) requests_->skip_until(end_);
}

}  // namespace kintsugi

#include "tb/mpi/boost_channel.hpp"

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace kintsugi::mpi {

namespace {

int size_of(const std::vector<std::uint8_t>& bytes) {
  if (bytes.size() > std::numeric_limits<int>::max()) throw std::runtime_error("a message has more than 2 GiB");
  return static_cast<int>(bytes.size());
}

}  // namespace

BoostChannel::~BoostChannel() {
  try {
    for (Sent& sent : under_way_) sent.request.wait();
  } catch (const boost::mpi::exception&) {
    // the job is broken, which mpirun reports
  }
}

void BoostChannel::send(const Message& message) {
  under_way_.remove_if([](Sent& sent) { return sent.request.test().has_value(); });
  Sent& sent = under_way_.emplace_back();
  sent.bytes = nlohmann::json::to_cbor(message.body);
  sent.request = world_.isend(message.rank, static_cast<int>(message.kind), sent.bytes.data(), size_of(sent.bytes));
}

std::optional<Message> BoostChannel::receive() {
  const auto found = world_.iprobe();
  if (!found) return std::nullopt;
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(found->count<std::uint8_t>().value()));
  world_.recv(found->source(), found->tag(), bytes.data(), static_cast<int>(bytes.size()));
  return Message{found->source(), static_cast<Kind>(found->tag()), nlohmann::json::from_cbor(bytes)};
}

}  // namespace kintsugi::mpi

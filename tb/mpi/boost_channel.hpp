/// The channel between the ranks of an MPI job, by Boost.MPI.
///
/// Wire    the kind is the tag, the body is CBOR
/// Errors  boost::mpi::exception when the job is broken
#pragma once

#include <boost/mpi/communicator.hpp>
#include <boost/mpi/request.hpp>
#include <list>
#include <vector>

#include "tb/mpi/channel.hpp"

namespace kintsugi::mpi {

class BoostChannel final : public Channel {
 public:
  BoostChannel() = default;
  /// Waits until all that was sent is on its way.
  ~BoostChannel() override;
  BoostChannel(const BoostChannel&) = delete;
  BoostChannel& operator=(const BoostChannel&) = delete;

  int rank() const override { return world_.rank(); }
  int ranks() const override { return world_.size(); }
  void send(const Message& message) override;
  std::optional<Message> receive() override;

 private:
  /// A message that is being sent, which MPI reads until then.
  struct Sent {
    std::vector<std::uint8_t> bytes;
    boost::mpi::request request;
  };

  boost::mpi::communicator world_;
  std::list<Sent> under_way_;
};

}  // namespace kintsugi::mpi

/// Random transactions over a mesh, checked byte by byte.
#pragma once

#include <functional>
#include <map>
#include <sstream>
#include <string>

#include "models/random/random.hpp"
#include "tb/tests/unit/hw/tlm/tlm_rig.hpp"

namespace kintsugi::test {

/// Random transactions of 8 initiators, each in its own part of the memories of 4 nodes, against a flat array. Returns
/// what happened when, as a text. `prepare` is called before the run.
inline std::string random_transactions(unsigned each, Schedule schedule, unsigned threads, bool own_channels,
                                       const std::function<void(TlmRig&)>& prepare = {}) {
  ChipParameters parameters;
  parameters.schedule = schedule;
  parameters.threads = threads;
  TlmRig rig("mesh", mesh_of(4), "dimension-order", {NodeId{0}, NodeId{5}, NodeId{10}, NodeId{15}}, parameters,
             {.packet_bytes = 24, .outstanding = 3}, in_ns(3.5), false, {}, own_channels);
  std::ostringstream log;
  unsigned ended = 0;
  for (std::uint32_t i = 0; i < 8; ++i) {
    rig.initiate(NodeId{i * 2}, [&, i](Initiator& self) {
      RandomStream random(7, i);
      std::map<std::uint64_t, unsigned char> flat;
      for (unsigned n = 0; n < each; ++n) {
        const std::uint64_t address = 5 * random.below(4) * TlmRig::kMemoryBytes + i * 512 + random.below(400);
        const std::size_t length = 1 + random.below(80);
        if (random.below(2) == 0) {
          const auto data = bytes_of(length, static_cast<unsigned char>(random.below(256)));
          if (self.write(address, data) != tlm::TLM_OK_RESPONSE) ADD_FAILURE();
          for (std::size_t b = 0; b < length; ++b) flat[address + b] = data[b];
        } else {
          const auto data = self.read(address, length);
          for (std::size_t b = 0; b < length; ++b) {
            if (data[b] != flat[address + b]) ADD_FAILURE() << "address " << address + b;
          }
        }
        log << i << ' ' << sc_core::sc_time_stamp().value() << '\n';
        if (random.below(3) == 0) sc_core::wait(in_ns(static_cast<double>(random.below(300)) / 10));
      }
      ++ended;
    });
  }
  if (prepare) prepare(rig);
  rig.run(Cycle{each} * 400);
  EXPECT_EQ(ended, 8u);
  return log.str();
}

}  // namespace kintsugi::test

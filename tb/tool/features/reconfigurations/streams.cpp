#include "tb/tool/features/reconfigurations/streams.hpp"

#include "models/fabric/bitstream.hpp"
#include "models/network/text.hpp"
#include "tb/tool/states/given_repair.hpp"

namespace kintsugi {

std::vector<ArrivingStream> arriving_streams(const Scenario& scenario, const Setup& setup) {
  std::vector<ArrivingStream> streams;
  for (const ScheduledRepair& scheduled : reconfigurations_of(scenario)) {
    CheckedRepair repair = states::given_repair(scheduled.given, scenario, setup);
    std::vector<std::uint8_t> stream = with_crc(setup.built_fabric(), repair.bitstream);
    for (const std::int64_t bit : scheduled.damage) {
      const auto at = static_cast<std::size_t>(bit);
      if (at >= stream.size() * 8) {
        throw InputError({{scheduled.where, joined(scheduled.path, ".damage: the stream has bits 0 to ",
                                                   stream.size() * 8 - 1, ", not '", bit, "'")}});
      }
      stream[at / 8] = static_cast<std::uint8_t>(stream[at / 8] ^ 1U << at % 8);
    }
    streams.push_back({&scheduled, std::move(repair), std::move(stream)});
  }
  return streams;
}

}  // namespace kintsugi

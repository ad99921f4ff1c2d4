#include "models/fabric/bitstream.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "models/fabric/extraction.hpp"
#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/setup/input.hpp"

namespace kintsugi::fuzz {

namespace {

constexpr unsigned char kKeepLength = 0x80;     // of the first byte: the length stays as it is
constexpr unsigned char kExtract = 0x40;        // the network that the states make is extracted
constexpr std::uint32_t kResidue = 0x2144df1c;  // of CRC-32: the checksum of any stream, its own checksum included

struct ChainCarrier {
  Input input;
  NetworkExtractor extractor;
  std::size_t bytes;

  explicit ChainCarrier(const std::string& scenario)
      : input(load_text(scenario, "fabric")), extractor(input.setup.built_fabric()), bytes(0) {
    for (const ConfigField& field : fabric().fields) bytes += field.bits;
    bytes = (bytes + 7) / 8;
  }
  const Fabric& fabric() const { return input.setup.built_fabric(); }
};

const ChainCarrier& carrier(unsigned char number) {
  static const ChainCarrier carriers[] = {ChainCarrier("{network: {kind: srt2d, n: 2}, fabric: {tracks: 1}}"),
                                          ChainCarrier("{network: {kind: srt2d, n: 2}, fabric: {tracks: 2}}"),
                                          ChainCarrier("{network: {kind: sse, n: 3, scheme: ksft2, k: 2}}"),
                                          ChainCarrier("{network: {kind: sse, n: 4, scheme: exm+exp2}}")};
  return carriers[number % std::size(carriers)];
}

}  // namespace

void read_bitstream(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto control = static_cast<unsigned char>(bytes.front());
  const ChainCarrier& on = carrier(control);
  std::vector<std::uint8_t> stream(bytes.begin() + 1, bytes.end());
  if ((control & kKeepLength) == 0) stream.resize(on.bytes);
  require(checksum(on.fabric(), with_crc(on.fabric(), stream)) == kResidue, "a stream has the residue");
  try {
    const Configuration configuration = unpack(on.fabric(), stream);
    require(pack(on.fabric(), configuration) == stream, "packing is the inverse of unpacking");
    if ((control & kExtract) == 0) return;
    const ExtractedNetwork found = on.extractor.extract(switch_states(on.fabric(), configuration));
    require(std::ranges::is_sorted(found.joins) && std::ranges::is_sorted(found.attached),
            "what is extracted is ascending");
  } catch (const std::invalid_argument& refused) {
    require(*refused.what() != '\0', "a refusal has a message");
  }
}

}  // namespace kintsugi::fuzz

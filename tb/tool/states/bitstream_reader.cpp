#include <array>
#include <span>
#include <stdexcept>
#include <vector>

#include "models/fabric/bitstream.hpp"
#include "models/fabric/memory_image.hpp"
#include "models/network/text.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/scenario/mistakes_of_file.hpp"
#include "tb/tool/states/state_list.hpp"

namespace kintsugi::states {

namespace {

std::uint32_t checksum_at_end(std::span<const std::uint8_t> stream) {
  std::uint32_t checksum = 0;
  for (std::size_t i = 0; i < kChecksumBytes; ++i) {
    checksum |= std::uint32_t{stream[stream.size() - kChecksumBytes + i]} << (8 * i);
  }
  return checksum;
}

/// Reads a stream of bytes.
StreamStates read_stream(std::span<const std::uint8_t> stream, const std::string& source, const Fabric& fabric,
                         Diagnostics& errors) {
  const std::size_t length = field_bytes(fabric);
  const bool has_checksum = stream.size() == length + kChecksumBytes;
  const Where whole{source, 0, 0};
  if (!has_checksum && stream.size() != length) {
    errors.add(whole, "a bitstream of this fabric has " + counted(length + kChecksumBytes, "byte") + ", or " +
                          std::to_string(length) + " without its checksum, not " + std::to_string(stream.size()));
    return {};
  }
  const std::span<const std::uint8_t> fields = stream.first(length);
  if (has_checksum && checksum_at_end(stream) != checksum(fabric, fields)) {
    errors.add(whole, "the checksum at the end is " + hex32(checksum_at_end(stream)) + ", that of the bytes on this " +
                          "fabric is " + hex32(checksum(fabric, fields)) +
                          ": the stream is damaged, or of another fabric or network");
    return {};
  }
  try {
    return {unpack(fabric, fields), has_checksum ? Checksum::kRight : Checksum::kNone, stream.size()};
  } catch (const std::invalid_argument& error) {
    errors.add(whole, error.what());
    return {};
  }
}

}  // namespace

StreamStates read_bitstream(std::string_view bytes, const std::string& source, const Fabric& fabric,
                            Diagnostics& errors) {
  if (!is_memory_image(bytes, source)) {
    const std::vector<std::uint8_t> stream(bytes.begin(), bytes.end());
    return read_stream(stream, source, fabric, errors);
  }
  const std::size_t length = field_bytes(fabric);
  const std::array lengths{length + kChecksumBytes, length};
  const auto image = read_memory_image(bytes, source, lengths);
  if (const auto* mistake = std::get_if<FileMistake>(&image)) {
    add_mistakes(source, {*mistake}, errors);
    return {};
  }
  const auto& streams = std::get<ByteStreams>(image);
  for (const std::vector<std::uint8_t>& stream : streams) {
    Diagnostics mistakes;
    StreamStates states = read_stream(stream, source, fabric, mistakes);
    if (mistakes.empty()) return states;
  }
  return read_stream(streams.front(), source, fabric, errors);
}

}  // namespace kintsugi::states

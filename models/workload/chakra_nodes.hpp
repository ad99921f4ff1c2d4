/// The nodes of one execution trace of Chakra, as its file has them (chakra.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kintsugi::workload {

enum class ChakraType : std::uint8_t {
  kInvalid = 0,
  kMetadata = 1,
  kLoad = 2,
  kStore = 3,
  kComp = 4,
  kSend = 5,
  kRecv = 6,
  kCollective = 7
};

struct ChakraNode {
  std::size_t offset = 0;  ///< of its message in the file
  std::uint64_t id = 0;
  std::uint64_t type = 0;
  std::uint64_t micros = 0;  ///< its duration
  std::vector<std::uint64_t> waits_for;
  std::optional<std::int64_t> size;  ///< comm_size
  std::optional<std::int64_t> source;
  std::optional<std::int64_t> destination;
  std::optional<std::int64_t> tag;
  std::optional<std::int64_t> collective;  ///< comm_type
  std::int64_t root = 0;
  bool on_cpu = false;
  bool in_part = false;  ///< involved_dim has one that is not
  std::string group;     ///< pg_name
};

/// Calls complain(offset, message) for each mistake. A message that cannot be read ends the file.
using ChakraComplaint = std::function<void(std::size_t, const std::string&)>;
std::vector<ChakraNode> read_chakra_nodes(std::string_view file, const ChakraComplaint& complain);

}  // namespace kintsugi::workload

/// The file of a packet log: one JSON document a line (JSON Lines).
///
/// First line  what the run was: `packets`, the version of the format; `nodes`, `cycles`; `routes`, whether packets
///             have one; `faults` as in the report; `phases` of reconfigurations: `name`, `from` and `to`, the first
///             and the last cycle; `names` of the nodes
/// Others      one packet each, with all keys of packets.schema.json in its order; what is not known is null
/// Order       that of PacketLog; the bytes do not depend on the schedule, nor on the number of threads
/// Errors      std::system_error, with the path and what to do; then there is no file
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/link/hop_log.hpp"
#include "models/files/made_directories.hpp"
#include "models/files/part_file.hpp"
#include "tb/tool/features/packet_log/packet_log.hpp"
#include "tb/tool/setup/setup.hpp"

namespace kintsugi {

struct RunResult;

struct PacketLogOptions {
  std::filesystem::path file;
  bool route = false;  ///< log the routers of each packet
  PacketFilter filter = {};
  bool only_lost = false;   ///< leave out those that are not lost
  std::size_t slowest = 0;  ///< only that many with the highest latency; 0: all
};

class PacketLogFile {
 public:
  /// Opens the file and makes missing directories on the way to it, so that a place that cannot be written shows before
  /// the run. The file appears with write() only.
  explicit PacketLogFile(PacketLogOptions options);

  const PacketLogOptions& options() const { return options_; }
  /// Writes the log of a run. A packet that has not arrived has no latency, so it is not
  /// among the slowest.
  void write(const PacketLog& log, const RunResult& result, const Setup& setup, const Chip& chip);

 private:
  PacketLogOptions options_;
  files::MadeDirectories made_;
  files::PartFile file_;
};

/// The names of the sites and of the ways through their routers, as JSON. A log names them millions of times: they are
/// prepared as texts of 32 bytes, the ways when they are first needed. Longer ones are kept beside.
class PacketNames {
 public:
  /// A text of up to 31 characters, which is copied with all 32 bytes; a longer one is found by its number.
  struct Text {
    static constexpr std::uint8_t kLong = 255;
    std::array<char, 31> characters{};
    std::uint8_t size = 0;  ///< kLong: the first four bytes are the number of the text
  };
  static_assert(sizeof(Text) == 32);

  explicit PacketNames(const Chip& chip);

  const Text& site(SiteId site) const { return sites_[site.index()]; }
  /// Returns the begin of a hop: [router,in,out,channel, It holds until the next call.
  const Text& way(const LoggedHop& hop) {
    const Ways& ways = ways_[hop.router];
    if (ways.ports == 0) [[unlikely]]
      return first_way(hop);
    const std::uint32_t number = numbers_[ways.number(hop)];
    return number != 0 ? texts_[number] : new_way(hop);
  }
  std::string_view long_text(const Text& text) const;

 private:
  /// The ways through a router: the numbers of their texts are in numbers_.
  struct Ways {
    std::uint32_t first = 0;
    std::uint16_t ports = 0;  // 0: no packet has passed the router yet
    std::uint16_t vcs = 0;

    std::size_t number(const LoggedHop& hop) const {
      return first + (std::size_t{hop.in} * ports + hop.out) * vcs + hop.out_vc.value;
    }
  };

  Text text_of(const std::string& text);
  const Router& router_of(const LoggedHop& hop) const;
  const Text& first_way(const LoggedHop& hop);
  const Text& new_way(const LoggedHop& hop);

  const Chip* chip_;
  std::vector<std::string> long_;
  std::vector<Text> sites_;
  std::vector<Ways> ways_;              // by ModuleIndex of the router
  std::vector<std::uint32_t> numbers_;  // of texts_; 0: not needed yet
  std::vector<Text> texts_{Text{}};
};

/// Writes the lines of a packet log, straight into the buffer of the file.
///
/// Room   for kRoom characters is asked for once a line and once for each kHopsAtATime hops
/// Cost   no allocation for a line
class PacketLines {
 public:
  PacketLines(files::PartFile& file, const PacketLog& log, const Chip& chip, std::uint64_t nodes, bool with_routes)
      : file_(file), log_(log), names_(chip), nodes_(nodes), with_routes_(with_routes) {}

  /// Writes the line of a packet of the log.
  void write(const PacketRecord& packet);

 private:
  char* room(char* at);
  char* put_text(char* at, const PacketNames::Text& text);
  char* put_long(char* at, std::string_view text);
  char* put_site(char* at, SiteId site);
  char* put_names(char* at, const PacketRecord& record);
  char* put_numbers(char* at, const PacketRecord& record);
  char* put_loss(char* at, const PacketRecord& record);
  char* put_route(char* at, const PacketRecord& record);
  char* put_hop(char* at, const LoggedHop& hop);

  files::PartFile& file_;
  const PacketLog& log_;
  PacketNames names_;
  std::uint64_t nodes_;
  bool with_routes_;
};

}  // namespace kintsugi

/// The comparisons of reports, bitstreams and packet logs; rows.hpp has those of rows, waveforms.hpp that of waveforms.
///
/// Reports are two JSON documents, such as those of `run --json` and `repair --json`, and are compared as trees.
///
/// Name     of a value is its path: "latency.mean", "defects.pe.0.1". Entries of lists are numbered from 0
/// Kinds    number, text, truth (true and false), null, list and object; type if the two values are of different types;
///          only in a, only in b. A list or object that only one document has is one difference
/// Numbers  are compared as such, so that 1 and 1.0 are equal
/// Order    that of the first document; of keys it does not count
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/fabric/fabric.hpp"
#include "tb/tool/console/diagnostics.hpp"
#include "tb/tool/diff/difference.hpp"
#include "tb/tool/diff/form.hpp"
#include "tb/tool/packets/log.hpp"
#include "tb/tool/scenario/source.hpp"

namespace kintsugi::diff {

/// Keys whose values differ from run to run, or name files: wherever they are in a document.
inline const std::vector<std::string> kIgnoredKeys = {"files", "timing", "wall_seconds"};

struct ReportOptions {
  double tolerance = 0;  ///< relative to the larger one of two numbers
  std::vector<std::string> ignored = kIgnoredKeys;
  std::vector<std::string> left_out = {};  ///< keys of the outermost level alone
};

/// Reads a JSON document; null if it adds an error.
nlohmann::ordered_json read_report(const Source& source, Diagnostics& errors);

Comparison compare_reports(const Source& a, const Source& b, const ReportOptions& options, std::size_t most_listed,
                           Diagnostics& errors);

/// Compares two bitstreams: the bytes that are loaded into a chip, or memory images with them as $readmemh and
/// $readmemb read it.
///
/// Without a fabric  each bit that differs is a difference of the kind `bit`, whose position is its place in the stream
/// With a fabric     each field that differs is one of the kind `field`, at its first bit that differs, with the names
///                   of the states. Then a bit outside the fields is `checksum` or `filler`
/// Length            another number of bytes is a difference; the bytes that both have are compared
/// Memory images     are as long as the other stream, or the fabric, says. Of two images without a fabric each word
///                   counts with all bits of its digits
///
/// `fabric` can be nullptr: then fields have no names. A stream of another length than those of the fabric, with and
/// without its checksum, is a mistake.
Comparison compare_bitstreams(const Source& a, const Source& b, const Fabric* fabric, std::size_t most_listed,
                              Diagnostics& errors);

/// Compares two packet logs, packet by packet.
///
/// Packet    by its source and its number. A packet that differs is one difference: that of its events and properties
///           with the lowest cycle, whose kind says which: created, injected, route, delivered, lost, or the key of the
///           log. Two that differ in several of one cycle count by the first of these
/// Position  the cycle: of an event the earlier one of the two logs, of a property that of the creation
/// Head      `nodes`, `cycles`, `names`, `faults` and `phases` of the first lines, without a position
/// Routes    are compared if both logs have them; else a note says so
Comparison compare_packets(const packets::Log& a, const packets::Log& b, std::size_t most_listed);

/// Reads the rest of a file. Throws InputError if it cannot be read to its end, is too large, or is no packet log.
packets::Log read_packet_log(OpenedFile& file);

}  // namespace kintsugi::diff

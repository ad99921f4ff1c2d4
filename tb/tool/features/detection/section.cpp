/// The section `detection`: how packets that links lose or corrupt are noticed, and sent again. Its values are
/// DetectionParameters; the set-up (fault_setup.cpp) refuses it where detection is not modelled.
#include "models/detection/parameters.hpp"
#include "tb/tool/scenario/feature_section.hpp"
#include "tb/tool/scenario/map_reader.hpp"
#include "tb/tool/scenario/scenario.hpp"
#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

void read_crc(MapReader& map, DetectionParameters& detection) {
  map.choice("crc", kCrcSchemes, detection.crc, {.help = "the checksum that finds corrupted flits"});
  static const std::vector<std::string> kWidths = {"8", "16", "32"};
  std::string bits = std::to_string(detection.crc_bits);
  map.say("crc_bits", {.help = "bits of the checksum", .condition = "not with crc none"});
  if (map.choice("crc_bits", kWidths, bits)) detection.crc_bits = static_cast<unsigned>(std::stoul(bits));
  if (detection.crc != CrcScheme::kNone || !map.has("crc_bits")) return;
  map.refuse_whole("crc_bits", " has no meaning with detection.crc: none; leave it out");
}

void read_detection(MapReader& map, Scenario& scenario) {
  auto& detection = scenario.features.emplace<DetectionParameters>();
  map.integer("timeout", kAcknowledgementTimeoutRange, detection.timeout,
              {.help = "cycles until the acknowledgement of a packet must be there"});
  map.integer("retries", kRetriesRange, detection.retries, {.help = "how often a source sends a packet again"});
  map.integer("heartbeat", kHeartbeatRange, detection.heartbeat,
              {.help = "cycles between two heartbeats of a link, by which the chip notices dead links",
               .otherwise = "the chip is told",
               .example = "25"});
  map.integer("misses", kMissesRange, detection.misses,
              {.help = "number of heartbeats in a row after whose absence a link is taken for dead",
               .condition = "only with heartbeat"});
  if (map.has("misses") && !map.has("heartbeat")) {
    map.refuse_whole("misses", " has no meaning without detection.heartbeat; add it");
  }
  read_crc(map, detection);
}

}  // namespace

extern const FeatureSection kDetectionSection;
constinit const FeatureSection kDetectionSection{"detection", "how lost and corrupted packets are noticed",
                                                 read_detection};

}  // namespace kintsugi

#include "tb/tool/scenario/replies_reader.hpp"

#include <array>

#include "tb/tool/scenario/vocabulary.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kService{0, 1'000'000};
constexpr IntegerRange kWindow{1, 1'000'000};

void read_reply(MapReader& map, ReplySection& reply) {
  map.integer("flits", kFlitsRange, reply.flits, {.help = "length of every reply"});
  map.integer("service", kService, reply.service,
              {.help = "cycles from the arrival of a request to the creation of its reply"});
  std::string channels = "own";
  map.choice("channels", reply_channels(), channels, {.help = "whether replies have virtual channels of their own"});
  reply.own_channels = channels == "own";
}

}  // namespace

void read_replies(MapReader& traffic, std::optional<ReplySection>& replies) {
  traffic.say("reply", {.help = "a reply to each packet, which is then a request",
                        .otherwise = "none",
                        .condition = "not together with trace, workload and multicast",
                        .example = "{flits: 4, service: 20}"});
  traffic.section("reply", [&](MapReader& inner) { read_reply(inner, replies.emplace()); });
  std::optional<unsigned> window;
  traffic.integer("window", kWindow, window,
                  {.help = "the most requests of a node that wait for their replies",
                   .otherwise = "no limit",
                   .condition = "only with reply",
                   .example = "8"});
  if (traffic.has("window") && !traffic.has("reply")) {
    traffic.refuse_whole("window", traffic.path_of("window") + " has no meaning without " + traffic.path_of("reply"));
  }
  if (!replies) return;
  replies->window = window;
  for (const char* key : {"trace", "workload", "multicast"}) {
    if (!traffic.has(key)) continue;
    traffic.refuse_whole("reply", traffic.path_of("reply") + " answers packets of a pattern or of flows, and " +
                                      traffic.path_of(key) + " has others: give one of them");
    break;
  }
}

}  // namespace kintsugi

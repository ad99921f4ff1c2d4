#include "tb/tool/scenario/traffic_reader.hpp"

namespace kintsugi {

namespace {

constexpr IntegerRange kService{0, 1'000'000};
constexpr IntegerRange kWindow{1, 1'000'000};

void read_reply(MapReader& map, ReplySection& reply) {
  map.integer("flits", kFlitsRange, reply.flits, {.help = "length of every reply"});
  map.integer("service", kService, reply.service,
              {.help = "cycles from the arrival of a request to the creation of its reply"});
  bool shared = !reply.own_channels;
  map.choice("channels",
             {{"own", "half of the channels of a link are for requests, half for replies"},
              {"shared", "requests and replies take all channels; the proof shows the cycle that can then stop both"}},
             shared, {.help = "whether replies have virtual channels of their own"});
  reply.own_channels = !shared;
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
  traffic.refuse_without("window", "reply");
  if (!replies) return;
  replies->window = window;
  for (const char* key : {"trace", "workload", "multicast"}) {
    if (!traffic.has(key)) continue;
    traffic.refuse_whole("reply", " answers packets of a pattern or of flows, and ", traffic.path_of(key),
                         " has others: give one of them");
    break;
  }
}

}  // namespace kintsugi

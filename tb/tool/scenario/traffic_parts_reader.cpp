#include "tb/tool/scenario/traffic_reader.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace kintsugi {

namespace {

constexpr IntegerRange kClasses{2, kTrafficClassesRange.high};
constexpr RealRange kShare{0, 1e6};

void read_shares(MapReader& map, ClassesSection& classes, bool counts) {
  std::vector<double> shares;
  const bool right = map.reals("shares", kShare, shares,
                               {.help = "the share of packets of each class, in any unit",
                                .otherwise = "all the same",
                                .condition = "only for a pattern; the flows of a table have classes of their own",
                                .example = "[1, 9]"});
  if (!right) return;
  const Where where = map.find("shares")->where;
  const auto refuse = [&](const std::string& why) { map.context().errors.add(where, map.path_of("shares"), why); };
  const std::size_t size = shares.size();
  if (!kClasses.contains(static_cast<std::int64_t>(size))) {
    return refuse(" must have " + to_text(kClasses) + " numbers, one for each class, not " + std::to_string(size));
  }
  if (std::ranges::none_of(shares, [](double share) { return share > 0; })) {
    return refuse(": at least one class needs a share above 0");
  }
  if (counts && classes.count != size) {
    return refuse(" has " + std::to_string(size) + " numbers, and " + map.path_of("count") + " is " +
                  std::to_string(classes.count) + "; give one for each class");
  }
  classes.count = static_cast<unsigned>(size);
  classes.shares = std::move(shares);
}

}  // namespace

void read_classes(MapReader& map, TrafficSection& traffic) {
  map.say("classes", {.help = "priority classes, each with virtual channels of its own; class 0 goes first",
                      .otherwise = "none",
                      .condition = "not together with trace, workload, multicast and reply",
                      .example = "{shares: [1, 9]}"});
  map.section("classes", [&](MapReader& inner) {
    ClassesSection& classes = traffic.classes.emplace();
    const bool counts = inner.integer("count", kClasses, classes.count, {.help = "the number of classes"});
    bool by_turns = !classes.strict;
    inner.choice("arbitration",
                 {{"strict", "wherever flits compete, one of the class with the lowest number goes first"},
                  {"round_robin", "flits of all classes take turns"}},
                 by_turns, {.help = "which class goes first"});
    classes.strict = !by_turns;
    read_shares(inner, classes, counts);
    if (!classes.shares.empty() && traffic.flows) {
      inner.complain("shares", " has no meaning with ", map.path_of("flows"),
                     ", which have classes of their own: give each flow its class");
    }
  });
  if (!traffic.classes) return;
  for (const char* key : {"trace", "workload", "multicast", "reply"}) {
    if (!map.has(key)) continue;
    map.complain("classes", " are of the packets of a pattern or of flows, and ", map.path_of(key),
                 " has others: give one of them");
  }
}

namespace {

constexpr RealRange kBurstLength{1, 1e6};
constexpr RealRange kAlpha{1.01, 100};
constexpr double kMillion = 1e6;  // a remedy is rounded so that it is valid

/// Refuses a mean so short that the shortest Pareto length would be less than a cycle.
bool is_long_enough(MapReader& map, const char* key, double mean, const BurstShape& burst) {
  if (mean * kOneWithRounding >= burst.least_mean()) return true;
  map.complain(key, " must be at least alpha / (alpha - 1), ",
               rounded(std::ceil(burst.least_mean() / kOneWithRounding * kMillion) / kMillion), ", with alpha ",
               rounded(*burst.alpha), ", so that the shortest length is a cycle, not '", rounded(mean),
               "'; give more, a larger alpha, or none");
  return false;
}

/// Returns whether a PE can inject as much as a node creates in a burst; adds an error if not.
bool check_peak(MapReader& map, const Where& where, const std::string& key, double rate, const BurstShape& burst) {
  const double peak = rate * burst.factor();
  if (peak <= kOneWithRounding) return true;
  map.context().errors.add(where, map.path_of(key), ": ", rounded(rate), " flits/cycle with bursts of ",
                           rounded(burst.mean), " cycles and pauses of ", rounded(burst.pause), " are ", rounded(peak),
                           " in a burst, and a PE injects at most 1; lower the rate to at most ",
                           rounded(std::floor(kMillion / burst.factor()) / kMillion),
                           ", or give longer bursts or shorter pauses");
  return false;
}

}  // namespace

void read_burst(MapReader& map, TrafficSection& traffic) {
  map.say("burst", {.help = "bursts in which the nodes create their packets, with pauses between them",
                    .otherwise = "none",
                    .example = "{mean: 50, pause: 150}"});
  map.section("burst", [&traffic](MapReader& inner) {
    BurstShape burst{.mean = 50, .pause = 150};
    inner.require("mean", ": the mean length of a burst in cycles");
    inner.require("pause", ": the mean length of a pause in cycles");
    bool right = inner.real("mean", kBurstLength, burst.mean, {.help = "mean length of a burst, cycles"});
    right &= inner.real("pause", kBurstLength, burst.pause, {.help = "mean length of the pause after it, cycles"});
    inner.real("alpha", kAlpha, burst.alpha,
               {.help = "shape of lengths with a Pareto distribution; up to 2 their variance is infinite",
                .otherwise = "none, geometric lengths",
                .example = "1.5"});
    if (!right || (inner.has("alpha") && !burst.alpha)) return;
    right = is_long_enough(inner, "mean", burst.mean, burst);
    right &= is_long_enough(inner, "pause", burst.pause, burst);
    if (right) traffic.burst = burst;
  });
}

void check_peaks(MapReader& map, TrafficSection& traffic) {
  if (!traffic.burst) return;
  const Value* rate = map.find("rate");
  const Where where = (rate != nullptr ? rate : map.find("burst"))->where;
  bool right = check_peak(map, where, "rate", traffic.rate, *traffic.burst);
  for (const WrittenNumber& own : traffic.rates) {
    right &= check_peak(map, own.where, own.path.substr(map.path().size() + 1) + ".rate", own.number, *traffic.burst);
  }
  if (!right) traffic.burst.reset();
}

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

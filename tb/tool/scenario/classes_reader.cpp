#include "tb/tool/scenario/traffic_reader.hpp"

#include <algorithm>
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

}  // namespace kintsugi

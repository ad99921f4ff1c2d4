#include "tb/tests/system/page_agreement.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

namespace kintsugi::test {

namespace {

using nlohmann::json;
using Number = std::int64_t;
using Sentences = std::vector<std::string>;

constexpr Number kNeverSo = INT64_MAX;

/// Returns a text that stands for two values.
std::string key_of(const json& one, const json& other) {
  return one.dump() + ' ' + other.dump();
}

/// When the things of a packet happened; kNeverSo if they did not.
struct Life {
  explicit Life(const json& line) : created(line.at("created")) {
    const auto time = [](const json& value) { return value.is_null() ? kNeverSo : value.get<Number>(); };
    injected = time(line.at("injected"));
    delivered = time(line.at("delivered"));
    lost = line.at("lost").is_null() ? kNeverSo : line["lost"].at("cycle").get<Number>();
  }
  bool waits(Number cycle) const { return created <= cycle && cycle < std::min(injected, lost); }
  bool is_under_way(Number cycle) const { return injected <= cycle && cycle < std::min(delivered, lost); }

  Number created, injected, delivered, lost;
};

void compare(const std::string& what, const json& page, Number log, Sentences& found) {
  if (page == log) return;
  found.push_back(what + ": the page says " + page.dump() + ", the log " + std::to_string(log));
}

void compare_sums(const json& shown, const std::vector<json>& log, Sentences& found) {
  const Number cycle = shown.at("cycle");
  std::map<std::string, Number> sums;
  for (const json& line : log) {
    const Life life(line);
    sums["created"] += life.created <= cycle;
    sums["injected"] += life.injected <= cycle;
    sums["delivered"] += life.delivered <= cycle;
    sums["lost"] += life.lost <= cycle;
    sums["flits"] += life.delivered <= cycle ? line.at("flits").get<Number>() : 0;
    sums["queued"] += life.waits(cycle);
    sums["in_flight"] += life.is_under_way(cycle);
  }
  for (const auto& [key, sum] : sums) compare(key, shown.at(key), sum, found);
}

/// Least and most flits.
struct Bounds {
  Number least = 0;
  Number most = 0;
};

/// Returns how many flits of a packet may have left by a link in cycles [from, to].
Bounds flits_between(Number from, Number to, Number flits, Number head, const json& tail_or_null) {
  const Number tail = tail_or_null.is_null() ? kNeverSo : tail_or_null.get<Number>();
  if (head > to || tail < from) return {};
  const bool has_head = head >= from, has_tail = tail <= to;
  if (has_head && has_tail) return {flits, flits};
  return {Number{has_head} + Number{has_tail},
          std::min(flits - !has_head - (tail != kNeverSo && !has_tail), to - from + 1)};
}

void compare_load(const json& names, const json& shown, const std::vector<json>& log, Sentences& found) {
  const Number bin = names.at("bin"), from = shown.at("cycle").get<Number>() / bin * bin;
  std::map<std::string, Bounds> bounds;
  for (const json& line : log) {
    for (const json& hop : line.at("route")) {
      Bounds& link = bounds[key_of(hop[0], hop[2])];
      const Bounds more = flits_between(from, from + bin - 1, line.at("flits"), hop[4], hop[5]);
      link.least += more.least;
      link.most += more.most;
    }
  }
  for (std::size_t i = 0; i < names.at("from").size(); ++i) {
    const json& site = names.at("sites")[names["from"][i].get<std::size_t>()];
    const json& port = names.at("ports")[names["port"][i].get<std::size_t>()];
    const auto known = bounds.find(key_of(site, port));
    const Bounds link = known == bounds.end() ? Bounds{} : known->second;
    const Number flits = shown.at("load").at(i);
    if (flits >= link.least && flits <= link.most) continue;
    found.push_back("load of " + site.dump() + port.dump() + ": the page says " + std::to_string(flits) +
                    ", the log from " + std::to_string(link.least) + " to " + std::to_string(link.most));
  }
}

void compare_queues(const json& names, const json& shown, const json& ended, const std::vector<json>& log,
                    Sentences& found) {
  std::map<Number, Number> waiting;  // by node
  for (const json& line : log) waiting[line.at("source")] += Life(line).waits(ended.at("cycle"));
  for (std::size_t site = 0; site < names.at("sites").size(); ++site) {
    const Number node = ended.at("node").at(site);
    const Number here = node >= 0 && waiting.contains(node) ? waiting[node] : 0;
    compare("queue of " + names["sites"][site].dump(), shown.at("queue").at(site), here, found);
  }
}

/// A packet that is injected in a cycle is injected where its source lives.
void compare_homes(const json& names, const json& shown, const std::vector<json>& log, Sentences& found) {
  for (const json& line : log) {
    if (line.at("injected") != shown.at("cycle")) continue;
    const auto at = std::ranges::find(names.at("sites"), line.at("from"));
    const auto site = static_cast<std::size_t>(at - names["sites"].begin());
    compare("node at " + line["from"].dump(), site < shown.at("node").size() ? shown["node"][site] : json(),
            line.at("source"), found);
  }
}

/// Returns the routers at which the head may be: that which it has left last, and the next one.
std::set<std::string> places_of(const json& line, Number cycle) {
  std::set<std::string> places = {line.at("from").get<std::string>()};
  for (const json& hop : line.at("route")) {
    if (hop[4].get<Number>() <= cycle) places.clear();
    places.insert(hop[0].get<std::string>());
    if (hop[4].get<Number>() > cycle) break;
  }
  return places;
}

void compare_packets(const json& names, const json& shown, const std::vector<json>& log, Sentences& found) {
  std::set<std::string> kept, under_way;
  for (std::size_t i = 0; i < names.at("source").size(); ++i)
    kept.insert(key_of(names["source"][i], names.at("number")[i]));
  std::map<std::string, std::size_t> sites;
  for (const json& packet : shown.at("packets"))
    sites[key_of(packet.at("source"), packet.at("number"))] = packet.at("site");
  for (const json& line : log) {
    const std::string name = key_of(line.at("source"), line.at("number"));
    if (!kept.contains(name) || !Life(line).is_under_way(shown.at("cycle"))) continue;
    under_way.insert(name);
    if (!sites.contains(name)) {
      found.push_back("packet " + line.at("id").dump() + " is under way, and not shown");
    } else if (!places_of(line, shown["cycle"]).contains(names.at("sites").at(sites[name]).get<std::string>())) {
      found.push_back("packet " + line.at("id").dump() + " is shown at site " + std::to_string(sites[name]) +
                      ", and is not there");
    }
  }
  compare("packets shown under way", sites.size(), static_cast<Number>(under_way.size()), found);
}

}  // namespace

Sentences disagreements(const json& names, const json& shown, const json& ended, const std::vector<json>& log) {
  Sentences found;
  compare_sums(shown, log, found);
  compare_load(names, shown, log, found);
  compare_queues(names, shown, ended, log, found);
  compare_homes(names, shown, log, found);
  compare_packets(names, shown, log, found);
  return found;
}

Sentences disagreements_at_the_end(const json& shown, const json& report) {
  Sentences found;
  for (const char* fate : {"created", "injected", "delivered", "lost", "queued"}) {
    const json& packets = report.at("packets").at(fate);
    if (shown.at(fate) != packets)
      found.push_back(fate + (": " + shown[fate].dump()) + ", the report " + packets.dump());
  }
  return found;
}

}  // namespace kintsugi::test

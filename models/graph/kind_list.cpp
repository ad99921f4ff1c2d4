#include "models/graph/kind_list.hpp"

#include <algorithm>

#include "models/graph/names.hpp"

namespace kintsugi::graph {

namespace {

constexpr std::size_t kMostKinds = 256;

class KindLister {
 public:
  KindLister(const Draft& draft, Mistakes& mistakes) : draft_(draft), mistakes_(mistakes) {}

  KindList list() {
    for (const std::string& kind : draft_.kinds) read_listed(kind);
    for (const DraftLink& link : draft_.links) read_link(link);
    for (const std::string& kind : order_) {
      std::map<LinkLatency, Place>& latencies = first_of_.at(kind);
      if (latencies.empty()) latencies.emplace(LinkLatency(), draft_.kinds_place);
      for (const auto& [latency, place] : latencies) {
        const bool is_parted = latencies.size() > 1 && latency.is_given();
        add(kind, latency, is_parted ? kind + ' ' + latency.text() : kind, place);
      }
    }
    return std::move(found_);
  }

 private:
  void read_listed(const std::string& kind) {
    if (!is_kind_name(kind)) refuse_name(kind, draft_.kinds_place);
    if (!first_of_.try_emplace(kind).second) {
      return mistakes_.add(draft_.kinds_place, "the kind ", quoted(kind), " is listed twice; leave one out");
    }
    order_.push_back(kind);
  }

  void read_link(const DraftLink& link) {
    if (!is_kind_name(link.kind)) return refuse_name(link.kind, link.place);
    const auto [latencies, is_new] = first_of_.try_emplace(link.kind);
    latencies->second.emplace(latency_of(link), link.place);
    if (!is_new) return;
    order_.push_back(link.kind);
    if (draft_.kinds.empty()) return;
    mistakes_.add(link.place, "the list of kinds has no ", quoted(link.kind), "; add it, or leave the list out");
  }

  void refuse_name(const std::string& kind, Place place) {
    mistakes_.add(place, quoted(kind), " cannot be a kind of links: a kind has 1 to ", kLongestName,
                  " characters, no comma and no blank at its ends");
  }

  void add(const std::string& kind, LinkLatency latency, std::string name, Place place) {
    if (found_.names.size() > kMostKinds) return;  // that has been said
    if (std::ranges::find(found_.names, name) != found_.names.end()) {
      mistakes_.add(place, "two kinds of links would be ", quoted(name),
                    ", as one with different latencies becomes a kind for each; give one another name");
    }
    if (found_.names.size() == kMostKinds) {
      mistakes_.add(place, "the links have more than ", kMostKinds, " kinds, those by latency included; use fewer");
    }
    found_.number.emplace(std::pair(kind, latency), found_.names.size());
    found_.names.push_back(std::move(name));
    found_.latencies.push_back(latency);
  }

  const Draft& draft_;
  Mistakes& mistakes_;
  KindList found_;
  std::vector<std::string> order_;                                // of the kinds in the file
  std::map<std::string, std::map<LinkLatency, Place>> first_of_;  // the first link, by kind and latency
};

}  // namespace

KindList list_kinds(const Draft& draft, Mistakes& mistakes) {
  return KindLister(draft, mistakes).list();
}

}  // namespace kintsugi::graph

#include "models/rdt/assignment_search.hpp"

#include <algorithm>
#include <bit>
#include <set>
#include <span>
#include <tuple>

namespace kintsugi::rdt {

namespace {

/// Where a symmetry maps each class.
using ClassMap = std::array<unsigned, kClasses>;

/// Returns the symmetries that map a class to a class: eight about node (0, 0), each followed by eight translations.
std::vector<ClassMap> symmetries(const Rdt& rdt) {
  std::set<ClassMap> maps;
  for (unsigned turn = 0; turn < 8; ++turn) {
    for (unsigned shift = 0; shift < kClasses; ++shift) {
      ClassMap map{};
      for (unsigned i = 0; i < kClasses; ++i) {
        Vector at = rdt.difference(NodeId{0}, rdt.node_of_class(i));
        if (turn >= 4) at.h = -at.h;
        for (unsigned quarter = 0; quarter < turn % 4; ++quarter) at = quarter_turn(at);
        map[i] = class_of(rdt, rdt.moved(rdt.node_of_class(shift), at));
      }
      maps.insert(map);
    }
  }
  return {maps.begin(), maps.end()};
}

ClassRanks mapped(const ClassRanks& ranks, const ClassMap& map) {
  ClassRanks result{};
  for (unsigned i = 0; i < kClasses; ++i) result[map[i]] = ranks[i];
  return result;
}

/// Returns what the symmetries make of an assignment, each once, ascending.
std::vector<ClassRanks> images(const ClassRanks& ranks, std::span<const ClassMap> maps) {
  std::set<ClassRanks> same;
  for (const ClassMap& map : maps) same.insert(mapped(ranks, map));
  return {same.begin(), same.end()};
}

/// Returns the sets of that many ranks up to the highest, ascending.
std::vector<RankSet> sets_of(unsigned upper_ranks, unsigned highest) {
  std::vector<RankSet> sets;
  for (unsigned set = 2; set < 2u << highest; set += 2) {
    if (static_cast<unsigned>(std::popcount(set)) == upper_ranks) sets.push_back(static_cast<RankSet>(set));
  }
  return sets;
}

/// Distances by breadth-first search on numbers of nodes. The steps of a class are the same for all assignments with
/// the same ranks there.
class DistanceMeter {
 public:
  explicit DistanceMeter(const Rdt& rdt) : distance_(rdt.nodes()), reached_(rdt.nodes()) {
    for (std::uint32_t node = 0; node < rdt.nodes(); ++node)
      class_.push_back(std::uint8_t(class_of(rdt, NodeId{node})));
  }

  struct Result {
    unsigned diameter = 0;
    double average = 0;
  };

  Result measure(const Rdt& rdt) {
    Result result;
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < kClasses; ++i) steps_[i] = steps_of(rdt, i);
    for (unsigned i = 0; i < kClasses; ++i) {
      const auto [farthest, total] = search(rdt, rdt.node_of_class(i));
      result.diameter = std::max(result.diameter, farthest);
      sum += total;
    }
    result.average = static_cast<double>(sum) / (kClasses * (rdt.nodes() - 1.0));
    return result;
  }

 private:
  static constexpr std::uint16_t kFar = 0xffff;

  static std::vector<Vector> steps_of(const Rdt& rdt, unsigned node_class) {
    std::vector<Vector> steps;
    for (unsigned rank = 0; rank <= rdt.highest_rank(); ++rank) {
      if (!rdt.has_rank(rdt.node_of_class(node_class), rank)) continue;
      for (const Way way : kAllWays) steps.push_back(rdt.to_base(rank, unit(way)));
    }
    return steps;
  }

  /// Returns the distance to the farthest node, and the sum of all distances.
  std::pair<unsigned, std::uint64_t> search(const Rdt& rdt, NodeId source) {
    std::ranges::fill(distance_, kFar);
    std::size_t end = 0;
    const auto reach = [&](NodeId node, unsigned distance) {
      if (distance_[node.value] != kFar) return;
      distance_[node.value] = static_cast<std::uint16_t>(distance);
      reached_[end++] = node;
    };
    reach(source, 0);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < end; ++i) {
      const NodeId node = reached_[i];
      sum += distance_[node.value];
      for (const Vector step : steps_[class_[node.value]]) reach(rdt.moved(node, step), distance_[node.value] + 1u);
    }
    return {distance_[reached_[end - 1].value], sum};
  }

  std::vector<std::uint8_t> class_;
  std::vector<std::uint16_t> distance_;
  std::vector<NodeId> reached_;
  std::array<std::vector<Vector>, kClasses> steps_;
};

/// Goes through all assignments in ascending order.
class AssignmentSearch {
 public:
  AssignmentSearch(const Unassigned& size, unsigned upper_ranks)
      : size_(size),
        upper_ranks_(upper_ranks),
        sets_(sets_of(upper_ranks, size.highest)),
        symmetries_(symmetries(Rdt(size.exponent))) {}

  SearchResult run(const Progress& progress) {
    std::size_t total = 1;
    for (unsigned i = 0; i < kClasses; ++i) total *= sets_.size();
    DistanceMeter meter(with_ranks(size_, {}));
    for (std::size_t number = 0; number < total; ++number) {
      const ClassRanks ranks = assignment(number);
      if (is_first(ranks)) {
        const Rdt rdt = with_ranks(size_, ranks);
        const DistanceMeter::Result found = meter.measure(rdt);
        found_.push_back({ranks, found.diameter, found.average});
      }
      if (progress && (number % 64 == 63 || number + 1 == total)) progress(number + 1, total);
    }
    return result();
  }

 private:
  struct Found {
    ClassRanks ranks;
    unsigned diameter;
    double average;
  };

  /// Returns the assignment of a number: class 0 has the highest place.
  ClassRanks assignment(std::size_t number) const {
    ClassRanks ranks{};
    for (unsigned i = kClasses; i-- > 0; number /= sets_.size()) ranks[i] = sets_[number % sets_.size()];
    return ranks;
  }

  bool is_first(const ClassRanks& ranks) const {
    return std::ranges::none_of(symmetries_, [&](const ClassMap& map) { return mapped(ranks, map) < ranks; });
  }

  std::string label_of(const std::vector<ClassRanks>& same) const {
    std::string label;
    for (const ClassRanks& ranks : same) {
      const std::string name = assignment_name(with_ranks(size_, ranks));
      if (name.find_first_of("0123456789") == std::string::npos) label += (label.empty() ? "" : ", ") + name;
    }
    return label;
  }

  SearchResult result() {
    std::ranges::stable_sort(found_, {}, [](const Found& found) { return std::tuple(found.diameter, found.average); });
    SearchResult result{"assignment",
                        name_with_parameters(size_, upper_ranks_) + " " + std::to_string(1u << size_.exponent) + "x" +
                            std::to_string(1u << size_.exponent),
                        {}};
    for (const Found& found : found_) {
      const std::vector<ClassRanks> same = images(found.ranks, symmetries_);
      const std::string label = label_of(same);
      if (result.rows.size() >= SearchResult::kMostRows && label.empty()) continue;
      SearchResult::Row row{value_of(found.ranks), {}, label, found.diameter, found.average};
      for (const ClassRanks& ranks : same) row.alike.emplace_back(value_of(ranks));
      result.rows.push_back(std::move(row));
    }
    result.tried = found_.size();
    result.file = {"assignment.txt", to_file(with_ranks(size_, found_.front().ranks))};
    return result;
  }

  /// Returns the entries, also of an assignment with a name.
  std::string value_of(const ClassRanks& ranks) const {
    return assignment_entries(Rdt(size_.exponent, Assignment::kOther, 2, size_.highest, ranks));
  }

  Unassigned size_;
  unsigned upper_ranks_;
  std::vector<RankSet> sets_;
  std::vector<ClassMap> symmetries_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<ClassRanks> alike(const Unassigned& size, const ClassRanks& ranks) {
  return images(ranks, symmetries(Rdt(size.exponent)));
}

SearchResult search_assignment(const Unassigned& size, unsigned upper_ranks, const Progress& progress) {
  if (size.cardinal != 2) {
    throw ParameterError("cardinal",
                         "the search for an assignment tries all of them, which is possible with the "
                         "cardinal number 2 only, not with " +
                             std::to_string(size.cardinal));
  }
  require_numbers(size.exponent, size.cardinal, size.highest, true);
  if (upper_ranks < 1 || upper_ranks > size.highest) {
    throw ParameterError(
        "m", "m must be 1 to R, which is " + std::to_string(size.highest) + ", not " + std::to_string(upper_ranks));
  }
  if (sets_of(upper_ranks, size.highest).size() > kMostSets) {
    throw ParameterError("R", "with R = " + std::to_string(size.highest) + " and m = " + std::to_string(upper_ranks) +
                                  " there are too many assignments to try; choose a smaller R");
  }
  return AssignmentSearch(size, upper_ranks).run(progress);
}

}  // namespace kintsugi::rdt

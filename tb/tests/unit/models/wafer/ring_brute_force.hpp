/// A second planner of rings, for tests only: it tries all pairs of lines that the rings skip, and follows what the
/// links of each plane can do line by line, over all orders of the rings on a line. It shares only the numbering of
/// sites with models/wafer. For cores of up to 4 x 4.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdlib>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "models/fabric/defects.hpp"
#include "models/wafer/grid.hpp"

namespace kintsugi::test {

/// The orders in which the rings of a plane can stand on a line of so many rings and two places more.
class LineOrders {
 public:
  static constexpr std::size_t kMost = 360;  // 6 * 5 * 4 * 3
  using Set = std::bitset<kMost>;
  using Order = std::vector<int>;  ///< the place of every ring

  LineOrders(int rings, int tracks) : rings_(rings) {
    Order order;
    add(order);
    std::vector<Set> one(orders_.size());
    for (std::size_t a = 0; a < orders_.size(); ++a) {
      for (std::size_t b = 0; b < orders_.size(); ++b) one[a][b] = share_no_piece(orders_[a], orders_[b]);
    }
    after_ = one;
    for (int track = 1; track < tracks; ++track) {
      for (Set& set : after_) set = follow(set, one);
    }
  }
  const std::vector<Order>& orders() const { return orders_; }
  /// Returns the orders on the next line, if one of the set is on this one.
  Set after(const Set& set) const { return follow(set, after_); }

 private:
  void add(Order& order) {
    if (order.size() == static_cast<std::size_t>(rings_)) {
      orders_.push_back(order);
      return;
    }
    for (int place = 0; place <= rings_ + 1; ++place) {
      if (std::ranges::find(order, place) != order.end()) continue;
      order.push_back(place);
      add(order);
      order.pop_back();
    }
  }
  static bool share_no_piece(const Order& a, const Order& b) {
    std::array<int, 8> links{};
    for (std::size_t ring = 0; ring < a.size(); ++ring) {
      for (int piece = std::min(a[ring], b[ring]); piece < std::max(a[ring], b[ring]); ++piece) {
        if (++links[static_cast<std::size_t>(piece)] > 1) return false;
      }
    }
    return true;
  }
  Set follow(const Set& set, const std::vector<Set>& step) const {
    Set found;
    for (std::size_t order = 0; order < orders_.size(); ++order) {
      if (set[order]) found |= step[order];
    }
    return found;
  }

  int rings_;
  std::vector<Order> orders_;
  std::vector<Set> after_;
};

class RingBruteForce {
 public:
  RingBruteForce(const WaferGrid& grid, int tracks)
      : grid_(grid), along_columns_(grid.columns(), tracks), along_rows_(grid.rows(), tracks) {}

  bool repairable(std::span<const SiteId> defects) {
    taken_.assign(grid_.sites(), false);
    for (const SiteId site : defects) taken_[site.value] = true;
    columns_.clear();
    rows_.assign(static_cast<std::size_t>(grid_.rows()), {0, 0});
    return choose_row(0);
  }
  /// The same with base links of at most so many pitches; for one track.
  bool repairable(std::span<const SiteId> defects, int longest) {
    longest_ = longest;
    const bool found = repairable(defects);
    longest_ = std::numeric_limits<int>::max();
    return found;
  }
  /// Returns the fewest nodes that a plan moves; nullopt if there is no plan.
  std::optional<int> fewest_moved(std::span<const SiteId> defects) {
    for (most_moved_ = 0; most_moved_ <= static_cast<int>(grid_.nodes()); ++most_moved_) {
      if (repairable(defects)) return most_moved_;
    }
    return std::nullopt;
  }

 private:
  struct Skips {
    int low;
    int high;
    int shift(int line) const { return line <= low ? -1 : line >= high ? 1 : 0; }
  };

  /// Tries all pairs of every row, then all of every column.
  bool choose_row(std::size_t row) {
    if (row == rows_.size()) return choose_column();
    for (int low = 0; low <= grid_.columns(); ++low) {
      for (int high = low + 1; high <= grid_.columns() + 1; ++high) {
        rows_[row] = {low, high};
        if (choose_row(row + 1)) return true;
      }
    }
    return false;
  }

  bool choose_column() {
    const int column = static_cast<int>(columns_.size()) + 1;
    if (column > grid_.columns()) {
      return moved() <= most_moved_ && is_carried(Plane::kH, columns_, rows_, along_columns_) &&
             is_carried(Plane::kV, rows_, columns_, along_rows_);
    }
    for (int low = 0; low <= grid_.rows(); ++low) {
      for (int high = low + 1; high <= grid_.rows() + 1; ++high) {
        const std::vector<SiteId> sites = sites_of(column, {low, high});
        if (sites.empty()) continue;
        columns_.push_back({low, high});
        for (const SiteId site : sites) taken_[site.value] = true;
        const bool found = choose_column();
        for (const SiteId site : sites) taken_[site.value] = false;
        columns_.pop_back();
        if (found) return true;
      }
    }
    return false;
  }

  int moved() const {
    int moved = 0;
    for (int row = 1; row <= grid_.rows(); ++row) {
      for (int column = 1; column <= grid_.columns(); ++column) {
        const bool stays = columns_[static_cast<std::size_t>(column) - 1].shift(row) == 0 &&
                           rows_[static_cast<std::size_t>(row) - 1].shift(column) == 0;
        moved += stays ? 0 : 1;
      }
    }
    return moved;
  }

  /// Returns the sites of the nodes of a column; none if one of them is taken or not there.
  std::vector<SiteId> sites_of(int column, Skips skips) const {
    std::vector<SiteId> sites;
    for (int row = 1; row <= grid_.rows(); ++row) {
      const GridPoint at{row + skips.shift(row), column + rows_[static_cast<std::size_t>(row) - 1].shift(column)};
      if (!grid_.populated(at) || taken_[grid_.site(at).value]) return {};
      sites.push_back(grid_.site(at));
    }
    return sites;
  }

  /// Follows the orders from line 0 to the last line, which must have the same one as line 0.
  bool is_carried(Plane plane, const std::vector<Skips>& rings, const std::vector<Skips>& others,
                  const LineOrders& orders) const {
    const int last = grid_.lines(plane) + 1;
    std::vector<LineOrders::Set> allowed;
    for (int line = 0; line <= last; ++line) allowed.push_back(allowed_on(plane, line, rings, others, orders));
    for (std::size_t first = 0; first < orders.orders().size(); ++first) {
      if (!allowed.front()[first] || !allowed.back()[first]) continue;
      if (longest_ != std::numeric_limits<int>::max()) {
        std::set<std::pair<int, Lengths>> seen;
        if (is_short(rings, orders, allowed, {0, first, Lengths(rings.size(), 0)}, first, seen)) return true;
        continue;
      }
      LineOrders::Set now;
      now.set(first);
      for (int line = 1; line <= last; ++line) now = orders.after(now) & allowed[static_cast<std::size_t>(line)];
      if (now[first]) return true;
    }
    return false;
  }

  /// The pitches of the link of each ring so far.
  using Lengths = std::vector<int>;
  struct Step {
    int line;
    std::size_t order;
    Lengths lengths;
  };

  /// Goes on from a line in every way in which no base link becomes too long.
  bool is_short(const std::vector<Skips>& rings, const LineOrders& orders, const std::vector<LineOrders::Set>& allowed,
                Step step, std::size_t end, std::set<std::pair<int, Lengths>>& seen) const {
    const int last = static_cast<int>(allowed.size()) - 1;
    if (step.line == last) return step.order == end;
    Lengths state = step.lengths;
    state.push_back(static_cast<int>(step.order));
    if (!seen.insert({step.line, state}).second) return false;
    LineOrders::Set here;
    here.set(step.order);
    const LineOrders::Set after = orders.after(here) & allowed[static_cast<std::size_t>(step.line) + 1];
    for (std::size_t next = 0; next < orders.orders().size(); ++next) {
      if (!after[next]) continue;
      Step on{step.line + 1, next, step.lengths};
      bool fits = true;
      for (std::size_t ring = 0; ring < rings.size(); ++ring) {
        const auto has_node = [&](int line) { return line != rings[ring].low && line != rings[ring].high; };
        int& length = on.lengths[ring];
        if (has_node(step.line)) length = 0;
        length += 1 + std::abs(orders.orders()[next][ring] - orders.orders()[step.order][ring]);
        bool is_base = false;  // a node before and a node behind
        for (int line = 0; line <= step.line; ++line) is_base = is_base || has_node(line);
        fits = fits && (!is_base || !has_node(on.line) || length <= longest_);
      }
      if (fits && is_short(rings, orders, allowed, on, end, seen)) return true;
    }
    return false;
  }

  LineOrders::Set allowed_on(Plane plane, int line, const std::vector<Skips>& rings, const std::vector<Skips>& others,
                             const LineOrders& orders) const {
    LineOrders::Set allowed;
    for (std::size_t i = 0; i < orders.orders().size(); ++i) {
      bool fits = true;
      for (std::size_t ring = 0; ring < rings.size(); ++ring) {
        const int place = orders.orders()[i][ring];
        fits = fits && grid_.populated(point(plane, line, place));
        if (line == rings[ring].low || line == rings[ring].high) continue;
        const int home = line < rings[ring].low ? line + 1 : line > rings[ring].high ? line - 1 : line;
        const int number = static_cast<int>(ring) + 1;
        fits = fits && place == number + others[static_cast<std::size_t>(home) - 1].shift(number);
      }
      allowed[i] = fits;
    }
    return allowed;
  }

  WaferGrid grid_;
  LineOrders along_columns_;
  LineOrders along_rows_;
  std::vector<bool> taken_;  // by site: dead, or with a node
  std::vector<Skips> columns_;
  std::vector<Skips> rows_;
  int longest_ = std::numeric_limits<int>::max();
  int most_moved_ = std::numeric_limits<int>::max();
};

}  // namespace kintsugi::test

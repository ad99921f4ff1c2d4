/// Checks that the tests of all network families share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "models/family/family.hpp"

namespace kintsugi::test {

/// Makes the value of a parameter where a plain literal would be ambiguous.
inline std::int64_t number(std::int64_t value) {
  return value;
}

inline std::string network_name(const Family& family, const Parameters& parameters) {
  return family.build(parameters)->network().name();
}

/// Returns the error that building gives as "parameter: message".
inline std::string refusal(const Family& family, const Parameters& parameters) {
  try {
    family.build(parameters);
  } catch (const ParameterError& error) {
    return error.parameter() + ": " + error.what();
  }
  return "nothing was thrown";
}

/// Returns the message with which a design refuses a routing.
inline std::string routing_refusal(const Design& design, std::string_view name, unsigned vcs) {
  try {
    design.routing(name, vcs);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing was thrown";
}

/// Checks that the routing can be built with every number of channels from the least to 32, and with no other.
inline void expect_that_every_routing_can_be_made(const Design& design) {
  EXPECT_FALSE(design.routings().empty()) << design.network().name();
  for (const RoutingInfo& info : design.routings()) {
    SCOPED_TRACE(design.network().name() + ", " + info.name);
    EXPECT_EQ(design.routing(info.name, info.default_vcs)->name(), info.name);
    EXPECT_EQ(design.routing(info.name, 4)->vcs(), 4u);
    EXPECT_EQ(design.routing(info.name, 32)->vcs(), 32u);
    EXPECT_THROW(design.routing(info.name, info.min_vcs - 1), std::invalid_argument);
    EXPECT_THROW(design.routing(info.name, 33), std::invalid_argument);
  }
}

/// Checks that routes depend only on the node of a packet and its destination.
inline void expect_that_no_routing_asks_for_the_source(const Design& design) {
  for (const RoutingInfo& info : design.routings()) {
    EXPECT_FALSE(design.routing(info.name, 4)->uses_source()) << design.network().name() << ", " << info.name;
  }
}

/// Compares every cell and returns how many were printed.
inline unsigned expect_as_published(const PaperTable& table) {
  unsigned printed = 0;
  for (const PaperTable::Row& row : table.rows) {
    EXPECT_EQ(row.computed, row.published) << row.label;
    EXPECT_EQ(row.published.size(), table.columns.size());
    for (const std::string& cell : row.published) printed += !cell.empty();
  }
  return printed;
}

/// Records the progress of a computation; checks that it never exceeds the total.
class LastProgress {
 public:
  Progress listener() {
    return [this](std::size_t done, std::size_t total) {
      EXPECT_LE(done, total);
      done_ = done;
    };
  }
  std::size_t done() const { return done_; }

 private:
  std::size_t done_ = 0;
};

/// Checks that the tables of a paper report their progress in so many steps; computes only the first step.
inline void expect_progress_of_paper_tables(const Family& family, std::size_t steps) {
  struct Seen {};
  const auto see = [steps](std::size_t done, std::size_t total) {
    EXPECT_LE(done, total);
    EXPECT_EQ(total, steps);
    throw Seen();
  };
  EXPECT_THROW(family.paper_tables(see), Seen);
}

}  // namespace kintsugi::test

/// Runs a scenario with faults at run time on every schedule.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "tb/tests/system/tool.hpp"

namespace kintsugi::test {

/// How a run ended, and its report.
struct Outcome {
  int status = 2;
  nlohmann::json document;
};

/// Checks that flits are conserved, that every packet is delivered or dropped, and that every schedule gives the same.
inline Outcome run_on_every_schedule(const std::string& scenario, std::size_t turn = 0) {
  Outcome outcome;
  const auto check = [&] {
    const ToolResult domain = run_tool({"run", scenario, "--json", "--quiet"});
    ASSERT_TRUE(domain.status == 0 || domain.status == 1) << domain.err;
    outcome = {domain.status, nlohmann::json::parse(domain.out)};
    const nlohmann::json& document = outcome.document;
    const nlohmann::json& packets = document.at("packets");
    EXPECT_EQ(document.at("conserved"), true);
    EXPECT_EQ(document.at("deadlock"), false);
    EXPECT_EQ(packets.at("lost"), document.at("lost_packets").size());
    EXPECT_GT(packets.at("created"), 0) << "nothing is tested";
    const bool drains = scenario.find("drain: false") == std::string::npos && !document.contains("failure");
    const auto ended = packets.at("delivered").get<std::uint64_t>() + packets.at("lost").get<std::uint64_t>();
    EXPECT_TRUE(!drains || packets.at("created") == ended) << "after the drain every packet has arrived or is named";
    for (const auto& way : other_ways_to_run(turn, 2)) {
      EXPECT_TRUE(run_tool(with({"run", scenario, "--json", "--quiet"}, way)).out == domain.out)
          << way.back() << " says something else than domain";
    }
  };
  check();
  return outcome;
}

}  // namespace kintsugi::test

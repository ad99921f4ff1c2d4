/// Shared by the tests of messages: a chip whose packets are messages, threads that are functions, and a check of the
/// order in which messages are read.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw/chip/chip.hpp"
#include "hw/chip/module_walk.hpp"
#include "hw/message/message_in.hpp"
#include "hw/message/message_out.hpp"
#include "models/registry/families.hpp"
#include "models/routing/fault_aware.hpp"
#include "tb/tests/unit/hw/faults_of_a_chip.hpp"

namespace kintsugi::test {

/// The data of a message: its sender and number, and words that follow from both.
struct Frame {
  std::uint32_t from = 0;
  std::uint32_t number = 0;
  std::uint64_t words[3] = {};
  friend bool operator==(const Frame&, const Frame&) = default;
};
static_assert(sizeof(Frame) == 32);

inline Frame frame_of(NodeId from, std::uint32_t number) {
  Frame frame{from.value, number, {}};
  std::uint64_t word = (std::uint64_t{from.value} << 32 | number) + 1;
  for (std::uint64_t& each : frame.words) each = word *= 0x9e3779b97f4a7c15;
  return frame;
}

/// Expects that the frames of each sender have ascending numbers, of which some may be missing, and the right data.
class OrderCheck {
 public:
  void read(const Frame& frame) {
    const auto [last, is_first] = last_.insert({frame.from, frame.number});
    if (!is_first && frame.number <= last->second) note(frame, "is read after " + std::to_string(last->second));
    if (frame != frame_of(NodeId{frame.from}, frame.number)) note(frame, "has other data");
    last->second = frame.number;
    ++read_;
  }
  std::uint64_t frames() const { return read_; }
  /// Returns the first mistake; empty if there is none.
  const std::string& complaint() const { return complaint_; }

 private:
  void note(const Frame& frame, const std::string& what) {
    if (!complaint_.empty()) return;
    complaint_ = "message " + std::to_string(frame.number) + " of node " + std::to_string(frame.from) + ' ' + what;
  }

  std::map<std::uint32_t, std::uint32_t> last_;  // by sender
  std::uint64_t read_ = 0;
  std::string complaint_;
};

class MessageRig {
 public:
  MessageRig(const std::string& kind, const Parameters& parameters, const std::string& routing,
             MessageParameters messages = {}, ChipParameters chosen = {}, bool on_fabric = false)
      : design(find_family(kind)->build(parameters)), relation(design->routing(routing, 2)), network(messages) {
    if (on_fabric) fabric = design->fabric({});
    plan = {&design->network(), relation.get(), fabric ? &fabric->fabric() : nullptr};
    plan.fault_aware = dynamic_cast<FaultAware*>(relation.get());
    chosen.router.vcs = relation->vcs();
    chip = std::make_unique<Chip>(plan.root_name(), plan, chosen, network);
    network.attach(*chip);
  }

  MessageOut<Frame>& out(std::uint32_t from, std::uint32_t to, unsigned tag = 0) {
    outs.push_back(std::make_unique<MessageOut<Frame>>(sc_core::sc_gen_unique_name("out"), network, NodeId{from},
                                                       NodeId{to}, tag));
    return *outs.back();
  }
  MessageIn<Frame>& in(std::uint32_t node, unsigned tag = 0) {
    ins.push_back(std::make_unique<MessageIn<Frame>>(sc_core::sc_gen_unique_name("in"), network, NodeId{node}, tag));
    return *ins.back();
  }
  static void thread(std::function<void()> body) { sc_core::sc_spawn(std::move(body)); }
  /// Returns the cycle of the present time.
  Cycle cycle() const { return sc_core::sc_time_stamp().value() / chip->clock().period().value(); }

  /// On a fabric: configures it without defects, and has it repair itself around these faults, as far as it can.
  void configure(std::vector<RunTimeFault> faults) { configure_and_repair(*chip, *fabric, std::move(faults)); }
  /// In a directly wired network that routes around faults: has these PEs die.
  void expect_deaths(Cycle at, const std::vector<SiteId>& sites) { test::expect_deaths(*chip, at, sites); }
  void run(Cycle cycles) { chip->clock().run_until(chip->clock().next() + cycles); }
  /// Runs, and checks that no packet is left under way.
  void run_to_the_end(Cycle cycles) {
    run(cycles);
    EXPECT_EQ(chip->packets().live(), 0u);
    EXPECT_EQ(check_conservation(*chip).value_or(""), "");
  }

  std::unique_ptr<Design> design;
  std::unique_ptr<RoutingRelation> relation;
  std::unique_ptr<ReconfigurableFabric> fabric;
  MessageNetwork network;
  ChipPlan plan;
  std::unique_ptr<Chip> chip;
  std::vector<std::unique_ptr<MessageOut<Frame>>> outs;
  std::vector<std::unique_ptr<MessageIn<Frame>>> ins;
};

inline Parameters square_of(std::int64_t side) {
  return {{"sides", std::vector<std::int64_t>{side, side}}};
}

inline sc_core::sc_time in_cycles(double count) {
  return {count, sc_core::SC_NS};
}

}  // namespace kintsugi::test

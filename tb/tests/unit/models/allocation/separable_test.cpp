// The separable allocator: its rule, how fair it is, and what it misses.
#include "models/allocation/separable.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "models/random/random.hpp"

namespace kintsugi::test {
namespace {

using Requests = std::vector<HeadRequest>;

HeadRequest asks(unsigned in, unsigned vc, unsigned out) {
  return {PortId::from(in), Vc::from(vc), PortId::from(out)};
}

/// Lets an allocator choose, and gives channels to the chosen heads; returns these.
Requests granted(ChannelAllocator& allocator, Requests requests) {
  allocator.choose(requests);
  std::erase_if(requests, [](const HeadRequest& each) { return !each.chosen; });
  for (const HeadRequest& each : requests) allocator.given(each.in, each.vc, each.out);
  return requests;
}

/// The rule again, in lists in the order of the turns instead of sets of bits.
class PlainSeparable {
 public:
  PlainSeparable(unsigned ports, unsigned vcs, unsigned classes) : vcs_of_class_(vcs / classes) {
    for (unsigned number = 0; number < classes; ++number) {
      for (unsigned port = 0; port < ports; ++port) {
        for (unsigned vc = 0; vc < vcs_of_class_; ++vc)
          channels_[{number, port}].push_back(number * vcs_of_class_ + vc);
        for (unsigned in = 0; in < ports; ++in) inputs_[{number, port}].push_back(in);
      }
    }
  }

  Requests granted(const Requests& requests) {
    std::map<unsigned, unsigned> put_forward;  // by input port, the channel
    for (const HeadRequest& each : requests) {
      if (!put_forward.contains(each.in.value)) put_forward[each.in.value] = first_channel(requests, each.in.value);
    }
    Requests chosen;
    for (const HeadRequest& each : requests) {
      if (put_forward[each.in.value] == each.vc.value && wins(each, requests, put_forward)) chosen.push_back(each);
    }
    for (const HeadRequest& each : chosen) {
      const unsigned number = each.vc.value / vcs_of_class_;
      move_behind(channels_[{number, each.in.value}], each.vc.value);
      move_behind(inputs_[{number, each.out.value}], each.in.value);
    }
    return chosen;
  }

 private:
  /// The one served last comes last.
  static void move_behind(std::vector<unsigned>& turns, unsigned served) {
    std::ranges::rotate(turns, std::ranges::find(turns, served) + 1);
  }

  unsigned first_channel(const Requests& requests, unsigned in) const {
    for (unsigned number = 0;; ++number) {
      for (const unsigned vc : channels_.at({number, in})) {
        for (const HeadRequest& each : requests) {
          if (each.in.value == in && each.vc.value == vc) return vc;
        }
      }
    }
  }

  bool wins(const HeadRequest& head, const Requests& requests, std::map<unsigned, unsigned>& put_forward) const {
    for (unsigned number = 0;; ++number) {
      for (const unsigned in : inputs_.at({number, head.out.value})) {
        for (const HeadRequest& each : requests) {
          const bool is_rival = each.in.value == in && each.out == head.out && each.vc.value == put_forward[in];
          if (is_rival && each.vc.value / vcs_of_class_ == number) return in == head.in.value;
        }
      }
    }
  }

  unsigned vcs_of_class_;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> channels_;  // by class and input port, in turn
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> inputs_;    // by class and output port
};

/// Draws at most one request for each input channel; `copies`: some ask several ports.
Requests drawn_requests(RandomStream& random, const AllocatorForm& form, unsigned in_percent, bool copies) {
  Requests requests;
  for (unsigned in = 0; in < form.ports; ++in) {
    for (unsigned vc = 0; vc < form.vcs; ++vc) {
      if (random.below(100) >= in_percent) continue;
      std::set<unsigned> outputs{static_cast<unsigned>(random.below(form.ports))};
      if (copies && random.below(4) == 0) outputs.insert(static_cast<unsigned>(random.below(form.ports)));
      for (const unsigned out : outputs) requests.push_back(asks(in, vc, out));
    }
  }
  return requests;
}

std::vector<std::array<unsigned, 3>> numbers(const Requests& requests) {
  std::vector<std::array<unsigned, 3>> all;
  for (const HeadRequest& each : requests) all.push_back({each.in.value, each.vc.value, each.out.value});
  return all;
}

TEST(SeparableAllocator, is_the_rule_written_down_twice) {
  for (const AllocatorForm form : {AllocatorForm{5, 2, 1}, {9, 3, 1}, {3, 8, 1}, {5, 4, 2}, {64, 1, 1}, {2, 32, 4}}) {
    const auto allocator = make_channel_allocator(AllocatorRule::kSeparable, form);
    PlainSeparable plain(form.ports, form.vcs, form.strict_classes);
    RandomStream random(7, form.ports);
    for (unsigned cycle = 0; cycle < 400; ++cycle) {
      const Requests requests = drawn_requests(random, form, cycle % 100, cycle % 2 == 0);
      ASSERT_EQ(numbers(granted(*allocator, requests)), numbers(plain.granted(requests)))
          << form.ports << " ports, " << form.vcs << " channels, cycle " << cycle;
    }
  }
}

TEST(SeparableAllocator, begins_with_the_lowest_channel_and_the_lowest_port) {
  SeparableAllocator allocator({3, 2, 1});
  const Requests all{asks(1, 0, 0), asks(1, 1, 0), asks(2, 0, 0), asks(2, 1, 1)};
  EXPECT_EQ(numbers(granted(allocator, all)), numbers({asks(1, 0, 0)}));
  EXPECT_EQ(numbers(granted(allocator, all)), numbers({asks(2, 0, 0)})) << "port 1 has put channel 1 forward";
  EXPECT_EQ(numbers(granted(allocator, all)), numbers({asks(1, 1, 0), asks(2, 1, 1)}));
}

TEST(SeparableAllocator, moves_no_pointer_of_a_head_that_gets_no_channel) {
  SeparableAllocator allocator({3, 2, 1});
  Requests all{asks(1, 0, 0), asks(1, 1, 1), asks(2, 0, 0)};
  for (int i = 0; i < 3; ++i) {
    allocator.choose(all);
    EXPECT_TRUE(all[0].chosen);
    EXPECT_FALSE(all[1].chosen);
    EXPECT_FALSE(all[2].chosen);
  }
}

/// Heads that all ask all the time.
TEST(SeparableAllocator, serves_every_head_within_as_many_cycles_as_there_are_channels_of_all_ports) {
  for (const unsigned vcs : {1u, 2u, 5u}) {
    constexpr unsigned kPorts = 5;
    SeparableAllocator allocator({kPorts, vcs, 1});
    RandomStream random(3, vcs);
    Requests all;
    for (unsigned in = 0; in < kPorts; ++in) {
      for (unsigned vc = 0; vc < vcs; ++vc) all.push_back(asks(in, vc, static_cast<unsigned>(random.below(kPorts))));
    }
    std::map<std::array<unsigned, 3>, unsigned> last;
    for (unsigned cycle = 1; cycle <= 2000; ++cycle) {
      for (const auto& each : numbers(granted(allocator, all))) last[each] = cycle;
      for (const auto& each : numbers(all)) {
        ASSERT_LE(cycle - last[each], kPorts * vcs) << "port " << each[0] << " channel " << each[1];
      }
    }
  }
}

TEST(SeparableAllocator, shares_an_output_port_evenly) {
  SeparableAllocator allocator({5, 2, 1});
  std::map<std::array<unsigned, 3>, unsigned> given;
  Requests all;
  for (unsigned in = 0; in < 4; ++in) {
    for (unsigned vc = 0; vc < 2; ++vc) all.push_back(asks(in, vc, 4));
  }
  for (unsigned cycle = 0; cycle < 800; ++cycle) {
    for (const auto& each : numbers(granted(allocator, all))) ++given[each];
  }
  ASSERT_EQ(given.size(), 8u);
  for (const auto& [head, times] : given) EXPECT_EQ(times, 100u) << "port " << head[0] << " channel " << head[1];
}

/// The size of a largest matching of input and output ports, by trying all.
unsigned largest_matching(const Requests& requests, unsigned in, PortSet taken) {
  unsigned best = 0;
  bool is_last = true;
  for (const HeadRequest& each : requests) {
    is_last = is_last && each.in.value < in;
    if (each.in.value != in || (taken & port_bit(each.out)) != 0) continue;
    best = std::max(best, 1 + largest_matching(requests, in + 1, taken | port_bit(each.out)));
  }
  return is_last ? 0 : std::max(best, largest_matching(requests, in + 1, taken));
}

TEST(SeparableAllocator, misses_at_worst_all_but_one_of_a_largest_matching) {
  SeparableAllocator allocator({4, 2, 1});
  Requests all;
  for (unsigned in = 0; in < 4; ++in) {
    all.push_back(asks(in, 0, 0));
    if (in != 0) all.push_back(asks(in, 1, in));
  }
  EXPECT_EQ(largest_matching(all, 0, 0), 4u);
  EXPECT_EQ(granted(allocator, all).size(), 1u) << "all put the head for port 0 forward";
}

TEST(SeparableAllocator, uses_every_port_that_a_head_put_forward_asks) {
  const AllocatorForm form{5, 2, 1};
  // by the share of input channels whose heads ask, in percent; hw/README.md has the shares of a largest matching
  for (const auto& [in_percent, of_largest] : {std::pair{40u, 0.94}, {100u, 0.77}}) {
    SeparableAllocator allocator(form);
    RandomStream random(11, 0);
    unsigned chosen = 0, largest = 0;
    for (unsigned cycle = 0; cycle < 3000; ++cycle) {
      const Requests requests = drawn_requests(random, form, in_percent, false);
      const Requests won = granted(allocator, requests);
      std::set<unsigned> inputs, outputs;
      for (const HeadRequest& each : won) {
        EXPECT_TRUE(inputs.insert(each.in.value).second) << "an input port is granted twice";
        EXPECT_TRUE(outputs.insert(each.out.value).second) << "an output port is granted twice";
      }
      // An input port that wins nothing has a head for a port that another has won.
      for (const HeadRequest& each : requests) {
        if (inputs.contains(each.in.value)) continue;
        EXPECT_TRUE(std::ranges::any_of(requests, [&](const HeadRequest& other) {
          return other.in == each.in && outputs.contains(other.out.value);
        }));
      }
      chosen += static_cast<unsigned>(won.size());
      largest += largest_matching(requests, 0, 0);
    }
    EXPECT_NEAR(static_cast<double>(chosen) / largest, of_largest, 0.01) << in_percent;
  }
}

TEST(SeparableAllocator, lets_strict_classes_go_before_others_as_if_these_were_not_there) {
  const AllocatorForm form{5, 4, 2};
  SeparableAllocator both(form), first_alone(form);
  RandomStream random(13, 0);
  for (unsigned cycle = 0; cycle < 2000; ++cycle) {
    const Requests requests = drawn_requests(random, form, 50, false);
    const auto is_second = [](const HeadRequest& each) { return each.vc.value >= 2; };
    Requests first = requests;
    std::erase_if(first, is_second);
    Requests won = granted(both, requests);
    std::erase_if(won, is_second);
    ASSERT_EQ(numbers(won), numbers(granted(first_alone, first))) << "cycle " << cycle;
  }
}

TEST(AllocatorRules, have_names) {
  for (const AllocatorRule rule : {AllocatorRule::kSerial, AllocatorRule::kSeparable}) {
    EXPECT_EQ(allocator_rule(name_of(rule)), rule);
  }
  EXPECT_EQ(allocator_rules().front().name, "serial");
  EXPECT_EQ(allocator_rules().size(), 2u);
  EXPECT_EQ(make_channel_allocator(AllocatorRule::kSerial, {5, 2, 1}), nullptr) << "the router has it in itself";
  EXPECT_THROW(allocator_rule("wavefront"), std::invalid_argument);
}

}  // namespace
}  // namespace kintsugi::test

// Messages between threads: equal and in order, as many at a time as there are places, the same on every schedule.
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/message/message_rig.hpp"

namespace kintsugi::test {
namespace {

/// All nodes of an adaptively routed torus of 4 x 4 send so many messages in all, each to two others; returns the
/// deliveries, and what the check complains of.
struct MessageRush {
  std::string complaint;
  std::uint64_t read = 0;
  std::string deliveries;  ///< "n3 0:17@240 ...": what node 3 reads, when; of the first messages
};
MessageRush rush(std::uint32_t messages, MessageParameters chosen = {}, ChipParameters parameters = {}) {
  constexpr std::uint32_t kNodes = 16;
  MessageRig rig("srt2d", {{"n", std::int64_t{2}}}, "minimal-adaptive", chosen, parameters);
  std::vector<OrderCheck> checks(2 * kNodes);  // by node and tag
  std::vector<std::string> logs(kNodes);
  const std::uint32_t each = messages / kNodes / 2;
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    MessageOut<Frame>* const outs[] = {&rig.out(node, kNodes - 1 - node), &rig.out(node, (node * 5 + 3) % kNodes, 1)};
    for (MessageOut<Frame>* const out : outs) {
      MessageRig::thread([out, node, each] {
        for (std::uint32_t i = 0; i < each; ++i) out->write(frame_of(NodeId{node}, i));
      });
    }
    for (const unsigned tag : {0u, 1u}) {
      MessageIn<Frame>& in = rig.in(node, tag);
      MessageRig::thread([&, node, tag] {
        while (true) {
          const Frame frame = in.read();
          EXPECT_EQ(in.source(), NodeId{frame.from});
          checks[2 * node + tag].read(frame);
          if (logs[node].size() < 2000) {
            logs[node] += ' ' + std::to_string(frame.from) + ':' + std::to_string(frame.number) + '@' +
                          std::to_string(rig.cycle());
          }
        }
      });
    }
  }
  MessageRush result;
  const std::uint64_t all = std::uint64_t{each} * kNodes * 2;
  while (result.read < all && rig.cycle() < 10 * Cycle{messages} + 1000) {
    rig.run(1000);
    result.read = 0;
    for (const OrderCheck& check : checks) result.read += check.frames();
  }
  rig.run_to_the_end(100);
  for (const OrderCheck& check : checks) {
    if (result.complaint.empty()) result.complaint = check.complaint();
  }
  for (std::uint32_t node = 0; node < kNodes; ++node) {
    result.deliveries += "n" + std::to_string(node) + logs[node] + '\n';
  }
  return result;
}

TEST(Messages, a_hundred_thousand_with_data_arrive_equal_and_in_order) {
  const MessageRush result = rush(100'000);
  EXPECT_EQ(result.complaint, "");
  EXPECT_EQ(result.read, 100'000u);
}

TEST(Messages, slow_a_million_with_data_arrive_equal_and_in_order) {
  const MessageRush result = rush(1'000'000);
  EXPECT_EQ(result.complaint, "");
  EXPECT_EQ(result.read, 1'000'000u);
}

TEST(Messages, the_check_of_the_order_finds_what_the_network_does_to_it) {
  const MessageRush result = rush(3'200, {.in_order = false});
  EXPECT_NE(result.complaint.find(" is read after "), std::string::npos) << result.complaint;
  EXPECT_EQ(result.read, 3'200u);
}

TEST(Messages, the_check_of_the_data_finds_a_changed_word) {
  OrderCheck check;
  Frame frame = frame_of(NodeId{3}, 7);
  check.read(frame);
  EXPECT_EQ(check.complaint(), "");
  frame = frame_of(NodeId{3}, 8);
  frame.words[2] ^= 1;
  check.read(frame);
  EXPECT_EQ(check.complaint(), "message 8 of node 3 has other data");
}

TEST(Messages, are_the_same_on_every_schedule_and_number_of_threads) {
  for (const unsigned credit_flits : {0u, 1u}) {
    const auto deliveries = [=](Schedule schedule, unsigned threads) {
      return in_child([=] {
        ChipParameters parameters;
        parameters.schedule = schedule;
        parameters.threads = threads;
        return rush(6'400, {.depth = 4, .credit_flits = credit_flits}, parameters).deliveries;
      });
    };
    const std::string expected = deliveries(Schedule::kDomain, 1);
    EXPECT_GT(expected.size(), 16u * 1000u);
    EXPECT_EQ(deliveries(Schedule::kProcess, 1), expected);
    EXPECT_EQ(deliveries(Schedule::kAlways, 1), expected);
    EXPECT_EQ(deliveries(Schedule::kDomain, 2), expected);
    EXPECT_EQ(deliveries(Schedule::kDomain, 4), expected);
  }
}

TEST(Messages, a_writer_waits_when_its_places_are_taken) {
  MessageRig rig("mesh", square_of(2), "dimension-order", {.depth = 5});
  MessageOut<Frame>& out = rig.out(0, 3);
  MessageIn<Frame>& in = rig.in(3);
  std::uint32_t written = 0;
  MessageRig::thread([&] {
    for (; written < 20; ++written) out.write(frame_of(NodeId{0}, written));
  });
  rig.run(300);
  EXPECT_EQ(written, 5u);
  EXPECT_EQ(out.open(), 5u);
  EXPECT_EQ(out.num_free(), 0);
  EXPECT_EQ(in.num_available(), 5);
  EXPECT_FALSE(out.nb_write({}));
  std::size_t most = 0;
  OrderCheck check;
  MessageRig::thread([&] {
    for (unsigned i = 0; i < 20; ++i) {
      check.read(in.read());
      sc_core::wait(in_cycles(i % 7));
      most = std::max(most, out.open());
      EXPECT_EQ(out.open() + static_cast<std::size_t>(out.num_free()), 5u);
    }
  });
  rig.run_to_the_end(600);
  EXPECT_EQ(written, 20u);
  EXPECT_EQ(check.frames(), 20u);
  EXPECT_EQ(check.complaint(), "");
  EXPECT_EQ(most, 5u);
  EXPECT_EQ(out.open(), 0u);
}

/// Returns the cycles in which messages of 32 bytes are read that a writer with one place sends to the next node but
/// one, from cycle 20 on.
std::vector<Cycle> times_with_one_place(unsigned credit_flits) {
  MessageRig rig("mesh", square_of(3), "dimension-order", {.depth = 1, .credit_flits = credit_flits});
  MessageOut<Frame>& out = rig.out(0, 2);
  MessageIn<Frame>& in = rig.in(2);
  std::vector<Cycle> times;
  MessageRig::thread([&] {
    sc_core::wait(in_cycles(20));
    for (std::uint32_t i = 0; i < 3; ++i) out.write(frame_of(NodeId{0}, i));
  });
  MessageRig::thread([&] {
    for (unsigned i = 0; i < 3; ++i) {
      EXPECT_EQ(in.read().number, i);
      times.push_back(rig.cycle());
    }
  });
  rig.run_to_the_end(200);
  return times;
}

TEST(Messages, take_the_time_of_their_packet_and_of_their_credit) {
  // r = 1, two links of one cycle: T0 is 1 + 3 + 2 + 1 + (L - 1), a packet has 5 flits; it is created a cycle behind
  EXPECT_EQ(in_child([] {
              std::string text;
              for (const Cycle time : times_with_one_place(0)) text += std::to_string(time) + ' ';
              return text;
            }),
            "32 45 58 ")
      << "the place is free a cycle after the read, and the next packet is created a cycle later";
  EXPECT_EQ(in_child([] {
              std::string text;
              for (const Cycle time : times_with_one_place(2)) text += std::to_string(time) + ' ';
              return text;
            }),
            "32 53 74 ")
      << "the packet of the credit takes a cycle to be created, and T0 = 8";
}

TEST(Messages, that_are_read_without_blocking_are_announced_by_events) {
  MessageRig rig("mesh", square_of(2), "dimension-order", {.depth = 2});
  MessageOut<Frame>& out = rig.out(0, 1);
  MessageIn<Frame>& in = rig.in(1);
  OrderCheck check;
  std::uint32_t written = 0;
  MessageRig::thread([&] {
    while (written < 50) {
      if (out.nb_write(frame_of(NodeId{0}, written))) {
        ++written;
      } else {
        sc_core::wait(out.data_read_event());
      }
    }
  });
  MessageRig::thread([&] {
    for (Frame frame; check.frames() < 50;) {
      if (in.nb_read(frame)) {
        check.read(frame);
      } else {
        sc_core::wait(in.data_written_event());
      }
    }
  });
  rig.run_to_the_end(1000);
  EXPECT_EQ(written, 50u);
  EXPECT_EQ(check.frames(), 50u);
  EXPECT_EQ(check.complaint(), "");
  Frame frame;
  EXPECT_FALSE(in.nb_read(frame));
}

/// Modules that know sc_fifo only.
struct FifoProducer final : sc_core::sc_module {
  sc_core::sc_fifo_out<std::string> out{"out"};
  explicit FifoProducer(sc_core::sc_module_name name) : sc_module(name) {
    sc_core::sc_spawn([this] {
      for (unsigned i = 0; i < 40; ++i) out->write(std::string(i * 10, 'x'));
    });
  }
};
struct FifoConsumer final : sc_core::sc_module {
  sc_core::sc_fifo_in<std::string> in{"in"};
  std::vector<std::size_t> lengths;
  explicit FifoConsumer(sc_core::sc_module_name name) : sc_module(name) {
    sc_core::sc_spawn([this] {
      while (true) lengths.push_back(in->read().size());
    });
  }
};

TEST(Messages, pass_between_modules_with_ports_of_a_fifo_and_have_the_bytes_of_their_value) {
  MessageRig rig("mesh", square_of(2), "dimension-order");
  MessageOut<std::string> out("out", rig.network, NodeId{0}, NodeId{3});
  MessageIn<std::string> in("in", rig.network, NodeId{3});
  out.size_by([](const std::string& text) { return text.size(); });
  FifoProducer producer("producer");
  FifoConsumer consumer("consumer");
  producer.out(out);
  consumer.in(in);
  rig.run_to_the_end(2000);
  ASSERT_EQ(consumer.lengths.size(), 40u);
  std::uint64_t flits = 0;
  for (unsigned i = 0; i < 40; ++i) {
    EXPECT_EQ(consumer.lengths[i], i * 10);
    flits += 1 + (i * 10 + 7) / 8;
  }
  EXPECT_EQ(rig.chip->counters().injected, flits);
}

TEST(Messages, of_several_senders_are_read_from_one_end_with_their_source) {
  MessageRig rig("mesh", square_of(3), "dimension-order");
  MessageIn<Frame>& in = rig.in(4);
  for (const std::uint32_t from : {0u, 4u, 8u}) {
    MessageOut<Frame>& out = rig.out(from, 4);
    MessageRig::thread([&out, from] {
      for (std::uint32_t i = 0; i < 30; ++i) out.write(frame_of(NodeId{from}, i));
    });
  }
  EXPECT_EQ(in.source(), kNoNode);
  OrderCheck check;
  MessageRig::thread([&] {
    while (true) {
      const Frame frame = in.read();
      check.read(frame);
      EXPECT_EQ(in.source(), NodeId{frame.from});
    }
  });
  rig.run_to_the_end(2000);
  EXPECT_EQ(check.frames(), 90u);
  EXPECT_EQ(check.complaint(), "");
}

TEST(Messages, show_how_many_are_open_and_available) {
  const std::filesystem::path path = std::filesystem::temp_directory_path() / ("messages" + std::to_string(getpid()));
  {
    MessageRig rig("mesh", square_of(2), "dimension-order", {.depth = 2});
    MessageOut<Frame>& out = rig.out(0, 1);
    MessageIn<Frame>& in = rig.in(1);
    sc_core::sc_trace_file* const file = sc_core::sc_create_vcd_trace_file(path.c_str());
    sc_trace(file, out, "from");
    sc_trace(file, in, "to");
    MessageRig::thread([&] {
      for (std::uint32_t i = 0; i < 2; ++i) out.write(frame_of(NodeId{0}, i));
    });
    rig.run(100);
    EXPECT_EQ(in.available(), 2u);
    sc_core::sc_close_vcd_trace_file(file);
  }
  std::ifstream trace(path.string() + ".vcd");
  std::stringstream text;
  text << trace.rdbuf();
  std::filesystem::remove(path.string() + ".vcd");
  for (const std::string probe : {"open", "lost", "available"}) {
    EXPECT_NE(text.str().find(' ' + probe), std::string::npos) << text.str();
  }
  EXPECT_NE(text.str().find("b10 "), std::string::npos) << "two messages";
}

}  // namespace
}  // namespace kintsugi::test

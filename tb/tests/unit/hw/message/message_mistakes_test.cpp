// Mistakes of a user of messages, and what waits for a configuration.
#include "hw/pe/unobserved.hpp"
#include "tb/tests/unit/hw/fork.hpp"
#include "tb/tests/unit/hw/kept_reports.hpp"
#include "tb/tests/unit/hw/message/message_rig.hpp"

namespace kintsugi::test {
namespace {

/// Returns what a call complains of; empty if it does not.
std::string mistake_of_user_in(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

TEST(MessageMistakes, parameters_out_of_range_are_refused) {
  const auto with = [](MessageParameters parameters) {
    return mistake_of_user_in([=] { const MessageNetwork network(parameters); });
  };
  EXPECT_EQ(with({.flit_bytes = 0}), "flit_bytes must be 1 to 4096, not 0");
  EXPECT_EQ(with({.header_flits = 256}), "header_flits must be 1 to 255, not 256");
  EXPECT_EQ(with({.depth = 0}), "depth must be 1 to 65536, not 0");
  EXPECT_EQ(with({.credit_flits = 256}), "credit_flits must be 0 to 255, not 256");
  EXPECT_EQ(with({}), "");
}

TEST(MessageMistakes, a_message_has_at_most_65536_bytes_and_the_flits_of_a_packet) {
  const MessageNetwork network({.flit_bytes = 8, .header_flits = 2});
  EXPECT_EQ(network.flits(0), 2u);
  EXPECT_EQ(network.flits(1), 3u);
  EXPECT_EQ(network.flits(8), 3u);
  EXPECT_EQ(network.flits(9), 4u);
  EXPECT_EQ(network.flits(kMaxMessageBytes), 8194u);
  EXPECT_EQ(mistake_of_user_in([&] { network.flits(kMaxMessageBytes + 1); }),
            "a message of 65537 bytes is too long: at most 65536; cut it into several");
  const MessageNetwork bytes({.flit_bytes = 1});
  EXPECT_EQ(bytes.flits(65'534), 65'535u);
  EXPECT_EQ(mistake_of_user_in([&] { bytes.flits(65'535); }),
            "a message of 65535 bytes has 65536 flits, and a packet at most 65535: cut it, or take larger "
            "MessageParameters::flit_bytes");
}

TEST(MessageMistakes, a_node_that_is_named_and_is_none_is_answered_with_the_nearest) {
  MessageRig rig("mesh", square_of(4), "dimension-order");
  MessageOut<int> out("out", rig.network, "x0.y0", "15");
  MessageIn<int> in("in", rig.network, "x3.y3");
  EXPECT_EQ(out.to(), NodeId{15});
  EXPECT_EQ(in.node(), NodeId{15});
  EXPECT_EQ(mistake_of_user_in([&] { MessageIn<int>("far", rig.network, "x3.y33"); }),
            "no node 'x3.y33'; did you mean 'x3.y3'?");
  MessageRig::thread([&] { out.write(7); });
  int read = 0;
  MessageRig::thread([&] { in.read(read); });
  rig.run_to_the_end(200);
  EXPECT_EQ(read, 7);
}

TEST(MessageMistakes, a_network_without_a_chip_with_two_or_with_detection_is_refused) {
  MessageNetwork network;
  EXPECT_EQ(mistake_of_user_in([&] { MessageOut<int> out("out", network, NodeId{0}, NodeId{1}); }),
            "attach the network of messages to its chip before its nodes");
  MessageRig rig("mesh", square_of(2), "dimension-order");
  EXPECT_EQ(mistake_of_user_in([&] { rig.network.attach(*rig.chip); }), "a network of messages belongs to one chip");
}

TEST(MessageMistakes, a_chip_with_detection_is_refused) {
  ChipParameters parameters;
  parameters.detection.emplace();
  EXPECT_EQ(mistake_of_user_in([&] { MessageRig("mesh", square_of(2), "dimension-order", {}, parameters); }),
            "messages are sent again by MessageParameters::retries; the chip must be without detection");
}

TEST(MessageMistakes, nodes_that_do_not_exist_and_ends_that_do_are_refused) {
  MessageRig rig("mesh", square_of(2), "dimension-order");
  EXPECT_EQ(mistake_of_user_in([&] { MessageOut<int> out("a", rig.network, NodeId{0}, NodeId{4}); }),
            "node 4 of module 'a' is not in the network, which has nodes 0 to 3");
  EXPECT_EQ(mistake_of_user_in([&] { MessageIn<int> in("b", rig.network, NodeId{7}); }),
            "node 7 of module 'b' is not in the network, which has nodes 0 to 3");
  rig.in(1, 3);
  rig.out(0, 1, 3);
  EXPECT_EQ(mistake_of_user_in([&] { MessageIn<int> in("c", rig.network, NodeId{1}, 3); }),
            "module 'c' reads at node 1 with tag 3, as 'in_0' does: take another tag");
  EXPECT_EQ(mistake_of_user_in([&] { MessageOut<int> out("d", rig.network, NodeId{0}, NodeId{1}, 3); }),
            "module 'd' writes from node 0 to node 1 with tag 3, as 'out_0' does: take another tag");
}

TEST(MessageMistakes, a_receiver_that_is_missing_or_of_another_type_is_named_before_the_simulation) {
  EXPECT_EQ(in_child([] {
              MessageRig rig("mesh", square_of(2), "dimension-order");
              MessageOut<Frame>& out = rig.out(0, 3, 2);
              rig.in(3, 1);
              (void)out;
              return mistake_of_user_in([&] { rig.run(1); });
            }),
            "node 3, to which module 'out_0' writes, has no MessageIn with tag 2: make one");
  EXPECT_EQ(in_child([] {
              MessageRig rig("mesh", square_of(2), "dimension-order");
              rig.out(0, 3);
              MessageIn<double> in("in", rig.network, NodeId{3});
              return mistake_of_user_in([&] { rig.run(1); });
            }),
            "node 3, to which module 'out_0' writes, has a MessageIn of double with tag 0, and the messages are of "
            "kintsugi::test::Frame: take one type, or two tags");
}

TEST(MessageMistakes, a_network_that_does_not_observe_its_chip_says_so) {
  Unobserved other;
  const auto design = find_family("mesh")->build(square_of(2));
  const auto relation = design->routing("dimension-order", 1);
  MessageNetwork network;
  Chip chip("net", {&design->network(), relation.get()}, {}, other);
  network.attach(chip);
  const std::string complaint = mistake_of_user_in([&] { chip.clock().run_until(3); });
  EXPECT_NE(complaint.find("the network of messages does not observe its chip"), std::string::npos) << complaint;
}

TEST(MessageMistakes, messages_that_wait_for_a_configuration_are_named_when_the_simulation_ends) {
  const KeptReports kept;
  {
    MessageRig rig("srt2d", {{"n", std::int64_t{2}}}, "monotone", {}, {}, true);
    MessageOut<Frame>& out = rig.out(3, 5);
    rig.out(5, 3);
    rig.in(5);
    rig.in(3);
    MessageRig::thread([&] {
      for (std::uint32_t i = 0; i < 20; ++i) out.write(frame_of(NodeId{3}, i));
    });
    rig.run(500);
    EXPECT_EQ(out.open(), 16u);
  }
  EXPECT_EQ(
      kept.reports(),
      std::vector<std::string>{
          "warning /kintsugi/configuration: out_0: 16 messages wait for a configuration of the chip, and none has "
          "come into force: call ChipConfiguration::load(), and see ConfigChain::error() if the stream was "
          "refused"});
}

}  // namespace
}  // namespace kintsugi::test

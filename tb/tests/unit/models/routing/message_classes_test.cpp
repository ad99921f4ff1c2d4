#include "models/routing/message_classes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "models/registry/families.hpp"
#include "models/routing/proof.hpp"
#include "tb/tests/unit/models/routing/function_relation.hpp"

namespace kintsugi {
namespace {

constexpr PortId kOnward{0};

/// Candidates for a header that has arrived at node 1 from the west, on a channel.
Candidates candidates(const RoutingRelation& relation, RoutingState state, unsigned vc, PortId arrival = PortId{1}) {
  Candidates out;
  relation.route({NodeId{1}, arrival, Vc::from(vc), NodeId{0}, NodeId{2}, state}, out);
  return out;
}

template <class Error>
std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(MessageClasses, a_class_takes_the_channels_and_states_of_the_inner_relation_within_its_own) {
  // The channel goes up by one with each hop, the state by ten.
  const FunctionRelation inner(3, [](const RouteQuery& query, Candidates& out) {
    out.push_back({kOnward, vc_bit(query.arrival_vc.value + 1u), query.state + 10});
    out.push_back({kOnward, vc_bit(0) | vc_bit(2), query.state, true});
  });
  const MessageClasses classes(inner, 4);
  EXPECT_EQ(classes.vcs(), 12u);
  EXPECT_EQ(classes.name(), "function in 4 message classes");
  for (unsigned k = 0; k < 4; ++k) {
    EXPECT_EQ(classes.initial_state(k) % 4, k);
    EXPECT_EQ(classes.class_channels(k), VcSet{7} << 3 * k);
    const Candidates found = candidates(classes, 5 * 4 + k, 3 * k + 1);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].vcs, vc_bit(3 * k + 2));
    EXPECT_EQ(found[0].state, 15 * 4 + k);
    EXPECT_EQ(found[1].vcs, vc_bit(3 * k) | vc_bit(3 * k + 2));
    EXPECT_EQ(found[1].state, 5 * 4 + k);
    EXPECT_FALSE(found[0].deferred);
    EXPECT_TRUE(found[1].deferred);
  }
}

TEST(MessageClasses, a_pe_injects_on_as_many_channels_for_each_class_as_the_inner_relation_wants) {
  const FunctionRelation inner(3, {}, false, 0, 2);
  EXPECT_EQ(MessageClasses(inner, 4).injection_vcs(NodeId{0}), 8u);
  EXPECT_EQ(FunctionRelation(3, {}).injection_vcs(NodeId{0}), 3u) << "all, if a relation does not say less";
}

TEST(MessageClasses, a_packet_just_injected_may_be_on_a_channel_of_any_class) {
  const FunctionRelation inner(2, [](const RouteQuery& query, Candidates& out) {
    EXPECT_EQ(query.arrival_vc, Vc{0});
    out.push_back({kOnward, 1, 0});
  });
  const MessageClasses classes(inner, 2);
  for (unsigned vc = 0; vc < 4; ++vc) EXPECT_EQ(candidates(classes, 1, vc, kNoPort).front().vcs, vc_bit(2));
}

TEST(MessageClasses, adaptive_channels_and_sources_are_those_of_the_inner_relation) {
  const auto stay = [](const RouteQuery&, Candidates&) {};
  const FunctionRelation adaptive(3, stay, true, vc_bit(1) | vc_bit(2));
  const MessageClasses classes(adaptive, 3);
  EXPECT_TRUE(classes.is_adaptive());
  EXPECT_TRUE(classes.uses_source());
  EXPECT_EQ(classes.adaptive_vcs(NodeId{0}, kOnward), VcSet{0b110'110'110});
  const FunctionRelation plain(3, stay);
  EXPECT_FALSE(MessageClasses(plain, 2).is_adaptive());
  EXPECT_FALSE(MessageClasses(plain, 2).uses_source());
}

TEST(MessageClasses, refuses_more_channels_than_a_link_has) {
  const FunctionRelation inner(11, [](const RouteQuery&, Candidates&) {});
  const auto refused = [&](unsigned classes) {
    return refusal<std::invalid_argument>([&] { MessageClasses(inner, classes); });
  };
  EXPECT_EQ(refused(2), "");
  EXPECT_EQ(refused(3), "routing 'function in 3 message classes' wants 33 virtual channels; a link has 1 to 32");
  EXPECT_EQ(refused(0), "routing 'function in 0 message classes' wants 0 virtual channels; a link has 1 to 32");
  EXPECT_NE(refused(std::numeric_limits<unsigned>::max()), "") << "the product must not wrap";
  const FunctionRelation all(32, [](const RouteQuery&, Candidates&) {});
  EXPECT_EQ(MessageClasses(all, 1).class_channels(0), all_vcs(32));
}

TEST(MessageClasses, refuses_a_state_that_leaves_no_room_for_the_class) {
  constexpr RoutingState kMost = std::numeric_limits<RoutingState>::max();
  const auto refused = [](RoutingState next, RoutingState message_class) {
    const FunctionRelation inner(1, [next](const RouteQuery&, Candidates& out) { out.push_back({kOnward, 1, next}); });
    return refusal<std::logic_error>(
        [&] { candidates(MessageClasses(inner, 3), message_class, narrow<unsigned>(message_class)); });
  };
  EXPECT_EQ(refused(kMost / 3, 0), "");
  EXPECT_EQ(refused(kMost / 3 - 1, 2), "");
  EXPECT_EQ(refused(kMost / 3 + 1, 0), "routing 'function in 3 message classes': state " +
                                           std::to_string(kMost / 3 + 1) + " of a header leaves no room for the class");
  EXPECT_NE(refused(kMost, 2), "");
}

TEST(MessageClasses, refuses_channels_of_another_class) {
  const FunctionRelation inner(2, [](const RouteQuery& query, Candidates& out) {
    out.push_back({kOnward, query.state == 0 ? vc_bit(1) : vc_bit(2), 0});
  });
  const MessageClasses classes(inner, 2);
  const auto refused = [&](RoutingState state, unsigned vc) {
    return refusal<std::logic_error>([&] { candidates(classes, state, vc); });
  };
  EXPECT_EQ(refused(1, 3), "");
  EXPECT_EQ(refused(1, 1), "routing 'function in 2 message classes': a packet of class 1 arrived on channel 1");
  EXPECT_EQ(refused(3, 3), "routing 'function in 2 message classes': a candidate names a channel outside its class");
}

TEST(MessageClasses, class_0_has_the_proof_of_the_inner_relation) {
  for (const std::string kind : {"torus", "srt2d"}) {
    const bool is_torus = kind == "torus";
    const auto design = find_family(kind)->build(is_torus ? Parameters{{"sides", std::vector<std::int64_t>{4, 3}}}
                                                          : Parameters{{"n", std::int64_t{2}}});
    for (const RoutingInfo& info : design->routings()) {
      const auto inner = design->routing(info.name, info.default_vcs);
      const ProofResult expected = prove(design->network(), *inner);
      const ProofResult found = prove(design->network(), MessageClasses(*inner, 3));
      EXPECT_TRUE(found.holds()) << kind << ' ' << info.name;
      EXPECT_EQ(found.dependencies, expected.dependencies);
      EXPECT_EQ(found.channels, 3 * expected.channels);
      EXPECT_EQ(found.escape_channels, 3 * expected.escape_channels);
    }
  }
}

}  // namespace
}  // namespace kintsugi

// The files of a chip: what cannot be written is refused, with the reason.
#include "hw/rtl/chip_rtl.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tb/tests/unit/hw/rtl/fabric_cases.hpp"

namespace kintsugi::test {
namespace {

class ChipRtlErrors : public testing::Test {
 protected:
  ChipRtlErrors() {
    const Fabric& fabric = reconfigurable_->fabric();
    const Repair repair = reconfigurable_->repair({}, {});
    request_ = {&design_->network(),
                relation_.get(),
                &fabric,
                repair.configuration,
                repair.placement,
                {},
                std::vector<unsigned>(fabric.sites.size() * fabric.layout.size(), 1),
                rtl::all_to_all(design_->network(), *relation_)};
  }
  std::string message() const {
    try {
      rtl::chip_rtl(request_);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  }

  std::unique_ptr<Design> design_ = find_family("sse")->build({{"n", std::int64_t{3}}, {"scheme", "sft2"}});
  std::unique_ptr<RoutingRelation> relation_ = design_->routing("destination-tag", 2);
  std::unique_ptr<ReconfigurableFabric> reconfigurable_ = design_->fabric({});
  rtl::ChipRtl request_;
};

TEST_F(ChipRtlErrors, none_where_all_is_right) {
  EXPECT_EQ(message(), "");
}

TEST_F(ChipRtlErrors, latencies_that_are_not_those_of_the_ports) {
  request_.link_cycles.pop_back();
  EXPECT_EQ(message(), "latencies of 29 ports for 'array', whose sites have 30 ports");
}

TEST_F(ChipRtlErrors, a_bench_without_packets) {
  request_.packets.clear();
  EXPECT_EQ(message(), "a bench needs packets, and no pair of nodes has a route");
}

TEST_F(ChipRtlErrors, a_network_whose_nodes_have_other_ports) {
  const auto mesh = find_family("mesh")->build({{"sides", std::vector<std::int64_t>{2, 4}}});
  const auto relation = mesh->routing("dimension-order", 2);
  request_.network = &mesh->network();
  request_.relation = relation.get();
  EXPECT_EQ(message(), "node x0.y0 of mesh 2x4 has other ports than the sites of 'array'");
}

}  // namespace
}  // namespace kintsugi::test

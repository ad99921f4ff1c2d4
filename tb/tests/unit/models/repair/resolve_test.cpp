// What the addresses of a fabric stand for, by its specifications alone.
#include <gtest/gtest.h>

#include "models/repair/reconfigurable.hpp"
#include "tb/tests/unit/models/fabric/small_fabric.hpp"

namespace kintsugi {
namespace {

/// Two PEs, and an element that its info() names but that it does not make.
class Unfinished final : public ReconfigurableFabric {
 public:
  Unfinished() { info_.elements = {{"lamp", "a lamp", {{"number", ParameterSpec::Type::kInteger, true, "", {}}}, ""}}; }
  const Fabric& fabric() const override { return small_.fabric; }
  const FabricInfo& info() const override { return info_; }
  Repair repair(const Defects&, const RepairOptions&) const override { return {}; }

 private:
  test::SmallFabric small_;
  FabricInfo info_;
};

std::string message(const Address& address) {
  try {
    const Unfinished fabric;
    AddressResolver{fabric}(address);
  } catch (const std::exception& error) {
    return error.what();
  }
  return "resolved";
}

TEST(Resolve, finds_a_pe_by_its_address) {
  const Unfinished fabric;
  EXPECT_EQ(std::get<SiteId>(AddressResolver{fabric}(PeAddress{1})), SiteId{1});
  EXPECT_EQ(message(PeAddress{2}), "no PE at 2: the number must be 0 to 1");
  EXPECT_EQ(message(PeAddress{0, 1}), "no PE at [0, 1]: an address of this fabric is a number");
}

TEST(Resolve, a_fabric_has_no_defects_of_links_unless_it_says_so) {
  EXPECT_EQ(message(LinkAddress{{0}, {1}}), "this fabric has no defects of links; name what is defective by lamp");
  EXPECT_EQ(message(LinkAddress{{0}, {5}}), message(LinkAddress{{0}, {1}})) << "whatever its ends are";
}

TEST(Resolve, an_element_that_is_specified_must_be_made) {
  const Unfinished fabric;
  EXPECT_THROW(AddressResolver{fabric}(ElementAddress{"lamp", {1}}), std::logic_error);
  EXPECT_EQ(message(ElementAddress{"lamp", {1}}), "elements() names 'lamp', element() does not make it");
  EXPECT_EQ(message(ElementAddress{"lamp", {"one"}}).find("a lamp is [number]: the number must be "), 0u);
  EXPECT_EQ(message(ElementAddress{"fuse", {1}}), "this fabric has no defects of kind 'fuse'");
}

TEST(PeIndex, finds_each_of_many_whatever_their_order) {
  std::vector<PeAddress> addresses;
  for (int i = 0; i < 300; ++i) addresses.push_back({i * 7 % 300, i % 5});
  const PeIndex index(addresses, {"fabric", {"row", "column"}, "[row, column]", "a hole"});
  for (std::uint32_t i = 0; i < 300; ++i) EXPECT_EQ(index.find(addresses[i]), SiteId{i});
  const auto message = [&](const PeAddress& address) -> std::string {
    try {
      index.find(address);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "found";
  };
  EXPECT_EQ(message({7, 0}), "no PE at [7, 0]: the place is empty (a hole)");
  EXPECT_EQ(message({300, 0}), "no PE at [300, 0]: the row must be 0 to 299");
  EXPECT_EQ(message({0, -1}), "no PE at [0, -1]: the column must be 0 to 4");
  EXPECT_EQ(message({0}), "no PE at 0: an address of this fabric is [row, column]");
}

}  // namespace
}  // namespace kintsugi

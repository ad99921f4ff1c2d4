#include "models/wafermap/good_bins.hpp"

#include "tb/tests/unit/models/wafermap/map_text.hpp"

namespace kintsugi::wafermap::test {
namespace {

/// Returns the codes of the good bins.
Lines good_in(const WaferMap& map, const BinChoice& choice = {}) {
  const std::vector<bool> good = good_bins(map, choice);
  Lines codes;
  for (std::size_t bin = 0; bin < good.size(); ++bin) {
    if (good[bin]) codes.push_back(map.bins[bin].code);
  }
  return codes;
}

WaferMap map_with(const Lines& codes) {
  WaferMap map;
  for (const std::string& code : codes) map.bins.push_back({code});
  return map;
}

TEST(GoodBins, bin_1_is_good_where_the_file_says_nothing) {
  EXPECT_EQ(good_in(map_with({"0", "1", "2", "11", "x"})), Lines{"1"});
  EXPECT_EQ(good_in(map_with({"00", "01", "10"})), Lines{"01"});
  EXPECT_EQ(good_in(map_with({"PASS", "fail", "Good", "g", "P", ".", "X"})), (Lines{"PASS", "Good", "g", "P", "."}));
}

TEST(GoodBins, a_number_is_the_same_bin_however_it_is_written) {
  EXPECT_EQ(good_in(map_with({"0.0", "1.0", "01.00", "2.0", "1.5", "1.0.0"})), (Lines{"1.0", "01.00"}));
  EXPECT_EQ(good_in(map_with({"0.0", "1.0", "2.0"}), {.good = {"2", "0"}}), (Lines{"0.0", "2.0"}));
  EXPECT_TRUE(same_code("00", "0"));
  EXPECT_FALSE(same_code("10", "1"));
  EXPECT_FALSE(same_code(".", ""));
  EXPECT_FALSE(same_code(".0", "0"));
}

TEST(GoodBins, what_the_file_has_passed_is_good_and_nothing_else) {
  WaferMap map = map_with({"1", "2", "3"});
  map.bins[1].quality = Quality::kPass;
  EXPECT_EQ(good_in(map), Lines{"2"});
  map.bins[1].quality = Quality::kFail;
  EXPECT_EQ(good_in(map), Lines{"1"}) << "it says of none that it has passed";
  map.bins[0].quality = Quality::kFail;
  EXPECT_EQ(good_in(map), Lines{});
}

TEST(GoodBins, the_user_chooses_the_good_or_the_bad_ones) {
  EXPECT_EQ(good_in(map_with({"01", "02", "0A"}), {.good = {"2", "0A"}}), (Lines{"02", "0A"}));
  EXPECT_EQ(good_in(map_with({"01", "02", "0A"}), {.bad = {"2"}}), (Lines{"01", "0A"}));
}

TEST(GoodBins, a_chosen_bin_that_no_map_has_is_known) {
  EXPECT_EQ(unknown_bins({map_with({"1"}), map_with({"02"})}, {.good = {"1", "2", "3"}}), Lines{"3"});
}

}  // namespace
}  // namespace kintsugi::wafermap::test

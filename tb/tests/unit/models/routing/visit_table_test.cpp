#include "models/routing/visit_table.hpp"

#include <gtest/gtest.h>

namespace kintsugi {
namespace {

TEST(VisitTable, keeps_its_marks_when_it_grows) {
  VisitTable table;
  for (std::uint64_t key = 0; key < 10000; ++key) {
    table.mark(key << 32) = key % 2 == 0 ? VisitMark::kGood : VisitMark::kBad;
  }
  for (std::uint64_t key = 0; key < 10000; ++key) {
    ASSERT_EQ(table.mark(key << 32), key % 2 == 0 ? VisitMark::kGood : VisitMark::kBad) << key;
  }
}

TEST(VisitTable, forgets_all_at_once) {
  VisitTable table;
  for (std::uint64_t key = 0; key < 3000; ++key) table.mark(key) = VisitMark::kGood;
  table.forget_all();
  for (std::uint64_t key = 0; key < 3000; ++key) ASSERT_EQ(table.mark(key), VisitMark::kNew) << key;
}

}  // namespace
}  // namespace kintsugi

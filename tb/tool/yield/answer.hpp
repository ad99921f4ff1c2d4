/// Counting what a question asks for.
#pragma once

#include <functional>
#include <vector>

#include "models/repair/tally.hpp"
#include "models/repair/yield_statistics.hpp"
#include "tb/tool/yield/question.hpp"

namespace kintsugi::yield {

/// One curve at one number of faults.
struct Row {
  std::size_t faults = 0;
  Tally tally;
  double probability = 0;
  Interval confidence;  ///< 95 %; of all maps: the probability itself
};

struct Answer {
  std::vector<std::vector<Row>> rows;         ///< by curve
  std::vector<std::vector<Interval>> yields;  ///< by curve, by Wishes::pe_defects
};

/// The same for every number of threads.
Answer answer(const Question& question, unsigned threads, const TallyProgress& progress);

/// Maps that were said to be repaired and are not, in all rows.
std::uint64_t wrong(const Answer& answer);

}  // namespace kintsugi::yield

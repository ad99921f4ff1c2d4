#include "tb/tool/sweep/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tb/tool/sweep/workers.hpp"

namespace kintsugi::sweep {

namespace {

constexpr double kRounding = 1e-6;  // of a number of steps that is whole

/// One search, run by run.
class Bisection {
 public:
  explicit Bisection(const SaturationSearch& search)
      : search_(search), steps_(DecimalRange{search.tolerance, {1, 0}, search.tolerance}.size()) {
    const double tolerance = static_cast<double>(search.tolerance.units) * std::pow(0.1, search.tolerance.digits);
    steps_ = std::min(steps_, static_cast<std::uint64_t>(search.highest / tolerance + kRounding));
    if (steps_ == 0) throw std::invalid_argument("the tolerance must be above 0 and at most 1");
    refused_ = steps_ + 1;
    for (std::uint64_t left = steps_ + 1; left > 1; left = (left + 1) / 2) ++total_;
  }

  bool is_done() const { return refused_ - accepted_ <= 1 || found_.failed; }
  /// Returns the number of runs that the whole search makes, unless one fails.
  std::size_t total() const { return total_; }

  Command next() const {
    std::vector<std::string> arguments = {"run", "-", "--json", "--quiet"};
    for (const std::string& each : search_.overrides) arguments.insert(arguments.end(), {"--set", each});
    arguments.insert(arguments.end(),
                     {"--set", "traffic.rate=" + rate(middle()), "--set", "run.drain=false", "--set", "expect={}"});
    if (!found_.runs.empty()) arguments.insert(arguments.end(), {"--set", "run.proof=skip"});
    return {std::move(arguments), directory_of(search_.scenario.name), search_.scenario.text};
  }

  /// Takes the end of the next run.
  void take(const Ended& end) {
    MeasuredRate run;
    run.rate = rate(middle());
    run.result = result_of(result_of(end));
    run.throughput = throughput_of(run.result).value_or(Throughput());
    run.is_accepted = !run.result.failed() && run.throughput.accepts(search_.share);
    if (run.result.failed()) found_.failed = found_.runs.size();
    if (run.is_accepted) found_.at = found_.runs.size();
    (run.is_accepted ? accepted_ : refused_) = middle();
    found_.runs.push_back(std::move(run));
  }

  FoundSaturation result() {
    found_.stopped = !is_done();
    found_.beyond = accepted_ == steps_;
    return std::move(found_);
  }

 private:
  std::uint64_t middle() const { return (accepted_ + refused_) / 2; }
  std::string rate(std::uint64_t step) const {
    return to_text(Decimal{static_cast<std::int64_t>(step) * search_.tolerance.units, search_.tolerance.digits});
  }

  const SaturationSearch& search_;
  std::uint64_t steps_;
  // Rates are numbered from 1; rate 0, without traffic, counts as accepted.
  std::uint64_t accepted_ = 0;
  std::uint64_t refused_ = 0;
  std::size_t total_ = 0;
  FoundSaturation found_;
};

}  // namespace

std::vector<FoundSaturation> find_saturations(std::span<const SaturationSearch> searches, unsigned workers,
                                              const Progress& progress) {
  std::vector<Bisection> all(searches.begin(), searches.end());
  std::size_t done = 0, total = 0;
  for (const Bisection& each : all) total += each.total();
  for (bool goes_on = true; goes_on;) {
    std::vector<Bisection*> left;
    for (Bisection& each : all) {
      if (!each.is_done()) left.push_back(&each);
    }
    const auto take = [&](std::size_t job, const Ended& end) {
      left[job]->take(end);
      if (progress) progress(++done, total);
    };
    goes_on =
        !left.empty() && run_all({left.size(), workers, [&](std::size_t job) { return left[job]->next(); }, take});
  }
  std::vector<FoundSaturation> found;
  for (Bisection& each : all) found.push_back(each.result());
  return found;
}

FoundSaturation find_saturation(const SaturationSearch& search) {
  return std::move(find_saturations({&search, 1}, 1, search.progress).front());
}

}  // namespace kintsugi::sweep

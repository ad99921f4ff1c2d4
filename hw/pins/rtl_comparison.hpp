/// What a comparison of RTL with the model has found, in one simulation: all parts in RTL of a chip report here
/// (hw/pins/rtl_router.hpp).
///
/// Difference  is reported once for each part, in the first cycle in which it differs, as SC_ERROR of type
///             kRtlDifferenceReport: "net.x1.y1.router: cycle 123: out_e, channel: the model has 1, RTL 0". By default
///             sc_start() throws it. A handler that lets the simulation go on
///             (sc_report_handler::set_actions(kRtlDifferenceReport, SC_DISPLAY)) sees those of other parts too; the
///             part that has differed is compared no more
/// Lives       longer than the chip
/// Threads     that of sc_start() only
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/types.hpp"

namespace kintsugi {

/// Returns what a difference says of a flit or credit that is there, or not.
inline const char* one_or_none(bool is_there) {
  return is_there ? "one" : "none";
}

class RtlComparison {
 public:
  /// A value of a port that is not that of the model.
  struct Difference {
    std::string part;   ///< the module, by its full name
    Cycle cycle = 0;    ///< in which model and RTL have sent it
    std::string where;  ///< port and field: "out_e, channel"
    std::string model;  ///< value of the model
    std::string rtl;    ///< value of the RTL

    /// Returns the message of its report.
    std::string text() const;
  };

  /// Counts a part that is compared from now on.
  void add_part() { ++parts_; }
  /// Counts what was compared of a part in a cycle.
  void add(Cycle cycle, std::uint64_t flits, std::uint64_t credits) {
    if (cycles_ == 0 || cycle != last_) ++cycles_;
    last_ = cycle;
    flits_ += flits;
    credits_ += credits;
  }
  /// Notes a difference and reports it.
  void differ(Difference difference);

  std::size_t parts() const { return parts_; }        ///< parts of the chip in RTL that are, or were, compared
  std::uint64_t cycles() const { return cycles_; }    ///< cycles in which a part was compared
  std::uint64_t flits() const { return flits_; }      ///< flits of the model, one for each hop
  std::uint64_t credits() const { return credits_; }  ///< credits of the model
  /// Returns the first difference of each part that has one, in the order of their cycles.
  const std::vector<Difference>& differences() const { return differences_; }
  /// Returns whether something was compared, and no part differs.
  bool holds() const { return differences_.empty() && flits_ != 0; }
  /// Returns a sentence: "16 parts in RTL, 100000 cycles: 812345 flits and 812340 credits compared, no difference".
  std::string text() const;

 private:
  std::size_t parts_ = 0;
  Cycle last_ = 0;
  std::uint64_t cycles_ = 0;
  std::uint64_t flits_ = 0;
  std::uint64_t credits_ = 0;
  std::vector<Difference> differences_;
};

}  // namespace kintsugi

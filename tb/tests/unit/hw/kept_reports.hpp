/// Keeps the reports of SystemC that are of this project. Use it in a process of its own: the handler is the kernel's.
#pragma once

#include <string>
#include <string_view>
#include <systemc>
#include <vector>

namespace kintsugi::test {

struct KeptReports {
  KeptReports() {
    reports().clear();
    sc_core::sc_report_handler::set_handler(keep);
  }
  KeptReports(const KeptReports&) = delete;
  KeptReports& operator=(const KeptReports&) = delete;
  ~KeptReports() { sc_core::sc_report_handler::set_handler(nullptr); }

  /// Returns "SEVERITY TYPE: message" of each, in order.
  static std::vector<std::string>& reports() {
    static std::vector<std::string> kept;
    return kept;
  }

 private:
  static void keep(const sc_core::sc_report& report, const sc_core::sc_actions& actions) {
    if (std::string_view(report.get_msg_type()).starts_with("/kintsugi/")) {
      const sc_core::sc_severity severity = report.get_severity();
      const char* const word = severity == sc_core::SC_INFO      ? "info "
                               : severity == sc_core::SC_WARNING ? "warning "
                                                                 : "error ";
      reports().push_back(std::string(word) + report.get_msg_type() + ": " + report.get_msg());
    }
    if ((actions & sc_core::SC_THROW) != 0) throw report;
  }
};

}  // namespace kintsugi::test

/// The report of a program that has run: the section `workload` of the JSON report, and its rows as text. README.md
/// lists the keys.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "models/workload/program_result.hpp"
#include "tb/tool/console/text_table.hpp"
#include "tb/tool/run/report_rows.hpp"

namespace kintsugi {

/// Returns the rows of the section.
ReportRows<workload::ProgramResult> program_rows();
/// Returns the numbers of each entry of the list `collectives`.
std::vector<ReportNumber> collective_numbers();

inline nlohmann::ordered_json to_json(const workload::ProgramResult& result) {
  return program_rows().json(result);
}
/// Adds the rows; lists of more than some lines are cut, and say so.
void add_program(TextTable& table, const workload::ProgramResult& result);

}  // namespace kintsugi

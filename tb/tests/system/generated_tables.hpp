/// The tables of the pages that are made from declarations, each between two marks:
///
///     <!-- keys: router link -->               the keys below these paths; `network of rdt`: those of one family;
///                                              `traffic without traffic.workload.`: those that do not begin so
///     <!-- routings -->                        the routings of each family
///     <!-- numbers -->, <!-- collectives -->, <!-- reconfigurations -->    the numbers of a report
///
/// A table ends with the mark `<!-- end of keys -->`, and so on. Below one path its keys are written without it.
#pragma once

#include <string>

namespace kintsugi::test {

/// Returns the page with every table between marks as the declarations say it. Throws std::runtime_error if a mark has
/// no end, or names no key.
std::string with_generated_tables(const std::string& page);

}  // namespace kintsugi::test

/// The data of a page, as a test reads them: by code of its own, from the text of the file.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace kintsugi::test {

/// Returns the document in a page. Throws std::runtime_error if there is none.
nlohmann::json data_of_page(const std::string& html);

/// Unpacks a column of u8, u16, u32 or i32.
std::vector<std::int64_t> unpacked(const nlohmann::json& column);

}  // namespace kintsugi::test

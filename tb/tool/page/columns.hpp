/// Columns: many numbers in the data of a page, packed.
///
/// Form    {"type": "u8", "base64": "..."}; the numbers follow each other, little-endian
/// Types   u8, u16, u32: unsigned, the narrowest that holds all numbers; i32; f32; f64
/// Errors  std::out_of_range for an unsigned number of more than 32 bits
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace kintsugi::page {

nlohmann::ordered_json column(std::span<const std::uint8_t> numbers);
nlohmann::ordered_json column(std::span<const std::uint16_t> numbers);
nlohmann::ordered_json column(std::span<const std::uint32_t> numbers);
nlohmann::ordered_json column(std::span<const std::uint64_t> numbers);
nlohmann::ordered_json column(std::span<const std::int32_t> numbers);
nlohmann::ordered_json column(std::span<const float> numbers);
nlohmann::ordered_json column(std::span<const double> numbers);

/// Returns the bytes in base64 (RFC 4648, section 4), with padding.
std::string base64(std::string_view bytes);

}  // namespace kintsugi::page

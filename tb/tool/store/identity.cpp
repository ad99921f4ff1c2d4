#include "tb/tool/store/identity.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "tb/tool/console/files.hpp"
#include "tb/tool/console/ordered_document.hpp"

namespace kintsugi::store {

void Hash::add(std::string_view part) {
  std::uint64_t word = 0;
  if (!rest_.empty()) {
    const std::size_t missing = std::min(sizeof(word) - rest_.size(), part.size());
    rest_ += part.substr(0, missing);
    part.remove_prefix(missing);
    if (rest_.size() < sizeof(word)) return;
    std::memcpy(&word, rest_.data(), sizeof(word));
    add_word(word);
  }
  const std::size_t whole = part.size() / sizeof(word) * sizeof(word);
  for (const char* at = part.data(); at != part.data() + whole; at += sizeof(word)) {
    std::memcpy(&word, at, sizeof(word));
    add_word(word);
  }
  rest_ = part.substr(whole);
}

void Hash::add_word(std::uint64_t word) {
  sum_ = (sum_ ^ word) * 0x100000001b3;
  sum_ ^= sum_ >> 32;  // the product carries upwards only
}

std::string Hash::add_file(const std::filesystem::path& path) {
  return read_parts(path, kNoLimit, [this](std::string_view part) { add(part); });
}

std::string Hash::digits() const {
  std::uint64_t sum = sum_;
  for (const char c : rest_) sum = (sum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  std::string digits(16, '0');
  for (std::size_t i = digits.size(); i-- > 0; sum >>= 4) digits[i] = "0123456789abcdef"[sum & 15];
  return digits;
}

std::string hash_of_text(std::string_view text) {
  Hash hash;
  hash.add(text);
  return hash.digits();
}

std::string hash_of_file(const std::filesystem::path& path) {
  Hash hash;
  return hash.add_file(path).empty() ? hash.digits() : "";
}

std::string FileHashes::of(const std::filesystem::path& path) {
  std::error_code none;
  const bool regular = std::filesystem::is_regular_file(path, none);
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  const auto changed = std::filesystem::last_write_time(path, none);
  if (!regular || none) return hash_of_(path);
  const auto [found, is_new] = known_.try_emplace(path);
  Known& known = found->second;
  if (is_new || known.size != size || known.changed != changed) known = {size, changed, hash_of_(path)};
  return known.hash;
}

std::string name_of(const nlohmann::ordered_json& identity) {
  return hash_of_text(to_line(identity));
}

std::string identity_of_program(const std::string& version, const std::filesystem::path& executable) {
  Hash hash;
  if (const std::string error = hash.add_file(executable); !error.empty())
    throw std::runtime_error("cannot read the program " + executable.string() + ": " + error);
  return version + ", build " + hash.digits();
}

}  // namespace kintsugi::store

#include "models/wafermap/good_bins.hpp"

#include <algorithm>
#include <array>

namespace kintsugi::wafermap {

namespace {

constexpr std::size_t kMostListed = 12;

/// Returns a number, "01" or "1.0", without its leading zeros, its point and the zeros behind it. Other codes stay.
std::string_view without_zeros(std::string_view code) {
  const std::size_t digits = std::min(code.find_first_not_of("0123456789"), code.size());
  const std::string_view rest = code.substr(digits);
  const bool is_whole =
      rest.empty() || (rest.front() == '.' && rest.find_first_not_of('0', 1) == std::string_view::npos);
  if (digits == 0 || !is_whole) return code;
  const std::size_t first = std::min(code.find_first_not_of('0'), digits - 1);
  return code.substr(first, digits - first);
}

bool is_among(std::string_view code, const std::vector<std::string>& codes) {
  return std::ranges::any_of(codes, [&](const std::string& each) { return same_code(each, code); });
}

}  // namespace

bool same_code(std::string_view a, std::string_view b) {
  return without_zeros(a) == without_zeros(b);
}

bool means_good(std::string_view code) {
  constexpr std::array<std::string_view, 5> kGood{"G", "P", "GOOD", "PASS", "."};
  std::string upper(without_zeros(code));
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return upper == "1" || std::ranges::find(kGood, upper) != kGood.end();
}

std::vector<bool> good_bins(const WaferMap& map, const BinChoice& choice) {
  const bool says = std::ranges::find(map.bins, Quality::kPass, &Bin::quality) != map.bins.end();
  std::vector<bool> good;
  for (const Bin& bin : map.bins) {
    if (!choice.good.empty()) {
      good.push_back(is_among(bin.code, choice.good));
    } else if (!choice.bad.empty()) {
      good.push_back(!is_among(bin.code, choice.bad));
    } else {
      good.push_back(says ? bin.quality == Quality::kPass : bin.quality == Quality::kNotSaid && means_good(bin.code));
    }
  }
  return good;
}

std::vector<std::string> unknown_bins(const std::vector<WaferMap>& maps, const BinChoice& choice) {
  std::vector<std::string> unknown;
  for (const std::vector<std::string>* list : {&choice.good, &choice.bad}) {
    for (const std::string& code : *list) {
      const bool is_known = std::ranges::any_of(maps, [&](const WaferMap& map) {
        return std::ranges::any_of(map.bins, [&](const Bin& bin) { return is_among(bin.code, {code}); });
      });
      if (!is_known) unknown.push_back(code);
    }
  }
  return unknown;
}

std::string list_of_codes(const std::vector<std::string>& codes) {
  if (codes.empty()) return "none";
  std::string list;
  for (std::size_t i = 0; i < std::min(codes.size(), kMostListed); ++i) list += (i == 0 ? "" : ", ") + codes[i];
  if (codes.size() > kMostListed) list += ", and " + std::to_string(codes.size() - kMostListed) + " more";
  return list;
}

}  // namespace kintsugi::wafermap

#include "tb/tool/view/page.hpp"

#include <algorithm>
#include <array>
#include <boost/algorithm/hex.hpp>
#include <boost/algorithm/string/replace.hpp>
#include <iterator>
#include <string_view>

#include "models/network/text.hpp"
#include "models/version.hpp"
#include "tb/tool/console/ordered_document.hpp"
#include "tb/tool/view/columns.hpp"

namespace kintsugi::view {

namespace {

using nlohmann::ordered_json;

constexpr unsigned kFormat = 1;

/// Returns the document on one line, without `<`, which JSON has in texts only.
std::string escaped_json(const ordered_json& data) {
  return boost::algorithm::replace_all_copy(to_line(data), "<", "\\u003c");
}

/// Returns a hash as a policy names it.
std::string source_of(std::string_view sha256) {
  std::string bytes;
  boost::algorithm::unhex(sha256.begin(), sha256.end(), std::back_inserter(bytes));
  return "'sha256-" + base64(bytes) + "'";
}

std::string policy() {
  return "default-src 'none'; script-src " + source_of(parts().script_sha256) + "; style-src " +
         source_of(parts().style_sha256) + "; img-src data:; base-uri 'none'; form-action 'none'";
}

std::string title_of(const ordered_json& data) {
  return escaped_xml(ordered_json::parse(to_line(data.at("title"))).get<std::string>());
}

/// A mark in page.html, and what stands in its place.
struct Place {
  std::string_view mark;
  std::string (*content)(const ordered_json& data);
};

constexpr std::array<Place, 5> kPlaces{{
    {"%policy%", [](const ordered_json&) { return policy(); }},
    {"%title%", title_of},
    {"%style%", [](const ordered_json&) { return std::string(parts().style); }},
    {"%script%", [](const ordered_json&) { return std::string(parts().script); }},
    {"%data%", escaped_json},
}};

/// Returns the place whose mark the text begins with; nullptr if it begins otherwise.
const Place* place_at(std::string_view text) {
  const auto found = std::ranges::find_if(kPlaces, [&](const Place& place) { return text.starts_with(place.mark); });
  return found == kPlaces.end() ? nullptr : &*found;
}

}  // namespace

ordered_json head_of(const std::string& kind, const std::string& title) {
  return {{"format", kFormat},
          {"kind", kind},
          {"program", "kintsugi " + version()},
          {"title", title},
          {"facts", ordered_json::array()}};
}

std::string html_of(const ordered_json& data) {
  const std::string_view html = parts().html;
  std::string text;
  // what is filled in is never looked at again: it may hold a mark itself
  for (std::size_t at = 0; at < html.size();) {
    const Place* place = place_at(html.substr(at));
    if (place != nullptr) {
      text += place->content(data);
      at += place->mark.size();
    } else {
      text += html[at++];
    }
  }
  return text;
}

PageFile::PageFile(const std::filesystem::path& file)
    : made_(file.parent_path()), file_(std::make_unique<files::PartFile>(file)) {}

void PageFile::write(const ordered_json& data) {
  complete(data)->commit();
}

std::unique_ptr<files::PartFile> PageFile::complete(const ordered_json& data) {
  file_->append(html_of(data));
  file_->complete();
  return std::move(file_);
}

}  // namespace kintsugi::view

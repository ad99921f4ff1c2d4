#include "models/traffic/vtr_flows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <sstream>

#include "models/family/xml_text.hpp"
#include "models/network/number_in.hpp"
#include "models/network/text.hpp"

namespace kintsugi {

namespace {

constexpr auto kAttributes = std::to_array<std::string_view>({"src", "dst", "bandwidth", "latency_cons", "priority"});

std::string_view without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Returns a number that is not negative; nullopt for any other text.
std::optional<double> amount_in(std::string_view text) {
  text = without_blanks(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto number = number_in<double>(text);
  return number && std::isfinite(*number) && *number >= 0 ? number : std::nullopt;
}

/// Returns a number as a message shows it: "4.8e+09".
std::string shown_amount(double number) {
  std::ostringstream text;
  text << number;
  return text.str();
}

/// Returns the name that an expression stands for if only its ends are open.
struct RouterName {
  std::string text;
  bool is_mended = false;
  bool is_name = true;  ///< else it still is an expression
};

RouterName router_name(std::string_view expression) {
  RouterName name;
  const std::string_view whole = expression;
  while (expression.starts_with(".*")) expression.remove_prefix(2);
  while (expression.ends_with(".*") && !expression.ends_with("\\.*")) expression.remove_suffix(2);
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const bool is_escaped = expression[i] == '\\' && i + 1 < expression.size();
    if (is_escaped) ++i;
    const bool is_special = std::string_view("^$*+?()[]{}|\\").find(expression[i]) != std::string_view::npos;
    const bool is_control = static_cast<unsigned char>(expression[i]) < 0x20 || expression[i] == 0x7f;
    if (is_control || (is_special && !is_escaped)) name.is_name = false;
    name.text += expression[i];
  }
  name.is_mended = name.text != whole;
  return name;
}

class VtrReader {
 public:
  VtrReader(std::string_view text, const VtrOptions& options, in_text::Mistakes& mistakes)
      : xml_(text, mistakes, in_text::Entities::kRefused), options_(options), mistakes_(mistakes) {}

  ForeignFlows read() {
    if (xml_.root().empty()) return {};
    read_root(xml_.root());
    add_notes();
    return std::move(read_);
  }

 private:
  void read_root(pugi::xml_node root) {
    if (root.name() != std::string_view("traffic_flows")) {
      return xml_.complain(root, "the file has <", root.name(), ">; a flows file of VPR has <traffic_flows>");
    }
    for (const pugi::xml_node child : root.children()) {
      if (mistakes_.full()) return;
      if (child.type() != pugi::node_element) {
        xml_.complain(child, "there is text between the flows; leave it out");
      } else if (child.name() != std::string_view("single_flow")) {
        xml_.complain(child, "<", child.name(), "> is no <single_flow>; <traffic_flows> has no others");
      } else if (read_.flows.size() == ForeignFlows::kMost) {
        return xml_.complain(child, "more than ", ForeignFlows::kMost, " flows; divide the file");
      } else {
        read_flow(child);
      }
    }
    if (read_.flows.empty() && mistakes_.empty()) xml_.complain(root, "there is no <single_flow> in <traffic_flows>");
  }

  void read_flow(pugi::xml_node element) {
    for (const pugi::xml_attribute attribute : element.attributes()) {
      if (std::ranges::find(kAttributes, std::string_view(attribute.name())) == kAttributes.end()) {
        xml_.complain(element, "<single_flow> has an attribute '", attribute.name(),
                      "'; it can have src, dst, bandwidth, latency_cons and priority");
      }
    }
    if (element.first_child()) xml_.complain(element, "<single_flow> has something inside; it must be empty");
    ForeignFlow flow;
    bool is_right = read_router(element, "src", flow.source);
    is_right &= read_router(element, "dst", flow.destination);
    if (is_right && flow.source == flow.destination) {
      xml_.complain(element, "src and dst name one router, '", flow.source, "'; a flow has two");
    }
    is_right &= read_rate(element, flow);
    count(element, "latency_cons", latencies_);
    count(element, "priority", priorities_);
    if (is_right) read_.flows.push_back(std::move(flow));
  }

  bool read_router(pugi::xml_node element, const char* attribute, std::string& into) {
    const std::string_view expression = element.attribute(attribute).value();
    RouterName name = router_name(without_blanks(expression));
    if (name.text.empty()) {
      xml_.complain(element, "<single_flow> has no ", attribute, ", the name of a router");
      return false;
    }
    if (!name.is_name) {
      xml_.complain(element, attribute, " '", expression,
                    "' is a regular expression; write the name of one router, with .* at its ends at most");
      return false;
    }
    mended_ += name.is_mended ? 1 : 0;
    into = std::move(name.text);
    return true;
  }

  bool read_rate(pugi::xml_node element, ForeignFlow& flow) {
    const std::string_view text = element.attribute("bandwidth").value();
    const auto bandwidth = amount_in(text);
    const std::string unit = options_.bytes ? "bytes/s" : "bits/s";
    if (!bandwidth) {
      xml_.complain(element, element.attribute("bandwidth")
                                 ? "bandwidth must be a number of " + unit + ", not '" + std::string(text) + "'"
                                 : "<single_flow> has no bandwidth, a number of " + unit);
      return false;
    }
    flow.rate = *bandwidth * (options_.bytes ? 8 : 1) / options_.flit_bits / options_.clock_hz;
    if (flow.rate <= 1) return true;
    xml_.complain(element, "bandwidth ", shown_amount(*bandwidth), " ", unit, " is ", shown_amount(flow.rate),
                  " flits/cycle for flits of ", counted(options_.flit_bits, "bit"), " at ",
                  shown_amount(options_.clock_hz), " Hz; a flow has at most 1: take wider flits or a faster clock");
    return false;
  }

  /// Counts an attribute that is ignored; its value must be right all the same.
  void count(pugi::xml_node element, const char* name, std::size_t& number) {
    const pugi::xml_attribute attribute = element.attribute(name);
    if (!attribute) return;
    ++number;
    if (amount_in(attribute.value())) return;
    xml_.complain(element, name, " must be a number from 0 on, not '", attribute.value(), "'");
  }

  void add_notes() {
    if (mended_ > 0) {
      read_.notes.push_back(counted(mended_, "name") + " of routers mended: .* at the ends and \\ left out");
    }
    if (latencies_ > 0) read_.notes.push_back("latency_cons of " + counted(latencies_, "flow") + " ignored");
    if (priorities_ > 0) read_.notes.push_back("priority of " + counted(priorities_, "flow") + " ignored");
  }

  in_text::XmlText xml_;
  const VtrOptions& options_;
  in_text::Mistakes& mistakes_;
  ForeignFlows read_;
  std::size_t mended_ = 0;
  std::size_t latencies_ = 0;
  std::size_t priorities_ = 0;
};

}  // namespace

std::variant<ForeignFlows, std::vector<FileMistake>> read_vtr_flows(std::string_view text, const VtrOptions& options) {
  in_text::Mistakes mistakes;
  if (!in_text::check_encoding(text, mistakes)) return std::move(mistakes).sorted();
  ForeignFlows read = VtrReader(text, options, mistakes).read();
  if (!mistakes.empty()) return std::move(mistakes).sorted();
  return read;
}

}  // namespace kintsugi

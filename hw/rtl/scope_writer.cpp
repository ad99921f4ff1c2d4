#include "hw/rtl/scope_writer.hpp"

#include "hw/rtl/verilog_text.hpp"

namespace kintsugi::rtl {

void ScopeWriter::add(const std::string& name, const std::vector<std::string>& lines) {
  ScopeWriter* scope = this;
  for (const std::string& part : scopes_of(name)) {
    if (!scope->inner_.contains(part)) scope->order_.push_back(part);
    scope = &scope->inner_[part];
  }
  scope->lines_.insert(scope->lines_.end(), lines.begin(), lines.end());
}

std::string ScopeWriter::text(unsigned indent) const {
  std::string text;
  for (const std::string& line : lines_) text += (line.starts_with('`') ? "" : std::string(indent, ' ')) + line + '\n';
  for (const std::string& name : order_) {
    text += std::string(indent, ' ') + "if (1) begin : " + name + '\n';
    text += inner_.at(name).text(indent + 2);
    text += std::string(indent, ' ') + "end\n";
  }
  return text;
}

}  // namespace kintsugi::rtl

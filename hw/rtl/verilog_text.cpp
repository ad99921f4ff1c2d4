#include "hw/rtl/verilog_text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <stdexcept>

namespace kintsugi::rtl {

namespace {

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Of IEEE 1800-2017, annex B, and the further ones of Icarus Verilog (bool, wone, wreal); in order.
constexpr auto kKeywords = std::to_array<std::string_view>({
    "accept_on",
    "alias",
    "always",
    "always_comb",
    "always_ff",
    "always_latch",
    "and",
    "assert",
    "assign",
    "assume",
    "automatic",
    "before",
    "begin",
    "bind",
    "bins",
    "binsof",
    "bit",
    "bool",
    "break",
    "buf",
    "bufif0",
    "bufif1",
    "byte",
    "case",
    "casex",
    "casez",
    "cell",
    "chandle",
    "checker",
    "class",
    "clocking",
    "cmos",
    "config",
    "const",
    "constraint",
    "context",
    "continue",
    "cover",
    "covergroup",
    "coverpoint",
    "cross",
    "deassign",
    "default",
    "defparam",
    "design",
    "disable",
    "dist",
    "do",
    "edge",
    "else",
    "end",
    "endcase",
    "endchecker",
    "endclass",
    "endclocking",
    "endconfig",
    "endfunction",
    "endgenerate",
    "endgroup",
    "endinterface",
    "endmodule",
    "endpackage",
    "endprimitive",
    "endprogram",
    "endproperty",
    "endsequence",
    "endspecify",
    "endtable",
    "endtask",
    "enum",
    "event",
    "eventually",
    "expect",
    "export",
    "extends",
    "extern",
    "final",
    "first_match",
    "for",
    "force",
    "foreach",
    "forever",
    "fork",
    "forkjoin",
    "function",
    "generate",
    "genvar",
    "global",
    "highz0",
    "highz1",
    "if",
    "iff",
    "ifnone",
    "ignore_bins",
    "illegal_bins",
    "implements",
    "implies",
    "import",
    "incdir",
    "include",
    "initial",
    "inout",
    "input",
    "inside",
    "instance",
    "int",
    "integer",
    "interconnect",
    "interface",
    "intersect",
    "join",
    "join_any",
    "join_none",
    "large",
    "let",
    "liblist",
    "library",
    "local",
    "localparam",
    "logic",
    "longint",
    "macromodule",
    "matches",
    "medium",
    "modport",
    "module",
    "nand",
    "negedge",
    "nettype",
    "new",
    "nexttime",
    "nmos",
    "nor",
    "noshowcancelled",
    "not",
    "notif0",
    "notif1",
    "null",
    "or",
    "output",
    "package",
    "packed",
    "parameter",
    "pmos",
    "posedge",
    "primitive",
    "priority",
    "program",
    "property",
    "protected",
    "pull0",
    "pull1",
    "pulldown",
    "pullup",
    "pulsestyle_ondetect",
    "pulsestyle_onevent",
    "pure",
    "rand",
    "randc",
    "randcase",
    "randsequence",
    "rcmos",
    "real",
    "realtime",
    "ref",
    "reg",
    "reject_on",
    "release",
    "repeat",
    "restrict",
    "return",
    "rnmos",
    "rpmos",
    "rtran",
    "rtranif0",
    "rtranif1",
    "s_always",
    "s_eventually",
    "s_nexttime",
    "s_until",
    "s_until_with",
    "scalared",
    "sequence",
    "shortint",
    "shortreal",
    "showcancelled",
    "signed",
    "small",
    "soft",
    "solve",
    "specify",
    "specparam",
    "static",
    "string",
    "strong",
    "strong0",
    "strong1",
    "struct",
    "super",
    "supply0",
    "supply1",
    "sync_accept_on",
    "sync_reject_on",
    "table",
    "tagged",
    "task",
    "this",
    "throughout",
    "time",
    "timeprecision",
    "timeunit",
    "tran",
    "tranif0",
    "tranif1",
    "tri",
    "tri0",
    "tri1",
    "triand",
    "trior",
    "trireg",
    "type",
    "typedef",
    "union",
    "unique",
    "unique0",
    "unsigned",
    "until",
    "until_with",
    "untyped",
    "use",
    "uwire",
    "var",
    "vectored",
    "virtual",
    "void",
    "wait",
    "wait_order",
    "wand",
    "weak",
    "weak0",
    "weak1",
    "while",
    "wildcard",
    "wire",
    "with",
    "within",
    "wone",
    "wor",
    "wreal",
    "xnor",
    "xor",
});

/// What stands in the modules around an instance, beside the names that begin with kt_; in order.
constexpr auto kOwnNames = std::to_array<std::string_view>({
    "clk_i",
    "net",
    "pe_credit_valid_o",
    "pe_credit_vc_o",
    "pe_flit_i",
    "pe_flit_o",
    "pe_flit_valid_i",
    "pe_flit_valid_o",
    "router",
    "rst_ni",
    "unused_count",
    "unused_held",
});

constexpr std::string_view kMended = "kt_n_";

bool is_taken(std::string_view part) {
  return part.starts_with("kt_") || is_keyword(part) || std::ranges::binary_search(kOwnNames, part);
}

/// Returns a name as the header says, other ones for other names.
std::string mended_part(std::string_view part) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(kMended);
  for (const char c : part) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '_') {
      text += "__";
    } else if (is_letter(c) || std::isdigit(code) != 0) {
      text += c;
    } else {
      text += {'_', kDigits[code / 16U], kDigits[code % 16U]};
    }
  }
  return text;
}

std::string snake(std::string_view words, int (*letter)(int)) {
  std::string text;
  for (const char c : words) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    text += plain ? static_cast<char>(letter(static_cast<unsigned char>(c))) : '_';
  }
  return text;
}

}  // namespace

bool is_identifier(std::string_view part) {
  return !part.empty() && is_letter(part.front()) && std::ranges::all_of(part, [](char c) {
    return is_letter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
  });
}

bool is_keyword(std::string_view part) {
  return std::ranges::binary_search(kKeywords, part);
}

std::vector<std::string> scopes_of(const std::string& name) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    parts.push_back(name.substr(begin, end - begin));
    if (!is_identifier(parts.back())) {
      throw std::invalid_argument("'" + name +
                                  "' cannot be a name in SystemVerilog: between its dots it must have identifiers, of "
                                  "letters, digits and '_', that begin with no digit");
    }
    begin = end + 1;
  }
  return parts;
}

std::string mended(const std::string& name) {
  std::string text;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string part = name.substr(begin, end - begin);
    text += (begin == 0 ? "" : ".") + (is_identifier(part) && !is_taken(part) ? part : mended_part(part));
    begin = end + 1;
  }
  return text;
}

std::string flat(const std::string& name) {
  std::string text;
  for (const std::string& part : scopes_of(name)) text += (text.empty() ? "" : "_") + part;
  return text;
}

std::string lower_snake(std::string_view words) {
  return snake(words, std::tolower);
}

std::string upper_snake(std::string_view words) {
  return snake(words, std::toupper);
}

std::string sized(unsigned bits, std::uint64_t number) {
  return std::to_string(bits) + "'d" + std::to_string(number);
}

std::string hex_digits(const std::vector<bool>& bits) {
  std::string digits;
  for (std::size_t i = 0; i < std::max<std::size_t>(bits.size(), 1); i += 4) {
    unsigned digit = 0;
    for (std::size_t b = i; b < std::min(i + 4, bits.size()); ++b) digit |= unsigned{bits[b]} << (b - i);
    digits += "0123456789abcdef"[digit];
  }
  std::ranges::reverse(digits);
  return digits;
}

std::string hex_word(std::uint32_t number) {
  std::vector<bool> bits;
  for (unsigned b = 0; b < 32; ++b) bits.push_back((number >> b & 1) != 0);
  return hex_digits(bits);
}

std::string slice(const std::string& name, std::size_t low, std::size_t bits) {
  return name + '[' + std::to_string(low + bits - 1) + ':' + std::to_string(low) + ']';
}

unsigned bits_for(std::uint64_t number) {
  return std::max(1, static_cast<int>(std::bit_width(number)));
}

std::string range(std::size_t bits) {
  return "[" + number(bits - 1) + ":0]";
}

std::string declared_port(const char* direction, std::size_t bits, const std::string& name) {
  return "    " + std::string(direction) + " logic " + (bits == 1 ? "" : range(bits) + " ") + name;
}

std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& values) {
  for (const auto& [word, value] : values) {
    const std::string mark = '@' + word + '@';
    for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
      text.replace(at, mark.size(), value);
    }
  }
  return text;
}

}  // namespace kintsugi::rtl

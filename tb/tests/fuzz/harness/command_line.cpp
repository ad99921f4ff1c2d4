#include <iostream>
#include <sstream>
#include <vector>

#include "tb/tests/fuzz/harness/harness.hpp"
#include "tb/tool/cli/application.hpp"

namespace kintsugi::fuzz {

namespace {

/// Takes what is printed, for its lifetime.
class Silence {
 public:
  Silence() : out_(std::cout.rdbuf(out_text_.rdbuf())), err_(std::cerr.rdbuf(err_text_.rdbuf())) {}
  ~Silence() {
    std::cout.rdbuf(out_);
    std::cerr.rdbuf(err_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
  std::string errors() const { return err_text_.str(); }
  std::string text() const { return out_text_.str(); }

 private:
  std::ostringstream out_text_, err_text_;
  std::streambuf* out_;
  std::streambuf* err_;
};

std::vector<std::string> words_of(std::string_view lines) {
  std::vector<std::string> words = {"kintsugi"};
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = std::min(lines.find('\n', begin), lines.size());
    words.emplace_back(lines.substr(begin, end - begin).substr(0, lines.substr(begin, end - begin).find('\0')));
    begin = end + 1;
  }
  return words;
}

cli::Parsed parse(const std::vector<std::string>& words) {
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  return cli::parse(static_cast<int>(pointers.size()), pointers.data());
}

}  // namespace

void read_command_line(std::string_view lines) {
  const Silence silence;
  const cli::Parsed parsed = parse(words_of(lines));
  if (parsed.action) return;
  require(parsed.status == 0 || parsed.status == 2, "a command line is understood, or refused");
  require(parsed.status != 2 || !silence.errors().empty(), "a refusal has a message");
  require(parsed.status != 0 || !silence.text().empty(), "help and version are printed");
}

std::string help_page(const std::string& command) {
  const Silence silence;
  parse({"kintsugi", command, "--help"});
  return silence.text();
}

}  // namespace kintsugi::fuzz

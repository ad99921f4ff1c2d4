#include "tb/tool/cli/wave_options.hpp"

#include "tb/tool/cli/values.hpp"

namespace kintsugi::cli {

void add_wave_scope(CLI::App& command, const std::string& name, std::string& into, const std::string& help) {
  command.add_option(name, into, help)
      ->type_name("SCOPE")
      ->check(not_empty("the name of the scope", "name one, or leave the option out"))
      ->take_last();
}

void add_wave_time(CLI::App& command, const std::string& name, std::optional<diff::WaveTime>& into,
                   const std::string& help) {
  const auto check = [](const std::string& text) {
    const std::string valid = "a time such as 10ns or 3.5ns (fs, ps, ns, us, ms, s), or a number of ticks of the file";
    return diff::read_wave_time(text) ? std::string() : refusal(text, valid);
  };
  command
      .add_option_function<std::string>(
          name, [&into](const std::string& text) { into = diff::read_wave_time(text); }, help)
      ->type_name("TIME")
      ->check(check)
      ->take_last();
}

}  // namespace kintsugi::cli

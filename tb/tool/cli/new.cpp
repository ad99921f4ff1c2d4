/// `kintsugi new`: writes a commented scenario to begin with.
#include "tb/tool/cli/commands.hpp"
#include "tb/tool/cli/starter.hpp"
#include "tb/tool/scenario/value.hpp"

namespace kintsugi::cli {

namespace {

struct NewCommand {
  std::string kind;
  std::string purpose = starter_purposes().front().name;
  std::optional<std::filesystem::path> out;
};

/// Returns the name of a scenario without .yaml or .yml; a name with another ending is returned whole.
std::string stem_of(const std::string& name) {
  const std::filesystem::path path(name);
  return path.extension() == ".yaml" || path.extension() == ".yml" ? path.stem().string() : name;
}

/// The command replaces no file: an engineer may have worked on it.
void require_new(const std::filesystem::path& file) {
  std::error_code unknown;  // writing reports it
  if (!std::filesystem::exists(file, unknown)) return;
  refuse("--out", "'" + file.string() + "' is there already; name another file, or remove it");
}

void require_name(const std::filesystem::path& file) {
  if (file.has_filename()) return;
  refuse("--out", "'" + file.string() + "' names a directory; name a file in it");
}

/// A file beside the scenario has the name of the scenario with another ending, and the scenario names it. So the two
/// endings must differ, and the name must be a text.
void require_room_beside(const std::string& kind, const std::filesystem::path& file) {
  const std::string refused = "KIND " + kind + " reads a file, which is written beside the scenario; ";
  const std::string name = file.filename().string();
  if (stem_of(name) == name) {
    refuse("--out", refused + "let the name of the scenario end in .yaml, unlike '" + file.string() + "'");
  }
  if (name.find('\n') == std::string::npos && !check_text(name)) return;
  refuse("--out", refused + "name it without control characters, in UTF-8, unlike '" + file.string() + "'");
}

void write_starter(const Starter& made, const std::filesystem::path& file) {
  const std::filesystem::path beside = made.file ? file.parent_path() / made.file->path : file;
  require_new(file);
  require_new(beside);
  OutputDirectory out(std::filesystem::path("."));
  out.write_elsewhere(file, made.scenario);
  if (made.file) out.write_elsewhere(beside, made.file->text);
  out.commit();
}

int new_command(const NewCommand& command) {
  const Family& family = family_named(command.kind);
  const std::string stem = command.out ? stem_of(command.out->filename().string()) : "";
  const Starter made = starter(family, command.purpose, stem);
  if (command.out) {
    require_name(*command.out);
    if (made.file) require_room_beside(family.kind(), *command.out);
    write_starter(made, *command.out);
  } else if (made.file) {
    refuse("--out", "KIND " + family.kind() + " reads a file, which is written beside the scenario; add --out FILE");
  } else {
    std::cout << made.scenario;
  }
  return kDone;
}

std::string purposes_text() {
  std::string text = "Purposes:\n";
  for (const Term& purpose : starter_purposes()) text += help_row(purpose.name, purpose.summary, 14);
  text.pop_back();
  return text;
}

}  // namespace

void add_new(CLI::App& app, Action& action) {
  auto [command, options] = add_command<NewCommand>(
      app, action, "new", "write a scenario to begin with, with comments on every key", new_command);
  add_argument(command, "KIND", options.kind, "a kind of network, such as srt2d; kintsugi list has them all");
  add_choice(command, "--for", names_of(starter_purposes()), options.purpose, "what the scenario shows");
  add_file(command, "--out", options.out, {}, "write it to this file, which must not be there; without it, print it");
  describe_end(command,
               {.notes = purposes_text(),
                .examples = {"kintsugi new srt2d --for repair", "kintsugi new mesh --for faults --out out/mesh.yaml"},
                .pages = "tb/tool/scenario/README.md explains the keys; kintsugi help TOPIC lists them"});
}

}  // namespace kintsugi::cli

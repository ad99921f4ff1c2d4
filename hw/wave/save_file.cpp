#include "hw/wave/save_file.hpp"

#include <stdexcept>
#include <unordered_map>

#include "models/files/part_file.hpp"

namespace kintsugi::wave {

namespace {

// GTKWave's trace flags, in hexadecimal as the file has them.
constexpr const char* kGroupBegin = "@800200\n-";
constexpr const char* kGroupEnd = "@1000200\n-";

const char* flags_of(const SignalInfo& signal) {
  switch (signal.kind) {
    case SignalKind::kNames:
    case SignalKind::kText:
      return "@820\n";
    case SignalKind::kReal:
      return "@420\n";
    case SignalKind::kTime:
      return "@24\n";
    case SignalKind::kBits:
      return signal.width > 1 ? "@22\n" : "@28\n";
    case SignalKind::kLogic:
    case SignalKind::kEvent:
      break;
  }
  return "@28\n";
}

std::string displayed_name(const SignalInfo& signal) {
  const bool vector = signal.width > 1 && signal.kind != SignalKind::kReal;
  return vector ? signal.name + "[" + std::to_string(signal.width - 1) + ":0]" : signal.name;
}

/// GTKWave's zoom is minus the binary logarithm of the ticks in 200 pixels; three such frames fit the window.
int zoom_for(std::uint64_t ticks) {
  int exponent = 0;
  while (exponent < 60 && (std::uint64_t{3} << exponent) < ticks) ++exponent;
  return -exponent;
}

std::string relative_dump(const SaveFile& save) {
  const auto folder = std::filesystem::absolute(save.path).parent_path();
  return std::filesystem::absolute(save.dump)
      .lexically_normal()
      .lexically_proximate(folder.lexically_normal())
      .string();
}

void put_head(files::PartFile& file, const SaveFile& save) {
  file.append("[*]" + (save.heading.empty() ? "" : ' ' + save.heading) + "\n[dumpfile] \"" + relative_dump(save) +
              "\"\n");
  file.append("[savefile] \"" + save.path.filename().string() + "\"\n");
  file.append("[timestart] " + std::to_string(save.begin) + "\n[size] 1200 800\n[pos] -1 -1\n");
  file.append("*" + std::to_string(zoom_for(save.end - save.begin)) + ".000000 " + std::to_string(save.begin) + "\n");
}

void check_title(const SaveGroup& group) {
  if (group.title.find_first_of("\r\n") == group.title.npos) return;
  throw std::invalid_argument("a group of waveforms has a title of one line, not '" + group.title + "'");
}

void put_group(files::PartFile& file, const SaveGroup& group) {
  check_title(group);
  if (!group.labels.empty() && group.labels.size() != group.signals.size()) {
    throw std::invalid_argument("the group '" + group.title + "' needs a label for every signal or for none");
  }
  file.append(kGroupBegin + group.title + "\n");
  for (std::size_t i = 0; i < group.signals.size(); ++i) {
    file.append(flags_of(group.signals[i]));
    if (!group.labels.empty()) file.append("+{" + group.labels[i] + "} ");
    file.append(displayed_name(group.signals[i]) + "\n");
  }
  file.append(kGroupEnd + group.title + "\n");
}

}  // namespace

std::vector<SaveGroup> group_by_scope(std::span<const SignalInfo> signals) {
  std::vector<SaveGroup> groups;
  std::unordered_map<std::string, std::size_t> group_of;
  for (const auto& signal : signals) {
    const auto dot = signal.name.rfind('.');
    const auto scope = dot == signal.name.npos ? std::string{} : signal.name.substr(0, dot);
    const auto [entry, is_new] = group_of.emplace(scope, groups.size());
    if (is_new) groups.push_back({scope, {}, {}});
    groups[entry->second].signals.push_back(signal);
  }
  return groups;
}

void write_save_file(const SaveFile& save) {
  files::PartFile file(save.path);
  put_head(file, save);
  for (const auto& group : save.groups) put_group(file, group);
  file.commit();
}

void write_command_file(const SaveFile& save) {
  files::PartFile file(save.path);
  for (const SaveGroup& group : save.groups) {
    check_title(group);
    file.append("divider_add " + (group.title.empty() ? "signals" : group.title) + "\n");
    for (const SignalInfo& signal : group.signals) file.append("variable_add " + signal.name + "\n");
  }
  file.append("zoom_fit\n");
  file.commit();
}

}  // namespace kintsugi::wave

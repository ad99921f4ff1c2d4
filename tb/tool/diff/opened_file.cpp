#include "tb/tool/diff/opened_file.hpp"

#include "models/network/text.hpp"
#include "tb/tool/console/files.hpp"

namespace kintsugi::diff {

namespace {

constexpr FileLimit kDocumentLimit{std::uint64_t{1} << 30U,
                                   "1 GiB, the most that a report, a list of states, a plan or a bitstream may have"};

}  // namespace

OpenedFile::OpenedFile(const std::string& file)
    : name_(input_name(file)), parts_(std::make_unique<FileParts>(file, kNoLimit)) {
  begun_ = parts_->next();
  if (!parts_->error().empty()) refuse(name_, "cannot read this file: " + parts_->error());
  if (begun_.empty()) refuse(name_, "the file is empty");
}

/// `bytes`: those that were read before.
void OpenedFile::take_rest(std::uint64_t bytes, const FileLimit& limit,
                           const std::function<void(std::string_view)>& take) {
  for (std::string_view part = parts_->next(); !part.empty(); part = parts_->next()) {
    bytes += part.size();
    if (bytes > limit.bytes) refuse(name_, std::string("cannot read this file: it is larger than ") + limit.text);
    take(part);
  }
  if (!parts_->error().empty()) refuse(name_, "cannot read this file: " + parts_->error());
}

void OpenedFile::take_parts(const FileLimit& limit, const std::function<void(std::string_view)>& take) {
  take(begun_);
  take_rest(begun_.size(), limit, take);
}

void OpenedFile::read_to_end() {
  take_rest(begun_.size(), kDocumentLimit, [this](std::string_view part) { begun_ += part; });
}

Form OpenedFile::form() {
  const Beginning beginning = beginning_of(begun_);
  if (beginning == Beginning::kWaveform) return Form::kWaveform;
  if (beginning == Beginning::kPackets) return Form::kPackets;
  read_to_end();
  if (const auto form = recognised(begun_, name_)) return *form;
  refuse(name_, "cannot tell what this file is; --as says it: " + with_commas(form_names()));
}

Source OpenedFile::text() {
  read_to_end();
  return {name_, begun()};
}

}  // namespace kintsugi::diff

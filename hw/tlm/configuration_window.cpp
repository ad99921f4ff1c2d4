#include "hw/tlm/configuration_window.hpp"

#include <algorithm>
#include <utility>

#include "hw/chip/chip.hpp"
#include "models/fabric/bitstream.hpp"
#include "models/network/types.hpp"

namespace kintsugi {

namespace {

using tlm::tlm_generic_payload;

constexpr std::uint64_t kWordBytes = 4;
constexpr std::uint64_t kWindowPage = 0x1000;

std::uint64_t in_whole_pages(std::uint64_t bytes) {
  return (bytes + kWindowPage - 1) / kWindowPage * kWindowPage;
}

/// Returns the bytes at the window that an access touches.
std::uint64_t touched_by(const tlm_generic_payload& payload) {
  return std::min(payload.get_streaming_width(), payload.get_data_length());
}

/// Returns whether a byte of an access is not enabled.
bool disables_bytes(const tlm_generic_payload& payload) {
  const unsigned char* const enable = payload.get_byte_enable_ptr();
  const std::size_t used = std::min(payload.get_byte_enable_length(), payload.get_data_length());
  return enable != nullptr && std::any_of(enable, enable + used, [](unsigned char e) { return e == 0; });
}

bool is_enabled(const tlm_generic_payload& payload, std::size_t byte) {
  const unsigned char* const enable = payload.get_byte_enable_ptr();
  return enable == nullptr || enable[byte % payload.get_byte_enable_length()] != 0;
}

/// Returns the register of a word of an access.
std::uint64_t offset_of(const tlm_generic_payload& payload, std::size_t word) {
  return payload.get_address() + word * kWordBytes % touched_by(payload);
}

std::uint32_t word_at(const tlm_generic_payload& payload, std::size_t word) {
  const unsigned char* const bytes = payload.get_data_ptr() + word * kWordBytes;
  std::uint32_t value = 0;
  for (unsigned i = 0; i < kWordBytes; ++i) value |= std::uint32_t{bytes[i]} << (8 * i);
  return value;
}

void set_word(tlm_generic_payload& payload, std::size_t word, std::uint32_t value) {
  for (std::size_t i = 0; i < kWordBytes; ++i) {
    const std::size_t byte = word * kWordBytes + i;
    if (is_enabled(payload, byte)) payload.get_data_ptr()[byte] = static_cast<unsigned char>(value >> (8 * i));
  }
}

bool is_write_only(std::uint64_t offset) {
  return offset == ConfigurationWindow::kControl || offset == ConfigurationWindow::kData;
}

}  // namespace

ConfigurationWindow::Layout::Layout(const Fabric& fabric) : sites(fabric.sites.size()) {
  std::size_t bits = 0;
  for (const ConfigField& field : fabric.fields) bits += field.bits;
  stream_bytes = (bits + 7) / 8 + 4;
  stream_words = (stream_bytes + kWordBytes - 1) / kWordBytes;
  placement = read_back + in_whole_pages(stream_words * kWordBytes);
  end = placement + in_whole_pages(sites * kWordBytes);
}

std::uint64_t ConfigurationWindow::bytes_of(const Fabric& fabric) {
  return Layout(fabric).end;
}

ConfigurationWindow::ConfigurationWindow(sc_core::sc_module_name name, Chip& chip)
    : Module(name, chip.clock()),
      socket("socket"),
      chip_(chip),
      chain_(chip.configuration().chain()),
      clock_(chip.clock()),
      index_(clock_.add(*this)),
      layout_(*chip.plan().fabric) {
  stream_.reserve(layout_.stream_words * kWordBytes);
  socket.register_b_transport(this, &ConfigurationWindow::b_transport);
  socket.register_transport_dbg(this, &ConfigurationWindow::transport_dbg);
  clock_.before_each_cycle([this](Cycle now) { step(now); });
}

void ConfigurationWindow::list_probes(wave::ModuleProbes& probes) const {
  using wave::reader;
  probes.add_name(
      "state",
      reader<[](const ConfigurationWindow& w, std::uint64_t) { return static_cast<std::uint64_t>(w.state()); }>(*this),
      kStateNames);
  probes.add("words", 32, reader<[](const ConfigurationWindow& w, std::uint64_t) { return w.words(); }>(*this));
  probes.add("accesses", 32, reader<[](const ConfigurationWindow& w, std::uint64_t) { return w.accesses(); }>(*this));
}

/// Puts an access behind the others, and takes it out when its call ends: if it does so early, its thread is being
/// killed or reset.
class ConfigurationWindow::Waiting {
 public:
  Waiting(std::deque<Access*>& accesses, Access& access) : accesses_(accesses), access_(access) {
    accesses_.push_back(&access);
  }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;
  ~Waiting() { std::erase(accesses_, &access_); }

 private:
  std::deque<Access*>& accesses_;
  Access& access_;
};

void ConfigurationWindow::b_transport(tlm_generic_payload& payload, sc_core::sc_time& delay) {
  if (delay != sc_core::SC_ZERO_TIME) sc_core::wait(delay);
  delay = sc_core::SC_ZERO_TIME;
  payload.set_dmi_allowed(false);
  payload.set_response_status(check(payload));
  if (!payload.is_response_ok() || payload.get_data_length() == 0 || payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    return;
  }
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  Access access{&payload, clock_.next()};
  const Waiting waiting(accesses_, access);
  clock_.set_alarm(index_, access.from);
  sc_core::wait(access.ended);
}

/// Returns what is wrong with an access, whatever the state is.
tlm::tlm_response_status ConfigurationWindow::check(const tlm_generic_payload& payload) const {
  if (payload.get_data_length() == 0) return tlm::TLM_OK_RESPONSE;
  if (payload.get_data_ptr() == nullptr) return tlm::TLM_GENERIC_ERROR_RESPONSE;
  const std::uint64_t touched = touched_by(payload);
  if (touched == 0 || touched % kWordBytes != 0 || payload.get_data_length() % kWordBytes != 0) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0) {
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  }
  if (payload.is_write() && disables_bytes(payload)) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (payload.get_address() % kWordBytes != 0 || payload.get_address() >= layout_.end ||
      touched > layout_.end - payload.get_address()) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  return check_words(payload, touched / kWordBytes);
}

tlm::tlm_response_status ConfigurationWindow::check_words(const tlm_generic_payload& payload,
                                                          std::uint64_t words) const {
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  for (std::size_t word = 0; word < words; ++word) {
    const std::uint64_t offset = offset_of(payload, word);
    if (!has_word(offset)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    const bool can_write = is_write_only(offset) || is_placement(offset);
    if (payload.is_write() && !can_write) status = tlm::TLM_COMMAND_ERROR_RESPONSE;
    if (payload.is_read() && is_write_only(offset)) status = tlm::TLM_COMMAND_ERROR_RESPONSE;
  }
  return status;
}

unsigned ConfigurationWindow::transport_dbg(tlm_generic_payload& payload) {
  if (!payload.is_read() || payload.get_data_ptr() == nullptr) return 0;
  const std::vector<std::uint8_t> read_back = stream_in_force();
  unsigned done = 0;
  for (; done < payload.get_data_length(); ++done) {
    const std::uint64_t address = payload.get_address() + done;
    const std::uint64_t offset = address / kWordBytes * kWordBytes;
    if (address < done || !has_word(offset)) break;
    payload.get_data_ptr()[done] = static_cast<unsigned char>(read(offset, read_back) >> (8 * (address % kWordBytes)));
  }
  return done;
}

/// Runs before the modules of a cycle: so what it changes is there before each of them is evaluated.
void ConfigurationWindow::step(Cycle now) {
  if (accesses_.empty() && state_ == State::kIdle) return;
  serve(now);
  proceed(now);
  if (!accesses_.empty() || state_ > State::kWords || sends_word()) clock_.set_alarm(index_, now + 1);
}

/// Reads or writes the next word of the first access.
void ConfigurationWindow::serve(Cycle now) {
  if (accesses_.empty() || accesses_.front()->from > now) return;
  Access& access = *accesses_.front();
  tlm_generic_payload& payload = *access.payload;
  const std::uint64_t offset = offset_of(payload, access.done);
  const bool waits = state_ == State::kWords && waiting_bits() >= chain_.bits_per_cycle() && !is_complete();
  if (payload.is_write() && offset == kData && waits) return;
  auto status = tlm::TLM_OK_RESPONSE;
  if (payload.is_write()) {
    status = write(now, offset, word_at(payload, access.done));
  } else {
    if (access.done == 0) access.read_back = stream_in_force();
    set_word(payload, access.done, read(offset, access.read_back));
  }
  ++access.done;
  if (status == tlm::TLM_OK_RESPONSE && access.done * kWordBytes != payload.get_data_length()) return;
  payload.set_response_status(status);
  accesses_.pop_front();
  access.ended.notify(sc_core::SC_ZERO_TIME);
}

/// Returns the bits of the stream that are here and not in the chain.
std::uint64_t ConfigurationWindow::waiting_bits() const {
  return std::min(words_ * kWordBytes, layout_.stream_bytes) * 8 - position_;
}

/// Returns whether the chain can have a word that is not its last one.
bool ConfigurationWindow::sends_word() const {
  return state_ == State::kWords && waiting_bits() >= chain_.bits_per_cycle() &&
         position_ + chain_.bits_per_cycle() < layout_.stream_bytes * 8;
}

void ConfigurationWindow::put_bits(Cycle now, unsigned bits, bool last) {
  std::uint64_t word = 0;
  for (unsigned i = 0; i < bits; ++i, ++position_) {
    word |= std::uint64_t{stream_[position_ / 8] >> (position_ % 8) & 1U} << i;
  }
  chain_.put_word(now, word, bits, last);
}

/// Moves the load on by a cycle.
void ConfigurationWindow::proceed(Cycle now) {
  if (sends_word()) {
    put_bits(now, chain_.bits_per_cycle(), false);
  } else if (state_ == State::kWords && is_complete()) {
    state_ = State::kDrain;
    stopped_ = has_nodes();
    if (stopped_) chip_.faults().stop();
  }
  if (state_ == State::kDrain && (!stopped_ || chip_.faults().is_quiescent())) {
    put_bits(now, static_cast<unsigned>(waiting_bits()), true);
    state_ = State::kEnd;
  } else if (state_ == State::kEnd) {
    end_load();
  }
}

/// Ends the load once the chain has accepted the stream or refused it.
void ConfigurationWindow::end_load() {
  const ConfigChain::Phase phase = chain_.phase();
  if (phase != ConfigChain::Phase::kActive && phase != ConfigChain::Phase::kRefused) return;
  if (phase == ConfigChain::Phase::kActive) is_written_ = false;
  state_ = State::kIdle;
  if (!std::exchange(stopped_, false)) return;
  // Behind the modules of this cycle on any schedule: they begin packets in the next one.
  clock_.at_end_of_cycle([this] { clock_.at_end_of_cycle([this] { chip_.faults().resume(); }); });
}

tlm::tlm_response_status ConfigurationWindow::write(Cycle now, std::uint64_t offset, std::uint32_t value) {
  bool is_done = false;
  if (offset == kControl) {
    is_done = command(now, value);
  } else if (offset == kData) {
    is_done = take(value);
  } else {
    is_done = place((offset - layout_.placement) / kWordBytes, value);
  }
  return is_done ? tlm::TLM_OK_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
}

bool ConfigurationWindow::command(Cycle now, std::uint32_t value) {
  if (value == kBegin) return begin();
  return value == kAbort && abort(now);
}

bool ConfigurationWindow::begin() {
  const ConfigChain::Phase phase = chain_.phase();
  const bool is_free = phase != ConfigChain::Phase::kShift && phase != ConfigChain::Phase::kCheck;
  const ReconfigurationController& controller = chip_.faults().controller();
  if (state_ != State::kIdle || !is_free || controller.busy() || chip_.faults().has_failed()) return false;
  if (is_written_) {
    const std::optional<Placement> placement = placement_of_table();
    if (!placement) return false;
    chip_.configuration().expect(*placement);
  }
  chain_.begin_words();
  stream_.clear();
  words_ = 0;
  position_ = 0;
  state_ = State::kWords;
  return true;
}

/// The last bits are never in the chain yet: so the stream is too short.
bool ConfigurationWindow::abort(Cycle now) {
  if (state_ != State::kWords && state_ != State::kDrain) return false;
  chain_.put_word(now, 0, 0, true);
  state_ = State::kEnd;
  return true;
}

bool ConfigurationWindow::take(std::uint32_t word) {
  if (state_ != State::kWords || is_complete()) return false;
  for (unsigned i = 0; i < kWordBytes; ++i) stream_.push_back(static_cast<std::uint8_t>(word >> (8 * i)));
  ++words_;
  return true;
}

bool ConfigurationWindow::place(std::size_t site, std::uint32_t node) {
  if (state_ != State::kIdle || (node != kNoNode.value && node >= chip_.plan().network->nodes())) return false;
  if (!is_written_) {
    table_.resize(layout_.sites);
    for (std::size_t i = 0; i < table_.size(); ++i) table_[i] = NodeId{node_at(i)};
  }
  is_written_ = true;
  table_[site] = NodeId{node};
  return true;
}

/// Returns nullopt unless each node has one site.
std::optional<Placement> ConfigurationWindow::placement_of_table() const {
  Placement placement{std::vector<SiteId>(chip_.plan().network->nodes(), kNoSite), table_};
  for (const SiteId site : ids<SiteId>(table_.size())) {
    const NodeId node = table_[site.index()];
    if (node == kNoNode) continue;
    if (std::exchange(placement.site_of[node.index()], site) != kNoSite) return std::nullopt;
  }
  if (std::ranges::find(placement.site_of, kNoSite) != placement.site_of.end()) return std::nullopt;
  return placement;
}

std::uint32_t ConfigurationWindow::node_at(std::size_t site) const {
  if (is_written_) return table_[site].value;
  return has_nodes() ? chip_.nodes().placement().node_at[site].value : kNoNode.value;
}

std::uint32_t ConfigurationWindow::status() const {
  auto value = static_cast<std::uint32_t>(chain_.phase());
  value |= ConfigChain::code(chain_.refusal()) << kRefusalShift;
  if (state_ != State::kIdle) value |= kLoading;
  if (state_ == State::kDrain) value |= kQuiescing;
  if (chain_.has_noticed_upset()) value |= kUpset;
  return value;
}

bool ConfigurationWindow::is_read_back(std::uint64_t offset) const {
  return offset >= layout_.read_back && offset - layout_.read_back < layout_.stream_words * kWordBytes;
}

bool ConfigurationWindow::is_placement(std::uint64_t offset) const {
  return offset >= layout_.placement && offset - layout_.placement < layout_.sites * kWordBytes;
}

bool ConfigurationWindow::has_word(std::uint64_t offset) const {
  return offset <= kRefused || is_read_back(offset) || is_placement(offset);
}

std::vector<std::uint8_t> ConfigurationWindow::stream_in_force() const {
  std::vector<std::uint8_t> stream = chain_.read_back();
  stream.resize(layout_.stream_words * kWordBytes);
  return stream;
}

/// Returns 0 for a register that can only be written.
std::uint32_t ConfigurationWindow::read(std::uint64_t offset, const std::vector<std::uint8_t>& read_back) const {
  if (is_read_back(offset)) {
    std::uint32_t value = 0;
    for (unsigned i = 0; i < kWordBytes; ++i) {
      value |= std::uint32_t{read_back[offset - layout_.read_back + i]} << (8 * i);
    }
    return value;
  }
  if (is_placement(offset)) return node_at((offset - layout_.placement) / kWordBytes);
  switch (offset) {
    case kId:
      return kIdValue;
    case kVersion:
      return kVersionValue;
    case kFabricNumber:
      return chip_.plan().fabric->number;
    case kSites:
      return static_cast<std::uint32_t>(layout_.sites);
    case kStreamBytes:
      return static_cast<std::uint32_t>(layout_.stream_bytes);
    case kStreamWords:
      return static_cast<std::uint32_t>(layout_.stream_words);
    case kReadBackAt:
      return static_cast<std::uint32_t>(layout_.read_back);
    case kPlacementAt:
      return static_cast<std::uint32_t>(layout_.placement);
    case kStatus:
      return status();
    case kWords:
      return static_cast<std::uint32_t>(words_);
    case kAccepted:
      return static_cast<std::uint32_t>(chain_.accepted());
    case kRefused: {
      std::uint64_t all = 0;
      for (std::size_t kind = 0; kind < ConfigChain::kRefusalNames.size(); ++kind) {
        all += chain_.refused(static_cast<ConfigChain::Refusal>(kind));
      }
      return static_cast<std::uint32_t>(all);
    }
    default:
      return 0;
  }
}

}  // namespace kintsugi

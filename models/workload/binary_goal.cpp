#include "models/workload/binary_goal.hpp"

#include <algorithm>
#include <boost/endian/conversion.hpp>
#include <concepts>

#include "models/network/text.hpp"

namespace kintsugi::workload {

namespace {

constexpr std::uint64_t kCookie = 4223;
constexpr std::size_t kOrigin = 8;  // of the offsets in the file
constexpr std::size_t kHeadBytes = kOrigin + 6;
constexpr std::size_t kBytesOfRank = 16;  // in the table
constexpr std::size_t kBytesOfOperation = 39;

class BinaryGoalReader {
 public:
  explicit BinaryGoalReader(std::string_view bytes) : bytes_(bytes) {}

  GoalFile read() {
    if (read_head()) {
      for (std::uint32_t rank = 0; rank < ranks_; ++rank) read_part(RankId{rank});
    }
    if (file_.mistakes.empty()) file_.program = std::move(*builder_).finish();
    return std::move(file_);
  }

 private:
  /// The operations that require the end, or the start, of one.
  struct Dependents {
    std::uint32_t number;
    std::uint32_t first;  // among all of the rank
  };
  struct Record {
    std::size_t offset;  // in the file
    std::uint32_t required;
    Dependents on_end;
    Dependents on_start;
  };

  bool complain(std::size_t offset, const std::string& message) {
    file_.add({0, 0, "byte " + std::to_string(offset) + ": " + message});
    return false;
  }

  /// Returns whether so many bytes are left; else says what they would hold.
  bool has(std::uint64_t bytes, const std::string& what) {
    if (bytes <= end_ - at_) return true;
    return complain(at_, what + " must follow, but the " + where_ + " ends at byte " + std::to_string(end_) +
                             "; the file is cut short or damaged");
  }

  template <std::unsigned_integral Number>
  Number take() {
    using boost::endian::endian_load;
    const auto number = endian_load<Number, sizeof(Number), boost::endian::order::little>(
        reinterpret_cast<const unsigned char*>(bytes_.data() + at_));
    at_ += sizeof number;
    return number;
  }

  bool read_head() {
    end_ = bytes_.size();
    if (end_ > kMostBinaryGoal) return complain(kMostBinaryGoal, "a binary GOAL file has at most 4 GiB");
    if (!has(kHeadBytes, "the head of a binary GOAL file")) return false;
    if (take<std::uint64_t>() != kCookie) {
      return complain(0, "a binary GOAL file begins with the bytes 7f 10 00 00 00 00 00 00; write it anew by txt2bin");
    }
    ranks_ = take<std::uint32_t>();
    at_ = kHeadBytes;
    if (!kRanksRange.contains(ranks_)) {
      return complain(kOrigin,
                      "the number of ranks must be " + to_text(kRanksRange) + ", not " + std::to_string(ranks_));
    }
    if (!has(std::uint64_t{ranks_} * kBytesOfRank, "the table of " + counted(ranks_, "rank"))) return false;
    least_ = kHeadBytes - kOrigin + std::uint64_t{ranks_} * kBytesOfRank;
    builder_.emplace(ranks_);
    return true;
  }

  void read_part(RankId rank) {
    const std::size_t entry = kHeadBytes + rank.index() * kBytesOfRank;
    at_ = entry;
    const auto begin = take<std::uint64_t>();
    const auto end = take<std::uint64_t>();
    const std::uint64_t most = bytes_.size() - kOrigin;
    const std::string part = "the part of rank " + std::to_string(rank.value);
    if (begin > end || end > most) {
      complain(entry, part + " would be byte " + offset_text(begin) + " to " + offset_text(end) +
                          ", but the file has " + std::to_string(bytes_.size()) + " bytes; it is cut short or damaged");
      return;
    }
    if (begin < least_) {
      complain(entry, part + " must not begin before byte " + offset_text(least_) + ", where " +
                          (rank.value == 0 ? "the table" : "the part before it") + " ends, but begins at byte " +
                          offset_text(begin));
      return;
    }
    least_ = end;
    at_ = kOrigin + begin;
    end_ = kOrigin + end;
    where_ = "part of rank " + std::to_string(rank.value);
    if (read_operations(rank)) read_dependencies();
  }

  static std::string offset_text(std::uint64_t offset) {
    return offset > UINT64_MAX - kOrigin ? std::to_string(offset) : std::to_string(kOrigin + offset);
  }

  bool read_operations(RankId rank) {
    if (!has(8, "the numbers of operations and roots")) return false;
    const auto operations = take<std::uint32_t>();
    const auto roots = take<std::uint32_t>();
    if (!has(std::uint64_t{roots} * 4, counted(roots, "root"))) return false;
    roots_.clear();
    roots_at_ = at_;
    for (std::uint32_t i = 0; i < roots; ++i) roots_.push_back(take<std::uint32_t>());
    if (!has(std::uint64_t{operations} * kBytesOfOperation, counted(operations, "operation"))) return false;
    if (operations > kMostOperations - builder_->size()) {
      return complain(at_, "a program has at most " + std::to_string(kMostOperations) + " operations");
    }
    first_ = builder_->size();
    records_.clear();
    for (std::uint32_t i = 0; i < operations; ++i) read_operation(rank);
    return true;
  }

  void read_operation(RankId rank) {
    const std::size_t offset = at_;
    Record record{.offset = offset, .required = take<std::uint32_t>(), .on_end = {}, .on_start = {}};
    const auto kind = take<std::uint8_t>();
    Operation operation;
    operation.peer = RankId{take<std::uint32_t>()};
    operation.size = take<std::uint64_t>();
    operation.tag = take<std::uint32_t>();
    operation.cpu = take<std::uint8_t>();
    operation.nic = take<std::uint8_t>();
    for (Dependents* dependents : {&record.on_end, &record.on_start}) {
      dependents->number = take<std::uint32_t>();
      dependents->first = take<std::uint32_t>();
    }
    records_.push_back(record);
    // One that has a mistake is replaced, so that the others keep their numbers.
    builder_->add(rank, is_right(offset, kind, operation) ? operation : Operation{});
  }

  /// Checks an operation, and gives it its kind.
  bool is_right(std::size_t offset, std::uint8_t kind, Operation& operation) {
    if (kind < 1 || kind > 3) {
      return complain(offset + 4,
                      "the kind of an operation must be 1 (send), 2 (recv) or 3 (calc), not " + std::to_string(kind));
    }
    operation.kind = kind == 1 ? OpKind::kSend : kind == 2 ? OpKind::kRecv : OpKind::kCalc;
    const bool calculates = operation.kind == OpKind::kCalc;
    const IntegerRange sizes = calculates ? kNanosecondsRange : kBytesRange;
    if (operation.size > static_cast<std::uint64_t>(sizes.high)) {
      return complain(offset + 9, std::string(calculates ? "the time of a calc" : "the size of a message") +
                                      " must be " + to_text(sizes) + ", not " + std::to_string(operation.size));
    }
    if (calculates) {
      operation.peer = RankId{0};
      operation.tag = 0;
      operation.nic = 0;
      return true;
    }
    const bool receives = operation.kind == OpKind::kRecv;
    if (operation.peer.value >= ranks_ && !(receives && operation.peer == kAnyRank)) {
      return complain(offset + 5, std::string(receives ? "the sender" : "the receiver") + " must be 0 to " +
                                      std::to_string(ranks_ - 1) + (receives ? ", or 2^32 - 1 for any rank" : "") +
                                      ", not " + std::to_string(operation.peer.value));
    }
    if (operation.tag == kAnyTag && !receives) {
      return complain(offset + 17,
                      "the tag of a send must be " + to_text(kTagRange) + ", not " + std::to_string(operation.tag));
    }
    return true;
  }

  void read_dependencies() {
    appendix_ = at_;
    const std::uint64_t numbers = (end_ - at_) / 4;
    required_.assign(records_.size(), 0);
    listed_ = 0;
    for (std::size_t op = 0; op < records_.size(); ++op) {
      const Record& record = records_[op];
      if (!read_dependents(op, record.on_end, 23, numbers, false)) return;
      if (!read_dependents(op, record.on_start, 31, numbers, true)) return;
    }
    check_required();
    check_roots();
  }

  /// Reads the operations that require one; `field` is the offset of their number in its record.
  bool read_dependents(std::size_t op, const Dependents& dependents, std::size_t field, std::uint64_t numbers,
                       bool on_start) {
    if (dependents.number == 0) return true;
    const std::size_t offset = records_[op].offset + field;
    if (std::uint64_t{dependents.first} + dependents.number > numbers) {
      return complain(offset, counted(dependents.number, "operation") + " would require this one, from number " +
                                  std::to_string(dependents.first) + " of the list on, but the list has " +
                                  std::to_string(numbers) + "; the file is cut short or damaged");
    }
    listed_ += dependents.number;
    if (listed_ > numbers) {
      return complain(offset, "up to this operation " + std::to_string(listed_) +
                                  " numbers of the list would be used, but the list has " + std::to_string(numbers) +
                                  "; each is used once");
    }
    for (std::uint32_t i = 0; i < dependents.number; ++i) {
      at_ = appendix_ + (std::size_t{dependents.first} + i) * 4;
      const std::size_t place = at_;
      const auto after = take<std::uint32_t>();
      if (after >= records_.size()) {
        return complain(place, "an operation of the rank must be 0 to " + std::to_string(records_.size() - 1) +
                                   ", not " + std::to_string(after));
      }
      if (after == op) return complain(place, "operation " + std::to_string(op) + " requires itself");
      builder_->require(OpId::from(first_ + after), OpId::from(first_ + op), on_start);
      ++required_[after];
    }
    return true;
  }

  void check_required() {
    for (std::size_t op = 0; op < records_.size(); ++op) {
      if (records_[op].required == required_[op]) continue;
      complain(records_[op].offset, "operation " + std::to_string(op) + " of the rank says that it requires " +
                                        counted(records_[op].required, "operation") + ", but " +
                                        std::to_string(required_[op]) + " say that it requires them");
    }
  }

  /// The roots must be the operations that require none, each once.
  void check_roots() {
    std::vector<std::uint32_t> wanted;
    for (std::uint32_t op = 0; op < records_.size(); ++op) {
      if (records_[op].required == 0) wanted.push_back(op);
    }
    std::ranges::sort(roots_);
    if (roots_ == wanted) return;
    complain(roots_at_, "the roots of the rank must be the operations that require no other; they are other ones");
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t end_ = 0;  // of what is being read
  std::string where_ = "file";
  std::uint32_t ranks_ = 0;
  std::uint64_t least_ = 0;  // where the next part can begin, as offsets in the file count
  GoalFile file_;
  std::optional<ProgramBuilder> builder_;
  std::size_t first_ = 0;  // operation of the rank
  std::size_t appendix_ = 0;
  std::uint64_t listed_ = 0;  // numbers of the rank's list that were used
  std::size_t roots_at_ = 0;
  std::vector<std::uint32_t> roots_;
  std::vector<Record> records_;
  std::vector<std::uint32_t> required_;
};

}  // namespace

GoalFile read_binary_goal(std::string_view bytes) {
  return BinaryGoalReader(bytes).read();
}

}  // namespace kintsugi::workload

#include "models/workload/chakra_nodes.hpp"

#include "models/workload/wire_fields.hpp"

namespace kintsugi::workload {

namespace {

/// An attribute: its name, and its value if that is an integer, a text or a list of truths.
struct ChakraAttribute {
  std::string_view name;
  std::optional<std::int64_t> integer;
  std::string_view text;
  std::vector<std::uint64_t> truths;
};

class ChakraNodeReader {
 public:
  explicit ChakraNodeReader(const ChakraComplaint& complain) : complain_(complain) {}

  std::vector<ChakraNode> read(std::string_view file) {
    WireFields messages(file, 0);
    if (messages.at_end()) complain_(0, "the file is empty; a trace of Chakra has its metadata and its nodes");
    for (bool is_metadata = true; !messages.at_end(); is_metadata = false) {
      const std::size_t begin = messages.offset();
      const auto length = messages.varint();
      const auto message = length ? messages.take(*length) : std::nullopt;
      if (!message) {
        complain_(messages.mistake_offset(), messages.mistake());
        break;
      }
      const std::size_t offset = messages.offset() - message->size();
      if (!(is_metadata ? pass(*message, offset) : read_node(*message, offset, begin))) break;
    }
    return std::move(nodes_);
  }

 private:
  /// Numbers of the fields of AttributeProto.
  enum : std::uint32_t {
    kName = 1,
    kInt32 = 7,
    kInt64 = 9,
    kUint32 = 11,
    kUint64 = 13,
    kSint32 = 15,
    kSint64 = 17,
    kFixed32 = 19,
    kFixed64 = 21,
    kSfixed32 = 23,
    kSfixed64 = 25,
    kBool = 27,
    kBoolList = 28,
    kString = 29
  };

  bool end_of(const WireFields& fields) {
    if (fields.mistake().empty()) return true;
    complain_(fields.mistake_offset(), fields.mistake());
    return false;
  }

  /// Reads the metadata, of which nothing is kept.
  bool pass(std::string_view message, std::size_t offset) {
    WireFields fields(message, offset);
    while (fields.next()) {
    }
    return end_of(fields);
  }

  bool read_node(std::string_view message, std::size_t offset, std::size_t begin) {
    ChakraNode node;
    node.offset = begin;
    WireFields fields(message, offset);
    while (const auto field = fields.next()) {
      if (!read_field(*field, node)) return false;
    }
    if (!end_of(fields)) return false;
    nodes_.push_back(std::move(node));
    return true;
  }

  bool read_field(const WireField& field, ChakraNode& node) {
    enum : std::uint32_t { kId = 1, kType = 3, kControl = 4, kData = 5, kDuration = 7, kAttribute = 10 };
    const bool is_number = field.type == WireField::Type::kVarint;
    bool is_right = true;
    if (field.number == kId && (is_right = is_number)) node.id = field.value;
    if (field.number == kType && (is_right = is_number)) node.type = field.value;
    if (field.number == kDuration && (is_right = is_number)) node.micros = field.value;
    if (field.number == kControl || field.number == kData) is_right = add_integers(field, node.waits_for);
    if (field.number == kAttribute) {
      is_right = field.type == WireField::Type::kBytes;
      if (is_right && !read_attribute(field, node)) return false;
    }
    if (is_right) return true;
    complain_(field.offset,
              "field " + std::to_string(field.number) +
                  " of a node has another type than in Chakra's schema 0.0.4; write the trace in this one");
    return false;
  }

  bool read_attribute(const WireField& message, ChakraNode& node) {
    ChakraAttribute attribute;
    WireFields fields(message.bytes, message.offset);
    while (const auto field = fields.next()) read_value(*field, attribute);
    if (!end_of(fields)) return false;
    keep(attribute, node);
    return true;
  }

  static void read_value(const WireField& field, ChakraAttribute& attribute) {
    switch (field.number) {
      case kName:
        attribute.name = field.bytes;
        break;
      case kInt32:
      case kInt64:
      case kUint32:
      case kUint64:
      case kFixed32:
      case kFixed64:
      case kSfixed64:
      case kBool:
        attribute.integer = static_cast<std::int64_t>(field.value);
        break;
      case kSfixed32:
        attribute.integer = static_cast<std::int32_t>(field.value);
        break;
      case kSint32:
      case kSint64:
        attribute.integer = zigzag(field.value);
        break;
      case kBoolList: {
        WireFields list(field.bytes, field.offset);
        while (const auto truth = list.next()) add_integers(*truth, attribute.truths);
        break;
      }
      case kString:
        attribute.text = field.bytes;
        break;
      default:
        break;
    }
  }

  static void keep(const ChakraAttribute& attribute, ChakraNode& node) {
    if (attribute.name == "comm_size") node.size = attribute.integer;
    if (attribute.name == "comm_src") node.source = attribute.integer;
    if (attribute.name == "comm_dst") node.destination = attribute.integer;
    if (attribute.name == "comm_tag") node.tag = attribute.integer;
    if (attribute.name == "comm_type") node.collective = attribute.integer;
    if (attribute.name == "root_rank" || attribute.name == "root") node.root = attribute.integer.value_or(0);
    if (attribute.name == "is_cpu_op") node.on_cpu = attribute.integer.value_or(0) != 0;
    if (attribute.name == "pg_name") node.group = attribute.text;
    if (attribute.name == "involved_dim") {
      for (const std::uint64_t truth : attribute.truths) node.in_part |= truth == 0;
    }
  }

  const ChakraComplaint& complain_;
  std::vector<ChakraNode> nodes_;
};

}  // namespace

std::vector<ChakraNode> read_chakra_nodes(std::string_view file, const ChakraComplaint& complain) {
  return ChakraNodeReader(complain).read(file);
}

}  // namespace kintsugi::workload

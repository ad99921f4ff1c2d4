#include "models/workload/wire_fields.hpp"

namespace kintsugi::workload {

std::nullopt_t WireFields::complain(const std::string& message) {
  if (mistake_.empty()) {
    mistake_ = message;
    mistake_offset_ = offset();
  }
  return std::nullopt;
}

std::optional<std::uint64_t> WireFields::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (at_ + shift / 7 >= message_.size())
      return complain("a number ends with the message; the file is cut short or damaged");
    const auto byte = static_cast<unsigned char>(message_[at_ + shift / 7]);
    if (shift == 63 && byte > 1) break;
    value |= std::uint64_t{byte & 0x7fU} << shift;
    if (byte >= 0x80) continue;
    at_ += shift / 7 + 1;
    return value;
  }
  return complain("a number has more than 64 bits; the file is damaged, or no message of Protocol Buffers");
}

std::optional<std::string_view> WireFields::take(std::uint64_t bytes) {
  if (bytes > message_.size() - at_) {
    return complain(std::to_string(bytes) + " bytes must follow, but there are " +
                    std::to_string(message_.size() - at_) + "; the file is cut short or damaged");
  }
  const std::string_view taken = message_.substr(at_, static_cast<std::size_t>(bytes));
  at_ += taken.size();
  return taken;
}

std::optional<std::uint64_t> WireFields::fixed(unsigned bytes) {
  const auto taken = take(bytes);
  if (!taken) return std::nullopt;
  std::uint64_t value = 0;
  for (unsigned i = 0; i < bytes; ++i) value |= std::uint64_t{static_cast<unsigned char>((*taken)[i])} << (8 * i);
  return value;
}

std::optional<WireField> WireFields::next() {
  if (at_end() || !mistake_.empty()) return std::nullopt;
  WireField field{.bytes = {}, .offset = offset()};
  const auto key = varint();
  if (!key) return std::nullopt;
  const std::uint64_t number = *key >> 3;
  if (number == 0 || number >= std::uint64_t{1} << 29) {
    return complain("a field has the number " + std::to_string(number) + ", which none can have; the file is damaged");
  }
  field.number = static_cast<std::uint32_t>(number);
  field.type = static_cast<WireField::Type>(*key & 7);
  std::optional<std::uint64_t> value;
  switch (field.type) {
    case WireField::Type::kVarint:
      value = varint();
      break;
    case WireField::Type::kFixed64:
      value = fixed(8);
      break;
    case WireField::Type::kFixed32:
      value = fixed(4);
      break;
    case WireField::Type::kBytes: {
      value = varint();
      if (!value) return std::nullopt;
      field.offset = offset();
      const auto bytes = take(*value);
      if (!bytes) return std::nullopt;
      field.bytes = *bytes;
      break;
    }
    default:
      return complain("a field has the type " + std::to_string(*key & 7) + ", which is not read; the file is damaged");
  }
  if (!value) return std::nullopt;
  field.value = *value;
  return field;
}

bool add_integers(const WireField& field, std::vector<std::uint64_t>& numbers) {
  if (field.type == WireField::Type::kVarint) {
    numbers.push_back(field.value);
    return true;
  }
  if (field.type != WireField::Type::kBytes) return false;
  WireFields packed(field.bytes, field.offset);
  while (!packed.at_end()) {
    const auto number = packed.varint();
    if (!number) return false;
    numbers.push_back(*number);
  }
  return true;
}

}  // namespace kintsugi::workload

/// What a result is of: a document that names everything on which the result depends, and the hashes in it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace kintsugi::store {

/// FNV-1a, 64 bits, over words of eight bytes as long as there are some, then over bytes. The hash is only a name: a
/// store compares the content of a result in full.
class Hash {
 public:
  /// Adds the next part of the text. The hash does not depend on where parts end.
  void add(std::string_view part);
  /// Adds the bytes of a file; returns why it cannot be read to its end, or an empty text.
  std::string add_file(const std::filesystem::path& path);
  /// Returns the hash of all parts as 16 hexadecimal digits.
  std::string digits() const;

 private:
  void add_word(std::uint64_t word);

  std::uint64_t sum_ = 0xcbf29ce484222325;
  std::string rest_;  ///< less than a word
};

std::string hash_of_text(std::string_view text);
/// Returns an empty text if the file cannot be read.
std::string hash_of_file(const std::filesystem::path& path);

/// The hashes of the files that scenarios read. A file that many units read is hashed once.
class FileHashes {
 public:
  using HashOf = std::function<std::string(const std::filesystem::path&)>;

  /// `hash_of` is for tests.
  explicit FileHashes(HashOf hash_of = hash_of_file) : hash_of_(std::move(hash_of)) {}

  /// Returns the hash of a file. It reads the file again only if its size or the time of its last change is another one
  /// than before; a file that is not regular, each time.
  std::string of(const std::filesystem::path& path);

 private:
  struct Known {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type changed;
    std::string hash;
  };

  HashOf hash_of_;
  std::map<std::filesystem::path, Known> known_;
};

/// Returns 16 hexadecimal digits, a hash of the identity: the name of a result. Equal identities have the same name.
std::string name_of(const nlohmann::ordered_json& identity);

/// Returns name, version and a hash of the bytes of the executable: "kintsugi 0.1.0, build 0123456789abcdef". A program
/// that was rebuilt with another behaviour has another one. Throws std::runtime_error if the executable cannot be read.
std::string identity_of_program(const std::string& version, const std::filesystem::path& executable = "/proc/self/exe");

}  // namespace kintsugi::store

#include "tb/tool/console/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

namespace kintsugi::test {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() : folder_(fs::temp_directory_path() / ("kintsugi_files_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
  }
  ~Files() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }

  const fs::path folder_;
  const FileLimit four_{4, "4 bytes, the most here"};
};

TEST_F(Files, a_regular_file_is_read_as_a_whole) {
  const std::string text(200'000, 'x');
  EXPECT_EQ(read_file(write("a", text)).text, text);
  EXPECT_EQ(read_file(write("b", "")).text, "");
}

TEST_F(Files, the_bytes_that_are_read_are_reported) {
  const fs::path path = write("a", std::string(200'000, 'x'));
  std::size_t taken = 0;
  std::size_t reported = 0;
  const std::string error = read_parts(
      path, kTraceLimit, [&](std::string_view part) { taken += part.size(); },
      [&](std::size_t done, std::size_t total) {
        EXPECT_EQ(done, taken) << "after the part was taken";
        EXPECT_EQ(total, 200'000u);
        reported = done;
      });
  EXPECT_EQ(error, "");
  EXPECT_EQ(reported, 200'000u);
}

TEST_F(Files, a_file_up_to_the_limit_is_read) {
  EXPECT_EQ(read_file(write("a", "1234"), four_).text, "1234");
  EXPECT_EQ(read_file(write("a", "12345"), four_).error, "it is larger than 4 bytes, the most here");
}

TEST_F(Files, a_large_file_is_refused_before_it_is_read) {
  const fs::path path = write("a", "");
  ASSERT_EQ(truncate(path.c_str(), off_t{1} << 40), 0);
  EXPECT_EQ(read_file(path, kYamlLimit).error, "it is larger than 64 MiB, the most that a YAML file may have");
  EXPECT_EQ(read_file(path, kTraceLimit).error, "it is larger than 4 GiB, the most that a trace may have");
}

TEST_F(Files, a_fifo_is_read_up_to_the_limit) {
  const fs::path path = folder_ / "fifo";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  for (const bool fits : {true, false}) {
    std::thread writer([&] { std::ofstream(path) << (fits ? "1234" : "12345"); });
    const FileText file = read_file(path, four_);
    writer.join();
    EXPECT_EQ(file.text.has_value(), fits);
    EXPECT_EQ(file.error, fits ? "" : "it is larger than 4 bytes, the most here");
  }
}

TEST_F(Files, a_device_a_socket_and_a_directory_are_refused) {
  const std::string device = "it is a device or a socket; name a file or a FIFO";
  EXPECT_EQ(read_file("/dev/zero").error, device);
  EXPECT_EQ(read_file("/dev/null").error, device);
  EXPECT_EQ(read_file(folder_).error, "it is a directory");
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (folder_ / "socket").c_str(), sizeof address.sun_path - 1);
  const int socket_of_ours = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(socket_of_ours, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(read_file(folder_ / "socket").error, "No such device or address");
  close(socket_of_ours);
}

TEST_F(Files, a_file_that_cannot_be_read_says_why) {
  EXPECT_EQ(read_file(folder_ / "none").error, "No such file or directory");
  EXPECT_EQ(read_file("/proc/self/mem").error, "Input/output error");
  EXPECT_EQ(read_file(std::string("a\0b", 3)).error, "its name contains the character \\x00");
}

TEST(StandardInput, is_waited_for_even_if_the_system_was_asked_not_to_wait) {
  const int before = dup(STDIN_FILENO);
  int ends[2];
  ASSERT_EQ(pipe2(ends, O_NONBLOCK | O_CLOEXEC), 0);
  dup2(ends[0], STDIN_FILENO);
  std::thread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(write(ends[1], "{}", 2), 2);
    close(ends[1]);
  });
  const FileText file = read_standard_input(kYamlLimit);
  writer.join();
  dup2(before, STDIN_FILENO);
  close(before);
  close(ends[0]);
  EXPECT_EQ(file.text.value_or(file.error), "{}");
}

/// Returns the text of all parts, and the error behind it.
std::string all_parts(const fs::path& path, const FileLimit& limit = kNoLimit) {
  FileParts parts(path, limit);
  std::string text;
  for (std::string_view part = parts.next(); !part.empty(); part = parts.next()) text += part;
  return text + parts.error();
}

TEST_F(Files, two_are_read_side_by_side) {
  const std::string first(150'000, 'a'), second(100'000, 'b');
  FileParts one(write("a", first), kNoLimit), two(write("b", second), kNoLimit);
  std::string of_one, of_two;
  for (int i = 0; i < 10; ++i) {
    of_one += one.next();
    of_two += two.next();
  }
  EXPECT_EQ(of_one, first);
  EXPECT_EQ(of_two, second);
  EXPECT_EQ(one.error() + two.error(), "");
}

TEST_F(Files, that_cannot_be_read_in_parts_say_why) {
  EXPECT_EQ(all_parts(folder_ / "none"), "No such file or directory");
  EXPECT_EQ(all_parts(folder_), "it is a directory");
  EXPECT_EQ(all_parts("/dev/zero"), "it is a device or a socket; name a file or a FIFO");
  EXPECT_EQ(all_parts(std::string("a\0b", 3)), "its name contains the character \\x00");
  EXPECT_EQ(all_parts(write("c", "1234"), four_), "1234");
  EXPECT_EQ(all_parts(write("d", "12345"), four_), "it is larger than 4 bytes, the most here");
}

}  // namespace
}  // namespace kintsugi::test

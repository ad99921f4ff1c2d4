#include "tb/tool/run/memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

#include "tb/tool/setup/input.hpp"

namespace kintsugi {
namespace {

namespace fs = std::filesystem;

/// A root directory with the files of a kernel.
class KernelFiles : public testing::Test {
 protected:
  KernelFiles() : root_(fs::temp_directory_path() / ("kintsugi_memory_" + std::to_string(getpid()))) {}
  ~KernelFiles() override { fs::remove_all(root_); }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  /// Returns the limits of that name, those of this process itself left out.
  std::vector<std::uint64_t> limits(const std::string& name) const {
    std::vector<std::uint64_t> found;
    for (const MemoryLimit& limit : memory_limits(root_)) {
      if (limit.name == name) found.push_back(limit.bytes);
    }
    return found;
  }
  const fs::path root_;
};

using Bytes = std::vector<std::uint64_t>;

TEST_F(KernelFiles, a_control_group_and_those_around_it_limit_the_process) {
  write("proc/self/cgroup", "0::/a/b\n");
  write("sys/fs/cgroup/a/b/memory.max", "max\n");
  write("sys/fs/cgroup/a/memory.max", "123456\n");
  write("sys/fs/cgroup/memory.max", "234567\n");
  EXPECT_EQ(limits("memory.max"), (Bytes{123456, 234567}));
}

TEST_F(KernelFiles, control_groups_of_the_first_version_count_too) {
  write("proc/self/cgroup", "5:cpu:/x\n4:memory:/a\n");
  write("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "123456\n");
  EXPECT_EQ(limits("memory.limit_in_bytes"), Bytes{123456});
}

TEST_F(KernelFiles, the_machine_gives_what_is_available_beside_what_is_in_use) {
  write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable: 1000 kB\nSwapFree: 200 kB\n");
  write("proc/self/status", "Name: kintsugi\nVmRSS:\t 30 kB\n");
  EXPECT_EQ(used_bytes(root_), 30u * 1024);
  EXPECT_EQ(limits("free memory of the machine"), Bytes{1230 * 1024});
}

TEST_F(KernelFiles, that_are_not_there_limit_nothing) {
  EXPECT_EQ(used_bytes(root_), 0u);
  EXPECT_EQ(limits("memory.max"), Bytes{});
  EXPECT_EQ(limits("free memory of the machine"), Bytes{});
}

TEST(RequireMemory, names_the_estimate_and_the_lowest_limit) {
  const Input input = load_scenario("{network: {kind: mesh, sides: [4, 4]}}", {});
  const std::vector<MemoryLimit> limits = {{300 << 20, "memory.max"}, {200 << 20, "ulimit -v"}};
  EXPECT_NO_THROW(require_memory(200 << 20, limits, input.scenario));
  EXPECT_NO_THROW(require_memory(std::uint64_t{1} << 50, {}, input.scenario));
  try {
    require_memory(250 << 20, limits, input.scenario);
    FAIL() << "it was not refused";
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 1u);
    EXPECT_EQ(describe(error.diagnostics().front()),
              "<command line>:1:11: the run needs about 250 MiB of memory, and 200 MiB are allowed (ulimit -v); take "
              "fewer nodes, fewer or smaller buffers (router.vcs, router.buffer) or shorter links (link)");
  }
}

TEST(ChipBytes, grow_with_every_parameter_that_takes_memory) {
  const auto bytes = [](const std::string& more, const std::string& network = "{kind: srt2d, n: 3}") {
    const Input input = load_scenario("{network: " + network + more + "}", {});
    return chip_bytes(input.scenario, input.setup);
  };
  const std::uint64_t plain = bytes("");
  EXPECT_GT(plain, 64u * 5000);
  EXPECT_LT(plain, 64u * 7000);
  for (const std::string more :
       {", router: {vcs: 8}", ", router: {buffer: 16}", ", router: {latency: 16}", ", link: {latency: 16}",
        ", link: {latency: {base: 16}}", ", fabric: {}, link: {reach: 1}", ", fabric: {}"}) {
    EXPECT_GT(bytes(more), plain) << more;
  }
  EXPECT_GT(bytes("", "{kind: srt2d, n: 4}"), 4 * plain - plain / 2);
}

TEST(RequireMemory, keeps_a_reserve_of_addresses) {
  const Input input = load_scenario("{network: {kind: mesh, sides: [4, 4]}}", {});
  const std::vector<MemoryLimit> limits = {{std::uint64_t{6} << 30, "ulimit -v", true}};
  EXPECT_NO_THROW(require_memory(std::uint64_t{5} << 30, limits, input.scenario));
  EXPECT_THROW(require_memory(std::uint64_t{5837} << 20, limits, input.scenario), InputError)
      << "5.7 GiB of memory take more than 6 GiB of addresses";
  EXPECT_EQ((MemoryLimit{1 << 20, "ulimit -v", true}).usable(), 0u) << "less than the program itself takes";
  EXPECT_EQ((MemoryLimit{1 << 20, "memory.max"}).usable(), 1u << 20);
}

}  // namespace
}  // namespace kintsugi

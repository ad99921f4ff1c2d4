/// SystemC elaborates once per process. A test that needs several chips builds each in a child of its own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

namespace kintsugi::test {

/// Returns the result of `make_text`, computed in a child process. Call it before the test elaborates a module. A child
/// that throws or dies, or in which an expectation fails, fails the test.
template <class Function>
std::string in_child(Function make_text) {
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child");
  if (child == 0) {
    close(ends[0]);
    int status = 0;
    std::string text;
    try {
      text = make_text();
      status = ::testing::Test::HasFailure() ? 1 : 0;
    } catch (const std::exception& error) {
      text = error.what();
      status = 1;
    }
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = write(ends[1], text.data() + done, text.size() - done);
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    close(ends[1]);
    std::fflush(nullptr);
    _exit(status);
  }
  close(ends[1]);
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_FALSE(WIFSIGNALED(status)) << "the child died of signal " << WTERMSIG(status);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "the child failed: " << text;
  return text;
}

}  // namespace kintsugi::test

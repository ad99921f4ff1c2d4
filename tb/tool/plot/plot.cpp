#include "tb/tool/plot/plot.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "tb/tool/console/scratch_file.hpp"

namespace kintsugi::plot {

namespace {

constexpr int kNotRun = 127;  // exit status of a child that cannot run its program

// gnuplot does not look at the outcome of a write.
const char* const kNoSpace =
    "; free some space in the directory for temporary files, or raise the limit on the size of files";

[[noreturn]] void fail_for_want_of_gnuplot() {
  throw std::runtime_error("plots need gnuplot, which is not there: apt-get install gnuplot-nox");
}

/// The child's standard input, output and error.
class Redirection {
 public:
  Redirection(const ScratchFile& in, const ScratchFile& out, const ScratchFile& err) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, in.descriptor(), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, out.descriptor(), STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, err.descriptor(), STDERR_FILENO);
  }
  ~Redirection() { posix_spawn_file_actions_destroy(&actions_); }
  Redirection(const Redirection&) = delete;
  Redirection& operator=(const Redirection&) = delete;
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

/// Runs `gnuplot -d`, without the user's settings; returns its status as waitpid gives it.
int status_of_gnuplot(const Redirection& redirection) {
  std::string program = "gnuplot";
  std::string no_settings = "-d";
  std::string locale = "LC_ALL=C.UTF-8";
  char* const arguments[] = {program.data(), no_settings.data(), nullptr};
  char* const environment[] = {locale.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), redirection.get(), nullptr, arguments, environment);
  if (error == ENOENT || error == EACCES || error == ENOTDIR) fail_for_want_of_gnuplot();
  if (error != 0) throw std::system_error(error, std::generic_category(), "cannot run gnuplot");
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "cannot wait for gnuplot");
  }
  return status;
}

/// Returns the first line of the message; gnuplot repeats the command above it.
std::string first_words(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \n");
  if (begin == std::string::npos) return "it does not say why";
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// Returns the SVG that the commands draw on standard output. gnuplot runs without a shell, the user's settings or a
/// terminal.
std::string run_gnuplot(std::string_view commands) {
  ScratchFile in("gnuplot"), out("gnuplot"), err("gnuplot");
  in.fill(commands);
  const int status = status_of_gnuplot(Redirection(in, out, err));
  if (WIFEXITED(status) && WEXITSTATUS(status) == kNotRun) fail_for_want_of_gnuplot();
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    throw std::runtime_error("gnuplot failed: " + first_words(err.content()));
  }
  std::string drawn = out.content();
  drawn.erase(drawn.find_last_not_of('\n') + 1);
  if (!drawn.starts_with("<?xml") || !drawn.ends_with("</svg>")) {
    throw std::runtime_error("gnuplot did not draw a complete SVG: " + first_words(err.content()) + kNoSpace);
  }
  return drawn + '\n';
}

}  // namespace

std::string to_svg(const Plot& plot) {
  std::string svg = run_gnuplot(script_of(plot));
  // Every picture of gnuplot begins the same, so this line tells a plot of kintsugi from a picture of the user.
  return svg.insert(svg.find('\n') + 1, "<!-- Written by kintsugi -->\n");
}

}  // namespace kintsugi::plot

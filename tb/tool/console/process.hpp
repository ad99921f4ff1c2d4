/// What the program needs of its process before it opens a file or elaborates a module.
#pragma once

namespace kintsugi {

/// Opens each closed one of standard input, output and error on /dev/null: else the next file that is opened would be
/// taken for it. What is written to standard output fails then, so that no report is lost without a word. Makes a file
/// that grows beyond the limit of the process (SIGXFSZ) an error like a full disk. Makes the system keep how a program
/// ended that this one started, even if the parent has left SIGCHLD ignored. Keeps SystemC's copyright message off
/// standard error, which is for our messages, and makes std::terminate() say that memory has run out. A second call
/// changes nothing.
void prepare_process();

}  // namespace kintsugi

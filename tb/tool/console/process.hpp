/// What the program needs of its process before it opens a file.
#pragma once

namespace kintsugi {

/// Opens each closed one of standard input, output and error on /dev/null: else the next file that is opened would be
/// taken for it. What is written to standard output fails then, so that no report is lost without a word. Makes a file
/// that grows beyond the limit of the process (SIGXFSZ) an error like a full disk. Makes the system keep how a program
/// ended that this one started, even if the parent has left SIGCHLD ignored.
void prepare_process();

}  // namespace kintsugi

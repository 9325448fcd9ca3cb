// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files, paths and programs by way of POSIX.

#include "Process.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

using namespace emmy::shim;

std::string emmy::shim::getEnvironment(const char *name) {
  const char *value = getenv(name);
  return value ? value : "";
}

bool emmy::shim::isFile(const std::string &path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

std::string emmy::shim::findProgram(const std::string &name) {
  if (name.find('/') != std::string::npos)
    return access(name.c_str(), X_OK) == 0 && isFile(name) ? name : "";
  std::string folders = getEnvironment("PATH");
  for (size_t begin = 0; begin <= folders.size();) {
    size_t end = std::min(folders.find(':', begin), folders.size());
    std::string path = folders.substr(begin, end - begin) + "/" + name;
    if (end > begin && access(path.c_str(), X_OK) == 0 && isFile(path))
      return path;
    begin = end + 1;
  }
  return "";
}

bool emmy::shim::readFile(const std::string &path, std::string &contents) {
  FILE *file = fopen(path.c_str(), "rb");
  if (!file)
    return false;
  contents.clear();
  char block[65536];
  while (size_t count = fread(block, 1, sizeof(block), file))
    contents.append(block, count);
  bool succeeded = !ferror(file);
  fclose(file);
  return succeeded;
}

bool emmy::shim::writeFile(const std::string &path, const std::string &contents) {
  FILE *file = fopen(path.c_str(), "wb");
  if (!file)
    return false;
  bool succeeded = fwrite(contents.data(), 1, contents.size(), file) == contents.size();
  return fclose(file) == 0 && succeeded;
}

bool emmy::shim::makeDirectories(const std::string &path) {
  for (size_t end = 1; end <= path.size(); ++end)
    if (end == path.size() || path[end] == '/')
      if (mkdir(path.substr(0, end).c_str(), 0777) != 0 && errno != EEXIST)
        return false;
  struct stat status;
  return stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

int emmy::shim::runProgram(const std::vector<std::string> &command, std::string &output) {
  output.clear();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return -1;
  std::vector<char *> arguments;
  for (const std::string &argument : command)
    arguments.push_back(const_cast<char *>(argument.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child;
  int failed = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  char block[4096];
  ssize_t count;
  while (!failed && ((count = read(ends[0], block, sizeof(block))) > 0 || (count < 0 && errno == EINTR)))
    output.append(block, count > 0 ? size_t(count) : 0);
  close(ends[0]);
  if (failed)
    return -1;
  int status;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

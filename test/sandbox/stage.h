// Stage: what hostile programs reach for on the host, set up by a test so that the controls find
// it: a secret, a process, sockets, SysV objects, a key.
#pragma once

#include <string>
#include <vector>

#include "base/fd.h"

namespace codecalc::sandbox::testing {

class Stage {
 public:
  Stage();
  ~Stage();
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// `text` with its holes filled: ${secret} ${folder} ${pid} ${ipc} ${port} ${abstract} ${socket}
  /// ${key}.
  std::string fill(std::string text) const;

  /// Whether the process on the stage still lives.
  bool canary_lives() const;

 private:
  std::string secret_;
  std::string socket_path_;
  std::string abstract_;
  int canary_ = -1;
  int ipc_key_ = 0;
  int segment_ = -1;
  int queue_ = -1;
  int port_ = 0;
  UniqueFd inherited_, tcp_, path_socket_, abstract_socket_;
};

}  // namespace codecalc::sandbox::testing

// Setting the stage and clearing it.
#include "stage.h"

#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

extern char** environ;

namespace codecalc::sandbox::testing {
namespace {

constexpr const char* kKeyName = "codecalc-stage-key";

UniqueFd listen_unix(const sockaddr_un& address, std::size_t path_bytes) {
  UniqueFd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path_bytes);
  if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(fd.get(), 64) != 0)
    fd.reset();
  return fd;
}

int start_canary() {
  std::string program = setup().abuse;
  std::string name = "nap";
  std::string long_time = "600000";
  char* argv[] = {program.data(), name.data(), long_time.data(), nullptr};
  pid_t pid = -1;
  ::posix_spawn(&pid, program.c_str(), nullptr, nullptr, argv, environ);
  return pid;
}

}  // namespace

Stage::Stage() {
  const std::string id = std::to_string(::getpid());
  secret_ = setup().folder + "/secret";
  std::ofstream(secret_) << "secret of the host\n";
  ::chmod(secret_.c_str(), 0644);
  ::setenv("CODECALC_STAGE_SECRET", "secret of the environment", 1);
  inherited_.reset(::open(secret_.c_str(), O_RDONLY));  // on purpose without O_CLOEXEC
  canary_ = start_canary();

  ipc_key_ = 0x43430000 + (::getpid() & 0xffff);
  segment_ = ::shmget(ipc_key_, 4096, IPC_CREAT | 0666);
  queue_ = ::msgget(ipc_key_, IPC_CREAT | 0666);
  ::syscall(SYS_add_key, "user", kKeyName, "x", 1, -4 /* the user's keyring */);

  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  socket_path_ = setup().folder + "/s";
  std::strncpy(address.sun_path, socket_path_.c_str(), sizeof address.sun_path - 1);
  path_socket_ = listen_unix(address, socket_path_.size() + 1);
  ::chmod(socket_path_.c_str(), 0777);
  abstract_ = "codecalc-stage-" + id;
  address = {};
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path + 1, abstract_.data(), abstract_.size());
  abstract_socket_ = listen_unix(address, abstract_.size() + 1);

  tcp_.reset(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in loopback{};
  loopback.sin_family = AF_INET;
  loopback.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof loopback;
  if (::bind(tcp_.get(), reinterpret_cast<const sockaddr*>(&loopback), size) == 0 &&
      ::listen(tcp_.get(), 64) == 0 &&
      ::getsockname(tcp_.get(), reinterpret_cast<sockaddr*>(&loopback), &size) == 0)
    port_ = ntohs(loopback.sin_port);
}

Stage::~Stage() {
  if (canary_ > 0) {
    ::kill(canary_, SIGKILL);
    ::waitpid(canary_, nullptr, 0);
  }
  ::shmctl(segment_, IPC_RMID, nullptr);
  ::msgctl(queue_, IPC_RMID, nullptr);
  ::unlink(socket_path_.c_str());
  const long key = ::syscall(SYS_keyctl, 10 /* search */, -4, "user", kKeyName, 0);
  if (key > 0) ::syscall(SYS_keyctl, 9 /* unlink */, key, -4);
}

bool Stage::canary_lives() const {
  return canary_ > 0 && ::waitpid(canary_, nullptr, WNOHANG) == 0;
}

std::string Stage::fill(std::string text) const {
  char network[64] = "";
  if (::readlink("/proc/self/ns/net", network, sizeof network - 1) < 0) network[0] = '\0';
  const std::pair<std::string_view, std::string> holes[] = {{"${secret}", secret_},
                                                            {"${folder}", setup().folder},
                                                            {"${pid}", std::to_string(canary_)},
                                                            {"${ipc}", std::to_string(ipc_key_)},
                                                            {"${port}", std::to_string(port_)},
                                                            {"${abstract}", abstract_},
                                                            {"${network}", network},
                                                            {"${socket}", socket_path_},
                                                            {"${key}", kKeyName}};
  for (const auto& [hole, value] : holes) {
    for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at))
      text.replace(at, hole.size(), value);
  }
  return text;
}

}  // namespace codecalc::sandbox::testing

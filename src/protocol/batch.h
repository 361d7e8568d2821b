// The answers to one batch (revision 2025-03-26), sent as one array when the last one is there.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "protocol/responder.h"

namespace codecalc::protocol {

class BatchResponder final : public Responder {
 public:
  /// `requests` is the number of respond() and abandon() calls to come, at least 1.
  BatchResponder(std::shared_ptr<Responder> out, std::size_t requests)
      : out_(std::move(out)), waiting_(requests) {}

  void notify(std::string text, bool must_arrive) override {
    out_->notify(std::move(text), must_arrive);
  }
  void respond(std::string text, int error_code) override;
  void abandon() override;

 private:
  void finish_one(std::unique_lock<std::mutex>& lock);

  std::shared_ptr<Responder> out_;
  std::mutex mutex_;
  std::size_t waiting_;
  std::string replies_;
};

}  // namespace codecalc::protocol

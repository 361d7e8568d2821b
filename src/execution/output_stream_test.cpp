// What is reported of a program's output, and how often.
#include "execution/output_stream.h"

#include <gtest/gtest.h>

#include <vector>

namespace codecalc::execution {
namespace {

using std::chrono::milliseconds;

class Recorder final : public registry::ProgressSink {
 public:
  explicit Recorder(bool wanted) : wanted_(wanted) {}
  bool wanted() const override { return wanted_; }
  void report(double progress, double total, std::string_view message) override {
    EXPECT_EQ(total, 0);
    reports.emplace_back(progress, std::string(message));
  }
  std::vector<std::pair<double, std::string>> reports;

 private:
  bool wanted_;
};

const OutputStream::Clock::time_point kStart{std::chrono::seconds(1000)};

TEST(OutputStream, ReportsEveryPieceOfASlowProgram) {
  Recorder recorder(true);
  OutputStream stream(recorder);
  stream.add(false, "a\n", kStart);
  stream.add(true, "warn\n", kStart);
  stream.add(false, "caf\xC3", kStart);
  stream.add(false, "\xA9\n", kStart);
  stream.add(false, "", kStart);
  const std::vector<std::pair<double, std::string>> expected = {
      {2, "a\n"}, {7, "a\nwarn\n"}, {11, "a\nwarn\ncaf"}, {13, "a\nwarn\ncaf\xC3\xA9\n"}};
  EXPECT_EQ(recorder.reports, expected);
  EXPECT_EQ(stream.standard_output(), "a\ncaf\xC3\xA9\n");
}

TEST(OutputStream, AFloodIsReportedAtABoundedRate) {
  Recorder recorder(true);
  OutputStream stream(recorder);
  for (int i = 0; i < 10'000; ++i) stream.add(false, "x", kStart + milliseconds(i / 10));
  // A burst of 100, then 50 in the one second that it took.
  EXPECT_GE(recorder.reports.size(), 149u);
  EXPECT_LE(recorder.reports.size(), 151u);
  for (std::size_t i = 1; i < recorder.reports.size(); ++i) {
    EXPECT_GT(recorder.reports[i].first, recorder.reports[i - 1].first);
  }
  EXPECT_EQ(stream.standard_output().size(), 10'000u);
  // After a pause the rest is told with the next piece.
  stream.add(false, "y", kStart + milliseconds(5000));
  EXPECT_EQ(recorder.reports.back().first, 10'001);
}

TEST(OutputStream, TheMessageIsTheEndOfTheOutput) {
  Recorder recorder(true);
  OutputStream stream(recorder);
  stream.add(false, "\xC3\xA9" + std::string(4095, 'x'), kStart);
  EXPECT_EQ(recorder.reports.back().second, std::string(4095, 'x')) << "no half character";
  stream.add(false, std::string(9999, 'y'), kStart);
  EXPECT_EQ(recorder.reports.back().second, std::string(4096, 'y'));
}

TEST(OutputStream, NobodyListens) {
  Recorder recorder(false);
  OutputStream stream(recorder);
  stream.add(false, "abc\xFF", kStart);
  EXPECT_TRUE(recorder.reports.empty());
  EXPECT_EQ(stream.standard_output(), "abc\xEF\xBF\xBD");
}

}  // namespace
}  // namespace codecalc::execution

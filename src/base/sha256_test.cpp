// The examples of FIPS 180-4 (its appendix on SHA-256) and the empty text.
#include "base/sha256.h"

#include <gtest/gtest.h>

namespace codecalc {
namespace {

TEST(Sha256, PublishedExamples) {
  EXPECT_EQ(sha256_tag(""),
            "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_tag("abc"),
            "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_tag("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "sha256:248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_tag(std::string(1'000'000, 'a')),
            "sha256:cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesAreOneText) {
  Sha256 hash;
  EXPECT_EQ(hash.add("a").add("").add("bc").hex(), sha256_tag("abc").substr(7));
  EXPECT_EQ(hash.add("abc").hex(), sha256_tag("abc").substr(7)) << "starts anew";
}

}  // namespace
}  // namespace codecalc

// SHA-256 of bytes that come in pieces: the checksum by which people compare files, as `sha256sum` prints it.
//
// By Nettle, which is small, comes with every Debian (apt needs it) and uses the processor's instructions for it; the
// databases' own checksums (db/checksum.h) are faster and no defence against forgery.
#pragma once

#include <nettle/sha2.h>

#include <string>

#include "db/bytes.h"

namespace uisge::cli {

class Sha256 {
 public:
  Sha256();
  void add(ByteView bytes);
  // 64 hexadecimal digits, of everything since the construction. Nothing may be added after it.
  std::string finish();

 private:
  sha256_ctx state_;
};

}  // namespace uisge::cli

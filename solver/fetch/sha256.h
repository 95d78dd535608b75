// SHA-256 of bytes that are added piece by piece: the checksum by which people compare files, as `sha256sum` prints it.
//
// The library Nettle computes the checksum, with the processor's instructions for SHA-256. The databases' own checksums
// (db/checksum.h) are faster, but do not protect against forgery.
#pragma once

#include <nettle/sha2.h>

#include <string>

#include "db/bytes.h"

namespace uisge {

class Sha256 {
 public:
  Sha256();
  void add(ByteView bytes);
  // The SHA-256 of all bytes added since construction, as 64 hexadecimal digits. No bytes may be added afterwards.
  std::string finish();

 private:
  sha256_ctx state_;
};

}  // namespace uisge

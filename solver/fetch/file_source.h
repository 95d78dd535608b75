// Where published files come from: a folder of this machine, or a folder of a server.
//
// A source passes bytes on as they arrive and checks none of them. The caller checks sizes, kinds and checksums
// (fetch.h). Not thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "db/bytes.h"
#include "solver/fetch/fetch_index.h"

namespace uisge {

class FileSource {
 public:
  // A caller's function that receives the next bytes of a file. If it returns an error, the reading ends, and read()
  // returns this error. It may throw.
  using Take = std::function<Result<void>(ByteView)>;

  virtual ~FileSource() = default;
  // The file's path or address, for messages.
  virtual std::string place_of(const std::string& name) const = 0;
  // Passes the bytes of the file from `offset` to its end to `take`. Errors: kResource if the file cannot be read or
  // the connection breaks, kBadFile if the server breaks the protocol, kInterrupted.
  virtual Result<void> read(const std::string& name, std::uint64_t offset, const Take& take) = 0;
};

// How long the program waits for a silent or slow server.
struct ServerPatience {
  long connect_seconds = 30;
  // A transfer ends if it is slower than `bytes_per_second` for `seconds` seconds.
  long bytes_per_second = 1000;
  long seconds = 30;
};

// Opens the source that a person names: a folder, an address that begins with http:// or https://, or the path or
// address of an index file. open_source() sends nothing. Once `cancel` is set, a wait for a server ends. Errors: kUsage
// if `place` is empty, if it is an address with another scheme or with a question mark or '#', or if it is an address
// and this build has no HTTP.
Result<std::unique_ptr<FileSource>> open_source(const std::string& place, const std::atomic<bool>& cancel,
                                                const ServerPatience& patience = {});

// The files that the source's index lists. Errors: those of parse_index and of read.
Result<std::vector<PublishedFile>> read_index(FileSource& source);

}  // namespace uisge

// Writes and reads the text of a certificate, which docs/formats/proof.md specifies.
//
// Writing is deterministic: lines are in descending order of plies, then in the order of their texts. Reading accepts
// lines in any order. A certificate that was read is well-formed; certificate_check.h decides whether it is true.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>

#include "db/output_place.h"
#include "solver/search/certificate.h"

namespace uisge {

inline constexpr std::string_view kProofMagic = "uisge-proof 1";

// The name of a proof file in messages, and the bytes with which a proof file of any version begins.
inline constexpr FileKind kProofFile{"a proof", "uisge-proof "};

// Writes the whole file or nothing. Errors: kResource.
Result<void> write_certificate(const OutputPlace& place, const Board& board, const Certificate& certificate);

// Errors: kBadFile, which names the line, if the file is not a proof, is of a newer version, or is damaged; kResource
// if the file cannot be read, or its moves do not fit in `memory_bytes`; kInterrupted. `cancel` may be null. Calls
// `report` before each move, with the number of moves read; then looks at `cancel`.
Result<Certificate> read_certificate(const std::string& path, std::uint64_t memory_bytes,
                                     const std::atomic<bool>* cancel = nullptr,
                                     const std::function<void(std::uint64_t moves)>& report = {});

}  // namespace uisge

// The text of a certificate, as docs/formats/proof.md specifies it.
//
// Writing is deterministic: moves come by plies, the most first, then by the position's text. Reading accepts that
// form and nothing else; what it returns is well-formed, and whether it is true is certificate_check.h's question.
#pragma once

#include <string>

#include "db/output_place.h"
#include "solver/search/certificate.h"

namespace uisge {

inline constexpr std::string_view kProofMagic = "uisge-proof 1";

// A file of any version begins like this.
inline constexpr FileKind kProofFile{"a proof", "uisge-proof "};

// The whole file or none. Errors: resource.
Result<void> write_certificate(const OutputPlace& place, const Board& board, const Certificate& certificate);

// Errors: bad file (not a proof, of a newer version, damaged; with the line), resource (it cannot be read, or has more
// moves than `memory_bytes` hold).
Result<Certificate> read_certificate(const std::string& path, std::uint64_t memory_bytes);

}  // namespace uisge

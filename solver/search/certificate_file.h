// The text of a certificate, as docs/proof-format.md specifies it.
//
// Writing is deterministic: moves come by plies, the most first, then by the position's text. Reading accepts that
// form and nothing else; what it returns is well-formed, and whether it is true is certificate_check.h's question.
#pragma once

#include <string>

#include "solver/search/certificate.h"

namespace uisge {

inline constexpr std::string_view kProofMagic = "uisge-proof 1";

// Written beside its final name and renamed: the whole file or none. Errors: resource.
Result<void> write_certificate(const std::string& path, const Board& board, const Certificate& certificate);

// Errors: bad file (not a proof, of a newer version, damaged; with the line), resource.
Result<Certificate> read_certificate(const std::string& path);

}  // namespace uisge

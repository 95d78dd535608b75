// `uisge verify-proof`: checks a certificate of `uisge search` without the search.
#include <chrono>
#include <memory>

#include "core/notation.h"
#include "solver/cli/commands.h"
#include "solver/cli/options.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/wording.h"
#include "solver/resources.h"
#include "solver/search/certificate_check.h"
#include "solver/search/certificate_file.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

std::string claim_in_words(const Certificate& certificate) {
  const std::string_view mover = side_name(certificate.position.side_to_move());
  switch (certificate.kind) {
    case ClaimKind::kWin: return fmt::format("{} to move wins within {}", mover, plies_in_words(certificate.plies));
    case ClaimKind::kLoss: return fmt::format("{} to move loses within {}", mover, plies_in_words(certificate.plies));
    case ClaimKind::kNone: break;
  }
  return fmt::format("neither side can force a win within {}", plies_in_words(certificate.plies));
}

std::string_view json_claim(ClaimKind kind) {
  switch (kind) {
    case ClaimKind::kWin: return "win";
    case ClaimKind::kLoss: return "loss";
    case ClaimKind::kNone: break;
  }
  return "none";
}

struct VerifyProofOptions {
  std::string path;
  std::optional<std::uint64_t> memory;
};

Result<void> verify_proof(const VerifyProofOptions& options, Output& output) {
  const std::string& path = options.path;
  // The default is half of the available memory.
  const std::uint64_t memory_bytes = options.memory.value_or(available_memory() / 2);
  const auto begin = std::chrono::steady_clock::now();
  const auto certificate = read_certificate(path, memory_bytes);
  if (!certificate) return tl::unexpected(certificate.error());
  const StopSignals stop;
  const auto verdict = check_certificate(*certificate, memory_bytes, &stop.requested());
  if (!verdict) return tl::unexpected(verdict.error());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  const Board board(certificate->position.size());
  if (output.json()) {
    output.print_json(Json{{"file", path},
                           {"position", to_text(board, certificate->position)},
                           {"stuck", to_string(certificate->rules.stuck)},
                           {"diagonal_jumps", certificate->rules.diagonal_jumps},
                           {"claim", json_claim(certificate->kind)},
                           {"within", certificate->plies},
                           {"proven", !verdict->flaw.has_value()},
                           {"flaw", verdict->flaw ? Json(*verdict->flaw) : Json(nullptr)},
                           {"strategy_moves", certificate->strategy.size()},
                           {"positions", json_integer(verdict->positions)},
                           {"moves", json_integer(verdict->moves)},
                           {"seconds", elapsed.count()}});
  } else if (!verdict->flaw) {
    output.write(draw(board, certificate->position));
    output.print("\n{}: {}, a stuck player {}.\n", output.paint(fmt::emphasis::bold, "Proven"),
                 claim_in_words(*certificate), to_string(certificate->rules));
    output.print("{} moves of the winner, {} positions and {} moves looked at in {}\n",
                 format_count(certificate->strategy.size()), format_count(verdict->positions),
                 format_count(verdict->moves), format_duration(elapsed));
  }
  if (!verdict->flaw) return {};
  return tl::unexpected(Error{ErrorKind::kVerification, fmt::format("{}: not a proof, {}", path, *verdict->flaw)});
}

}  // namespace

void add_verify_proof(Program& program) {
  auto options = std::make_shared<VerifyProofOptions>();
  CLI::App& command = program.add_command(
      "verify-proof", "checks a proof that `search --proof` has written, without the search",
      "uisge verify-proof win.proof", [options](Output& output) { return verify_proof(*options, output); });
  command.add_option("FILE", options->path, "the proof")->required();
  add_memory_option(command, options->memory);
}

}  // namespace uisge::cli

// `uisge verify-proof`: checks a certificate without the search that made it.
#include <algorithm>
#include <chrono>
#include <iterator>

#include "core/notation.h"
#include "solver/answers/wording.h"
#include "solver/cli/board_drawing.h"
#include "solver/cli/commands.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/cli/stop_signals.h"
#include "solver/cli/word_check.h"
#include "solver/openmp_parallel.h"
#include "solver/resources.h"
#include "solver/search/certificate_file.h"
#include "solver/search/proof_file.h"
#include "solver/stopwatch.h"
#include "solver/units.h"

namespace uisge::cli {

namespace {

constexpr std::string_view kAllRules = "all";

std::string claim_in_words(const ProofClaim& claim) {
  const std::string_view mover = side_name(claim.position.side_to_move());
  switch (claim.kind) {
    case ClaimKind::kWin: return fmt::format("{} to move wins within {}", mover, plies_in_words(claim.plies));
    case ClaimKind::kLoss: return fmt::format("{} to move loses within {}", mover, plies_in_words(claim.plies));
    case ClaimKind::kNone: break;
  }
  return fmt::format("neither side can force a win within {}", plies_in_words(claim.plies));
}

struct VerifyProofOptions {
  std::string path;
  std::string stuck;  // a rule's name, "all", or empty for the file's own rule
  std::string text;
  std::string compact;
  std::vector<std::string> added;  // proofs whose lines the compact file shall have, too
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
};

// `verdict` is the result of the check under `rules`. `proven_under` has every rule for stuck players under which the
// claim is proved.
struct Replayed {
  RuleSet rules;
  CertificateVerdict verdict;
  std::vector<StuckRule> proven_under;
};

// Checks the proof by the rule that the user asked for. If the proof claims a win or loss and no replayed position has
// a stuck player, the result holds under all four rules. Otherwise, if the user asked for all rules, checks the proof
// by each of the four rules.
Result<Replayed> replay(ProofFile& proof, const VerifyProofOptions& options, const ReplayContext& frame) {
  Replayed replayed{proof.claim().rules, {}, {}};
  const bool is_all = options.stuck == kAllRules;
  if (!options.stuck.empty() && !is_all) replayed.rules.stuck = parse_stuck_rule(options.stuck).value();
  replayed.verdict = UISGE_TRY(proof.check(replayed.rules, frame));
  const bool rules_differ = replayed.verdict.has_stuck_position || proof.claim().kind == ClaimKind::kNone;
  for (const StuckRule stuck : kAllStuckRules) {
    bool is_proof = !replayed.verdict.flaw && (stuck == replayed.rules.stuck || !rules_differ);
    if (is_all && rules_differ && stuck != replayed.rules.stuck) {
      const auto other = UISGE_TRY(proof.check({stuck, replayed.rules.diagonal_jumps}, frame));
      is_proof = !other.flaw;
    }
    if (is_proof) replayed.proven_under.push_back(stuck);
  }
  return replayed;
}

std::vector<std::string_view> words_of(const std::vector<StuckRule>& rules) {
  std::vector<std::string_view> words;
  for (const StuckRule rule : rules) words.push_back(to_string(rule));
  return words;
}

// Says under which rules the proof holds, after a check by all rules.
std::string rules_in_words(const std::vector<StuckRule>& proven_under) {
  if (proven_under.size() == kAllStuckRules.size()) return "This is a proof under all four rules for stuck players.";
  std::vector<StuckRule> others;
  std::copy_if(kAllStuckRules.begin(), kAllStuckRules.end(), std::back_inserter(others), [&](StuckRule rule) {
    return std::find(proven_under.begin(), proven_under.end(), rule) == proven_under.end();
  });
  return fmt::format("This is a proof under {}, not under {}.", fmt::join(words_of(proven_under), ", "),
                     fmt::join(words_of(others), ", "));
}

Json to_json(const ProofFile& proof, const VerifyProofOptions& options, const Replayed& replayed,
             std::chrono::duration<double> elapsed) {
  const ProofClaim& claim = proof.claim();
  const CertificateVerdict& verdict = replayed.verdict;
  return {{"file", options.path},
          {"version", proof.version()},
          {"position", to_text(Board(claim.position.size()), claim.position)},
          {"stuck", to_string(replayed.rules.stuck)},
          {"diagonal_jumps", replayed.rules.diagonal_jumps},
          {"claim", to_string(claim.kind)},
          {"within", claim.plies},
          {"proven", !verdict.flaw.has_value()},
          {"flaw", verdict.flaw ? Json(*verdict.flaw) : Json(nullptr)},
          {"proven_under", words_of(replayed.proven_under)},
          {"strategy_moves", json_integer(proof.lines())},
          {"positions", json_integer(verdict.positions)},
          {"moves", json_integer(verdict.moves)},
          {"seconds", elapsed.count()},
          {"threads", options.threads}};
}

void print(Output& output, const ProofFile& proof, bool is_all, const Replayed& replayed,
           std::chrono::duration<double> elapsed) {
  output.print("{}{}\n", draw_board(Board(proof.claim().position.size()), proof.claim().position, output, false),
               shapes_in_words(output, false));
  output.print("{}: {}, a stuck player {}.\n", output.paint(fmt::emphasis::bold, "Proven"),
               claim_in_words(proof.claim()), to_string(replayed.rules));
  if (is_all || replayed.proven_under.size() == kAllStuckRules.size()) {
    output.print_wrapped(rules_in_words(replayed.proven_under));
  }
  output.print_wrapped(fmt::format("{} of the winner, {} and {} looked at in {}",
                                   format_number_of(proof.lines(), "move"),
                                   format_number_of(replayed.verdict.positions, "position"),
                                   format_number_of(replayed.verdict.moves, "move"), format_duration(elapsed)));
}

// Opens the proofs of --add, and checks them under the rules of `proof`.
Result<std::vector<ProofFile>> added_proofs(const ProofFile& proof, const VerifyProofOptions& options,
                                            const ProofFile::Limits& limits, const ReplayContext& frame) {
  const ProofClaim& claim = proof.claim();
  std::vector<ProofFile> added;
  for (const std::string& path : options.added) {
    auto opened = UISGE_TRY(ProofFile::open(path, limits));
    if (!opened.is_of_game(claim.position.size(), claim.position.pieces(), claim.rules.diagonal_jumps)) {
      return usage_error(fmt::format("{}: is a proof of another game than {}", path, options.path));
    }
    if (claim.kind == ClaimKind::kNone || opened.claim().kind == ClaimKind::kNone) {
      return usage_error(fmt::format("{}: --add is for proofs of a win or loss",
                                     claim.kind == ClaimKind::kNone ? options.path : path));
    }
    const auto verdict = UISGE_TRY(opened.check(claim.rules, frame));
    if (verdict.flaw) {
      return verification_error(fmt::format("{}: not a proof where a stuck player {}, {}", path,
                                            to_string(claim.rules.stuck), *verdict.flaw));
    }
    added.push_back(std::move(opened));
  }
  return added;
}

Result<void> verify_proof(const VerifyProofOptions& options, Output& output) {
  // A text would lack the added lines.
  if (!options.added.empty() && (options.compact.empty() || !options.text.empty())) {
    return usage_error("--add: only with --compact, and not with --text");
  }
  const auto text_place = UISGE_TRY(claim_output(options.text, kProofFile));
  const auto compact_place = UISGE_TRY(claim_output(options.compact, kProofFile));
  if (text_place && compact_place && text_place->is_at(options.compact)) {
    return usage_error(fmt::format("{}: --text and --compact need two files", options.text));
  }
  const Stopwatch watch;
  const StopSignals stop;
  const ProofFile::Limits limits{options.memory.value_or(available_memory() / 2), &stop.requested()};
  auto proof = UISGE_TRY(ProofFile::open(options.path, limits));
  ProgressLine progress;
  const ReplayContext frame{openmp_parallel(options.threads), [&](std::uint64_t done, std::uint64_t total) {
                              progress.update([&] {
                                return fmt::format("replayed {} of {} lines", format_count(done), format_count(total));
                              });
                            }};
  const auto added = UISGE_TRY(added_proofs(proof, options, limits, frame));
  const auto replayed = UISGE_TRY(replay(proof, options, frame));
  progress.clear();
  const auto elapsed = watch.elapsed();
  const std::optional<std::string>& flaw = replayed.verdict.flaw;
  if (output.json()) {
    output.print_json(to_json(proof, options, replayed, elapsed));
  } else if (!flaw) {
    print(output, proof, options.stuck == kAllRules, replayed, elapsed);
  }
  if (flaw) return verification_error(fmt::format("{}: not a proof, {}", options.path, *flaw));
  const StuckRule own = proof.claim().rules.stuck;
  if ((text_place || compact_place) &&
      std::find(replayed.proven_under.begin(), replayed.proven_under.end(), own) == replayed.proven_under.end()) {
    return usage_error(
        fmt::format("{}: --stuck {} does not check the proof's rule, {}, which the new file would name; "
                    "leave out --stuck",
                    options.path, options.stuck, to_string(own)));
  }
  if (text_place) UISGE_TRY(proof.write_text(*text_place, frame.parallel));
  if (compact_place) UISGE_TRY(proof.write_compact(*compact_place, added));
  return {};
}

}  // namespace

void add_verify_proof(Program& program) {
  const auto [command, options] = program.add_command<VerifyProofOptions>(
      "verify-proof", "checks a proof by the rules alone: the winner's moves against every answer",
      "uisge verify-proof win.proof --stuck all", verify_proof);
  std::vector<std::string> rules = stuck_words();
  rules.emplace_back(kAllRules);
  command.add_option("FILE", options.path, "the proof")->required();
  command
      .add_option("--stuck", options.stuck,
                  "check the proof by this rule for stuck players, or by all four (all), instead of its own")
      ->check(one_of(rules))
      ->type_name("RULE");
  add_file_option(command, "--text", options.text, "write a proof that holds as text, for reading");
  add_file_option(command, "--compact", options.compact, "write a proof that holds in 4 bytes a line, for keeping");
  add_repeated_option(command, "--add", options.added,
                      "also write the lines of this proof, of a position of the same game")
      ->type_name("FILE");
  add_threads_option(command, options.threads);
  add_memory_option(command, options.memory);
}

}  // namespace uisge::cli

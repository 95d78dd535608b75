// `uisge verify`: proves the labels of a database, all of them or a sample.
#include <optional>

#include "core/known_start.h"
#include "core/notation.h"
#include "db/file_check.h"
#include "db/verification.h"
#include "solver/answers/database_summary.h"
#include "solver/cli/commands.h"
#include "solver/cli/open_database.h"
#include "solver/cli/options.h"
#include "solver/cli/progress_line.h"
#include "solver/openmp_parallel.h"
#include "solver/search/value_proofs.h"
#include "solver/stopwatch.h"
#include "solver/units.h"
#include "solver/usual_memory.h"

namespace uisge::cli {

namespace {

struct VerifyOptions {
  std::string file;
  std::string receipt;
  std::optional<std::uint64_t> sample;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  std::optional<std::uint64_t> memory;
};

// A receipt (JSON that says what was verified) begins with the field "file".
constexpr FileKind kReceiptFile{"a receipt of a verification", "{\n  \"file\": "};

// If verification finds no fault in a values database, the forward search also checks kSearchedValues of its wins and
// losses, and looks kSearchedPlies plies ahead.
constexpr std::uint64_t kSearchedValues = 1000;
constexpr int kSearchedPlies = 7;

// Tells what a complete verification of a values database proves, and what it does not.
Json proof_json(const ValueProofs& proofs) {
  return {{"draws", "all"},
          {"wins_and_losses",
           {{"searched", proofs.sampled}, {"plies", kSearchedPlies}, {"proved", proofs.proved}, {"all", false}}}};
}

// Says how the start's label contradicts the table of known starts. Returns an empty text if the label does not.
std::string against_the_table(const Database& database) {
  const DatabaseIdentity& identity = database.identity();
  const auto known = known_start(identity.board, identity.pieces, identity.rules);
  if (!known || !database.summary().start) return {};
  return contradiction(*known, decode_label(database.summary().start_code));
}

Json receipt_json(const Database& database, const VerifyOptions& options, const VerificationReport& report,
                  const std::optional<ValueProofs>& proofs) {
  Json json{{"file", database.path()},
            {"hash", to_string(database.footer().hash)},
            {"bytes", json_integer(database.file().bytes())}};
  json.update(identity_json(database.identity()));
  json["made_by"] = database.header().program;
  json["verified_by"] = "uisge " UISGE_VERSION;
  json["complete"] = !options.sample.has_value();
  json["distances"] = stores_distances(database.header().codec);
  if (options.sample) json["seed"] = json_integer(options.seed);
  if (proofs) json["proves"] = proof_json(*proofs);
  json["placements"] = report.placements;
  json["positions"] = json_integer(report.positions);
  json["moves"] = json_integer(report.moves);
  json["passed"] = !report.broken.has_value();
  if (const std::string against = against_the_table(database); !against.empty()) {
    json["passed"] = false;
    if (!report.broken) json["reason"] = "the start " + against;
  }
  if (report.broken) {
    const auto& position = report.broken->position;
    json["position"] = position ? Json(to_text(database.board(), *position)) : Json();
    json["reason"] = report.broken->what;
  }
  return json;
}

Result<VerificationReport> run_verification(const Database& database, const VerifyOptions& options) {
  ProgressLine progress;
  VerificationOptions verification{.cache_bytes = useful_cache_bytes(options.memory)};
  verification.progress = [&](std::uint64_t done, std::uint64_t total) {
    progress.update(
        [&] { return fmt::format("verified {} of {} positions", format_count(done), format_count(total)); });
  };
  const Parallel parallel = openmp_parallel(options.threads);
  auto report = options.sample ? verify_sample(database, *options.sample, options.seed, verification, parallel)
                               : verify_database(database, verification, parallel);
  progress.clear();
  return report;
}

Result<void> verify(const VerifyOptions& options, Output& output) {
  const Stopwatch watch;
  const auto database = UISGE_TRY(open_database(options.file));
  if (options.sample && database.placements().empty()) {
    return usage_error(fmt::format("{}: holds no positions, so there is nothing to sample", options.file));
  }
  const auto place = UISGE_TRY(claim_output(options.receipt, kReceiptFile));
  // A receipt repeats the hash that the database stores. check_file() makes sure that this hash is right.
  if (!options.sample) UISGE_TRY(check_file(database));
  auto report = UISGE_TRY(run_verification(database, options));
  std::optional<ValueProofs> proofs;
  if (!stores_distances(database.header().codec) && !options.sample && !report.broken) {
    const ProofLimits limits{
        .max_plies = kSearchedPlies, .memory_bytes = usual_memory(std::uint64_t{64} << 20), .threads = options.threads};
    auto searched = UISGE_TRY(prove_values(database, kSearchedValues, options.seed, limits));
    report.broken = searched.broken;
    proofs = std::move(searched);
  }
  const auto time = watch.elapsed();
  Json receipt = receipt_json(database, options, report, proofs);
  Result<void> written;
  if (place) written = publish_text(*place, receipt.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
  if (output.json()) {
    receipt["seconds"] = time.count();
    receipt["threads"] = options.threads;
    output.print_json(receipt);
  }
  if (report.broken) return verification_error(fmt::format("{}: {}", options.file, report.broken->what));
  if (const std::string against = against_the_table(database); !against.empty()) {
    return verification_error(fmt::format("{}: the start {}", options.file, against));
  }
  if (output.json()) return written;
  if (options.sample) {
    output.print_wrapped(
        fmt::format("{}: a sample of {} positions and their {} moves is right. This is no proof: leave out --sample.",
                    printable(options.file), format_count(report.positions), format_count(report.moves)));
  } else if (proofs) {
    output.print_wrapped(fmt::format(
        "{}: consistent, so every draw is proved: all {} positions and {} moves keep the rules' laws of values.\n"
        "Of {} wins and losses chosen at random the search proved {} within {} plies and contradicted none. The others "
        "are not proved: distances would be needed for that.",
        printable(options.file), format_count(report.positions), format_count(report.moves),
        format_count(proofs->sampled), format_count(proofs->proved), kSearchedPlies));
  } else {
    output.print_wrapped(fmt::format("{}: proved. All {} positions and {} moves keep the rules' laws.",
                                     printable(options.file), format_count(report.positions),
                                     format_count(report.moves)));
  }
  output.print("{} on {}\n", format_duration(time), format_number_of(options.threads, "thread"));
  return written;
}

}  // namespace

void add_verify(Program& program) {
  const auto [command, options] =
      program.add_command<VerifyOptions>("verify", "checks every value and distance in a database by the rules",
                                         "uisge verify 7x6-4-loses.uisge --receipt proof.json", verify);
  command.add_option("FILE", options.file, "a database")->required()->type_name("");
  CLI::Option* const sample =
      add_number_option(command, "--sample", options.sample, 1, UINT64_MAX, "check only N positions, chosen at random");
  add_number_option(command, "--seed", options.seed, 0, UINT64_MAX,
                    "chooses the sample; the same seed, the same positions")
      ->type_name("S")
      ->needs(sample);
  add_file_option(command, "--receipt", options.receipt, "writes what was checked to a JSON file");
  add_threads_option(command, options.threads);
  add_memory_option(command, options.memory);
}

}  // namespace uisge::cli

/// \file
/// Proofs: reading, replaying and making files that prove a win or loss. Component: `solver`.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "uisge/database.h"

namespace uisge {
UISGE_INLINE namespace v1 {
  /// A proof file opened for reading: who wins a position, within how many plies, and by which moves. The proof knows
  /// three kinds of positions: those with a winning move in the file, those after such a move, and other positions from
  /// which every move of the loser leads to a position of the first kind. The proof also knows the images of all these
  /// positions under symmetry and exchange of colours. Verdicts of these positions have `within` and no distance. Other
  /// positions are kUndecided.
  ///
  /// The object trusts the file; check_proof() replays it. Only one thread at a time may use the object. Functions that
  /// take a position throw Error. kUsage: the position has another board or piece count than the file, the file proves
  /// nothing under the `rules` of the call, another thread is using the object, or the object was moved from. kBadFile:
  /// the file is damaged. kResource: reading fails.
  class UISGE_EXPORT Proof {
   public:
    /// The default of `cache_bytes`: the memory in which lines of the proof are kept, in bytes.
    static constexpr std::size_t kStandardCacheBytes = std::size_t{512} << 20;

    /// Opens a proof in text form or in compact form. A compact proof opens in milliseconds. Throws Error: kBadFile,
    /// kResource, kUsage (the proof claims that nobody wins, so it cannot answer), kVerification (a move in a proof of
    /// text form cannot be played).
    static Proof open(const std::string& path, std::size_t cache_bytes = kStandardCacheBytes);
    /// Takes over the other proof, which is not usable afterwards.
    Proof(Proof&& other) noexcept;
    /// Takes over the other proof, which is not usable afterwards.
    Proof& operator=(Proof&& other) noexcept;
    ~Proof();

    /// The path that open() got.
    const std::string& path() const;
    /// The board, the pieces, and the rules that the file names.
    Identity identity() const;
    /// The position of the proof's claim.
    Position position() const;
    /// What the proof claims about position().
    Verdict claim() const;
    /// Whether the proof answers under these rules. A proof answers under its own rules. A proof under
    /// StuckRule::kDraws answers under all four rules for stuck players, since no line of it meets a stuck player.
    bool holds_under(Rules rules) const;

    /// The position's value and Verdict::within under `rules`, by default the file's own rules.
    Verdict verdict(const Position& position, std::optional<Rules> rules = {});
    /// The value and bound of a position, and all its moves, ranked: wins, the soonest first; undecided moves; draws;
    /// losses, the latest first.
    Analysis analyse(const Position& position, std::optional<Rules> rules = {});
    /// Returns the moves of a game in which the winner follows the proof, and the loser always makes the move after
    /// which the proved bound on the plies is greatest. Empty if the position is undecided.
    std::vector<Move> line(const Position& position, std::optional<Rules> rules = {});

   private:
    class Impl;
    explicit Proof(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  /// How to replay a proof.
  struct CheckOptions {
    std::optional<StuckRule> stuck = {};        ///< The rule for stuck players; none: the file's own rule.
    int threads = 0;                            ///< The most threads to use; 0: one for each processor.
    const std::atomic<bool>* cancel = nullptr;  ///< Polled many times a second; true stops the work. May be null.
  };

  /// Checks a proof file by the rules alone. Replays each winning move in the file, and every answer to that move.
  /// Returns the number of positions visited. Throws Error: kVerification with the flaw if the file does not prove its
  /// claim; also kBadFile, kResource and kInterrupted.
  UISGE_EXPORT std::uint64_t check_proof(const std::string& path, const CheckOptions& options = {});

  /// The progress of prove().
  struct ProveProgress {
    std::uint64_t nodes = 0;  ///< Positions looked at.
    double seconds = 0;       ///< Since the search began or, before that, since `state` began to be read.
    double table_load = 0;    ///< The used share of the prover's tables, 0 to 1; 0 while a guide is followed.
  };

  /// How long to look for a proof, and where to write the proof.
  struct ProveOptions {
    std::string output = {};  ///< The path of the proof file; if it is empty, no file is written.
    /// true: a compact file, which takes 1 to 4 bytes per position; false: a text file.
    bool compact = true;
    /// The file in which the search saves its results, also when its time is up. The next run goes on from this file.
    /// Empty: no file.
    std::string state = {};
    /// A proof, or a file with the winner's moves in some positions, which `uisge solve --values --prove-start` writes.
    /// Only positions without such a move are searched. If a proof does not reach the position, it is replayed, and its
    /// wins are taken as known. Empty: no known moves.
    std::string guide = {};
    std::uint64_t memory_bytes = std::uint64_t{1} << 30;  ///< The memory of the tables.
    /// The time limit. None: no limit, although a proof may take years.
    std::optional<double> seconds = {};
    int threads = 0;                                          ///< The most threads to use; 0: one for each processor.
    std::function<void(const ProveProgress&)> progress = {};  ///< Called now and then; the function may be empty.
    /// Polled some times a second, except while files are written; true stops the work. May be null.
    const std::atomic<bool>* cancel = nullptr;
  };

  /// What prove() has proved.
  struct ProveReport {
    Verdict verdict;  ///< A win or loss with its bound `within`; kUndecided if nothing was proved.
    std::uint64_t positions =
        0;                    ///< Positions in the proof with the winner to move, up to symmetry; 0 without a proof.
    std::uint64_t nodes = 0;  ///< Positions looked at.
    double seconds = 0;       ///< How long it took after `state` was read.
    /// Whether the time was up or the work was cancelled before there was an answer or, if there is one, the time was
    /// up before the winner's moves were collected; then there is no proof.
    bool stopped = false;
  };

  /// Proves who wins, up to 500 plies ahead, without a database. The file appears complete or not at all, and never
  /// replaces a file of another kind. Throws Error: kUsage (options out of range; `output` and `state` are one
  /// file; a guide with which the winner does not win), kResource (no memory; a file cannot be written, or another run
  /// uses the state file), kBadFile (a state or guide that is damaged or of another game), kInterrupted (cancelled
  /// while the state or guide was being read or the winner's moves collected; otherwise the report says `stopped`).
  UISGE_EXPORT ProveReport prove(const Position& position, Rules rules, const ProveOptions& options = {});

}  // namespace v1
}  // namespace uisge

/// \file
/// Proofs: answers from a file that proves a win or loss, its replay, and making one. In the component `solver`.
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
  /// An open proof: who wins a position, within how many plies, and by which moves. It answers where it reaches: the
  /// winner's positions, those after the winner's moves, those a ply before, and what is equal to them up to symmetry
  /// and exchange of colours. Verdicts have `within` and no distance; elsewhere they are kUndecided.
  ///
  /// The file is believed as a database is; check() replays it. For one thread at a time. Functions that take a
  /// position throw Error: kUsage if it is of another board or piece count than the file, if the file does not hold
  /// under the rules, if another thread is using the object, or if it was moved from; kBadFile if the file is damaged;
  /// kResource if reading fails.
  class UISGE_EXPORT Proof {
   public:
    /// Bytes of lines that a proof keeps unless told otherwise.
    static constexpr std::size_t kStandardCacheBytes = std::size_t{512} << 20;

    /// Opens a proof of either form, a compact one in milliseconds. Throws Error: kBadFile, kResource, kUsage (it
    /// proves that nobody wins, which answers nothing), kVerification (a move of a text cannot be played).
    static Proof open(const std::string& path, std::size_t cache_bytes = kStandardCacheBytes);
    /// Takes over; the other proof is no longer usable.
    Proof(Proof&& other) noexcept;
    /// Takes over; the other proof is no longer usable.
    Proof& operator=(Proof&& other) noexcept;
    ~Proof();

    /// The path that open() got.
    const std::string& path() const;
    /// Board, pieces, and the rules that the file names.
    Identity identity() const;
    /// The position that it is about.
    Position position() const;
    /// What it proves of that position.
    Verdict claim() const;
    /// Whether it answers under these rules: its own; a proof under StuckRule::kDraws under all four rules for stuck
    /// players, since no line of it meets one.
    bool holds_under(Rules rules) const;

    /// Value and bound, under the file's own rules unless told otherwise.
    Verdict verdict(const Position& position, std::optional<Rules> rules = {});
    /// The same with every move ranked: wins, the soonest first; what is not decided; draws; losses, the latest first.
    Analysis analyse(const Position& position, std::optional<Rules> rules = {});
    /// The winner follows the proof, the loser delays as long as the bounds tell. Empty where nothing is decided.
    std::vector<Move> line(const Position& position, std::optional<Rules> rules = {});

   private:
    class Impl;
    explicit Proof(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
  };

  /// How to replay a proof.
  struct CheckOptions {
    std::optional<StuckRule> stuck = {};        ///< By this rule for stuck players; none: by the file's own.
    int threads = 0;                            ///< An upper limit; 0: one for each processor.
    const std::atomic<bool>* cancel = nullptr;  ///< Looked at many times a second; true stops. May be null.
  };

  /// Replays every line of a proof file and every answer to it, by the rules alone. Returns how many positions it
  /// looked at. Throws Error: kVerification with the flaw if it is no proof, kBadFile, kResource, kInterrupted.
  UISGE_EXPORT std::uint64_t check_proof(const std::string& path, const CheckOptions& options = {});

  /// The progress of prove().
  struct ProveProgress {
    std::uint64_t nodes = 0;  ///< Positions looked at.
    double seconds = 0;       ///< Since it began.
    double table_load = 0;    ///< Of the tables: 0 to 1.
  };

  /// How long to look for a proof, and where it goes.
  struct ProveOptions {
    std::string output = {};                                  ///< The proof file; empty: none is written.
    bool compact = true;                                      ///< In 4 bytes a position; otherwise as text.
    std::uint64_t memory_bytes = std::uint64_t{1} << 30;      ///< Of the tables.
    std::optional<double> seconds = {};                       ///< None: until done, which may be never.
    int threads = 0;                                          ///< An upper limit; 0: one for each processor.
    std::function<void(const ProveProgress&)> progress = {};  ///< Called now and then; may be empty.
    const std::atomic<bool>* cancel = nullptr;  ///< Looked at many times a second; true stops. May be null.
  };

  /// What has been proved.
  struct ProveReport {
    Verdict verdict;              ///< A win or loss with its bound `within`; kUndecided if the search ended before.
    std::uint64_t positions = 0;  ///< Of the winner in the proof, up to symmetry; 0 without one.
    std::uint64_t nodes = 0;      ///< Positions looked at.
    double seconds = 0;           ///< How long it took.
    bool stopped = false;         ///< Time was up, or it was cancelled, before there was an answer.
  };

  /// Proves who wins, without a database and without a limit of plies. The file appears complete or not at all, and not
  /// in the place of a file of another kind. Throws Error: kUsage (options out of range), kResource (no memory; the
  /// file cannot be written).
  UISGE_EXPORT ProveReport prove(const Position& position, Rules rules, const ProveOptions& options = {});

}  // namespace v1
}  // namespace uisge

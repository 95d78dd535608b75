// The C interface: checks arguments, calls the C++ library, and catches every exception. This file is long because
// every function of uisge.h is here: each checks its arguments and makes one call.
#include <algorithm>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/c/handle_table.h"
#include "uisge.h"
#include "uisge/database.h"
#include "uisge/known.h"

static_assert(sizeof(uisge_position) == 32 && sizeof(uisge_identity) == 32 && sizeof(uisge_ranked_move) == 8 &&
              sizeof(uisge_verdict) == 4 && sizeof(uisge_move) == 2 && sizeof(uisge_rules) == 2);

namespace uisge::bindings {

namespace {

using DatabaseTable = HandleTable<v1::Database>;
using ProbeTable = HandleTable<v1::Probe>;

// The tables of handles last until the process ends, since threads may use them until then.
DatabaseTable& databases() {
  static DatabaseTable& table = *new DatabaseTable(HandleKind::kDatabase);
  return table;
}

ProbeTable& probes() {
  static ProbeTable& table = *new ProbeTable(HandleKind::kProbe);
  return table;
}

// The message of this thread's last error. `shown` is `text`, or a constant if there was no memory for the text.
struct LastError {
  std::string text;
  const char* shown = "";
};

LastError& last_error() {
  static thread_local LastError error;
  return error;
}

uisge_status fail(uisge_status status, const char* message) noexcept {
  LastError& error = last_error();
  try {
    error.text = message;
    error.shown = error.text.c_str();
  } catch (...) {
    error.shown = "no memory";
  }
  return status;
}

// An error that the C interface itself detects. The error's status need not be one of the kinds of v1::Error.
struct Refusal {
  uisge_status status;
  std::string message;
};

[[noreturn]] void refuse(std::string message) {
  throw Refusal{UISGE_ERROR_USAGE, std::move(message)};
}

template <class Body>
uisge_status guarded(const Body& body) noexcept {
  try {
    body();
    return UISGE_OK;
  } catch (const Refusal& refusal) {
    return fail(refusal.status, refusal.message.c_str());
  } catch (const v1::Error& error) {
    return fail(static_cast<uisge_status>(error.kind()), error.what());
  } catch (const std::bad_alloc&) {
    return fail(UISGE_ERROR_RESOURCE, "no memory; close probes, or give them smaller caches");
  } catch (const std::exception& error) {
    return fail(UISGE_ERROR_INTERNAL, error.what());
  } catch (...) {
    return fail(UISGE_ERROR_INTERNAL, "an unknown exception");
  }
}

// Copies the fields that both the caller's header and this library have. A caller with a newer header finds zeros in
// the fields that this library lacks.
template <class T>
void give_structure(const T& found, T* to, size_t size) {
  std::memset(to, 0, size);
  std::memcpy(to, &found, std::min(size, sizeof found));
}

template <class T>
T& required(T* pointer, const char* what) {
  if (pointer == nullptr) refuse(std::string(what) + ": the pointer is null");
  return *pointer;
}

v1::Rules rules_from(uisge_rules rules) {
  if (rules.diagonal_jumps > 1) refuse("rules: diagonal_jumps is neither 0 nor 1");
  return {static_cast<v1::StuckRule>(rules.stuck), rules.diagonal_jumps != 0};
}

v1::Position position_from(const uisge_position* position) {
  const uisge_position& given = required(position, "position");
  if (std::any_of(std::begin(given.reserved), std::end(given.reserved), [](std::uint8_t byte) { return byte != 0; })) {
    refuse("position: its reserved bytes are not 0");
  }
  return v1::Position::from_squares({given.files, given.ranks}, given.white, given.black, given.crowns,
                                    static_cast<v1::Side>(given.side_to_move));
}

uisge_position position_to(const v1::Position& position) {
  uisge_position result = {};
  result.white = position.white();
  result.black = position.black();
  result.crowns = position.crowns();
  result.files = static_cast<std::uint8_t>(position.board().files);
  result.ranks = static_cast<std::uint8_t>(position.board().ranks);
  result.side_to_move = static_cast<std::uint8_t>(position.side_to_move());
  return result;
}

uisge_move move_to(v1::Move move) {
  return {move.from, move.to};
}

uisge_verdict verdict_to(const v1::Verdict& verdict) {
  return {static_cast<std::uint8_t>(verdict.value), 0, static_cast<std::int16_t>(verdict.distance.value_or(-1))};
}

void give_text(std::string_view found, char* text, std::size_t size, std::size_t* needed) {
  const std::size_t bytes = found.size() + 1;
  if (needed != nullptr) *needed = bytes;
  if (text == nullptr && size == 0) return;
  required(text, "text");
  if (size < bytes) {
    throw Refusal{UISGE_ERROR_BUFFER,
                  "text: takes " + std::to_string(bytes) + " bytes, the buffer has " + std::to_string(size)};
  }
  std::memcpy(text, found.data(), found.size());
  text[found.size()] = '\0';
}

// Copies a list into the caller's array. A caller that passes a null pointer and capacity 0 gets only the length.
template <class From, class To, class Convert>
void give_list(const std::vector<From>& found, To* list, std::size_t capacity, std::size_t* count,
               const Convert& convert) {
  required(count, "count") = found.size();
  if (list == nullptr && capacity == 0) return;
  required(list, "moves");
  if (capacity < found.size()) {
    throw Refusal{UISGE_ERROR_BUFFER, "moves: there are " + std::to_string(found.size()) +
                                          ", the buffer has room for " + std::to_string(capacity)};
  }
  std::transform(found.begin(), found.end(), list, convert);
}

// Calls `body` with the object that the handle stands for.
template <class T, class Handle, class Body>
void with(HandleTable<T>& table, Handle* handle, const char* what, const Body& body) {
  using Failure = typename HandleTable<T>::Use::Failure;
  const auto use = table.use(reinterpret_cast<std::uintptr_t>(handle));
  if (use.failure() == Failure::kUnknown) refuse(std::string(what) + ": it is not open");
  if (use.failure() == Failure::kBusy) {
    refuse(std::string(what) + ": another thread is using it; make one for each thread");
  }
  body(*use);
}

template <class Handle, class T>
Handle* handle_of(HandleTable<T>& table, std::unique_ptr<T> thing) {
  const std::uintptr_t number = table.add(std::move(thing));
  if (number == 0) throw Refusal{UISGE_ERROR_RESOURCE, "handles: too many are open; close some"};
  return reinterpret_cast<Handle*>(number);  // NOLINT(performance-no-int-to-ptr): the pointer is never dereferenced
}

// Calls on a database are short, so a second thread waits for the first instead of being refused.
v1::Database shared_database(uisge_database* handle) {
  for (;;) {
    const auto use = databases().use(reinterpret_cast<std::uintptr_t>(handle));
    if (use.failure() == DatabaseTable::Use::Failure::kNone) return *use;
    if (use.failure() == DatabaseTable::Use::Failure::kUnknown) refuse("database: it is not open");
  }
}

}  // namespace

}  // namespace uisge::bindings

using namespace uisge::bindings;  // NOLINT: this file is the functions below
namespace v1 = uisge::v1;

extern "C" {

const char* uisge_version(void) {
  return v1::version().data();
}

const char* uisge_last_error(void) {
  return last_error().shown;
}

uisge_status uisge_position_parse(const char* text, uisge_position* position) {
  return guarded([&] {
    required(position, "position");
    *position = position_to(v1::Position::parse(&required(text, "text")));
  });
}

uisge_status uisge_position_start(int files, int ranks, int pieces_per_side, uisge_position* position) {
  return guarded([&] {
    required(position, "position") = position_to(v1::Position::start({files, ranks}, pieces_per_side));
  });
}

uisge_status uisge_position_text(const uisge_position* position, char* text, size_t size, size_t* needed) {
  return guarded([&] { give_text(position_from(position).text(), text, size, needed); });
}

uisge_status uisge_position_canonical(const uisge_position* position, uisge_position* canonical) {
  return guarded([&] { required(canonical, "canonical") = position_to(position_from(position).canonical()); });
}

uisge_status uisge_position_end(const uisge_position* position, uisge_rules rules, int* end) {
  return guarded([&] { required(end, "end") = static_cast<int>(position_from(position).end(rules_from(rules))); });
}

uisge_status uisge_legal_moves(const uisge_position* position, uisge_rules rules, uisge_move* moves, size_t capacity,
                               size_t* count) {
  return guarded([&] { give_list(position_from(position).moves(rules_from(rules)), moves, capacity, count, move_to); });
}

uisge_status uisge_play(const uisge_position* position, uisge_rules rules, uisge_move move, uisge_position* after) {
  return guarded([&] {
    required(after, "after") = position_to(position_from(position).play(rules_from(rules), {move.from, move.to}));
  });
}

uisge_status uisge_move_parse(const uisge_position* position, uisge_rules rules, const char* text, uisge_move* move) {
  return guarded([&] {
    required(move, "move") = move_to(position_from(position).parse_move(rules_from(rules), &required(text, "text")));
  });
}

uisge_status uisge_move_text(const uisge_position* position, uisge_move move, char* text, size_t size, size_t* needed) {
  return guarded([&] { give_text(position_from(position).move_text({move.from, move.to}), text, size, needed); });
}

uisge_status uisge_perft(const uisge_position* position, uisge_rules rules, int plies, uint64_t* sequences) {
  return guarded(
      [&] { required(sequences, "sequences") = v1::perft(position_from(position), rules_from(rules), plies); });
}

uisge_status uisge_known(const uisge_position* position, uisge_rules rules, uisge_known_start* known, size_t size) {
  return guarded([&] {
    const auto about = v1::known(position_from(position), rules_from(rules));
    required(known, "known");
    uisge_known_start found = {};
    if (about) {
      found.is_known = 1;
      found.is_open = about->value == v1::Value::kUndecided ? 1 : 0;
      found.value = found.is_open != 0 ? std::uint8_t{UISGE_DRAW} : static_cast<std::uint8_t>(about->value);
      found.at_least = static_cast<std::int16_t>(about->at_least.value_or(-1));
      found.within = static_cast<std::int16_t>(about->within.value_or(-1));
    }
    give_structure(found, known, size);
  });
}

uisge_status uisge_database_open(const char* path, uisge_database** database) {
  return guarded([&] {
    required(database, "database");
    *database = handle_of<uisge_database>(databases(),
                                          std::make_unique<v1::Database>(v1::Database::open(&required(path, "path"))));
  });
}

uisge_status uisge_database_close(uisge_database* database) {
  return guarded([&] {
    // Other threads' calls on the database are short, so this call waits for them.
    if (database == nullptr) return;
    using Failure = DatabaseTable::Use::Failure;
    Failure failure = Failure::kBusy;
    while (failure == Failure::kBusy) failure = databases().remove(reinterpret_cast<std::uintptr_t>(database));
    if (failure == Failure::kUnknown) refuse("database: it is not open");
  });
}

uisge_status uisge_database_identity(uisge_database* database, uisge_identity* identity, size_t size) {
  return guarded([&] {
    const v1::Database opened = shared_database(database);
    required(identity, "identity");
    const v1::Identity about = opened.identity();
    const v1::Counts counts = opened.counts();
    uisge_identity found = {};
    found.files = static_cast<std::uint8_t>(about.board.files);
    found.ranks = static_cast<std::uint8_t>(about.board.ranks);
    found.pieces_per_side = static_cast<std::uint8_t>(about.pieces_per_side);
    found.has_distances = opened.has_distances() ? 1 : 0;
    found.rules = {static_cast<std::uint8_t>(about.rules.stuck), std::uint8_t{about.rules.diagonal_jumps}};
    found.won = counts.won;
    found.lost = counts.lost;
    found.drawn = counts.drawn;
    give_structure(found, identity, size);
  });
}

uisge_status uisge_probe_open(uisge_database* database, size_t cache_bytes, uisge_probe** probe) {
  return guarded([&] {
    required(probe, "probe");
    *probe = handle_of<uisge_probe>(
        probes(), std::make_unique<v1::Probe>(shared_database(database),
                                              cache_bytes == 0 ? v1::Probe::kStandardCacheBytes : cache_bytes));
  });
}

uisge_status uisge_probe_close(uisge_probe* probe) {
  return guarded([&] {
    if (probe == nullptr) return;
    using Failure = ProbeTable::Use::Failure;
    const Failure failure = probes().remove(reinterpret_cast<std::uintptr_t>(probe));
    if (failure == Failure::kUnknown) refuse("probe: it is not open");
    if (failure == Failure::kBusy) refuse("probe: another thread is using it; close it when that is done");
  });
}

uisge_status uisge_probe_verdict(uisge_probe* probe, const uisge_position* position, uisge_verdict* verdict) {
  return guarded([&] {
    required(verdict, "verdict");
    const v1::Position asked = position_from(position);
    with(probes(), probe, "probe", [&](v1::Probe& opened) { *verdict = verdict_to(opened.verdict(asked)); });
  });
}

uisge_status uisge_probe_ranked_moves(uisge_probe* probe, const uisge_position* position, uisge_verdict* verdict,
                                      uisge_ranked_move* moves, size_t capacity, size_t* count) {
  return guarded([&] {
    const v1::Position asked = position_from(position);
    with(probes(), probe, "probe", [&](v1::Probe& opened) {
      const v1::Analysis analysis = opened.analyse(asked);
      give_list(analysis.moves, moves, capacity, count, [](const v1::RankedMove& move) {
        return uisge_ranked_move{move_to(move.move), std::uint8_t{move.best}, 0, verdict_to(move.verdict)};
      });
      if (verdict != nullptr) *verdict = verdict_to(analysis.verdict);
    });
  });
}

uisge_status uisge_probe_line(uisge_probe* probe, const uisge_position* position, uisge_move* moves, size_t capacity,
                              size_t* count) {
  return guarded([&] {
    const v1::Position asked = position_from(position);
    with(probes(), probe, "probe",
         [&](v1::Probe& opened) { give_list(opened.line(asked), moves, capacity, count, move_to); });
  });
}

}  // extern "C"

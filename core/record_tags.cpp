#include "core/record_tags.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "core/notation.h"
#include "core/piece_count.h"
#include "core/start.h"
#include "core/whole_number.h"

namespace uisge {

namespace {

// The tags that the parser evaluates. Their names may be written in small or capital letters.
constexpr std::array<std::string_view, 12> kTags{"Game",  "White",         "Black", "Date",   "Board", "Pieces",
                                                 "Stuck", "DiagonalJumps", "Start", "Result", "SetUp", "FEN"};

bool is_same_word(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char one, char other) { return small_letter(one) == small_letter(other); });
}

// Only two words of a chess FEN have a meaning here: the pieces and the side to move.
std::string_view first_two_words(std::string_view text) {
  text = trimmed(text);
  const std::size_t side = std::min(text.find_first_not_of(' ', text.find(' ')), text.size());
  return text.substr(0, text.find(' ', side));
}

Result<bool> parse_yes_or_no(std::string_view text) {
  if (text == "yes" || text == "no") return text == "yes";
  return usage_error(fmt::format("DiagonalJumps is '{}', expected yes or no", text));
}

Result<int> parse_pieces(std::string_view text) {
  const auto pieces = whole_number(text);
  if (pieces && *pieces >= kMinPieces && *pieces <= kMaxPieces) return static_cast<int>(*pieces);
  return usage_error(fmt::format("Pieces is '{}', expected {} to {}", text, kMinPieces, kMaxPieces));
}

Result<GameResult> parse_claim(std::string_view text) {
  if (const auto result = parse_result(text)) return *result;
  return usage_error(fmt::format("Result is '{}', expected 1-0, 0-1, 1/2-1/2 or *", text));
}

struct Tag {
  std::string name;
  std::string value;
  std::size_t place;  // in the text, for error messages
};

// REQUIRES: the text is at a bracket.
Result<Tag> parse_tag(RecordText& text) {
  Tag tag{{}, {}, text.place()};
  text.advance();
  text.skip_spaces();
  for (; !text.at_end() && !ends_word(text.here()) && !is_control(text.here()); text.advance()) tag.name += text.here();
  const auto* const known =
      std::find_if(kTags.begin(), kTags.end(), [&](auto name) { return is_same_word(name, tag.name); });
  if (known != kTags.end()) tag.name = *known;
  if (tag.name.empty()) return text.error_here("expected the name of a tag, as in [White \"Ann\"]");
  text.skip_spaces();
  if (!text.is_at('"')) return text.error_here(fmt::format("expected the value of {} in quotes", tag.name));
  for (text.advance(); !text.at_end() && !text.is_at('"'); text.advance()) {
    if (text.is_at('\\') && text.rest().size() > 1) text.advance();
    if (text.is_at('\n')) break;
    tag.value += is_control(text.here()) ? ' ' : text.here();
  }
  if (!text.is_at('"')) {
    return text.error_at(tag.place, fmt::format("the value of {} has no closing quote", tag.name));
  }
  text.advance();
  text.skip_spaces();
  if (!text.is_at(']')) return text.error_here(fmt::format("expected ] after the tag {}", tag.name));
  text.advance();
  return tag;
}

// All tags of a game. `begin` is the game's place in the text.
class GameTags {
 public:
  GameTags(const RecordText& text, const std::vector<Tag>& tags, std::size_t begin)
      : text_(text), tags_(tags), begin_(begin) {}

  Result<TaggedRecord> tagged_record(const RecordDefaults& given) const {
    UISGE_TRY(check_names());
    constexpr std::array kSaysRules{"Board", "Pieces", "Start", "FEN", "Stuck", "DiagonalJumps"};
    const bool is_named =
        std::any_of(kSaysRules.begin(), kSaysRules.end(), [&](std::string_view name) { return find(name) != nullptr; });
    const RecordDefaults defaults = is_named ? RecordDefaults() : given;
    const auto rules = UISGE_TRY(rules_or(defaults.rules));
    const auto start = UISGE_TRY(start_or(defaults));
    const auto result = UISGE_TRY(parsed("Result", parse_claim));
    GameRecord record{.start = start, .rules = rules};
    record.white = value("White");
    record.black = value("Black");
    record.date = value("Date");
    for (const Tag& tag : tags_) {
      if (std::find(kTags.begin(), kTags.end(), tag.name) != kTags.end()) continue;
      record.other_tags.emplace_back(tag.name, tag.value);
    }
    return TaggedRecord{std::move(record), result};
  }

 private:
  // The tag of this name, or null. std::ranges::find_if is not used, since Emscripten's library lacks it.
  const Tag* find(std::string_view name) const {
    const auto tag = std::find_if(tags_.begin(), tags_.end(), [&](const Tag& other) { return other.name == name; });
    return tag == tags_.end() ? nullptr : &*tag;
  }

  // The value is empty if the tag is absent or has only question marks and dots, as in "????.??.??" (unknown).
  std::string_view value(std::string_view name) const {
    const Tag* const tag = find(name);
    if (tag == nullptr || tag->value.find_first_not_of("?.") == std::string::npos) return {};
    return tag->value;
  }

  // The error names the tag's place, or the game's place if the tag is missing.
  tl::unexpected<Error> error_in_tag(std::string_view name, std::string_view what) const {
    const Tag* const tag = find(name);
    return text_.error_at(tag == nullptr ? begin_ : tag->place, what);
  }
  tl::unexpected<Error> error_in_start(std::string_view what) const {
    return error_in_tag(find("Start") == nullptr ? "FEN" : "Start", what);
  }

  Result<void> check_names() const {
    std::set<std::string_view> names;
    for (const Tag& tag : tags_) {
      if (!names.insert(tag.name).second) {
        return text_.error_at(tag.place, fmt::format("the tag {} is there twice", tag.name));
      }
    }
    if (const std::string_view game = value("Game"); !game.empty() && game != "Uisge") {
      return text_.error_at(begin_, fmt::format("the game is {}, not Uisge", game));
    }
    return {};
  }

  // What the tag says; nothing if its value is empty.
  template <class T>
  Result<std::optional<T>> parsed(std::string_view name, Result<T> (*parse)(std::string_view)) const {
    const std::string_view text = value(name);
    if (text.empty()) return std::nullopt;
    const auto result = parse(text);
    if (!result) return error_in_tag(name, result.error().message);
    return *result;
  }

  Result<RuleSet> rules_or(RuleSet rules) const {
    const auto stuck = UISGE_TRY(parsed("Stuck", parse_stuck_rule));
    const auto diagonal_jumps = UISGE_TRY(parsed("DiagonalJumps", parse_yes_or_no));
    return RuleSet{stuck.value_or(rules.stuck), diagonal_jumps.value_or(rules.diagonal_jumps)};
  }

  // The text of the game's first position; empty if that is the usual start.
  Result<std::string_view> start_text() const {
    std::string_view start = value("Start");
    const std::string_view fen = value("FEN");
    // If SetUp is 0, the game begins at the usual start and the FEN tag is ignored.
    const std::string_view setup = value("SetUp");
    if (setup != "0" && !fen.empty()) {
      const std::string_view start_of_fen = first_two_words(fen);
      if (!start.empty() && start != start_of_fen) return error_in_start("Start and FEN differ");
      start = start_of_fen;
    }
    if (setup == "1" && start.empty()) return error_in_tag("SetUp", "SetUp is 1, and neither Start nor FEN is there");
    return start;
  }

  Result<Position> start_or(const RecordDefaults& defaults) const {
    const auto text = UISGE_TRY(start_text());
    const auto board = UISGE_TRY(parsed("Board", parse_board_size));
    const auto pieces = UISGE_TRY(parsed("Pieces", parse_pieces));
    auto start = text.empty() ? start_position(Board(board.value_or(defaults.board)), pieces.value_or(defaults.pieces))
                              : parse_position(text);
    if (!start) return error_in_start(start.error().message);
    if (board && start->size() != *board) return error_in_tag("Board", "Board is not the board of Start");
    if (pieces && start->pieces() != *pieces) {
      return error_in_tag("Pieces", "Pieces is not the number of Start, for each side");
    }
    return start;
  }

  const RecordText& text_;
  const std::vector<Tag>& tags_;
  std::size_t begin_;
};

}  // namespace

Result<TaggedRecord> parse_tags(RecordText& text, const RecordDefaults& defaults) {
  const std::size_t begin = text.place();
  std::vector<Tag> tags;
  for (; text.is_at('['); text.skip_spaces()) {
    auto tag = UISGE_TRY(parse_tag(text));
    tags.push_back(std::move(tag));
  }
  return GameTags(text, tags, begin).tagged_record(defaults);
}

}  // namespace uisge

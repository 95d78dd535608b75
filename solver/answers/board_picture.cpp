#include "solver/answers/board_picture.h"

#include <fmt/format.h>

#include <cmath>

#include "core/notation.h"

namespace uisge {

namespace {

constexpr int kSide = 48;                // the width and height of a square
constexpr int kMargin = 28;              // left of the board and below it
constexpr int kTopMargin = kMargin / 2;  // above the board
constexpr int kCaption = 30;

// The colours of the light theme in explorer/page/style.css and the shapes of shapes.js; a test checks that they agree.
constexpr std::string_view kStyle = R"(<style>
text { font: 13px sans-serif; text-anchor: middle; fill: #222 }
.square { fill: #e6d9bd; stroke: #bda978 }
.light { fill: #eee4cd }
.disc { stroke-width: 4 }
.groove { fill: none; stroke-width: 3 }
.white .disc { fill: #fffcf2; stroke: #2c2720 }
.white .groove { stroke: #cabf9f }
.white .crown { fill: #2c2720 }
.black .disc { fill: #2b313c; stroke: #11151b }
.black .groove { stroke: #67707f }
.black .crown { fill: #f6cc5f }
.win { stroke: #0a5aa8; fill: #0a5aa8 }
.draw { stroke: #555d68; fill: #555d68; stroke-dasharray: 7 4 }
.loss { stroke: #ae3a0a; fill: #ae3a0a; stroke-dasharray: 2 4 }
.open { stroke: #6b4a9c; fill: #6b4a9c }
.head { stroke: none }
.distance { fill: #fff; stroke-width: 1.5; stroke-dasharray: none }
.number { font-size: 11px; fill: #222 }
@media (prefers-color-scheme: dark) { .edge { fill: #ddd } }
</style>
)";
// The outline of a crown around the origin, in hundredths of a square's width.
constexpr std::string_view kCrown = "M-23 11-28-13-12-1 0-22 12-1 28-13 23 11ZM-23 16h46v7h-46Z";

struct Point {
  double x;
  double y;
};

// Where squares lie in the picture. Ranks are numbered upwards, but the picture's y coordinate grows downwards.
class Layout {
 public:
  explicit Layout(const Board& board) : board_(board) {}
  int width() const { return board_.files() * kSide + 2 * kMargin; }
  int height() const { return board_.ranks() * kSide + 2 * kMargin + kCaption; }
  Point corner(Square square) const {
    return {static_cast<double>(kMargin + board_.file(square) * kSide),
            static_cast<double>(kTopMargin + (board_.ranks() - 1 - board_.rank(square)) * kSide)};
  }
  Point centre(Square square) const {
    const Point at = corner(square);
    return {at.x + kSide / 2.0, at.y + kSide / 2.0};
  }

 private:
  const Board& board_;
};

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else {
      result += c;
    }
  }
  return result;
}

void add_squares(const Board& board, const Layout& layout, std::string& svg) {
  for (int index = 0; index < board.squares(); ++index) {
    const Point at = layout.corner(Square(index));
    const bool is_light = (board.file(Square(index)) + board.rank(Square(index))) % 2 == 1;
    svg += fmt::format("<rect class=\"square{}\" x=\"{:g}\" y=\"{:g}\" width=\"{}\" height=\"{}\"/>\n",
                       is_light ? " light" : "", at.x, at.y, kSide, kSide);
  }
  for (int file = 0; file < board.files(); ++file) {
    const Point at = layout.centre(board.square(file, 0));
    svg += fmt::format("<text class=\"edge\" x=\"{:g}\" y=\"{:g}\">{}</text>\n", at.x, at.y + kSide * 0.5 + 17,
                       file_letter(file));
  }
  for (int rank = 0; rank < board.ranks(); ++rank) {
    const Point at = layout.centre(board.square(0, rank));
    svg += fmt::format("<text class=\"edge\" x=\"{:g}\" y=\"{:g}\">{}</text>\n", kMargin * 0.5, at.y + 5, rank + 1);
  }
}

void add_pieces(const Position& position, const Layout& layout, std::string& svg) {
  const SquareSet white_bb = position.side_to_move() == Side::kWhite ? position.mover_bb() : position.opponent_bb();
  for (const Square square : position.occupied_bb()) {
    const Point at = layout.centre(square);
    svg +=
        fmt::format("<g class=\"{}\" transform=\"translate({:g} {:g}) scale({:g})\"><circle class=\"disc\" r=\"38\"/>",
                    white_bb.contains(square) ? "white" : "black", at.x, at.y, kSide / 100.0);
    svg += position.crowns_bb().contains(square) ? fmt::format("<path class=\"crown\" d=\"{}\"/></g>\n", kCrown)
                                                 : "<circle class=\"groove\" r=\"27\"/></g>\n";
  }
}

std::string_view class_of(const MoveArrow& arrow) {
  return arrow.verdict.is_decided() ? to_string(*arrow.verdict.outcome) : "open";
}

// Draws an arrow from the edge of the piece almost to the target's centre, with the distance near the arrowhead.
void add_arrow(const MoveArrow& arrow, const Layout& layout, std::string& svg) {
  const Point from = layout.centre(arrow.move.from);
  const Point to = layout.centre(arrow.move.to);
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const Point unit{(to.x - from.x) / length, (to.y - from.y) / length};
  const auto along = [&](double distance, double aside) {
    return Point{from.x + unit.x * distance - unit.y * aside, from.y + unit.y * distance + unit.x * aside};
  };
  const Point begin = along(18, 0);
  const Point end = along(length - 14, 0);
  svg +=
      fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke-width=\"{}\"/>\n",
                  class_of(arrow), begin.x, begin.y, end.x, end.y,
                  arrow.best                   ? 5
                  : arrow.verdict.is_decided() ? 2.5
                                               : 1.5);
  const Point tip = along(length - 4, 0);
  const Point left = along(length - 15, 6);
  const Point right = along(length - 15, -6);
  svg += fmt::format("<path class=\"{} head\" d=\"M{:.1f} {:.1f} L{:.1f} {:.1f} L{:.1f} {:.1f} z\"/>\n",
                     class_of(arrow), tip.x, tip.y, left.x, left.y, right.x, right.y);
  if (!arrow.verdict.has_distance()) return;
  const Point at = along(length - 24, 0);
  svg += fmt::format(
      "<circle class=\"{} distance\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"10\"/>"
      "<text class=\"number\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n",
      class_of(arrow), at.x, at.y, at.x, at.y + 4, arrow.verdict.plies);
}

}  // namespace

std::string board_picture(const Position& position, const std::string& caption, const std::vector<MoveArrow>& arrows) {
  const Board board(position.size());
  const Layout layout(board);
  std::string svg = fmt::format("{} viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" role=\"img\">\n",
                                kPictureFile.magic, layout.width(), layout.height(), layout.width(), layout.height());
  svg += fmt::format("<title>{}: {}</title>\n", to_text(board, position), escaped(caption));
  svg += kStyle;
  add_squares(board, layout, svg);
  add_pieces(position, layout, svg);
  // Draws the best moves last, so that they are on top.
  std::vector<MoveArrow> drawn = arrows;
  std::stable_partition(drawn.begin(), drawn.end(), [](const MoveArrow& arrow) { return !arrow.best; });
  for (const MoveArrow& arrow : drawn) {
    if (!arrow.move.is_pass()) add_arrow(arrow, layout, svg);
  }
  svg += fmt::format("<text class=\"edge\" x=\"{:g}\" y=\"{}\">{}</text>\n</svg>\n", layout.width() * 0.5,
                     layout.height() - 9, escaped(caption));
  return svg;
}

}  // namespace uisge

// The files of explorer/page, which are embedded into the program when it is built.
#pragma once

#include <string_view>

namespace uisge::explorer {

struct PageFile {
  std::string_view path;  // "/board.js"
  std::string_view content_type;
  std::string_view bytes;
  std::string_view gzip;  // the same, compressed
};

// Null if there is no such file; "/" is index.html.
const PageFile* find_page_file(std::string_view path);

}  // namespace uisge::explorer

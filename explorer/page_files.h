// The files of explorer/page, and the documents to which the page links. The build embeds these files in the program.
#pragma once

#include <string_view>

namespace uisge::explorer {

struct PageFile {
  std::string_view path;  // "/board.js"
  std::string_view content_type;
  std::string_view bytes;
  std::string_view gzip;  // the same, compressed
};

// Null if no file has this path; "/" is index.html.
const PageFile* find_page_file(std::string_view path);

}  // namespace uisge::explorer

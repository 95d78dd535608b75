# Makes a C++ file with the contents of the page's files and of documents, plain and compressed:
#   cmake -D PAGE=FOLDER -D DOCUMENTS=FILE,FILE -D OUTPUT=FILE -P embed_page.cmake
file(GLOB files ${PAGE}/*.html ${PAGE}/*.css ${PAGE}/*.js ${PAGE}/*.svg)
list(SORT files)
string(REPLACE "," ";" documents "${DOCUMENTS}")
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS files documents)
  file(ARCHIVE_CREATE OUTPUT ${OUTPUT}.gz PATHS ${file} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
  file(READ ${OUTPUT}.gz gzip HEX)
  string(SUBSTRING "${gzip}" 0 8 beginning)  # the next 4 bytes are the time, which is set to 0
  string(SUBSTRING "${gzip}" 16 -1 rest)
  set(gzip "${beginning}00000000${rest}")
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  string(REGEX REPLACE "(..)" "0x\\1," gzip "${gzip}")
  get_filename_component(ending ${file} LAST_EXT)
  if(ending STREQUAL ".html")
    set(type "text/html; charset=utf-8")
  elseif(ending STREQUAL ".css")
    set(type "text/css; charset=utf-8")
  elseif(ending STREQUAL ".js")
    set(type "text/javascript; charset=utf-8")
  elseif(ending STREQUAL ".svg")
    set(type "image/svg+xml")
  else()
    set(type "text/plain; charset=utf-8")
  endif()
  get_filename_component(name ${file} NAME)
  string(APPEND arrays "constexpr unsigned char kFile${number}[] = {${bytes}};\n")
  string(APPEND arrays "constexpr unsigned char kGzip${number}[] = {${gzip}};\n")
  string(APPEND rows "    {\"/${name}\", \"${type}\", text_of(kFile${number}), text_of(kGzip${number})},\n")
  file(REMOVE ${OUTPUT}.gz)
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "// Made by explorer/embed_page.cmake from explorer/page and documents.
#include <algorithm>
#include <array>

#include \"explorer/page_files.h\"

namespace uisge::explorer {

namespace {

${arrays}
template <std::size_t kSize>
std::string_view text_of(const unsigned char (&bytes)[kSize]) {
  return {reinterpret_cast<const char*>(bytes), kSize};
}

const std::array<PageFile, ${number}>& page_files() {
  static const std::array<PageFile, ${number}> files{{
${rows}  }};
  return files;
}

}  // namespace

const PageFile* find_page_file(std::string_view path) {
  if (path == \"/\") path = \"/index.html\";
  const auto& files = page_files();
  const auto found = std::find_if(files.begin(), files.end(), [&](const PageFile& file) { return file.path == path; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace uisge::explorer
")

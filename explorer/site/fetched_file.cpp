// InputFile for the site: reads the parts of files that the worker has fetched (fetched_files.js). Reading bytes that
// are not fetched is an error; the worker then fetches them and sends the whole request again.
#include "db/file.h"

#include <fmt/format.h>

// JavaScript functions that the web worker provides (probe.js). Offsets are doubles, since JavaScript has no other fast
// numbers; they are exact up to 2^53.
#define UISGE_IMPORT(name) extern "C" __attribute__((import_module("uisge"), import_name(#name)))

UISGE_IMPORT(file_number) int file_number(const char* path, std::size_t bytes);  // -1 if no file has that name
UISGE_IMPORT(file_bytes) double file_bytes(int number);
// 0 if the bytes are not fetched yet
UISGE_IMPORT(read_file) int read_file(int number, double offset, void* out, std::size_t bytes);
UISGE_IMPORT(prefetch_file) void prefetch_file(int number, double offset, double bytes);

namespace uisge {

// Here a descriptor is the number of a file of the site, so nothing is closed.
FileDescriptor::~FileDescriptor() = default;

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  number_ = other.release();
  return *this;
}

int FileDescriptor::release() {
  return std::exchange(number_, -1);
}

Result<InputFile> InputFile::open(std::string path) {
  const int number = file_number(path.data(), path.size());
  if (number < 0) return resource_error(path + ": the site has no such file");
  InputFile file;
  file.descriptor_ = FileDescriptor(number);
  file.path_ = std::move(path);
  file.bytes_ = static_cast<std::uint64_t>(file_bytes(number));
  return file;
}

Result<void> InputFile::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > bytes_ || out.size() > bytes_ - offset) return bad_file(path_ + ": ends too early");
  if (out.empty()) return {};
  if (read_file(descriptor_.number(), static_cast<double>(offset), out.data(), out.size()) == 0) {
    return resource_error(fmt::format("{}: {} bytes at {} are not fetched", path_, out.size(), offset));
  }
  return {};
}

void InputFile::prefetch(std::uint64_t offset, std::uint64_t bytes) const {
  prefetch_file(descriptor_.number(), static_cast<double>(offset), static_cast<double>(bytes));
}

}  // namespace uisge

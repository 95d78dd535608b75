#include "db/output_place.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace uisge {

namespace {

std::string name_in(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

// Returns the folder of `path`, with a slash at the end of the folder's name.
std::string folder_in(const std::string& path) {
  const std::string folder = path.substr(0, path.rfind('/') + 1);
  return folder.empty() ? "./" : folder;
}

// True if both paths name the same file in the same folder. False if one of the folders does not exist.
bool is_same_place(const std::string& one, const std::string& other) {
  struct stat folder {};
  struct stat other_folder {};
  return name_in(one) == name_in(other) && ::stat(folder_in(one).c_str(), &folder) == 0 &&
         ::stat(folder_in(other).c_str(), &other_folder) == 0 && folder.st_dev == other_folder.st_dev &&
         folder.st_ino == other_folder.st_ino;
}

}  // namespace

Result<OutputPlace> OutputPlace::claim(std::string path, const FileKind& kind) {
  if (path == "-") {
    return usage_error("-: means standard output, which cannot take this; name a file, ./- for this one");
  }
  OutputPlace place(std::move(path), kind);
  place.replaced_ = UISGE_TRY(file_at(place.path_));
  if (place.is_taken()) {
    const auto file = UISGE_TRY(open_to_read(place.path_));
    const auto is_ours = UISGE_TRY(is_of_kind(file, place.path_, kind));
    if (!is_ours) {
      return usage_error(
          fmt::format("{}: is there already and is not {}; choose another name", place.path_, kind.name));
    }
  }
  const auto part = UISGE_TRY(open_existing_to_write(place.part_path(), kind));
  UISGE_TRY(require_writable_folder_of(place.path_));
  return place;
}

std::uint64_t OutputPlace::unfinished_bytes() const {
  struct stat status {};
  return ::stat(part_path().c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

bool OutputPlace::is_at(const std::string& path) const {
  if (path.empty()) return false;
  return is_same_place(path, path_) || is_same_place(path, part_path()) || is_same_place(path + ".part", path_);
}

bool OutputPlace::is_still_taken() const {
  const auto now = file_at(path_);
  return is_taken() && now && *now == replaced_;
}

tl::unexpected<Error> OutputPlace::has_appeared() const {
  return resource_error(fmt::format("{}: this file has appeared meanwhile and is not overwritten", path_));
}

Result<std::optional<OutputPlace::FileId>> OutputPlace::file_at(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) {
    if (errno == ENOENT) return std::nullopt;
    return system_error(path, "cannot be written", errno);
  }
  if (!S_ISREG(status.st_mode)) {
    return resource_error(fmt::format("{}: is there already and is not a regular file", path));
  }
  return FileId{status.st_dev, status.st_ino};
}

Result<void> OutputPlace::publish() {
  const auto now = UISGE_TRY(file_at(path_));
  const auto published = UISGE_TRY(file_at(part_path()));
  if (now && now != replaced_) return has_appeared();
  if (!now) {
    UISGE_TRY(take_free_name());
  } else if (::rename(part_path().c_str(), path_.c_str()) != 0) {
    return system_error(path_, fmt::format("rename from {}", part_path()), errno);
  }
  replaced_ = published;
  return {};
}

Result<void> OutputPlace::take_free_name() const {
  const std::string part = part_path();
  int result = ::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, path_.c_str(), RENAME_NOREPLACE);
  if (result != 0 && (errno == EINVAL || errno == ENOSYS)) {
    // If the file system cannot rename without replacing, we make a hard link, which does not replace a file. If the
    // file system has no hard links either, we use a plain rename, which would replace a file.
    result = ::link(part.c_str(), path_.c_str());
    if (result == 0) {
      result = ::unlink(part.c_str());
    } else if (errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS) {
      result = ::rename(part.c_str(), path_.c_str());
    }
  }
  if (result == 0) return {};
  if (errno == EEXIST) return has_appeared();
  return system_error(path_, fmt::format("rename from {}", part), errno);
}

}  // namespace uisge

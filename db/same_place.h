// Whether two paths, perhaps spelled differently, lead to the same name.
#pragma once

#include <string>

namespace uisge {

// True for the same name in the same folder; no file of that name need exist. Links to files are not followed, since we
// write through none (file_descriptor.h). False if the folder does not exist.
bool is_same_place(const std::string& one, const std::string& other);

}  // namespace uisge

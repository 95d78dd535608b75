// Whether two paths, perhaps spelled differently, lead to the same name.
#pragma once

#include <string>

namespace uisge {

// True if both paths have the same name in the same folder. The file need not exist. Links to files are not followed,
// since nothing is written through links (file_descriptor.h). False if the folder does not exist.
bool is_same_place(const std::string& one, const std::string& other);

}  // namespace uisge

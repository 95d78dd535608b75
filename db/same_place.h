// Whether two paths lead to one name, though they may be written in two ways.
#pragma once

#include <string>

namespace uisge {

// The same name in the same folder; a file of that name need not be there. Links to files are not followed: nothing of
// ours is written through one (file_descriptor.h). False for a folder that is not there.
bool is_same_place(const std::string& one, const std::string& other);

}  // namespace uisge

// Holds what the program prints with --json against docs/schema.json, more strictly than the schema asks: a field that
// it does not list is a mistake too, since then the page and the schema have been forgotten.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace uisge::test {

// The schema itself, as it is on disk.
const nlohmann::json& json_schema();

// What is wrong with `output`, one JSON object a line, as output of the command; empty if nothing is.
std::string schema_violation(const std::string& command, const std::string& output);

}  // namespace uisge::test

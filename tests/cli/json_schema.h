// Holds what the program prints with --json against docs/schema.json, more strictly than the schema asks: a field that
// it does not list is a mistake too, since the page and the schema lack it then.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace uisge::test {

// The schema, read from the file.
const nlohmann::json& json_schema();

// What is wrong with `output`, one JSON object a line, as output of the command; empty if nothing is.
std::string schema_violation(const std::string& command, const std::string& output);

}  // namespace uisge::test

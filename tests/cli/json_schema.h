// Checks the output of --json against docs/schema.json, more strictly than the schema asks: a field that the schema
// does not list is a mistake too, since docs/json.md would lack it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace uisge::test {

// The contents of docs/schema.json.
const nlohmann::json& json_schema();

// Returns the first fault of a command's output, which has one JSON object per line; empty if the output is valid.
std::string schema_violation(const std::string& command, const std::string& output);

}  // namespace uisge::test

#include "tests/cli/json_schema.h"

#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace uisge::test {

namespace {

using nlohmann::json;

json strict_schema() {
  json schema = json_schema();
  for (json& definition : schema["definitions"]) {
    if (definition.contains("properties")) definition["additionalProperties"] = false;
  }
  schema.erase("anyOf");
  return schema;
}

std::unique_ptr<valijson::Schema> parsed(const std::string& command) {
  json schema = strict_schema();
  schema["anyOf"] = schema["commands"].at(command)["anyOf"];
  auto result = std::make_unique<valijson::Schema>();
  valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schema), *result);
  return result;
}

std::string told(valijson::ValidationResults& results) {
  std::string text;
  for (valijson::ValidationResults::Error error; results.popError(error);) {
    for (const std::string& step : error.context) text += step;
    text += ": " + error.description + '\n';
  }
  return text;
}

}  // namespace

const json& json_schema() {
  static const json schema = json::parse(std::ifstream(UISGE_SOURCE "/docs/schema.json"));
  return schema;
}

std::string schema_violation(const std::string& command, const std::string& output) {
  if (!json_schema()["commands"].contains(command)) return "the schema has no command " + command;
  static std::map<std::string, std::unique_ptr<valijson::Schema>> schemas;
  auto& schema = schemas[command];
  if (!schema) schema = parsed(command);
  static valijson::Validator validator;  // keeps the compiled regular expressions
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const json value = json::parse(line, nullptr, false);
    if (value.is_discarded()) return "not JSON: " + line;
    valijson::ValidationResults results;
    if (!validator.validate(*schema, valijson::adapters::NlohmannJsonAdapter(value), &results)) {
      return line + '\n' + told(results);
    }
  }
  return {};
}

}  // namespace uisge::test

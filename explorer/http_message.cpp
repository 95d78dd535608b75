#include "explorer/http_message.h"

#include <nlohmann/json.hpp>

namespace uisge::explorer {

HttpResponse error_response(int status, const std::string& message) {
  const nlohmann::json json{{"error", message}};
  return {status, "application/json", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n"};
}

}  // namespace uisge::explorer

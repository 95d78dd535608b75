#include "solver/answers/request_pace.h"

#include <algorithm>

#include "solver/answers/served_question.h"

namespace uisge {

namespace {

using explorer::HttpRequest;

constexpr std::size_t kManyBytes = std::size_t{4} << 10;

}  // namespace

bool never_slow(const ServedAnswers& /*answers*/, const HttpRequest& /*request*/) {
  return false;
}

bool always_slow(const ServedAnswers& /*answers*/, const HttpRequest& /*request*/) {
  return true;
}

bool slow_if_long(const ServedAnswers& /*answers*/, const HttpRequest& request) {
  return request.body.size() > kManyBytes;
}

bool slow_if_long_or_unfinished(const ServedAnswers& answers, const HttpRequest& request) {
  return answers.has_unfinished() || slow_if_long(answers, request);
}

bool slow_if_unfinished_by_a_rule(const ServedAnswers& answers, const HttpRequest& request) {
  const auto asked = read_query(request.query);
  return asked && std::any_of(kAllRuleSets.begin(), kAllRuleSets.end(),
                              [&](RuleSet rules) { return answers.is_unfinished(asked->question.start, rules); });
}

bool slow_if_searched(const ServedAnswers& answers, const HttpRequest& request) {
  const auto asked = read_query(request.query, {"line", "hardness", "level"});
  if (!asked) return false;
  const auto& question = asked->question;
  return asked->hardness > 1 || answers.may_search(question.start, question.rules) ||
         answers.is_unfinished(question.start, question.rules);
}

}  // namespace uisge

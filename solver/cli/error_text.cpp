#include "solver/cli/error_text.h"

#include <fmt/format.h>

#include <string_view>

#include "solver/cli/output.h"
#include "solver/cli/stop_signals.h"

namespace uisge::cli {

namespace {

// Returns the end of an error message: words that tell the user of the remedy. {} stands for the remedy's amount.
constexpr std::string_view program_words(Remedy remedy) {
  switch (remedy) {
    case Remedy::kPlanMemory: return ", see --memory and 'uisge plan --help'";
    case Remedy::kAllowMemory: return "; give --memory {}M";
    case Remedy::kMoreMemory: return ", give a larger --memory";
    case Remedy::kLessMemory: return ", give a smaller --memory";
    case Remedy::kFewerThreads: return " or take fewer --threads";
    case Remedy::kSmallerBoard: return "; choose a smaller board";
    case Remedy::kFewerPieces: return " or --pieces {}, which fits";
    case Remedy::kOtherFolder: return "; make room or choose another folder with --out";
    case Remedy::kOtherOutput: return "; choose another file with --out";
    case Remedy::kMoveAway: return "; move it away or choose another folder with --out";
    case Remedy::kOtherPlane: return "; choose another file with --plane";
    case Remedy::kOtherPlaneFolder: return "; make room or choose another folder with --plane";
    case Remedy::kOtherState: return "; choose another file with --state, or remove this one to begin anew";
    case Remedy::kInstallDriver: return "; install NVIDIA's current driver";
    case Remedy::kWithoutCard: return "; --device cpu does without the card";
    case Remedy::kResume: return ", go on with --resume";
    case Remedy::kResumeOrRestart: return "; continue it with --resume or begin anew with --restart";
    case Remedy::kRestart: return "; begin anew with --restart";
    case Remedy::kRestartOrOtherOutput: return "; replace it with --restart or choose another file with --out";
    case Remedy::kOtherProgramOrRestart: return "; go on with the program that wrote it, or begin anew with --restart";
    case Remedy::kMakeDatabase: return "; 'uisge solve --help' tells how to make it";
    case Remedy::kReachByKeys: return "; without them (--method keys) as many plies are counted as fit";
    case Remedy::kVerifyProof: return ", see 'uisge verify-proof'";
    case Remedy::kVerify: break;
  }
  return ", see 'uisge verify'";
}

}  // namespace

std::string error_text(const Error& error) {
  std::string text = error.message;
  for (const Advice& advice : error.advice) {
    std::string_view words = program_words(advice.remedy);
    // Some remedies begin with " or", since they continue the previous remedy. If such a remedy comes first, a
    // semicolon replaces the " or".
    const bool is_first = &advice == &error.advice.front();
    if (is_first && words.starts_with(" or ")) {
      text += ';';
      words.remove_prefix(3);
    }
    text += fmt::format(fmt::runtime(words), advice.amount);
  }
  return text;
}

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage: return 2;
    case ErrorKind::kBadFile: return 3;
    case ErrorKind::kResource: return 4;
    case ErrorKind::kVerification: return 5;
    case ErrorKind::kInterrupted: break;
  }
  return stopped_exit_code();
}

int report(const Error& error) {
  print_message("uisge: " + error_text(error));
  return exit_code(error.kind);
}

}  // namespace uisge::cli

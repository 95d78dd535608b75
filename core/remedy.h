// What the caller can do about an error.
//
// A library's error says which remedy would help. A program names the option that applies the remedy (`uisge`:
// solver/cli/error_text.h).
#pragma once

#include <cstdint>

namespace uisge {

enum class Remedy : std::uint8_t {
  kPlanMemory,             // look up beforehand how much memory the solve takes
  kAllowMemory,            // allow at least `amount` MiB
  kMoreMemory,             // allow more memory; how much is not known
  kLessMemory,             // ask for less memory, since the system refuses this much
  kFewerThreads,           // use fewer threads, since each takes memory
  kSmallerBoard,           // choose a smaller board
  kFewerPieces,            // choose `amount` pieces per side, the most for which memory and disk suffice
  kOtherFolder,            // make room on this disk, or write to another
  kOtherOutput,            // write under another name
  kMoveAway,               // give this file another name, or write to another folder
  kOtherPlane,             // keep the plane of a values solve under another name
  kResume,                 // continue the interrupted work from the file that it left
  kResumeOrRestart,        // continue the interrupted work from the file that it left, or discard that file
  kRestart,                // discard the file of the interrupted work, since it cannot be used
  kRestartOrOtherOutput,   // replace the file that is there, or write under another name
  kOtherProgramOrRestart,  // continue with the version of the program that wrote the file, or discard the file
  kReachByKeys,            // count the reachable positions without planes
  kMakeDatabase,           // solve the board, which makes the missing database
  kVerify,                 // check every label of the file by the rules
  kVerifyProof,            // replay the proof, which finds its flaw
  kOtherPlaneFolder,       // make room on this disk, or keep the plane of a values solve on another disk
  kOtherState,             // keep the state of `prove` under another name, or remove the file to begin anew
  kInstallDriver,          // install a driver of the graphics card, or a newer one
  kWithoutCard             // let processors do the work of the card
};

struct Advice {
  Remedy remedy;
  std::uint64_t amount = 0;  // for the remedies above that name an `amount`
};

}  // namespace uisge

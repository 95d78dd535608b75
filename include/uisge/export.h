/// \file
/// This header defines the macros that make names public, and the public namespace.
///
/// Everything public is in `uisge::v1`, an inline namespace: you write `uisge::Position`. The number in `v1` changes
/// when the new library cannot run programs that were built with the old headers.
#pragma once

#if __cplusplus < 202002L
#error "uisge's C++ headers need C++20: compile with -std=c++20; C programs include <uisge.h>"
#endif

#if defined(__GNUC__)
#define UISGE_EXPORT __attribute__((visibility("default")))
#else
#define UISGE_EXPORT
#endif

// The library's own sources also use the engine, whose namespace `uisge` has some of the same names, such as Position.
// An inline namespace would make these names ambiguous in those sources, so `v1` is not inline in the library's build,
// which alone defines UISGE_BUILDING_LIBRARY.
#if defined(UISGE_BUILDING_LIBRARY)
#define UISGE_INLINE
#else
#define UISGE_INLINE inline
#endif

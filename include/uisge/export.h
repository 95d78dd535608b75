/// \file
/// What the library lets others see, and the namespace that it lies in.
///
/// Everything public is in `uisge::v1`, an inline namespace: you write `uisge::Position`. The number changes when a
/// program that was built against the old headers could no longer run with the new library.
#pragma once

#if __cplusplus < 202002L
#error "uisge's C++ headers need C++20: compile with -std=c++20; C programs include <uisge.h>"
#endif

#if defined(__GNUC__)
#define UISGE_EXPORT __attribute__((visibility("default")))
#else
#define UISGE_EXPORT
#endif

// The library's own sources know two sets of names, those of the headers that you see and those of the engine, so for
// them the namespace is not inline. Nobody else defines UISGE_BUILDING_LIBRARY.
#if defined(UISGE_BUILDING_LIBRARY)
#define UISGE_INLINE
#else
#define UISGE_INLINE inline
#endif

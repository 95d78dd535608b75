#!/usr/bin/env bash
# What takes longer than a change should wait for, and .ci/run leaves out: the tests of more than ten seconds, short
# fuzzing, and 64-bit ARM with an emulator. For every night, and before a release, which wants scripts/package.sh besides.
# An hour of two processors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

step "fuzzing"
# One way through the inputs, so that a finding here is one of the last changes; scripts/fuzz.sh looks for others.
FUZZ_SEED=1 scripts/fuzz.sh 60

step "64-bit ARM, with an emulator"
scripts/arm.sh

step "the whole test suite"
scripts/test.sh

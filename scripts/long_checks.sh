#!/usr/bin/env bash
# Runs the checks that .ci/run leaves out because they take long: tests of more than ten seconds, short fuzzing, and
# 64-bit ARM with an emulator. Run this script every night, and before a release together with scripts/package.sh. The
# script takes an hour on two processors.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source scripts/common.sh

step "fuzzing"
# With a fixed seed every run tries the same inputs, so a new finding comes from a recent change.
FUZZ_SEED=1 scripts/fuzz.sh 60

step "64-bit ARM, with an emulator"
scripts/arm.sh

step "tests of more than ten seconds"
scripts/test.sh -L slow --output-junit "$PWD/build/tests.xml"
nothing_skipped build/tests.xml

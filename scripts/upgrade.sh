#!/bin/sh
# Upgrades the server to the version of this script, which is tried on a copy of the data first (src/ops/installer/change.ts).
set -eu
. "$(dirname "$0")/check-release.sh"
exec "$here/scripts/installer" upgrade "$@"

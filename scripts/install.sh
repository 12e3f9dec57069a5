#!/bin/sh
# Installs the server as a service of this machine, from an unpacked bundle or a checkout. A second run repairs the installation
# (src/ops/installer/install.ts).
set -eu
. "$(dirname "$0")/check-release.sh"
exec "$here/scripts/installer" install "$@"

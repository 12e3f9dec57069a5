#!/bin/sh
# Removes the service and the program. The data and the settings stay (src/ops/installer/install.ts).
exec "$(dirname "$0")/installer" uninstall

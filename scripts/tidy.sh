#!/bin/sh
# Removes the data folders that restores and upgrades have set aside, after 30 days (src/ops/installer/settle.ts).
# tallybox-tidy.timer calls it each day as root. Units of other versions name this file: it can't be renamed.
exec "$(dirname "$0")/installer" tidy

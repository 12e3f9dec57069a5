#!/bin/sh
# Removes the data folders that restores and upgrades have set aside, 30 days after that: they hold all data and all keys.
# Called as root by tallybox-tidy.timer each day.
set -eu
. "$(dirname "$0")/places.sh"
# An upgrade that runs may need them.
(flock -n 9 && remove_old_kept || :) 9>"$LOCK"

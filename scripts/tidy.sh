#!/bin/sh
# Removes the data folders that restores and upgrades have set aside, after 30 days: they contain all data and all keys.
# tallybox-tidy.timer calls it each day as root. Units of other versions name this file: it can't be renamed.
set -eu
. "$(dirname "$0")/paths.sh"
# A running upgrade may need them. Shared: upgrade-request starts no server while a change of versions has the lock, and this is none.
(flock -n -s 9 && remove_expired_folders || :) 9>"$LOCK"

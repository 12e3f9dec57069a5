#!/bin/sh
# Removes the service and the program; the data and the settings stay.
set -eu
. "$(dirname "$0")/places.sh"
[ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
[ ! -e "$UNITS/tallybox.service" ] || {
    systemctl disable tallybox
    systemctl stop tallybox
}
# An upgrade in its last step is finished first, so that the data stand where they are said to.
[ ! -f "$SWITCH" ] || "$HERE/scripts/settle.sh"
[ ! -e "$UNITS/tallybox-tidy.timer" ] || systemctl disable --now tallybox-tidy.timer
rm -f "$UNITS/tallybox.service" "$UNITS/tallybox-tidy.service" "$UNITS/tallybox-tidy.timer"
systemctl daemon-reload
rm -rf "$CACHE" "$TRIAL" "$APP"
say "tallybox is removed. What it has kept is still there, and a new installation goes on with it:"
for kept in "$DATA" "$DATA".* "$SETTINGS" "$RELEASE_KEYS"; do
    [ ! -e "$kept" ] || say "  $kept"
done

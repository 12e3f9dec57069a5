#!/bin/sh
# Removes the service and the program. The data and the settings stay.
set -eu
. "$(dirname "$0")/paths.sh"
[ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
# First: it would start another upgrade.
[ ! -e "$UNITS/tallybox-upgrade.path" ] || systemctl disable --now tallybox-upgrade.path
[ ! -e "$UNITS/tallybox.service" ] || {
    systemctl disable tallybox
    systemctl stop tallybox
}
# Completes an upgrade that was interrupted in its last step, so that the data are in their place.
[ ! -f "$SWITCH" ] || "$HERE/scripts/settle.sh"
[ ! -e "$UNITS/tallybox-tidy.timer" ] || systemctl disable --now tallybox-tidy.timer
rm -f "$UNITS"/tallybox.service.d/allow-*.conf "$UNITS/tallybox.service" "$UNITS/tallybox-tidy.service" "$UNITS/tallybox-tidy.timer" \
    "$UNITS/tallybox-upgrade.path" "$UNITS/tallybox-upgrade.service"
systemctl daemon-reload
rm -rf "$CACHE" "$TRIAL" "$APP" "$UPGRADE_RUN"
say "tallybox is removed. These files are still there, and a new installation uses them:"
for kept in "$DATA" "$DATA".* "$SETTINGS" "$RELEASE_KEYS" "$PROMOTION_ADDRESS"; do
    [ ! -e "$kept" ] || say "  $kept"
done

#!/bin/sh
# Upgrades the server to the version of this script. The new version first runs on a copy of the data without network, so it
# takes no writes and prints nothing. Only when it is healthy do it and the copy replace the old version and its data, which
# are kept. Until then the old version and its data stay unchanged and are restored after any failure.
set -eu
. "$(dirname "$0")/paths.sh"
. "$HERE/scripts/release.sh"
. "$HERE/scripts/trial.sh"
[ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
read_options "$@"
demand_release "$@"
demand_machine
demand_signature
lock_changes
# Completes an upgrade that was interrupted in its last step. One that was interrupted earlier has changed nothing.
"$HERE/scripts/settle.sh"
old=$(current_version)
[ -n "$old" ] || fail "No tallybox is installed here; to install it: sudo $HERE/scripts/install.sh"
[ "$old" != "$version" ] || { say "tallybox $version is installed already."; exit 0; }
! is_older "$version" "$old" || { because older; fail "tallybox $old is installed, and $version is older. Data can't be used by an older version."; }
if mountpoint --quiet "$DATA"; then because ownDisk; fail "$DATA is a disk of its own and can't be renamed; mount it at /var/lib instead."; fi
remove_leftovers
rm -rf "$DATA".failed-*
require_space

step copying
place_release
say "Copying the data while the server keeps running ..."
copy_photos
say "Stopping tallybox $old ..."
trap cancel_upgrade EXIT
trap 'exit 1' INT TERM HUP
systemctl stop tallybox
copy_data
step trying
say "Trying tallybox $version on the copy ..."
is_trial_healthy || exit 1
demand_stopped || exit 1

say "The new version is healthy. Switching to it ..."
step switching
keep=$(free_name "$DATA.before-$version")
# From here only a failed start rolls back: a server that was ready for a moment may have taken writes.
trap '' INT TERM HUP
trap roll_back EXIT
switch_to "$version" "$TRIAL" "$keep"
systemctl restart tallybox
trap - EXIT
systemctl enable --now tallybox-tidy.timer || say "The timer that removes old data could not be started."
systemctl enable --now tallybox-upgrade.path || say "Upgrades from the console could not be made possible."
[ "$unsigned" = yes ] || keep_release_keys "$HERE"
note_highest "$version" || :
"$node" "$WAIT_HEALTHY" 1 ||
    say "tallybox $version runs, but is not healthy yet. Details: sudo $APP/current/scripts/doctor"
for other in "$APP"/[0-9]*; do
    case ${other##*/} in "$version" | "$old") ;; *) rm -rf "$other" ;; esac
done
rm -rf "$DATA.before-$old"
say "tallybox $version runs. The earlier data are kept in $keep for $RETENTION_DAYS days, and so is version $old."
say "That folder contains all data and keys. To remove it now: sudo rm -r $keep"

#!/bin/sh
# Changes the box to the version that this script comes with. The new version is tried on a copy of the data, cut off from
# the network, so that nobody writes and nothing is printed; only when it is well do it and the copy take the place of the
# old ones, which are kept. Till then the old version and its data are not touched: whatever happens, they come back.
set -eu
. "$(dirname "$0")/places.sh"
. "$HERE/scripts/release.sh"
. "$HERE/scripts/trial.sh"
[ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
read_options "$@"
demand_release "$@"
demand_machine
demand_signature
lock_changes
# One that was cut off in its last step is finished first; one that was cut off before has changed nothing.
"$HERE/scripts/settle.sh"
old=$(current_version)
[ -n "$old" ] || fail "No tallybox is installed here; to install it: sudo $HERE/scripts/install.sh"
[ "$old" != "$version" ] || { say "tallybox $version is installed already."; exit 0; }
! is_older "$version" "$old" || fail "tallybox $old is installed; $version is older, and data do not go back."
if mountpoint --quiet "$DATA"; then fail "$DATA is a disk of its own and can't be renamed; mount it at /var/lib instead."; fi
remove_leftovers
rm -rf "$DATA".failed-*
demand_room

place_release
say "Copying the data while the server keeps running ..."
copy_photos
say "Stopping tallybox $old ..."
systemctl stop tallybox
trap back_to_old EXIT
trap 'exit 1' INT TERM HUP
copy_data
say "Trying tallybox $version on the copy ..."
is_trial_well || exit 1

say "It is well; changing over ..."
keep=$(free_name "$DATA.before-$version")
switch_to "$version" "$TRIAL" "$keep"
trap back_with_data EXIT
# Only a start that fails leads back: a box that was ready for a moment may have taken writes.
trap '' INT TERM HUP
systemctl start tallybox
trap - EXIT
systemctl enable --now tallybox-tidy.timer || say "The timer that removes old data could not be started."
keep_release_keys
"$APP/current/node_modules/.bin/node" "$APP/current/src/ops/cli/install/wait-healthy.ts" 1 ||
    say "tallybox $version runs, but is not well yet; look at it: sudo $APP/current/scripts/doctor"
for other in "$APP"/[0-9]*; do
    case ${other##*/} in "$version" | "$old") ;; *) rm -rf "$other" ;; esac
done
rm -rf "$DATA.before-$old"
say "tallybox $version runs. The data as they were before are kept in $keep for $KEPT_DAYS days; $old is kept too."
say "That folder holds all data and all keys. To remove it now: sudo rm -r $keep"

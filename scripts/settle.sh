#!/bin/sh
# Finishes the last step of an upgrade, or of the way back from one: a version and its data folder become the current
# ones. Called by upgrade.sh, and by the service before each start, for the power may go in the middle; whatever was done
# already is left as it is. Then it removes what interrupted upgrades have left, unless one is running.
set -eu
. "$(dirname "$0")/places.sh"
# No start may fail for the sake of tidiness.
tidy() { (flock -n 9 && remove_leftovers) 9>"$LOCK" || :; }
[ -f "$SWITCH" ] || { tidy; exit 0; }
# "version", "data" (becomes the data folder), "keep" (what the present one is called then), a line each.
value() { sed -n "s/^$1=//p" "$SWITCH"; }
version=$(value version) data=$(value data) keep=$(value keep)
[ -d "$APP/$version" ] || fail "$SWITCH names version $version, but $APP/$version is not there"
if [ -e "$data" ]; then
    # Empty: systemd has made it anew after the power went between the two renames.
    rmdir "$DATA" 2>/dev/null || :
    [ ! -e "$DATA" ] || mv -T "$DATA" "$keep"
    mv -T "$data" "$DATA"
    sync -f "$DATA"
fi
point_to "$version"
rm "$SWITCH"
sync -f "$APP"
tidy

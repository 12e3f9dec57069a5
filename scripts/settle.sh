#!/bin/sh
# Completes the last step of an upgrade or of its rollback: a version and its data folder become the current ones.
# upgrade.sh calls it, and the service before each start, because the power may fail in the middle. Steps that were done
# already are skipped. It then removes the leftovers of interrupted upgrades, unless an upgrade is running.
# Units of other versions name this file: it can't be renamed.
set -eu
. "$(dirname "$0")/paths.sh"
# A failed clean-up must not stop a start.
tidy() {
    (flock -n 9 && remove_leftovers) 9>"$LOCK" || :
    # While a request of the console runs, its own script notes the end.
    mkdir -p "$UPGRADE_RUN" && (flock -n 8 && note_interrupted) 8>"$UPGRADE_RUN/lock" || :
}
# move_set_aside FOLDER: moves what restores have set aside in a former data folder to the present one. The copy is without these
# folders: the upgrade would need space for them, and remove them with the data of before. A failed move must not stop a start.
move_set_aside() {
    for kept in "$1"/before-*; do
        if is_set_aside "$kept" && [ ! -e "$DATA/${kept##*/}" ]; then
            mv -T "$kept" "$DATA/${kept##*/}" || say "$kept could not be moved to $DATA, and stays there."
        fi
    done
}
if [ ! -f "$SWITCH" ]; then
    # The last step was completed by an earlier version, which moves nothing, or a move failed.
    former=$(data_before "$(current_version)")
    [ -z "$former" ] || move_set_aside "$former"
    tidy
    exit 0
fi
# One line each: "version", "data" (becomes the data folder), "keep" (the new name of the present data folder).
value() { sed -n "s/^$1=//p" "$SWITCH"; }
version=$(value version) data=$(value data) keep=$(value keep)
[ -d "$APP/$version" ] || fail "$SWITCH names version $version, but $APP/$version does not exist"
if [ -e "$data" ]; then
    # Empty where systemd has created it again after a power failure between the two renames.
    rmdir "$DATA" 2>/dev/null || :
    [ ! -e "$DATA" ] || mv -T "$DATA" "$keep"
    mv -T "$data" "$DATA"
    sync -f "$DATA"
fi
move_set_aside "$keep"
activate "$version"
rm "$SWITCH"
sync -f "$APP"
tidy

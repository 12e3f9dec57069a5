# Sourced by the scripts of the service: paths of an installed server, messages, and functions that several scripts share.
umask 022
APP=/opt/tallybox
DATA=/var/lib/tallybox
TRIAL=/var/lib/tallybox.trial
CACHE=/var/cache/tallybox
SETTINGS=/etc/tallybox/tallybox.env
# The public keys that sign releases, copied by the first installation. root may change them.
RELEASE_KEYS=/etc/tallybox/release-keys
UNITS=/etc/systemd/system
# Exists while a change of versions is in its last step (scripts/settle.sh).
SWITCH=$APP/switch
# Lock of a running installation or upgrade.
LOCK=/run/tallybox-change.lock
HERE=$(cd "$(dirname "$0")/.." && pwd -P)
# libatomic, which Node needs and a minimal Debian lacks (scripts/libatomic.sh).
export LD_LIBRARY_PATH="$HERE/lib"

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# Prints the installed version; prints nothing where none is installed.
current_version() { basename "$(readlink "$APP/current" || :)"; }

# Allows one installation or upgrade at a time. The lock ends with the script.
lock_changes() {
    exec 9>"$LOCK"
    flock -n 9 || fail "Another installation or upgrade is running on this server. Wait until it has finished."
}

# Removes the leftovers of interrupted and failed upgrades: the trial and its data, partly copied programs, versions newer
# than the current one. The newest older version stays. Requires the lock: a running upgrade needs all of this.
remove_leftovers() {
    [ ! -f "$SWITCH" ] || return 0
    # The trial of an upgrade that was killed may still run. The next upgrade would take it for its own.
    systemctl stop tallybox-trial 2>/dev/null || :
    rm -rf "$TRIAL" "$SWITCH.new" "$APP/.new" "$APP/.old"
    current=$(current_version)
    [ -n "$current" ] && [ -d "$APP/$current" ] || return 0
    previous='' is_newer=no
    for other in $(cd "$APP" && ls -d [0-9]* | sort -V); do
        if [ "$other" = "$current" ]; then
            is_newer=yes
        elif [ "$is_newer" = yes ]; then
            rm -rf "${APP:?}/$other"
        else
            [ -z "$previous" ] || rm -rf "${APP:?}/$previous"
            previous=$other
        fi
    done
}

# Days until data folders that a restore or an upgrade has set aside are removed.
RETENTION_DAYS=30

# Prints the data folders that restores and upgrades have set aside, one a line. Such a folder has a name as they give it and
# contains a database. Other folders are ignored.
previous_folders() {
    for kept in "$DATA".before-* "$DATA"/before-*; do
        [ -d "$kept" ] && [ ! -L "$kept" ] && ! mountpoint --quiet "$kept" || continue
        printf '%s\n' "${kept##*/}" | grep -Eq 'before-([0-9]{8}T[0-9]{9}Z|[0-9]+\.[0-9]+\.[0-9]+[-+.0-9A-Za-z]*)$' || continue
        for database in "$kept"/tally-*.db; do
            [ ! -f "$database" ] || { printf '%s\n' "$kept"; break; }
        done
    done
}

# Removes the folders that were set aside more than RETENTION_DAYS ago. Their change time is the time of the rename.
remove_expired_folders() {
    now=$(date +%s)
    previous_folders | while IFS= read -r kept; do
        [ "$((now - $(stat -c %Z "$kept")))" -ge "$((RETENTION_DAYS * 86400))" ] || continue
        rm -rf --one-file-system "$kept"
        say "$kept was removed: it was set aside $RETENTION_DAYS days ago."
    done
}

# True when version $1 is older than version $2.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# activate VERSION: makes VERSION the one that the service runs, in one step.
activate() {
    ln -sfn "$1" "$APP/.current"
    mv -T "$APP/.current" "$APP/current"
    for unit in tallybox.service tallybox-tidy.service tallybox-tidy.timer; do
        # An older version has fewer units.
        [ ! -f "$APP/$1/systemd/$unit" ] || install -m 0644 "$APP/$1/systemd/$unit" "$UNITS/$unit"
    done
    sync -f "$APP" "$UNITS"
    systemctl daemon-reload
}

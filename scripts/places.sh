# Sourced by the scripts of the service: where things stand on an installed box, and how the scripts speak.
umask 022
APP=/opt/tallybox
DATA=/var/lib/tallybox
TRIAL=/var/lib/tallybox.trial
CACHE=/var/cache/tallybox
SETTINGS=/etc/tallybox/tallybox.env
# The public keys that releases are signed with, as the first installation has brought them; root may change them.
RELEASE_KEYS=/etc/tallybox/release-keys
UNITS=/etc/systemd/system
# While it exists, a change of versions is in its last step (scripts/settle.sh).
SWITCH=$APP/switch
# Locked while an installation or an upgrade runs.
LOCK=/run/tallybox-change.lock
HERE=$(cd "$(dirname "$0")/.." && pwd -P)
# What Node needs and a small Debian lacks (scripts/libatomic.sh).
export LD_LIBRARY_PATH="$HERE/lib"

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# The version that the service runs; nothing where none is installed.
current_version() { basename "$(readlink "$APP/current" || :)"; }

# One installation or upgrade at a time. The lock ends with the script.
lock_changes() {
    exec 9>"$LOCK"
    flock -n 9 || fail "Another installation or upgrade is running on this server. Wait until it has finished."
}

# Removes what interrupted and failed upgrades have left: the trial and its data, half-copied programs, versions newer than
# the current one. Of the older versions the newest stays. Only under the lock: an upgrade that runs needs all of this.
remove_leftovers() {
    [ ! -f "$SWITCH" ] || return 0
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

# So long data that a restore or an upgrade has set aside are kept.
KEPT_DAYS=30

# The data folders that restores and upgrades have set aside, a line each: folders with the names that they give, and a
# database in it. Whatever somebody else has put there is none.
kept_folders() {
    for kept in "$DATA".before-* "$DATA"/before-*; do
        [ -d "$kept" ] && [ ! -L "$kept" ] && ! mountpoint --quiet "$kept" || continue
        printf '%s\n' "${kept##*/}" | grep -Eq 'before-([0-9]{8}T[0-9]{9}Z|[0-9]+\.[0-9]+\.[0-9]+[-+.0-9A-Za-z]*)$' || continue
        for database in "$kept"/tally-*.db; do
            [ ! -f "$database" ] || { printf '%s\n' "$kept"; break; }
        done
    done
}

# Removes those that were set aside long ago: their change time is that of the renaming.
remove_old_kept() {
    now=$(date +%s)
    kept_folders | while IFS= read -r kept; do
        [ "$((now - $(stat -c %Z "$kept")))" -ge "$((KEPT_DAYS * 86400))" ] || continue
        rm -rf --one-file-system "$kept"
        say "$kept was removed: it was set aside $KEPT_DAYS days ago."
    done
}

# True when version $1 is older than version $2.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# Makes VERSION the one that the service runs, in one step.
point_to() {
    ln -sfn "$1" "$APP/.current"
    mv -T "$APP/.current" "$APP/current"
    for unit in tallybox.service tallybox-tidy.service tallybox-tidy.timer; do
        # An older version has fewer.
        [ ! -f "$APP/$1/systemd/$unit" ] || install -m 0644 "$APP/$1/systemd/$unit" "$UNITS/$unit"
    done
    sync -f "$APP" "$UNITS"
    systemctl daemon-reload
}

# Sourced by the scripts of the service: paths of an installed server, messages, and functions that several scripts share.
umask 022
APP=/opt/tallybox
DATA=/var/lib/tallybox
TRIAL=/var/lib/tallybox.trial
CACHE=/var/cache/tallybox
SETTINGS=/etc/tallybox/tallybox.env
# The public keys that sign releases, copied by the first installation. root may change them.
RELEASE_KEYS=/etc/tallybox/release-keys
# The address that a promotion by the button adds, saved by scripts/promote --prepare.
PROMOTION_ADDRESS=/etc/tallybox/promotion-address
UNITS=/etc/systemd/system
# Exists while a change of versions is in its last step (scripts/settle.sh).
SWITCH=$APP/switch
# Lock of a running installation or upgrade.
LOCK=/run/tallybox-change.lock
# What the console has requested (scripts/upgrade-request): its step and its lock, and the result of the last one. The service
# reads them and can't write them.
UPGRADE_RUN=/run/tallybox-upgrade
LAST_UPGRADE=$APP/last-upgrade
# root's copy of the bundle, unpacked. In the folder of programs, because /var may be mounted noexec.
UPGRADE_WORK=$APP/.request
HERE=$(cd "$(dirname "$0")/.." && pwd -P)
# libatomic, which Node needs and a minimal Debian lacks (scripts/libatomic.sh).
export LD_LIBRARY_PATH="$HERE/lib"

say() { printf '%s\n' "$*"; }

fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

# step NAME: notes the step of an upgrade that the console has requested ($UPGRADE_NOTES is set then).
# because REASON: notes why it is about to fail. The console has a sentence for each (src/ops/upgrade/reasons.ts).
# Bundles of later versions use both with the folder that an earlier version gives them: their names can't change.
step() { [ -z "${UPGRADE_NOTES:-}" ] || printf '%s\n' "$1" >"$UPGRADE_NOTES/step" || :; }
because() { [ -z "${UPGRADE_NOTES:-}" ] || printf '%s\n' "$1" >"$UPGRADE_NOTES/reason" || :; }

# Prints the installed version; prints nothing where none is installed.
current_version() { basename "$(readlink "$APP/current" || :)"; }

# Allows one installation or upgrade at a time. The lock ends with the script.
lock_changes() {
    exec 9>"$LOCK"
    flock -n 9 || { because busy; fail "Another installation or upgrade is running on this server. Wait until it has finished."; }
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

# True for a data folder that a restore or an upgrade has set aside: it has a name as they give it and contains a database.
is_set_aside() {
    [ -d "$1" ] && [ ! -L "$1" ] && ! mountpoint --quiet "$1" || return 1
    # The service names folders in its own: not one with a line break.
    case ${1##*/} in *[!-+.0-9A-Za-z]*) return 1 ;; esac
    printf '%s\n' "${1##*/}" | grep -Eq 'before-([0-9]{8}T[0-9]{9}Z|[0-9]+\.[0-9]+\.[0-9]+[-+.0-9A-Za-z]*)$' || return 1
    for database in "$1"/tally-*.db; do [ ! -f "$database" ] || return 0; done
    return 1
}

# Prints the data folders that restores and upgrades have set aside, one a line.
previous_folders() {
    for kept in "$DATA".before-* "$DATA"/before-*; do
        if is_set_aside "$kept"; then printf '%s\n' "$kept"; fi
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

# note_upgrade STATE REASON DETAIL: writes the record of the request that $action, $from, $version and $started describe.
# Requires its lock. A full disk does not stop it: /run is in memory, and the console reads the record there first.
note_upgrade() {
    at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    for record in "$UPGRADE_RUN/record" "$LAST_UPGRADE"; do
        printf 'action=%s\nfrom=%s\nversion=%s\nstarted=%s\nat=%s\nstate=%s\nreason=%s\ndetail=%s\n' "$action" "$from" \
            "$version" "$started" "$at" "$1" "$2" "$(printf %s "$3" | tr '\n' ' ')" >"$record.new" &&
            sync "$record.new" && mv -T "$record.new" "$record" && sync -f "$record" || rm -f "$record.new" || :
    done
}

# Ends the record of a request that was interrupted by a kill or a power failure, after the last step was completed or all
# was put back. The lock is free then.
note_interrupted() {
    # The one in memory first: the disk may have been full.
    if [ -f "$UPGRADE_RUN/record" ]; then noted=$UPGRADE_RUN/record; else noted=$LAST_UPGRADE; fi
    record_of() { sed -n "s/^$1=//p" "$noted"; }
    [ -f "$noted" ] && [ "$(record_of state)" = running ] || return 0
    action=$(record_of action) from=$(record_of from) version=$(record_of version) started=$(record_of started)
    if [ -n "$version" ] && [ "$(current_version)" = "$version" ]; then
        # What upgrade.sh does after its last step.
        [ "$action" != upgrade ] || { note_highest "$version" && keep_release_keys "$APP/current"; } || :
        note_upgrade done '' ''
    else
        note_upgrade failed interrupted ''
    fi
    rm -rf "$UPGRADE_WORK" "$UPGRADE_RUN/step"
}

# The highest version that an upgrade has completed; nothing where none has. The console's requests take no older one.
HIGHEST=$APP/highest-version
highest_version() { [ ! -f "$HIGHEST" ] || cat "$HIGHEST"; }
note_highest() {
    [ -n "$(highest_version)" ] && is_older "$1" "$(highest_version)" || printf '%s\n' "$1" >"$HIGHEST"
}

# Installs the keys of the release in folder $1: later releases must be signed with one of them.
keep_release_keys() {
    [ -f "$1/release-keys" ] || return 0
    install -m 0644 "$1/release-keys" "$RELEASE_KEYS.new"
    mv -T "$RELEASE_KEYS.new" "$RELEASE_KEYS"
    sync -f "$RELEASE_KEYS"
}

# True when version $1 is older than version $2.
is_older() { [ "$1" != "$2" ] && [ "$(printf '%s\n' "$1" "$2" | sort -V | head -n 1)" = "$1" ]; }

# activate VERSION: makes VERSION the one that the service runs, in one step.
activate() {
    ln -sfn "$1" "$APP/.current"
    mv -T "$APP/.current" "$APP/current"
    for unit in tallybox.service tallybox-tidy.service tallybox-tidy.timer tallybox-upgrade.path tallybox-upgrade.service; do
        # An older version has fewer units.
        [ ! -f "$APP/$1/systemd/$unit" ] || install -m 0644 "$APP/$1/systemd/$unit" "$UNITS/$unit"
    done
    sync -f "$APP" "$UNITS"
    systemctl daemon-reload
}

is_version() { printf '%s\n' "$1" | grep -Eqx '[0-9]+\.[0-9]+\.[0-9]+[-+.0-9A-Za-z]*'; }

# Prints the newest installed version that is older than the current one; prints nothing where there is none.
previous_version() {
    current=$(current_version)
    (cd "$APP" && ls -d [0-9]*) | sort -V | while IFS= read -r other; do
        if is_version "$other" && is_older "$other" "$current"; then printf '%s\n' "$other"; fi
    done | tail -n 1
}

# data_before VERSION: prints the newest folder with the data as they were before the upgrade to VERSION; nothing: there is none.
data_before() {
    previous_folders | while IFS= read -r kept; do
        case ${kept##*/} in "${DATA##*/}.before-$1" | "${DATA##*/}.before-$1"-[0-9]*) printf '%s %s\n' "$(stat -c %Z "$kept")" "$kept" ;; esac
    done | sort -n | tail -n 1 | cut -d ' ' -f 2-
}

# True when two installed versions have the same migrations, so that each can use the other's data.
has_same_schema() { [ "$(migrations_of "$1")" = "$(migrations_of "$2")" ]; }
migrations_of() { (cd "$APP/$1/migrations" && sha256sum ./*.sql); }

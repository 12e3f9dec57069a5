# Sourced by the scripts of the service: where things stand on an installed box, and how the scripts speak.
umask 022
APP=/opt/tallybox
DATA=/var/lib/tallybox
TRIAL=/var/lib/tallybox.trial
CACHE=/var/cache/tallybox
SETTINGS=/etc/tallybox/tallybox.env
UNITS=/etc/systemd/system
# While it exists, a change of versions is in its last step (scripts/settle.sh).
SWITCH=$APP/switch
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

# Makes VERSION the one that the service runs, in one step.
point_to() {
    ln -sfn "$1" "$APP/.current"
    mv -T "$APP/.current" "$APP/current"
    install -m 0644 "$APP/$1/systemd/tallybox.service" "$UNITS/tallybox.service"
    sync -f "$APP" "$UNITS"
    systemctl daemon-reload
}

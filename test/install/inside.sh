# Runs inside the Debian folder. Each `it` has a title and a command that must succeed.
set -eu
export LD_LIBRARY_PATH=/test/bundles/first/lib
# A shorter trial of an upgrade than usual.
export WELL_SECONDS=3
cd /
B=/test/bundles
DATA=/var/lib/tallybox
said=/tmp/said
step() { printf '%s\n' "$*"; }
it() {
    sentence=$1
    shift
    if "$@"; then printf '  ok  %s\n' "$sentence"; return; fi
    printf '  NOT %s\n' "$sentence"
    tail -n 20 "$said" /run/standin/tallybox.log
    exit 1
}
# Runs a script with its output in $said, and returns its status.
run() { "$@" >"$said" 2>&1; }
refused() { ! run "$@"; }
says() { grep -qE "$1" "$said"; }
ask() { "$B/first/node_modules/.bin/node" /test/install/ask.mjs "$@"; }
answers() { pattern=$1; shift; ask "$@" | grep -qE "$pattern"; }
process() { systemctl show --property=MainPID --value tallybox; }
version_of() { sed -n 's/^version=//p' "$B/$1/RELEASE"; }
runs() { answers "^200 .*\"version\":\"$(version_of "$1")\"" GET /api/version; }
is() { [ "$(eval "$1")" = "$2" ] || { echo "$1 is $(eval "$1")"; false; }; }
absent() { for path in "$@"; do [ ! -e "$path" ] || return 1; done; }
becomes() { for _ in $(seq 900); do if "$@"; then return 0; fi; sleep 0.2; done; return 1; }
. /test/install/installing.sh
. /test/install/upgrading.sh
. /test/install/living.sh
step "All of it is so."

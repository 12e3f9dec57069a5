# Runs inside the Debian folder. Each `it` has a title and a command that must succeed.
set -eu
export LD_LIBRARY_PATH=/test/bundles/first/lib
# A shorter trial of an upgrade than usual.
export HEALTHY_SECONDS=3
cd /
B=/test/bundles
DATA=/var/lib/tallybox
output=/tmp/output
step() { printf '%s\n' "$*"; }
it() {
    sentence=$1
    shift
    if "$@"; then printf '  ok  %s\n' "$sentence"; return; fi
    printf '  NOT %s\n' "$sentence"
    tail -n 20 "$output" /run/standin/*.log
    exit 1
}
# Runs a script with its output in $output, and returns its status.
run() { "$@" >"$output" 2>&1; }
refused() { ! run "$@"; }
prints() { grep -qE "$1" "$output"; }
request() { "$B/whole/node_modules/.bin/node" /test/install/request.mjs "$@"; }
responds() { pattern=$1; shift; request "$@" | grep -qE "$pattern"; }
process() { systemctl show --property=MainPID --value tallybox; }
version_of() { sed -n 's/^version=//p' "$B/$1/RELEASE"; }
runs() { responds "^200 .*\"version\":\"$(version_of "$1")\"" GET /api/version; }
is() { [ "$(eval "$1")" = "$2" ] || { echo "$1 is $(eval "$1")"; false; }; }
absent() { for path in "$@"; do [ ! -e "$path" ] || return 1; done; }
becomes() { for _ in $(seq 900); do if "$@"; then return 0; fi; sleep 0.2; done; return 1; }
. /test/install/installing.sh
. /test/install/upgrading.sh
. /test/install/console-upgrade.sh
. /test/install/operating.sh
step "All steps passed."

#!/bin/sh
# npm run test:install [-- trixie]: runs run.sh and ends with the line "N passed, N failed". Needs root. Without root no
# test runs, which is a failure on a build machine (CI).
set -eu
cd "$(dirname "$0")/../.."
if [ "$(id -u)" != 0 ]; then
    echo "skipped: the installation: it makes a Debian folder with name spaces of its own; run it as root"
    if [ -n "${CI:-}" ]; then echo "0 passed, 1 failed"; exit 1; fi
    echo "0 passed, 0 failed"
    exit
fi
log=$(mktemp)
trap 'rm -f "$log" "$log.failed"' EXIT
{ sh test/install/run.sh "$@" 2>&1 || : >"$log.failed"; } | tee "$log"
failed=0
[ ! -e "$log.failed" ] || failed=1
sed -n "s/^  NOT /failed: the installation: /p" "$log"
echo "$(grep -c '^  ok  ' "$log" || :) passed, $failed failed"
exit "$failed"

#!/bin/sh
# Called by the service manager after the service has ended (ExecStopPost): keeps how, where it was not asked to end, for
# scripts/doctor. Each line of the file: how many ends there were so far; of the last ones of the same kind: when the first
# and the last was, how many; then the manager's words for it ($SERVICE_RESULT, $EXIT_CODE, $EXIT_STATUS, systemd.exec(5)).
set -eu
[ "${SERVICE_RESULT:-success}" != success ] || exit 0
file=${CACHE_DIRECTORY:-/var/cache/tallybox}/ends
now=$(date -u +%Y-%m-%dT%H:%M:%SZ)
what="$SERVICE_RESULT ${EXIT_CODE:--} ${EXIT_STATUS:--}"
total=0 first=$now times=0 last=
if [ -s "$file" ]; then
    read -r total from _ count last <<LAST
$(tail -n 1 "$file")
LAST
    [ "$last" != "$what" ] || { first=$from times=$count; }
fi
{
    if [ "$times" -gt 0 ]; then sed '$d' "$file"; elif [ -s "$file" ]; then tail -n 19 "$file"; fi
    echo "$((total + 1)) $first $now $((times + 1)) $what"
} >"$file.new"
mv "$file.new" "$file"

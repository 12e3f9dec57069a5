#!/bin/sh
# Records an unexpected end of the service for scripts/doctor. The service manager calls it after each end (ExecStopPost).
# A line of the file: the total number of ends; the time of the first and of the last end of one run of equal ends and
# their number; then $SERVICE_RESULT, $EXIT_CODE and $EXIT_STATUS (systemd.exec(5)).
# Units of other versions name this file: it can't be renamed.
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

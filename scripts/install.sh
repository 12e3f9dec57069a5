#!/bin/sh
# Installs the server as a service of this machine, from an unpacked bundle or a checkout. A second run repairs the
# installation.
set -eu
. "$(dirname "$0")/paths.sh"
. "$HERE/scripts/release.sh"
[ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
read_options "$@"
demand_release "$@"
demand_machine
demand_signature
installed=$(current_version)
if [ -n "$installed" ] && is_older "$version" "$installed"; then
    fail "tallybox $installed is installed here, and this bundle is older ($version). Data can't be used by an older version. Nothing was changed."
fi
[ -z "$installed" ] || [ "$installed" = "$version" ] ||
    fail "tallybox $installed is installed here. To change to $version: sudo $HERE/scripts/upgrade.sh"
lock_changes
# A running service holds its own ports.
systemctl --quiet is-active tallybox || "$node" "$HERE/dist/server/check-ports.js"

say "Installing tallybox $version ..."
was_complete=no
[ -n "$installed" ] && is_placed && was_complete=yes
place_release
getent passwd tallybox >/dev/null ||
    useradd --system --user-group --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin tallybox
install -d -m 0700 -o tallybox -g tallybox "$DATA"
# Data of an earlier installation may belong to another number of the same user.
[ -z "$(find "$DATA" ! -user tallybox -print -quit)" ] || chown -R tallybox:tallybox "$DATA"
install -d -m 0755 "$(dirname "$SETTINGS")"
[ -e "$SETTINGS" ] || {
    printf '%s\n' '# Settings of this server, a line each (NAME=value); then: systemctl restart tallybox' \
        "# HOST, PORT, HTTPS_PORT, SITE_TIME_ZONE ...; all of them: $APP/current/docs/operate/settings.md" >"$SETTINGS"
    chmod 0600 "$SETTINGS"
}
[ "$unsigned" = yes ] || keep_release_keys "$HERE"
activate "$version"
systemctl enable tallybox
systemctl enable --now tallybox-tidy.timer
systemctl enable --now tallybox-upgrade.path
if [ "$was_complete" = yes ]; then systemctl start tallybox; else systemctl restart tallybox; fi || {
    show_log tallybox
    fail "tallybox $version is installed but does not start; see the lines above. Details: sudo $APP/current/scripts/doctor"
}
"$node" "$WAIT_HEALTHY" 1 ||
    fail "tallybox $version runs but is not healthy. Details: sudo $APP/current/scripts/doctor"
"$node" "$HERE/dist/server/print-welcome.js"

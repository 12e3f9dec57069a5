# Sourced by upgrade.sh and go-back: copies the data, runs the new version on the copy, and rolls back.

# The new version must stay ready for this many seconds: sudo HEALTHY_SECONDS=60 .../upgrade.sh.
HEALTHY_SECONDS=${HEALTHY_SECONDS:-15}

# Why the upgrade is cancelled (because): a failed copy has another cause.
cause=unhealthy
# The data that are copied. Going back may take others than the present ones.
SOURCE=$DATA

# Requires enough disk space for the copy, and for a rotation and the migrations of its newest database.
require_space() {
    data=$(du -sk "$SOURCE" | cut -f1)
    for kept in "$SOURCE"/before-*; do
        if is_set_aside "$kept"; then data=$((data - $(du -sk "$kept" | cut -f1))); fi
    done
    newest=$(find "$SOURCE" -maxdepth 1 -name 'tally-*.db' | sort | tail -n 1)
    database=$([ -z "$newest" ] || du -k "$newest" "$newest-wal" 2>/dev/null | awk '{ sum += $1 } END { print sum + 0 }')
    program=$(du -sk "$HERE" | cut -f1)
    free=$(df -Pk "$DATA" | awk 'NR == 2 { print $4 }')
    need=$((data + 4 * ${database:-0} + program + 102400))
    [ "$free" -ge "$need" ] || { because noSpace; fail "Not enough disk space: the upgrade needs $((need / 1024)) MB, $((free / 1024)) MB are free. Nothing was changed."; }
}

# Copies the photos while the server runs: they never change. The folder of the copy is root's until all is in it.
copy_photos() {
    install -d -m 0700 "$TRIAL"
    [ -d "$SOURCE/photos" ] && [ ! -L "$SOURCE/photos" ] || return 0
    # tar follows no link, cp does where a folder becomes a link while it reads: the running service could have files of others
    # copied. A photo that was deleted meanwhile, or a truncated file: copy_data then copies all of them.
    (tar -C "$SOURCE" -cf - photos && : >"$TRIAL/whole") 2>/dev/null | tar -C "$TRIAL" -xpf - --numeric-owner 2>/dev/null &&
        [ -f "$TRIAL/whole" ] || rm -rf "$TRIAL/photos"
    rm -f "$TRIAL/whole"
}

# Copies the rest; photos that are there already stay. Unfinished files have names that the server removes at its start. What
# restores have set aside in the data folder is not copied: settle.sh moves it.
copy_data() {
    set --
    for entry in "$SOURCE"/* "$SOURCE"/.[!.]*; do
        if [ -e "$entry" ] || [ -L "$entry" ]; then is_set_aside "$entry" || set -- "$@" "$entry"; fi
    done
    [ $# -eq 0 ] || cp -a --no-clobber --reflink=auto -t "$TRIAL" "$@" || { cause=noSpace; return 1; }
    chown --reference="$SOURCE" "$TRIAL"
    chmod --reference="$SOURCE" "$TRIAL"
    sync -f "$TRIAL"
}

# waits_healthy PROCESS FILE: true when the server of this process stays healthy, asked in its network and at the address of
# FILE, which replaces that of the site's settings.
waits_healthy() {
    nsenter --net="/proc/$1/ns/net" "$node" "$WAIT_HEALTHY" "$HEALTHY_SECONDS" "$SETTINGS" "$2"
}

# Runs the new version like the service, but on the copy and without network; true when it stays healthy for
# $HEALTHY_SECONDS.
is_trial_healthy() {
    unit=/run/systemd/system/tallybox-trial.service
    settings=/run/tallybox-trial.env
    mkdir -p "${unit%/*}"
    # Replaces the configured address: the trial has only this one.
    echo HOST=127.0.0.1 >"$settings"
    sed -e "s#/opt/tallybox/current#$APP/$version#g" -e "s#=$DATA #=$TRIAL #" \
        -e 's/^StateDirectory=.*/StateDirectory=tallybox.trial/' -e 's/^Restart=.*/Restart=no/' \
        -e '/^ExecStartPre=/d' -e '/^ExecStopPost=/d' -e '/^\[Install\]/,$d' \
        -e "s#^EnvironmentFile=.*#&\nEnvironmentFile=$settings\nPrivateNetwork=yes#" \
        "$APP/$version/systemd/tallybox.service" >"$unit"
    systemctl daemon-reload
    is_healthy=no
    if systemctl start tallybox-trial; then
        process=$(systemctl show --property=MainPID --value tallybox-trial)
        waits_healthy "$process" "$settings" && is_healthy=yes
    fi
    [ "$is_healthy" = yes ] || show_log tallybox-trial
    systemctl stop tallybox-trial || is_healthy=no
    rm -f "$unit" "$settings"
    systemctl daemon-reload
    [ "$is_healthy" = yes ]
}

# Requires that the server is stopped since the copy: what it writes later is not in the copy.
demand_stopped() {
    case $(systemctl show --property=ActiveState --value tallybox) in inactive | failed) ;; *) cause=interrupted && return 1 ;; esac
}

# free_name PATH: prints PATH, or the first of PATH-2, PATH-3 ... that does not exist.
free_name() {
    name=$1 number=1
    while [ -e "$name" ]; do
        number=$((number + 1))
        name=$1-$number
    done
    say "$name"
}

# switch_to VERSION FOLDER KEEP: makes VERSION with the data of FOLDER current; the present data are renamed to KEEP.
switch_to() {
    printf 'version=%s\ndata=%s\nkeep=%s\n' "$1" "$2" "$3" >"$SWITCH.new"
    sync "$SWITCH.new"
    mv -T "$SWITCH.new" "$SWITCH"
    sync -f "$APP"
    "$HERE/scripts/settle.sh"
}

# Removes the version that was tried, and says so. Going back replaces it: the earlier version stays.
discard_program() {
    rm -rf "${APP:?}/$version"
    [ "$1" = silently ] || printf ' %s was removed from the disk.' "$version"
}

# Starts the old version again. Its data have not changed.
cancel_upgrade() {
    trap '' INT TERM HUP
    trap - EXIT
    systemctl stop tallybox-trial 2>/dev/null || :
    rm -rf "$TRIAL"
    removed=$(discard_program aloud)
    because serverDown
    systemctl start tallybox || { show_log tallybox; fail "tallybox $old does not start again; its data are unchanged in $DATA. Details: sudo $APP/current/scripts/doctor"; }
    because "$cause"
    [ "$cause" != interrupted ] || fail "tallybox $old was started during the change, so the copy lacks its newest data. It runs, with all data.$removed"
    [ "$cause" = unhealthy ] || fail "The data could not be copied (see above). tallybox $old runs again, with its data as they were.$removed"
    fail "tallybox $version is not healthy (see above). tallybox $old runs again, with its data as they were.$removed"
}

# Restores the old version and its data. The new version did not become ready in its place, so it has taken no writes.
roll_back() {
    # Nothing was renamed yet: the present data are those of the old version.
    [ -e "$keep" ] || { rm -f "$SWITCH"; cancel_upgrade; }
    trap - EXIT
    show_log tallybox
    systemctl stop tallybox || :
    # One failed copy is enough to find the cause.
    rm -rf "$DATA".failed-*
    failed=$DATA.failed-$version
    switch_to "$old" "$keep" "$failed"
    because serverDown
    systemctl start tallybox || { show_log tallybox; fail "tallybox $old does not start again. Details: sudo $APP/current/scripts/doctor"; }
    discard_program silently
    say "Kept on the disk: $failed ($(du -sh "$failed" | cut -f1)), the data as tallybox $version had changed them. To remove it: sudo rm -r $failed. The next upgrade removes it too." >&2
    because notStarted
    fail "tallybox $version did not start in its place (see above). tallybox $old runs again, with its data as they were."
}

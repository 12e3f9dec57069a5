# Sourced by upgrade.sh: the copy of the data, the trial of a new version on it, and the ways back.

# For so long the new version must stay ready: sudo WELL_SECONDS=60 .../upgrade.sh.
WELL_SECONDS=${WELL_SECONDS:-15}

# Room for the copy, and for what a migration makes of the database.
demand_room() {
    data=$(du -sk "$DATA" | cut -f1)
    databases=$(find "$DATA" -maxdepth 1 -name 'tally-*' -exec du -k {} + | awk '{ sum += $1 } END { print sum + 0 }')
    program=$(du -sk "$HERE" | cut -f1)
    free=$(df -Pk "$DATA" | awk 'NR == 2 { print $4 }')
    need=$((data + databases + program + 102400))
    [ "$free" -ge "$need" ] || fail "There is too little room on the disk: the upgrade needs $((need / 1024)) MB, $((free / 1024)) MB are free. Nothing was changed."
}

# Photos never change, so most of the copy is made before the box stops.
copy_photos() {
    install -d -m 0700 -o tallybox -g tallybox "$TRIAL"
    [ -d "$DATA/photos" ] || return 0
    # One that went meanwhile, or a file cut short: then all of them come with the rest.
    cp -a --reflink=auto "$DATA/photos" "$TRIAL/" 2>/dev/null || rm -rf "$TRIAL/photos"
}

# The rest; a photo that is there is left. What was caught half-way has a name that the box removes at its start.
copy_data() {
    cp -a --no-clobber --reflink=auto "$DATA/." "$TRIAL/"
    sync -f "$TRIAL"
}

# Runs the new version as the service will run it, but on the copy, alone with itself; true when it is well for a while.
is_trial_well() {
    unit=/run/systemd/system/tallybox-trial.service
    settings=/run/tallybox-trial.env
    mkdir -p "${unit%/*}"
    # Whatever address it is set to: here there is only this one.
    echo HOST=127.0.0.1 >"$settings"
    sed -e "s#/opt/tallybox/current#$APP/$version#g" -e "s#=$DATA #=$TRIAL #" \
        -e 's/^StateDirectory=.*/StateDirectory=tallybox.trial/' -e 's/^Restart=.*/Restart=no/' \
        -e '/^ExecStartPre=/d' -e '/^ExecStopPost=/d' -e '/^\[Install\]/,$d' \
        -e "s#^EnvironmentFile=.*#&\nEnvironmentFile=$settings\nPrivateNetwork=yes#" \
        "$APP/$version/systemd/tallybox.service" >"$unit"
    systemctl daemon-reload
    is_well=no
    if systemctl start tallybox-trial; then
        process=$(systemctl show --property=MainPID --value tallybox-trial)
        nsenter --net="/proc/$process/ns/net" "$APP/$version/node_modules/.bin/node" \
            "$APP/$version/src/ops/cli/install/wait-healthy.ts" "$WELL_SECONDS" && is_well=yes
    fi
    [ "$is_well" = yes ] || show_log tallybox-trial
    systemctl stop tallybox-trial || is_well=no
    rm -f "$unit" "$settings"
    systemctl daemon-reload
    [ "$is_well" = yes ]
}

# free_name PATH: PATH, or the first of PATH-2, PATH-3 ... that is not there.
free_name() {
    name=$1 number=1
    while [ -e "$name" ]; do
        number=$((number + 1))
        name=$1-$number
    done
    say "$name"
}

# switch_to VERSION FOLDER KEEP: VERSION with the data of FOLDER becomes the current one; the present data become KEEP.
switch_to() {
    printf 'version=%s\ndata=%s\nkeep=%s\n' "$1" "$2" "$3" >"$SWITCH.new"
    sync "$SWITCH.new"
    mv -T "$SWITCH.new" "$SWITCH"
    sync -f "$APP"
    "$HERE/scripts/settle.sh"
}

# Nothing was changed yet: the old version goes on where it stopped.
back_to_old() {
    trap - EXIT INT TERM HUP
    systemctl stop tallybox-trial 2>/dev/null || :
    rm -rf "$TRIAL" "${APP:?}/$version"
    systemctl start tallybox || { show_log tallybox; fail "tallybox $old does not start again; its data are untouched in $DATA. More: sudo $APP/current/scripts/doctor"; }
    fail "tallybox $version is not well (see above). tallybox $old runs again, with its data as they were. Nothing of $version is left on the disk."
}

# The new version did not become ready in its place, so it has taken no write: the old data come back.
back_with_data() {
    trap - EXIT INT TERM HUP
    show_log tallybox
    systemctl stop tallybox || :
    # One failed copy is enough to find out why.
    rm -rf "$DATA".failed-*
    failed=$DATA.failed-$version
    switch_to "$old" "$keep" "$failed"
    systemctl start tallybox || { show_log tallybox; fail "tallybox $old does not start again. More: sudo $APP/current/scripts/doctor"; }
    rm -rf "${APP:?}/$version"
    say "Left on the disk: $failed ($(du -sh "$failed" | cut -f1)), the data as tallybox $version had changed them. To remove it: sudo rm -r $failed. The next upgrade removes it too." >&2
    fail "tallybox $version did not start in its place (see above). tallybox $old runs again, with its data as they were."
}

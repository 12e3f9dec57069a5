# Sourced by upgrade-request: the steps of a request of the console.

# Bytes of a bundle and of its signature at most (src/ops/upgrade/bundle.ts has the same).
MAX_BUNDLE_BYTES=157286400
MAX_SIGNATURE_BYTES=16384
INBOX=$DATA/upgrade
node=$HERE/node_modules/.bin/node
bundle=$UPGRADE_WORK/bundle.tar.gz
action='' from=$(current_version) version='' started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
export UPGRADE_NOTES="$UPGRADE_RUN"

# take NAME BYTES FILE: copies a file of the inbox to FILE.
take() { "$node" "$HERE/dist/server/upgrade-inbox.js" take "$INBOX" "$1" "$2" >"$3"; }

# Sets $request, and removes the request first, so that no end of this script leads to a second run.
take_request() {
    rm -f "$UPGRADE_RUN/step" "$UPGRADE_RUN/reason"
    take request 64 "$UPGRADE_RUN/request" || :
    drop_requests
    request=$(head -n 1 "$UPGRADE_RUN/request" | tr -cd 'a-z -')
    rm -f "$UPGRADE_RUN/request"
}

drop_requests() { "$node" "$HERE/dist/server/upgrade-inbox.js" drop "$INBOX" request; }

# Copies the bundle and its signature to a folder of root.
fetch_bundle() {
    step checking
    [ -f "$RELEASE_KEYS" ] || refuse noKeys
    rm -rf "$UPGRADE_WORK"
    # The bundle and what it unpacks to: the server must not find a full disk meanwhile.
    free=$(($(df -Pk "$APP" | awk 'NR == 2 { print $4 }') / 1024)) need=$((5 * MAX_BUNDLE_BYTES / 1024 / 1024))
    [ "$free" -ge "$need" ] || refuse noSpace "Not enough disk space: the upgrade needs $need MB, $free MB are free. Nothing was changed."
    install -d -m 0700 "$UPGRADE_WORK"
    for part in "bundle.tar.gz $MAX_BUNDLE_BYTES" "bundle.tar.gz.sig $MAX_SIGNATURE_BYTES"; do
        status=0
        take "${part% *}" "${part#* }" "$UPGRADE_WORK/${part% *}" || status=$?
        # src/ops/cli/upgrade/inbox.ts has the statuses.
        case $status in
        0) ;;
        3) if [ "${part% *}" = bundle.tar.gz ]; then refuse noBundle; else refuse unsigned; fi ;;
        4) refuse notAFile ;;
        5) refuse tooLarge ;;
        *) refuse noSpace ;;
        esac
    done
}

# Checks the signature of root's copy with the installed program and keys.
check_bundle() {
    said=$(INIT_CWD=/ "$node" "$HERE/dist/server/check-signature.js" "$bundle" "$RELEASE_KEYS" 2>&1) || refuse untrusted "$said"
}

# Unpacks root's copy. Sets $release, its folder, and $version.
unpack_bundle() {
    step unpacking
    mkdir "$UPGRADE_WORK/release"
    said=$(tar -C "$UPGRADE_WORK/release" --no-same-owner -xzf "$bundle" 2>&1) || refuse noSpace "$said"
    release=$(echo "$UPGRADE_WORK"/release/*)
    [ -f "$release/RELEASE" ] || refuse notABundle
    version=$(sed -n 's/^version=//p' "$release/RELEASE")
    is_version "$version" || refuse notABundle
    arch=$(sed -n 's/^arch=//p' "$release/RELEASE")
    [ "$arch" = "$(sed -n 's/^arch=//p' "$HERE/RELEASE")" ] || refuse wrongProcessor
    [ "$version" != "$from" ] || refuse same
    ! is_older "$version" "$from" || refuse older
    # After going back too: whoever controls the service could go back, and then install a version with known holes.
    highest=$(highest_version)
    [ -z "$highest" ] || ! is_older "$version" "$highest" || refuse olderThanBefore
    note_upgrade running '' ''
    rm "$bundle"
}

# carry_out SCRIPT [OPTION]: runs it, and notes the result. Its output goes to the journal as well; what passes it on outlives a
# stop of the unit, because the script ends at its next line without a reader, and the server would stay down.
carry_out() {
    output=$UPGRADE_RUN/output status=$UPGRADE_RUN/status
    rm -f "$status" "$UPGRADE_RUN/reason"
    { trap : INT TERM HUP && "$@" 2>&1 && echo 0 >"$status" || echo 1 >"$status"; } | (trap '' INT TERM HUP && umask 077 && tee "$output")
    if [ "$(cat "$status")" = 0 ]; then
        finish done '' ''
    else
        finish failed "$(cat "$UPGRADE_RUN/reason" 2>/dev/null || echo failed)" "$(tail -n 1 "$output")"
    fi
}

# refuse REASON [DETAIL]: nothing was changed.
refuse() { finish failed "$1" "${2:-}"; }

# finish STATE REASON DETAIL: notes the end. A stop of the unit is the reason of whatever failed after it.
finish() {
    [ "$1 $is_stopped" != "failed yes" ] || set -- failed interrupted "$3"
    rm -rf "$UPGRADE_WORK"
    drop_requests || :
    note_upgrade "$@"
    rm -f "$UPGRADE_RUN/step" "$UPGRADE_RUN/reason"
    # A failed request is a failure of the unit, which systemctl shows.
    [ "$1" = done ] && exit 0 || exit 1
}

# add_address PROMOTE: adds the prepared address, and notes the result for the server, which reads its time (src/ops/upgrade/address.ts).
# It is no upgrade, so the record of upgrades stays as it is.
add_address() {
    status=0
    said=$("$1" --prepared 2>&1) || status=1
    say "$said"
    printf '%s\n' "$said" >"$UPGRADE_RUN/address"
    exit "$status"
}

# After a kill: stops a trial, completes or forgets the upgrade, notes the result, and starts the server. The note comes first: the
# unit's time for its end may be over before a server that converts data has started. The server is started after each end: one
# that runs is left alone. While an upgrade by command runs, the trial, the last step and the start are its own.
clean_up_after_kill() {
    # Released at once: the start below removes leftovers with this lock.
    if (flock -n -s 9) 9>"$LOCK"; then is_free=yes; else is_free=no; fi
    if [ "$(sed -n 's/^state=//p' "$UPGRADE_RUN/record" 2>/dev/null)" = running ]; then
        [ "$is_free" = no ] || systemctl stop tallybox-trial 2>/dev/null || :
        drop_requests || :
        # Its failure stops the start below too, and is in the journal.
        [ "$is_free" = no ] || "$HERE/scripts/settle.sh" || :
        note_interrupted
    fi
    [ "$is_free" = no ] || systemctl start tallybox || :
}

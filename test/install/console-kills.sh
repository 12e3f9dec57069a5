# Sourced by console-upgrade.sh: upgrades of the console that are killed or stopped.
for moment in copying trying; do
    # A start of the server removes a bundle that it has not taken itself.
    bring fourth
    begin upgrade
    it "the upgrade is $moment" becomes is_at $moment
    kill -9 "$(cat /run/standin/tallybox-upgrade.main)"
    it "the record of the upgrade that was killed while $moment is complete" becomes ended
    it "the record says that it was interrupted" is 'record state; record reason' "failed
interrupted"
    it "the old version runs after the kill while $moment" runs third
    it "the old version has its data after the kill" has SECOND
    it "nothing is left of the upgrade that was killed" absent $DATA.trial /opt/tallybox/.request "/opt/tallybox/$(version_of fourth)"
done
bring fourth
begin upgrade
it "an upgrade is trying" becomes is_at trying
# As systemd stops a unit: a signal to all of its processes.
kill -TERM -"$(cat /run/standin/tallybox-upgrade.main)"
it "the record of the upgrade that was stopped is complete" becomes ended
it "the record says that it was stopped" is 'record state; record reason' "failed
interrupted"
it "the old version runs after the stop" runs third
it "the old version has its data after the stop" has SECOND

# Holds an upgrade where it calls sync with the arguments in /tmp/hold. A process that a kill of its group does not reach holds the
# locks until /tmp/hold is removed, as one does that the kernel has not ended yet.
cat >/usr/local/sbin/sync <<'END'
#!/bin/sh
if [ "$*" = "$(cat /tmp/hold 2>/dev/null)" ]; then
    setsid sh -c ': >/tmp/held; while [ -e /tmp/hold ]; do sleep 0.1; done' &
    wait
fi
exec /usr/bin/sync "$@"
END
chmod +x /usr/local/sbin/sync
waits_for_lock() { cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' | grep -q 'flock -w [0-9]* 8 '; }
# kill_at ARGUMENT...: begins an upgrade, and kills it where it calls sync with these arguments.
kill_at() {
    bring fourth
    echo "$*" >/tmp/hold
    rm -f /tmp/held
    begin upgrade
    it "the last step has come to \"sync $*\"" becomes test -e /tmp/held
    kill -9 "$(cat /run/standin/tallybox-upgrade.main)"
    it "the end of the unit waits for what was killed" becomes waits_for_lock
    it "the record still says that it is running" is 'record state' running
    rm /tmp/hold
    it "the record of the upgrade that was killed in its last step is complete" becomes ended
}
kill_at /opt/tallybox/switch.new
it "before anything is switched it says that it was interrupted" is 'record state; record reason' "failed
interrupted"
it "the old version runs after it" runs third
it "the old version has its data after it" has SECOND
it "nothing is left of that upgrade" absent $DATA.trial /opt/tallybox/.request /opt/tallybox/switch "/opt/tallybox/$(version_of fourth)"
kill_at -f $DATA
it "between its renames it is completed" is 'record state; record reason' done
it "the new version runs after it" runs fourth
it "the new version has the data after it" has SECOND
it "the last step is complete" absent $DATA.trial /opt/tallybox/.request /opt/tallybox/switch
it "the version counts as the highest" is 'cat /opt/tallybox/highest-version' "$(version_of fourth)"
it "the console can go back" ends done '' return keep-data
it "the previous version runs then" runs third
rm -rf /usr/local/sbin/sync $DATA.before-*Z

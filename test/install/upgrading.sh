# Sourced by inside.sh: successful, failed and interrupted upgrades.
step "Upgrading:"
it "an older version is refused" refused "$B/older/scripts/upgrade.sh"
it "the error says that data can't be used by an older version" prints 'used by an older version'
verify() { (cd "$B" && /opt/tallybox/current/scripts/verify-bundle "$@"); }
it "the installed program accepts an archive that is signed with the key of the installation" run verify right.tar.gz
it "the installed program refuses any other archive" refused verify wrong.tar.gz
it "the error of the archive gives the reason" prints "can't be trusted: its content does not match the signature"
for bad in changed added unsigned; do
    it "an upgrade to a bundle that is $bad is refused" refused "$B/$bad/scripts/upgrade.sh"
    it "the error of the $bad bundle gives the reason" prints "This bundle can't be trusted: "
done
it "an upgrade signed with an unknown key, which it contains, is refused" refused "$B/strange/scripts/upgrade.sh"
it "the error names the key" prints 'it is signed with another key \(SHA256:'
before=$(process)
mkdir /tmp/little
printf '#!/bin/sh\necho Head\necho disk 1 1 1024 1 /\n' >/tmp/little/df
chmod +x /tmp/little/df
it "an upgrade without enough disk space is refused" refused env PATH="/tmp/little:$PATH" "$B/second/scripts/upgrade.sh"
it "the error has both figures" prints 'needs [0-9]+ MB, 1 MB are free. Nothing was changed'
it "the server was not stopped" is process "$before"

# a_rollback NAME REASON: this upgrade fails and changes nothing.
a_rollback() {
    old=$(readlink /opt/tallybox/current)
    it "a version that $2 is refused" refused "$B/$1/scripts/upgrade.sh"
    it "the error says that the old version runs" prints "tallybox $old runs again, with its data as they were"
    it "the old version runs" responds "^200 .*\"version\":\"$old\"" GET /api/version
    it "the old version has its data" has FIRST
    it "no file of the trial is left" absent $DATA.trial /run/systemd/system/tallybox-trial.service /opt/tallybox/switch
    it "the program of the failed version is removed" absent "/opt/tallybox/$(version_of "$1")"
}
a_rollback mute "does not start"
it "the error of the failed start has the reason" prints 'this version can not start'
a_rollback unwell "is not ready"
it "the error of the unhealthy version has the reason" prints 'health/ready returned 503'
it "the errors of its log are printed once" prints 'the database does not respond \(unwell\), [0-9]+ times'
a_rollback misplaced "starts on the copy but not in its place"
it "the data of the failed version are set aside" test -d "$DATA.failed-$(version_of misplaced)"
it "the error says how to remove them" prints "To remove it: sudo rm -r $DATA.failed-$(version_of misplaced)\."
it "no data of the old version were set aside" absent "$DATA.before-$(version_of misplaced)"

mkdir $DATA/before-20260101T000000000Z
touch $DATA/before-20260101T000000000Z/tally-20260101T000000000Z.db
timeline() { sed -n 's/.*"timeline":"\([^"]*\)".*/\1/p' "$1/tallybox.json"; }
continued=$(timeline $DATA)
it "an upgrade to a healthy version succeeds" run "$B/second/scripts/upgrade.sh"
it "the new version runs" runs second
it "the new version has the data" has FIRST
it "the data continue their timeline" is "timeline $DATA" "$continued"
it "the earlier data have ended it" grep -q '"mark":""' "$DATA.before-$(version_of second)/tallybox.json"
it "the earlier data are kept" test -d "$DATA.before-$(version_of second)"
it "what a restore had set aside is in the data folder, once" is 'ls -d $DATA*/before-*Z' $DATA/before-20260101T000000000Z
rm -r $DATA/before-20260101T000000000Z
it "the old program is kept" test -d "/opt/tallybox/$(version_of first)"
it "the data of the failed version are removed" absent "$DATA.failed-$(version_of misplaced)"
it "the new unit is installed" cmp /etc/systemd/system/tallybox.service /opt/tallybox/current/systemd/tallybox.service
it "an upgrade to the same version changes nothing" run "$B/second/scripts/upgrade.sh"
it "the output says that the version is installed already" prints 'installed already'
it "the new version accepts writes" add SECOND

step "A server that is started during its upgrade:"
mkdir /tmp/meddling
cat >/tmp/meddling/systemctl <<'END'
#!/bin/sh
[ "$*" != "stop tallybox-trial" ] || /usr/local/bin/systemctl start tallybox
exec /usr/local/bin/systemctl "$@"
END
chmod +x /tmp/meddling/systemctl
it "the upgrade is cancelled" refused env PATH="/tmp/meddling:$PATH" "$B/third/scripts/upgrade.sh"
it "the error says why" prints 'was started during the change, so the copy lacks its newest data'
it "the old version runs after that start" runs second
it "its upgrade has left nothing" absent $DATA.trial /opt/tallybox/switch "/opt/tallybox/$(version_of third)"

step "An interrupted upgrade:"
"$B/third/scripts/upgrade.sh" >"$output" 2>&1 &
upgrade=$!
it "the trial is running" becomes systemctl is-active tallybox-trial
kill -9 $upgrade
wait $upgrade || :
systemctl stop tallybox-trial
# A power failure empties /run and keeps the disk.
rm -f /run/systemd/system/tallybox-trial.service
touch /opt/tallybox/switch.new
# The processes of the upgrade end too.
becomes flock -n /run/tallybox-change.lock true
it "after a power failure during the trial the machine starts the old version" systemctl start tallybox
it "the old version runs after the power failure" runs second
it "the old version has its data after the power failure" has SECOND
it "the remains of the interrupted upgrade are removed" absent $DATA.trial /opt/tallybox/switch.new "/opt/tallybox/$(version_of third)"

step "A trial that outlives its upgrade:"
"$B/third/scripts/upgrade.sh" >"$output" 2>&1 &
upgrade=$!
it "the trial of the killed upgrade is running" becomes systemctl is-active tallybox-trial
kill -9 $upgrade
wait $upgrade || :
becomes flock -n /run/tallybox-change.lock true
: >/run/standin/tallybox-trial.log
it "the next version is not judged by that trial" refused "$B/unwell/scripts/upgrade.sh"
it "the error is that of the next version" prints 'the database does not respond \(unwell\)'
it "the old version runs after both" runs second
it "the old version has its data after both" has SECOND

# cut_at STEP VERSION: simulates a power failure in the last step, after STEP of its renames.
cut_at() {
    systemctl stop tallybox
    [ -d "/opt/tallybox/$(version_of third)" ] || cp -a "$B/third" "/opt/tallybox/$(version_of third)"
    cp -a $DATA $DATA.trial
    rm -rf $DATA.trial/before-*
    touch $DATA.trial/came-along
    printf 'version=%s\ndata=%s\nkeep=%s\n' "$(version_of "$2")" $DATA.trial "$DATA.kept-$1" >/opt/tallybox/switch
    [ "$1" -lt 1 ] || mv -T $DATA "$DATA.kept-$1"
    [ "$1" -lt 2 ] || mv -T $DATA.trial $DATA
    [ "$1" -lt 3 ] || ln -sfn "$(version_of "$2")" /opt/tallybox/current
    it "after $1 changes of the last step the machine starts one whole version" systemctl start tallybox
    it "after $1 changes the new version runs" runs "$2"
    it "after $1 changes the data of the trial are there" test -e $DATA/came-along
    it "after $1 changes all data are there" has SECOND
    it "after $1 changes the earlier data are set aside" test -d "$DATA.kept-$1"
    it "after $1 changes what a restore had set aside is in the data folder" is 'stat -c %i $restored' "$inode"
    it "after $1 changes the last step is complete" absent /opt/tallybox/switch $DATA.trial
    rm $DATA/came-along
}
# As a restore leaves it: an upgrade moves it, and neither copies nor removes it.
restored=$DATA/before-20260101T000000000Z
mkdir $restored
touch $restored/tally-20260101T000000000Z.db
inode=$(stat -c %i $restored)
cut_at 0 third
cut_at 1 second
cut_at 2 third
cut_at 3 second
rm -rf $DATA.kept-* $restored
. /test/install/upgrading-counts.sh
it "two versions are kept" is 'ls -d /opt/tallybox/[0-9]* | wc -l' 2

# Sourced by inside.sh: upgrades that go well, that do not, and that are cut off.
step "Upgrading:"
it "an older version is refused" refused "$B/older/scripts/upgrade.sh"
it "... for data do not go back" says 'data do not go back'
verify() { (cd "$B" && /opt/tallybox/current/scripts/verify-bundle "$@"); }
it "the installed program accepts an archive that is signed with the key of the installation" run verify right.tar.gz
it "... and no other" refused verify wrong.tar.gz
it "... and says why" says "can't be trusted: its content does not match the signature"
for bad in changed added unsigned; do
    it "an upgrade to a bundle that is $bad is refused" refused "$B/$bad/scripts/upgrade.sh"
    it "... and says why" says "This bundle can't be trusted: "
done
it "an upgrade signed by a stranger, who brings his own key, is refused" refused "$B/strange/scripts/upgrade.sh"
it "... and says so" says 'it is signed with another key \(SHA256:'
before=$(process)
mkdir /tmp/little
printf '#!/bin/sh\necho Head\necho disk 1 1 1024 1 /\n' >/tmp/little/df
chmod +x /tmp/little/df
it "too little room is refused" refused env PATH="/tmp/little:$PATH" "$B/second/scripts/upgrade.sh"
it "... with both figures" says 'needs [0-9]+ MB, 1 MB are free. Nothing was changed'
it "... and the box was not stopped" is process "$before"

# a_rollback NAME WHY: this upgrade fails, and all is as it was.
a_rollback() {
    old=$(readlink /opt/tallybox/current)
    it "a version that $2 is refused" refused "$B/$1/scripts/upgrade.sh"
    it "... says so" says "tallybox $old runs again, with its data as they were"
    it "... the old one runs" answers "^200 .*\"version\":\"$old\"" GET /api/version
    it "... with its data" has FIRST
    it "... and nothing is left of the trial" absent $DATA.trial /run/systemd/system/tallybox-trial.service /opt/tallybox/switch
    it "... nor of its program" absent "/opt/tallybox/$(version_of "$1")"
}
a_rollback mute "does not start"
it "... with the reason" says 'this version can not start'
a_rollback unwell "is not ready"
it "... with the reason" says 'health/ready answers 503'
it "... from its log, once" says 'the database does not respond \(unwell\), [0-9]+ times'
a_rollback misplaced "starts on the copy but not in its place"
it "... its data are kept aside" test -d "$DATA.failed-$(version_of misplaced)"
it "... which is said, and how to remove them" says "To remove it: sudo rm -r $DATA.failed-$(version_of misplaced)\."
it "... and the old ones were not thrown away" absent "$DATA.before-$(version_of misplaced)"

it "a good version is taken" run "$B/second/scripts/upgrade.sh"
it "... runs" runs second
it "... with the data" has FIRST
it "... which as they were before are kept" test -d "$DATA.before-$(version_of second)"
it "... as is the old program" test -d "/opt/tallybox/$(version_of first)"
it "... and the data of the failed one are gone" absent "$DATA.failed-$(version_of misplaced)"
it "... its unit is in place" cmp /etc/systemd/system/tallybox.service /opt/tallybox/current/systemd/tallybox.service
it "the same version again changes nothing" run "$B/second/scripts/upgrade.sh"
it "... and says so" says 'installed already'
it "it takes writes" add SECOND

step "An upgrade that is cut off:"
"$B/third/scripts/upgrade.sh" >"$said" 2>&1 &
upgrade=$!
it "in the middle of the trial" becomes sh -c "[ -e /run/systemd/system/tallybox-trial.service ]"
kill -9 $upgrade
wait $upgrade || :
systemctl stop tallybox-trial
# What is left after a power cut: the disk, not /run.
rm -f /run/systemd/system/tallybox-trial.service
touch /opt/tallybox/switch.new
# Nor do the processes go on that the upgrade had begun.
becomes flock -n /run/tallybox-change.lock true
it "... the machine starts the old version" systemctl start tallybox
it "... which runs" runs second
it "... with its data" has SECOND
it "... and what the upgrade has left is gone" absent $DATA.trial /opt/tallybox/switch.new "/opt/tallybox/$(version_of third)"

# cut_at STEP: the power goes in the last step, after so many of its renames.
cut_at() {
    systemctl stop tallybox
    [ -d "/opt/tallybox/$(version_of third)" ] || cp -a "$B/third" "/opt/tallybox/$(version_of third)"
    cp -a $DATA $DATA.trial
    touch $DATA.trial/came-along
    printf 'version=%s\ndata=%s\nkeep=%s\n' "$(version_of "$2")" $DATA.trial "$DATA.kept-$1" >/opt/tallybox/switch
    [ "$1" -lt 1 ] || mv -T $DATA "$DATA.kept-$1"
    [ "$1" -lt 2 ] || mv -T $DATA.trial $DATA
    [ "$1" -lt 3 ] || ln -sfn "$(version_of "$2")" /opt/tallybox/current
    it "in the last step, after $1 of its changes: the machine starts one whole version" systemctl start tallybox
    it "... the new one" runs "$2"
    it "... with its data" test -e $DATA/came-along
    it "... all of them" has SECOND
    it "... and the earlier ones beside" test -d "$DATA.kept-$1"
    it "... once and for all" absent /opt/tallybox/switch $DATA.trial
    rm $DATA/came-along
}
cut_at 0 third
cut_at 1 second
cut_at 2 third
cut_at 3 second
rm -rf $DATA.kept-*
it "the upgrade, run again, goes through" run "$B/third/scripts/upgrade.sh"
it "... and the new version runs" runs third
it "... with the data" has SECOND
it "... and two versions are kept" is 'ls -d /opt/tallybox/[0-9]* | wc -l' 2

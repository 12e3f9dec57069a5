# Sourced by inside.sh: upgrades that the console requests, and going back. The inbox is written as the service writes it, and as
# a service would that somebody else controls.
step "Requests of the console:"
inbox=$DATA/upgrade
as_service() { setpriv --reuid=tallybox --regid=tallybox --clear-groups "$@"; }
record() { sed -n "s/^$1=//p" /run/tallybox-upgrade/record 2>/dev/null; }
is_at() { [ "$(cat /run/tallybox-upgrade/step 2>/dev/null)" = "$1" ]; }
# The record of the present request is complete, and the unit has ended.
ended() { [ -n "$(record state)" ] && [ "$(record state)" != running ] && absent /run/standin/tallybox-upgrade.main; }
forget() { rm -f /run/tallybox-upgrade/record; }
# begin WORD...: puts a request into the inbox, whole at once.
begin() {
    forget
    as_service mkdir -p "$inbox"
    echo "$*" | as_service tee "$inbox/next" >"$output"
    as_service mv "$inbox/next" "$inbox/request"
}
# bring NAME: puts a bundle and its signature into the inbox.
bring() {
    as_service mkdir -p "$inbox"
    as_service rm -rf "$inbox/bundle.tar.gz" "$inbox/bundle.tar.gz.sig"
    for part in tar.gz tar.gz.sig; do [ ! -f "$B/$1.$part" ] || as_service cp "$B/$1.$part" "$inbox/bundle.$part"; done
}
# refuses REASON WORD...: this request is refused, and the server was not stopped.
refuses() {
    wanted=$1 before=$(process)
    shift
    begin "$@"
    becomes ended
    [ "$(record state) $(record reason)" = "failed $wanted" ] || { cat /run/tallybox-upgrade/record; return 1; }
    absent "$inbox/request" /opt/tallybox/.request /run/tallybox-upgrade/step && [ "$(process)" = "$before" ]
}
it "requests are watched" systemctl is-enabled tallybox-upgrade.path
it "nonsense is refused" refuses notUnderstood 'upgrade; reboot'
as_service ln -s /etc/shadow "$inbox/next"
forget
as_service mv -T "$inbox/next" "$inbox/request"
it "a link in place of the request is removed" becomes absent "$inbox/request"
it "the record is complete" becomes ended
it "the link led to nothing" is 'record reason; test -s /etc/shadow && echo kept' "notUnderstood
kept"
forget
as_service mkdir "$inbox/request"
it "a folder in place of the request is removed" becomes absent "$inbox/request"
it "the record of the folder is complete" becomes ended
as_service rm -rf "$inbox"
it "an upgrade without a bundle is refused" refuses noBundle upgrade
as_service ln -s "$B/fourth.tar.gz" "$inbox/bundle.tar.gz"
it "a link in place of the bundle is refused" refuses notAFile upgrade
as_service rm "$inbox/bundle.tar.gz"
as_service mkfifo "$inbox/bundle.tar.gz"
it "a pipe in place of the bundle is refused" refuses notAFile upgrade
bring fourth
as_service rm "$inbox/bundle.tar.gz.sig"
it "a bundle without its signature is refused" refuses unsigned upgrade
as_service cp "$B/older.tar.gz.sig" "$inbox/bundle.tar.gz.sig"
it "a bundle with the signature of another is refused" refuses untrusted upgrade
bring strange
it "a bundle signed with an unknown key is refused" refuses untrusted upgrade
it "the record names the key" is 'record detail | grep -c "signed with another key (SHA256:"' 1
bring older
it "an older version is refused" refuses older upgrade
bring alien
it "a bundle for another processor is refused" refuses wrongProcessor upgrade
bring fourth
mv /etc/tallybox/release-keys /etc/tallybox/keys-away
it "without a stored key a bundle is refused" refuses noKeys upgrade
mv /etc/tallybox/keys-away /etc/tallybox/release-keys
mv $DATA.before-"$(version_of third)" $DATA.away
it "going back to data that are no longer there is refused" refuses noEarlierData return earlier-data
mv $DATA.away $DATA.before-"$(version_of third)"

step "A request during an upgrade by command:"
exec 9>/run/tallybox-change.lock
flock -n 9
systemctl stop tallybox
begin nonsense
it "the request is refused" becomes ended
it "the server stays stopped, for the copy of that upgrade" refused systemctl is-active tallybox
exec 9>&-
begin nonsense
it "after that upgrade a request is refused too" becomes ended
it "its end starts a server that is stopped" systemctl is-active tallybox

step "The address of a promotion by the button:"
# In place of the machine's own: no address is changed.
printf '#!/bin/sh\necho "$*" >>/tmp/addresses\n' >/usr/local/sbin/ip
chmod 0755 /usr/local/sbin/ip
promotion_address=/etc/tallybox/promotion-address
it "without a prepared address the request adds none" refuses notUnderstood 'address 192.0.2.99/24'
it "an interface without an address is refused" refused /opt/tallybox/current/scripts/promote --prepare --interface eth0
it "an address is demanded" refused /opt/tallybox/current/scripts/promote --prepare
it "root prepares an address" run /opt/tallybox/current/scripts/promote --prepare --address 192.0.2.7/24 --interface eth0
it "the address is prepared" is 'stat -c "%U %a" $promotion_address; cat $promotion_address' "root 644
address=192.0.2.7/24
interface=eth0"
it "the service can't prepare one" is 'echo address=192.0.2.99/24 | as_service tee -a $promotion_address 2>&1 >/dev/null | grep -c denied' 1
it "only root prepares one" is 'as_service /opt/tallybox/current/scripts/promote --forget 2>&1 | grep -c "only root"' 1
it "a request that names an address is refused" refuses notUnderstood 'address 192.0.2.99/24'
it "no address was added by these" absent /tmp/addresses
begin address
it "the request adds an address" becomes test -s /tmp/addresses
it "it is the prepared one" is 'cat /tmp/addresses' "address replace 192.0.2.7/24 dev eth0"
it "the request is removed" becomes absent "$inbox/request" /run/standin/tallybox-upgrade.main
it "root takes it back" run /opt/tallybox/current/scripts/promote --forget
it "nothing is prepared any more" absent $promotion_address
rm -f /usr/local/sbin/ip /tmp/addresses

step "Upgrades of the console:"
# ends STATE REASON WORD...: this request ends so.
ends() {
    wanted="$1 $2"
    shift 2
    begin "$@"
    becomes ended
    [ "$(record state) $(record reason)" = "$wanted" ] || { cat /run/tallybox-upgrade/record; return 1; }
}
bring sick
it "a version that is not ready is not kept" ends failed unhealthy upgrade
it "the old version runs after it" runs third
it "the old version has its data after it" has SECOND
it "the record names both versions" is 'record from; record version' "$(version_of third)
$(version_of sick)"
. /test/install/console-kills.sh
systemctl disable --now tallybox-upgrade.path
bring fourth
before=$(process)
begin upgrade
it "an upgrade without enough disk space is refused in the console too" refused env PATH="/tmp/little:$PATH" /opt/tallybox/current/scripts/upgrade-request
it "the record gives the reason, with both figures" is 'record reason; record detail | grep -Ec "needs [0-9]+ MB, 1 MB are free"' "noSpace
1"
it "the server was not stopped for it" is process "$before"
bring fourth
begin upgrade
setsid /opt/tallybox/current/scripts/upgrade-request >"$output" 2>&1 &
it "one more upgrade is on its trial" becomes is_at trying
# A power failure empties /run and ends all processes.
kill -9 -$!
wait $! || :
systemctl stop tallybox-trial
rm -rf /run/tallybox-upgrade /run/systemd/system/tallybox-trial.service
becomes flock -n /run/tallybox-change.lock true
it "the machine starts the old version" systemctl start tallybox
it "the old version runs after the power failure of its upgrade" runs third
it "the lasting record says that it was interrupted" is 'sed -n "s/^reason=//p" /opt/tallybox/last-upgrade' interrupted
it "requests are watched again" systemctl enable --now tallybox-upgrade.path
forget
it "the bundle is uploaded" responds "^201 .*\"version\":\"$(version_of fourth)\"" POST /api/upgrade/bundle "@$B/fourth.tar.gz" "$(token)"
# Before the upgrade stops the server: a login takes time.
session=$(token)
it "the upgrade is begun in the console" responds '^200 .*"step":"requested"' PUT /api/upgrade/begin "{\"version\":\"$(version_of fourth)\"}" "$(token)"
it "the upgrade is under way" becomes is_at copying
it "the console shows the step" responds '"step":"(copying|trying)"' GET /api/upgrade '' "$session"
echo upgrade | as_service tee "$inbox/request" >/dev/null
it "the upgrade with a second request ends" becomes ended
it "the upgrade is done, and the second request is dropped" is 'record state; ls $inbox' done
it "the console shows the result" responds '"isDone":true,"isSeen":true,"message":"tallybox .* runs\."' GET /api/upgrade '' "$(token)"
it "the console offers the previous version, with all data" responds "\"previous\":.\"version\":\"$(version_of third)\",\"keepsData\":true" GET /api/upgrade '' "$(token)"
it "the new version runs" runs fourth
it "the new version has the data" has SECOND
it "root's copy of the bundle is removed" absent /opt/tallybox/.request

step "Going back:"
rm -rf $DATA.before-*Z
it "the new version takes writes" add THIRD
it "the command says that all data stay" run /opt/tallybox/current/scripts/go-back
it "the command names the option" prints 'All data stay: sudo .*go-back --keep-data'
it "going back keeps what was written since" ends done '' return keep-data
it "the previous version runs" runs third
it "the previous version has what was written since" has THIRD
bring converting
it "an upgrade with another form of the data succeeds" ends done '' upgrade
it "the converted data take writes" add FOURTH
it "the previous version can't have those data" refuses otherSchema return keep-data
it "the command says what would be lost" run /opt/tallybox/current/scripts/go-back
it "the command names the time" prints 'the data from before the upgrade \(20[0-9-]+ [0-9:]+\)'
it "going back with the earlier data succeeds" ends done '' return earlier-data
it "the previous version runs on them" runs third
it "they have what was written before the upgrade" has THIRD
it "they have nothing that was written after it" is 'has FOURTH || echo without' without
it "the later data stay in a folder" is 'ls -d $DATA.before-*Z | wc -l' 2
rm -rf $DATA.before-*Z

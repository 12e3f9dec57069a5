# Sourced by inside.sh: crashes, hangs, the doctor, and the end.
step "Living:"
# Another process than this one is the box, and is ready.
another() {
    now=$(process)
    [ "$now" != 0 ] && [ "$now" != "$1" ] && answers '^200 ' GET /health/ready
}
sed -i -e 's/^WatchdogSec=.*/WatchdogSec=8/' -e 's/^RestartSec=.*/RestartSec=1/' /etc/systemd/system/tallybox.service
systemctl restart tallybox
first_process=$(process)
kill -9 "$first_process"
it "a killed box is started again" becomes another "$first_process"
hung=$(process)
# It gives a sign of life four times within the watchdog's time: six of them take longer than that.
gave_signs() { [ "$(cat /run/standin/tallybox.signs)" -ge 6 ]; }
it "a box that answers gives signs of life" becomes gave_signs
it "... and is let live" is process "$hung"
kill -STOP "$hung"
it "a box that hangs is killed and started again" becomes another "$hung"
it "... and has its data" has SECOND

step "The doctor:"
it "tells how a running box is" run /opt/tallybox/current/scripts/doctor
it "... its version" says "tallybox $(version_of third)"
it "... that it is well" says 'It runs and is ready'
it "... that it was killed, and that it hung" says 'has ended unexpectedly [0-9]+ times'
it "... with the reasons" is 'grep -c "killed by a signal (9)\|killed (watchdog)" $said' 2
it "... its address" says '192\.168\.77\.1'
it "... its certificate" says 'Certificate.* ends '
cp "$said" /tmp/doctor-running
systemctl stop tallybox
log=$(ls $DATA/tally-*.db-wal | tail -n 1)
mv "$log" /tmp/kept-wal
it "a damaged database is not tried again and again" refused systemctl start tallybox
it "... the doctor says why" run /opt/tallybox/current/scripts/doctor
it "... in the words of the start" says "${log##*/}.* missing"
cp "$said" /tmp/doctor-broken
it "... and has changed nothing" absent "$log"
mv /tmp/kept-wal "$log"
it "... put right, it starts" systemctl start tallybox

step "Keys:"
before=$(token)
it "no key is replaced while it runs" refused /opt/tallybox/current/scripts/rotate jwt-key --yes
it "... which is said, with what to do" says 'stop it for a moment \(sudo systemctl stop tallybox\)'
systemctl stop tallybox
it "the signing key is replaced" run /opt/tallybox/current/scripts/rotate jwt-key --yes
it "... by one that is the service's" is 'stat -c "%U %a" $DATA/jwt.key' "tallybox 600"
it "... it starts with it" systemctl start tallybox
it "... and no login of before holds" answers '^401 ' GET /api/locations '' "$before"

step "A restore:"
systemctl stop tallybox
tar -C $DATA -cf /root/backup.tar .
chmod 600 /root/backup.tar
it "root restores a backup that only root may read" run /opt/tallybox/current/scripts/restore /root/backup.tar --into $DATA
it "... all of it belongs to the service" is 'find $DATA ! -user tallybox | wc -l' 0
it "... says that the earlier data hold the keys, and how long they stay" says 'all data and keys of before; it is removed after 30 days'
it "... the server starts on it" systemctl start tallybox
it "... with the data, for an Admin with a password" has SECOND
it "data that were set aside are looked for each day" systemctl is-enabled tallybox-tidy.timer
it "... those of today stay" run /opt/tallybox/current/scripts/tidy.sh
it "... beside the data" is 'ls -d $DATA.before-*Z | wc -l' 1

step "Removing:"
it "the box is removed" run /opt/tallybox/current/scripts/uninstall.sh
it "... and says where the data are" says "$DATA\$"
it "... nothing else is left" absent /opt/tallybox /etc/systemd/system/tallybox.service /var/cache/tallybox
it "... and nothing runs" is process 0
it "the data are there" test -d $DATA/tls
it "a new installation goes on with them" run "$B/third/scripts/install.sh"
it "... all of them" has SECOND
for told in running broken; do
    printf '\nThe doctor of a %s box:\n' $told
    cat /tmp/doctor-$told
done

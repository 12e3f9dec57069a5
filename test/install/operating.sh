# Sourced by inside.sh: crashes, hangs, the doctor, and the end.
step "Operation:"
# True when the server is ready in another process than this one.
another() {
    now=$(process)
    [ "$now" != 0 ] && [ "$now" != "$1" ] && responds '^200 ' GET /health/ready
}
sed -i -e 's/^WatchdogSec=.*/WatchdogSec=8/' -e 's/^RestartSec=.*/RestartSec=1/' /etc/systemd/system/tallybox.service
systemctl restart tallybox
first_process=$(process)
kill -9 "$first_process"
it "a killed server is restarted" becomes another "$first_process"
hung=$(process)
# The watchdog is fed four times within its time. Six times take longer than that.
gave_signs() { [ "$(cat /run/standin/tallybox.signs)" -ge 6 ]; }
it "a working server feeds the watchdog" becomes gave_signs
it "a working server is not restarted" is process "$hung"
kill -STOP "$hung"
it "a server that hangs is killed and restarted" becomes another "$hung"
it "the restarted server has its data" has SECOND

step "The doctor:"
it "the doctor runs beside the server" run /opt/tallybox/current/scripts/doctor
it "the doctor prints the version" prints "tallybox $(version_of third)"
it "the doctor prints that the server is ready" prints 'It runs and is ready'
it "the doctor prints the unexpected ends" prints 'has ended unexpectedly [0-9]+ times'
it "the doctor prints the reasons of the ends" is 'grep -c "killed by a signal (9)\|killed (watchdog)" $output' 2
it "the doctor prints the address" prints '192\.168\.77\.1'
it "the doctor prints the certificate's expiry" prints 'Certificate.* ends '
cp "$output" /tmp/doctor-running
systemctl stop tallybox
log=$(ls $DATA/tally-*.db-wal | tail -n 1)
mv "$log" /tmp/kept-wal
it "a start on a damaged database is not repeated" refused systemctl start tallybox
it "the doctor runs on a damaged database" run /opt/tallybox/current/scripts/doctor
it "the doctor prints the start's error" prints "${log##*/}.* missing"
cp "$output" /tmp/doctor-broken
it "the doctor creates no file" absent "$log"
mv /tmp/kept-wal "$log"
it "the repaired database starts" systemctl start tallybox

step "Addresses:"
allow=/opt/tallybox/current/scripts/allow-address
drop_ins=/etc/systemd/system/tallybox.service.d
it "one more address is allowed" run $allow 203.0.113.7
it "the server says what is allowed" prints '203\.0\.113\.7'
it "the address is in a file of its own" is 'grep -h ^IPAddressAllow $drop_ins/allow-203.0.113.7.conf' IPAddressAllow=203.0.113.7
it "the server runs" responds '^200 ' GET /health/ready
it "a network is allowed too" run $allow 2001:db8::/32
it "the list names both" is '$allow | sort | tr "\n" " "' "2001:db8::/32 203.0.113.7 "
it "every address at once is refused" refused $allow 0.0.0.0/0
it "a word of systemd is refused" refused $allow any
it "a host name is refused" refused $allow db.example.com
it "an address is taken back" run $allow --remove 203.0.113.7
it "only the other one is left" is '$allow' 2001:db8::/32
it "one that is not allowed can't be taken back" refused $allow --remove 203.0.113.7
it "the last one is taken back" run $allow --remove 2001:db8::/32

step "Folders of backups:"
folder=/opt/tallybox/current/scripts/allow-folder
mkdir -p "/mnt/nas/box of site"
it "a folder of another disk is allowed" run $folder "/mnt/nas/box of site/"
it "the list names it" is '$folder' "/mnt/nas/box of site"
it "the folder is in a file of its own" is 'grep -h ^ReadWritePaths $drop_ins/folder-*.conf' 'ReadWritePaths="-/mnt/nas/box of site"'
it "the service may write into it" is 'stat -c %U "/mnt/nas/box of site"' tallybox
it "the server runs" responds '^200 ' GET /health/ready
it "a folder that does not exist is refused" refused $folder /mnt/nas/absent
it "a folder of the system is refused" refused $folder /etc
it "the data folder is refused" refused $folder /var/lib/tallybox
it "a path that leads elsewhere is refused" refused $folder /mnt/../etc
it "a path with a quote is refused" refused $folder '/mnt/"nas'
it "the folder is taken back" run $folder --remove "/mnt/nas/box of site"
it "none is left" is '$folder' ""
it "no empty folder is left" absent $drop_ins

step "Keys:"
before=$(token)
it "replacing a key of a running server is refused" refused /opt/tallybox/current/scripts/rotate jwt-key --yes
it "the error says to stop the server" prints 'stop it \(sudo systemctl stop tallybox\)'
it "a wrong argument prints the usage of the installed command" refused /opt/tallybox/current/scripts/rotate jwt
it "the usage names the installed command" prints '^Unknown key "jwt"\. Usage: sudo /opt/tallybox/current/scripts/rotate '
systemctl stop tallybox
it "the signing key is replaced" run /opt/tallybox/current/scripts/rotate jwt-key --yes
it "the new key belongs to the service's user" is 'stat -c "%U %a" $DATA/jwt.key' "tallybox 600"
it "the server starts with the new key" systemctl start tallybox
it "earlier logins are invalid" responds '^401 ' GET /api/locations '' "$before"

step "A restore:"
systemctl stop tallybox
tar -C $DATA -cf /root/backup.tar .
chmod 600 /root/backup.tar
it "root restores a backup that only root may read" run /opt/tallybox/current/scripts/restore /root/backup.tar --into $DATA
it "all restored files belong to the service's user" is 'find $DATA ! -user tallybox | wc -l' 0
it "the restore prints that the earlier data contain the keys, and how long they stay" prints 'contains all earlier data and keys. It is removed after 30 days'
it "the server starts on the restored data" systemctl start tallybox
it "the restored data are there, for an Admin with a password" has SECOND
it "the daily timer is enabled" systemctl is-enabled tallybox-tidy.timer
it "the removal of old data folders runs" run /opt/tallybox/current/scripts/tidy.sh
it "a data folder that was set aside today stays" is 'ls -d $DATA.before-*Z | wc -l' 1

step "Removing:"
it "a folder is allowed once more" run $folder "/mnt/nas/box of site"
it "the server is uninstalled" run /opt/tallybox/current/scripts/uninstall.sh
it "the uninstallation prints the data folder" prints "$DATA\$"
it "all other files are removed" absent /opt/tallybox /etc/systemd/system/tallybox.service /var/cache/tallybox
it "what was allowed to the service is removed" absent /etc/systemd/system/tallybox.service.d/folder-*.conf
it "no process is running" is process 0
it "the data folder stays" test -d $DATA/tls
it "a new installation uses the earlier data" run "$B/third/scripts/install.sh"
it "all data are there" has SECOND
for state in running broken; do
    printf '\nThe doctor of a %s server:\n' $state
    cat /tmp/doctor-$state
done

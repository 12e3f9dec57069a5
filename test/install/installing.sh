# Sourced by inside.sh: the first installation, and again.
step "Installing:"
it "who is not root is told to be" refused setpriv --reuid=nobody --clear-groups "$B/first/scripts/install.sh"
it "... in one sentence" says 'must run as root: sudo '
it "a bundle for another processor is refused" refused "$B/foreign/scripts/install.sh"
it "... with the name of the right one" says 'This bundle is for .*: take tallybox-.*\.tar\.gz'
it "a bundle that was changed after it was signed is refused" refused "$B/changed/scripts/install.sh"
it "... says so" says "can't be trusted: its content does not match the signature\. Nothing was changed"
it "a bundle with a file more is refused" refused "$B/added/scripts/install.sh"
it "... with its name" says 'it contains "node_modules/bufferutil/index.js", which is not signed'
it "a bundle that is not signed is refused" refused "$B/unsigned/scripts/install.sh"
it "... says so" says "can't be trusted: it is not signed"
it "... and what it is for" says 'you have built yourself is installed with --unsigned'
it "an option that is none is refused" refused "$B/unsigned/scripts/install.sh" --force
it "... with those that are" says '"--force" is no option\. Usage: .*install\.sh \[--unsigned\]'
perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(LocalPort => 443, Listen => 1); sleep' &
taker=$!
becomes sh -c 'grep -q ":01BB " /proc/net/tcp'
it "a taken port is refused" refused "$B/first/scripts/install.sh"
it "... with the program that has it" says "Port 443 is taken by perl \(process $taker\)"
it "... also to a bundle that need not be signed" refused "$B/unsigned/scripts/install.sh" --unsigned
it "... with the same reason" says "Port 443 is taken by perl"
it "... and nothing was changed" absent /opt/tallybox $DATA /etc/tallybox /etc/systemd/system/tallybox.service
kill $taker
it "an upgrade of nothing is refused" refused "$B/first/scripts/upgrade.sh"
it "... with where to go" says 'No tallybox is installed here; to install it: sudo .*install.sh'
it "the box is installed" run "$B/first/scripts/install.sh"
it "... says which key has signed it" says 'The bundle is signed with the key SHA256:'
it "... and keeps the key for the next one" cmp "$B/first/release-keys" /etc/tallybox/release-keys
it "... says its name" says 'http://tallybox\.local( |$)'
it "... and its address" says 'http://192\.168\.77\.1$'
code=$(sed -n 's/.*Set-up code, valid once: //p' "$said")
it "... and its set-up code" is 'cat $DATA/setup-code' "$code"
it "... starts with the machine" systemctl is-enabled tallybox
it "... answers on port 80" runs first
it "... and on port 443" answers '^200 ' GET https://127.0.0.1/health
it "... with the terminal" answers '^200 <!doctype html>' GET /
it "... and what keeps it for a start without a network" answers '^200 .*/assets/' GET /sw.js
it "... as a user of its own" is 'stat -c %U /proc/$(process)' tallybox
it "... with the right to listen on low ports and no other" is 'sed -n "s/^CapEff:\t//p" /proc/$(process)/status' 0000000000000400
it "... in a folder that is its own" is 'stat -c "%U %a" $DATA' "tallybox 700"
it "... where nobody else reads a thing" is 'find $DATA -mindepth 1 -perm /077 | wc -l' 0
it "the unit is sound to this system's systemd" is 'systemd-analyze verify --man=no /etc/systemd/system/tallybox.service 2>&1' ''
it "its exposure is 1.5 or better" run systemd-analyze security --offline=true --threshold=15 /etc/systemd/system/tallybox.service

it "the box is set up over HTTP" answers '^201 ' POST /api/setup \
    "{\"code\":\"$code\",\"tenantName\":\"W\",\"userName\":\"ada\",\"firstName\":\"A\",\"lastName\":\"N\",\"password\":\"long enough\"}"
token() { ask POST /api/pwa-auth/login-password '{"userName":"ada","password":"long enough"}' | sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p'; }
add() { answers '^201 ' POST /api/locations "{\"name\":\"$1\",\"code\":\"$1\"}" "$(token)"; }
has() { answers "\"$1\"" GET /api/locations '' "$(token)"; }
it "it takes writes" add FIRST

before=$(process)
it "installed again, nothing is said to be wrong" run "$B/first/scripts/install.sh"
it "... nor is it restarted" is process "$before"
it "... nor does it say a code any more" says 'already set up'
it "... and the data are there" has FIRST
echo damaged >/opt/tallybox/current/src/main.ts
it "a damaged program is mended by installing again" run "$B/first/scripts/install.sh"
it "... and runs" is 'cmp /opt/tallybox/current/src/main.ts $B/first/src/main.ts && process | grep -c .' 1
echo other >/opt/tallybox/current/CHANGELOG.md
(cd /opt/tallybox/current && sum=$(sha256sum ./CHANGELOG.md) && sed -i "s|.*  ./CHANGELOG.md\$|$sum|" SHA256SUMS)
it "another release of the same version makes way for the signed one" run "$B/first/scripts/install.sh"
it "... in all its files" cmp "$B/first/CHANGELOG.md" /opt/tallybox/current/CHANGELOG.md
it "an older version does not install over it" refused "$B/older/scripts/install.sh"
it "... and does not send to an upgrade that would be refused" is 'grep -c "older (0.0.9)" $said; grep -c upgrade.sh $said || :' "1
0"
it "another version does not install over it" refused "$B/second/scripts/install.sh"
it "... but says how" says 'To change to .*: sudo .*upgrade.sh'

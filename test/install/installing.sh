# Sourced by inside.sh: the first and repeated installations.
step "Installing:"
it "a user other than root is refused" refused setpriv --reuid=nobody --clear-groups "$B/first/scripts/install.sh"
it "the error is one sentence" prints 'must run as root: sudo '
it "a bundle for another processor is refused" refused "$B/foreign/scripts/install.sh"
it "the error names the right bundle" prints 'This bundle is for .*: take tallybox-.*\.tar\.gz'
it "a bundle that was changed after it was signed is refused" refused "$B/changed/scripts/install.sh"
it "the error says that the content was changed" prints "can't be trusted: its content does not match the signature\. Nothing was changed"
it "a bundle with an extra file is refused" refused "$B/added/scripts/install.sh"
it "the error names the file" prints 'it contains "node_modules/bufferutil/index.js", which is not signed'
it "a bundle that is not signed is refused" refused "$B/unsigned/scripts/install.sh"
it "the error says that it is not signed" prints "can't be trusted: it is not signed"
it "the error explains --unsigned" prints 'you have built yourself is installed with --unsigned'
it "an unknown option is refused" refused "$B/unsigned/scripts/install.sh" --force
it "the error lists the valid options" prints '"--force" is not an option\. Usage: .*install\.sh \[--unsigned\]'
perl -MIO::Socket::INET -e '$s = IO::Socket::INET->new(LocalPort => 443, Listen => 1); sleep' &
taker=$!
becomes sh -c 'grep -q ":01BB " /proc/net/tcp'
it "a taken port is refused" refused "$B/first/scripts/install.sh"
it "the error names the program that uses the port" prints "Port 443 is taken by perl \(process $taker\)"
it "a taken port is refused with --unsigned too" refused "$B/unsigned/scripts/install.sh" --unsigned
it "the error is the same" prints "Port 443 is taken by perl"
it "no file was installed" absent /opt/tallybox $DATA /etc/tallybox /etc/systemd/system/tallybox.service
kill $taker
it "an upgrade without an installation is refused" refused "$B/first/scripts/upgrade.sh"
it "the error names the installation" prints 'No tallybox is installed here; to install it: sudo .*install.sh'
it "the server is installed" run "$B/whole/scripts/install.sh"
it "the installation prints the signing key" prints 'The bundle is signed with the key SHA256:'
it "the key is stored for the next bundle" cmp "$B/first/release-keys" /etc/tallybox/release-keys
it "the installation prints the server's name" prints 'http://tallybox\.local( |$)'
it "the installation prints the server's address" prints 'http://192\.168\.77\.1$'
code=$(sed -n 's/.*Set-up code, valid once: //p' "$output")
it "the installation prints the set-up code" is 'cat $DATA/setup-code' "$code"
it "the service starts with the machine" systemctl is-enabled tallybox
it "the server responds on port 80" runs first
it "the server responds on port 443" responds '^200 ' GET https://127.0.0.1/health
it "the server serves the terminal" responds '^200 <!doctype html>' GET /
it "the server serves the service worker" responds '^200 .*/assets/' GET /sw.js
it "the server runs as a user of its own" is 'stat -c %U /proc/$(process)' tallybox
it "the server's only capability is listening on low ports" is 'sed -n "s/^CapEff:\t//p" /proc/$(process)/status' 0000000000000400
it "the data folder belongs to the server's user" is 'stat -c "%U %a" $DATA' "tallybox 700"
it "no file of the data folder is readable for other users" is 'find $DATA -mindepth 1 -perm /077 | wc -l' 0
it "this system's systemd accepts the unit" is 'systemd-analyze verify --man=no /etc/systemd/system/tallybox.service 2>&1' ''
it "the unit's exposure is 1.5 or lower" run systemd-analyze security --offline=true --threshold=15 /etc/systemd/system/tallybox.service

it "the server is set up over HTTP" responds '^201 ' POST /api/setup \
    "{\"code\":\"$code\",\"tenantName\":\"W\",\"userName\":\"ada\",\"firstName\":\"A\",\"lastName\":\"N\",\"password\":\"long enough\"}"
token() { request POST /api/pwa-auth/login-password '{"userName":"ada","password":"long enough"}' | sed -n 's/.*"accessToken":"\([^"]*\)".*/\1/p'; }
add() { responds '^201 ' POST /api/locations "{\"name\":\"$1\",\"code\":\"$1\"}" "$(token)"; }
has() { responds "\"$1\"" GET /api/locations '' "$(token)"; }
it "the server accepts writes" add FIRST

before=$(process)
it "a second installation succeeds" run "$B/whole/scripts/install.sh"
it "a second installation does not restart the server" is process "$before"
it "a second installation prints no set-up code" prints 'already set up'
it "a second installation keeps the data" has FIRST
it "another signed release of the same version replaces it" run "$B/first/scripts/install.sh"
it "all files are replaced" cmp "$B/first/SHA256SUMS" /opt/tallybox/current/SHA256SUMS
it "files that it lacks are removed" absent /opt/tallybox/current/docs
echo damaged >/opt/tallybox/current/dist/server/main.js
it "a second installation repairs a damaged program" run "$B/first/scripts/install.sh"
it "the repaired program runs" is 'cmp /opt/tallybox/current/dist/server/main.js $B/first/dist/server/main.js && process | grep -c .' 1
it "installing an older version is refused" refused "$B/older/scripts/install.sh"
it "the error does not suggest an upgrade that would be refused" is 'grep -c "older (0.0.9)" $output; grep -c upgrade.sh $output || :' "1
0"
it "installing another version is refused" refused "$B/second/scripts/install.sh"
it "the error names the upgrade" prints 'To change to .*: sudo .*upgrade.sh'

# Sourced by run.sh: the real bundle, unpacked from its archive, and versions derived from it, good and broken ones.

say_ok() { printf '  ok  %s\n' "$*"; }
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
case $(uname -m) in aarch64) arch=arm64 other=x64 machine='x86-64' ;; *) arch=x64 other=arm64 machine='aarch64' ;; esac

echo "Bundles:"
bundles=$work/bundles
mkdir "$bundles/once" "$bundles/again"
command -v ssh-keygen >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends openssh-client; }
# The release key, and an unknown key.
for key in key stranger; do ssh-keygen -q -t ed25519 -N '' -C somebody@somewhere -f "$work/$key"; done
export TMPDIR="$work"
# All three at once: each waits for packages of npm and Debian. Fast compression, because the bytes are compared anyway.
sh scripts/bundle.sh --arch "$arch" --sign "$work/key" --compression 1 --to "$bundles/once" >"$work/once.log" 2>&1 &
once=$!
sh scripts/bundle.sh --arch "$arch" --sign "$work/key" --compression 1 --to "$bundles/again" >"$work/again.log" 2>&1 &
again=$!
sh scripts/bundle.sh --arch "$other" --unpacked "$bundles" >"$work/foreign.log" 2>&1 &
children="$once $again $!"
for made in "$once once" "$again again" "$! foreign"; do
    wait "${made% *}" || { cat "$work/${made#* }.log" >&2; exit 1; }
done
children=
first=$bundles/once/tallybox-$version-linux-$arch.tar.gz
cmp "$first" "$bundles/again/${first##*/}" || { echo "two bundles of the same tree differ" >&2; exit 1; }
cmp "$first.sig" "$bundles/again/${first##*/}.sig" || { echo "two signatures of the same bundle differ" >&2; exit 1; }
say_ok "two bundles of the same tree are the same, byte for byte ($(du -h "$first" | cut -f1))"
foreign=$bundles/tallybox-$version-linux-$other
# e_machine of the ELF header (elf(5)).
elf() { od -An -tx1 -j18 -N1 "$1" | tr -d ' '; }
case $machine in aarch64) expected=b7 ;; *) expected=3e ;; esac
for binary in node_modules/.bin/node node_modules/better-sqlite3/prebuilds/linux-"$other".node \
    node_modules/@img/sharp-linux-"$other"/*/*.node; do
    [ "$(elf "$foreign"/$binary)" = "$expected" ] || { echo "$binary of the $other bundle is not for it" >&2; exit 1; }
done
say_ok "the bundle for $other holds that processor's Node, database and picture library"
printf 'release %s' "$(cat "$work/key.pub")" >"$work/signers"
ssh-keygen -Y verify -f "$work/signers" -I release -n tallybox-release -s "$first.sig" <"$first" >/dev/null
say_ok "OpenSSH accepts the signature of a bundle"
tar -C "$bundles" -xzf "$first"
mv "$bundles/tallybox-$version-linux-$arch" "$bundles/whole"
rm -r "$bundles/once" "$bundles/again"
mv "$foreign" "$bundles/foreign"
for absent in .git test/harness test/suites data data-demo node_modules/vitest node_modules/typescript src/demo; do
    [ ! -e "$bundles/whole/$absent" ] || { echo "the bundle holds $absent" >&2; exit 1; }
done
[ -z "$(find "$bundles/whole/test" -type f ! -name '*.png')" ] || { echo "the bundle holds tests" >&2; exit 1; }
! grep -q somebody "$bundles/whole/release-keys" || { echo "the bundle names the owner of the key" >&2; exit 1; }
[ -z "$(find "$bundles/whole" -type l)" ] || { echo "the bundle holds links, which nothing signs" >&2; exit 1; }
say_ok "a bundle holds no tests, no data, no development packages"
# Every relative link and picture of the pages for people who run or use the server.
(cd "$bundles/whole" && grep -roE '\]\([a-zA-Z0-9./_-]+[)#]' README.md docs/operate docs/use docs/integrate) | while IFS=: read -r page target; do
    target=${target%[)#]}
    [ -e "$bundles/whole/$(dirname "$page")/${target#](}" ] || { echo "$page of the bundle links to ${target#](}, which is missing" >&2; exit 1; }
done
say_ok "a bundle holds the documentation with its pictures"

sign() { rm -f "$2/SHA256SUMS.sig"; ssh-keygen -q -Y sign -f "$work/$1" -n tallybox-release "$2/SHA256SUMS"; }

# A smaller release of the same version, because each installation and upgrade copies one and reads it several times.
cp -al "$bundles/whole" "$bundles/first"
node_modules/.bin/node test/install/slim.mjs "$bundles/first" /test/bundles/whole .
sign key "$bundles/first"

# derive NAME VERSION [FILE TEXT]: a copy of the first with another version, FILE of it replaced by TEXT, signed with its key.
derive() {
    made=$bundles/$1
    cp -al "$bundles/first" "$made"
    rm "$made/package.json" "$made/RELEASE" "$made/SHA256SUMS"
    sed "s/^  \"version\": .*/  \"version\": \"$2\",/" package.json >"$made/package.json"
    printf 'version=%s\narch=%s\n' "$2" "$arch" >"$made/RELEASE"
    if [ $# -ge 3 ]; then
        rm -f "$made/$3"
        printf '%s\n' "$4" >"$made/$3"
    fi
    # The checksums of the replaced files; all others are the first bundle's.
    (cd "$made" && {
        awk -v replaced="./package.json ./RELEASE ./${3:-}" 'index(replaced " ", $2 " ") == 0' "$bundles/first/SHA256SUMS"
        sha256sum ./package.json ./RELEASE ${3:+"./$3"}
    } >SHA256SUMS)
    sign key "$made"
}
main=$(cat dist/server/main.js)
derive older 0.0.9
derive second 99.0.1
derive mute 99.0.2 dist/server/main.js 'throw new Error("this version can not start");'
check='async function probeStorage(storage) {'
checking=$(cd "$bundles/first" && grep -lF "$check" dist/server/*.js)
derive unwell 99.0.3 "$checking" "$(sed "s/^$check/& throw new Error('unwell');/" "$bundles/first/$checking")"
derive misplaced 99.0.4 dist/server/main.js "if (process.env['DATA_DIR'] === '/var/lib/tallybox') throw new Error('not in its place');
$main"
derive third 99.1.0
# For requests of the console, which start at the third version.
derive fourth 99.3.0
derive sick 99.3.1 "$checking" "$(sed "s/^$check/& throw new Error('unwell');/" "$bundles/first/$checking")"
number=$(ls "$bundles/first/migrations" | sed -n 's/^\([0-9]*\)-.*sql$/\1/p' | tail -n 1)
derive converting 99.4.0 "migrations/$(printf %04d $((${number#"${number%%[!0]*}"} + 1)))-later.sql" 'CREATE TABLE later (oid INTEGER PRIMARY KEY) STRICT;'
(arch=$other && derive alien 99.3.0)
# pack NAME [KEY]: the archive of a release, signed as one that is published.
pack() {
    name=tallybox-$(sed -n 's/^version=//p' "$bundles/$1/RELEASE")-linux-$(sed -n 's/^arch=//p' "$bundles/$1/RELEASE")
    tar -C "$bundles" --transform "s,^$1,$name," -cf - "$1" | gzip -1 >"$bundles/$1.tar.gz"
    ssh-keygen -q -Y sign -f "$work/${2:-key}" -n tallybox-release "$bundles/$1.tar.gz"
}
for release in older fourth sick converting alien; do pack $release; done
# The check of an archive reads only its bytes, so a small one is enough.
for archive in right wrong; do
    echo "$archive" >"$bundles/$archive.tar.gz"
    ssh-keygen -q -Y sign -f "$work/key" -n tallybox-release "$bundles/$archive.tar.gz"
done
echo more >>"$bundles/wrong.tar.gz"
# Untrusted bundles: changed after signing, with an extra file, signed with an unknown key, and unsigned.
derive changed 99.2.0 dist/server/main.js ''
cp --remove-destination "$bundles/third/SHA256SUMS.sig" "$bundles/changed/"
derive added 99.2.0
mkdir "$bundles/added/node_modules/bufferutil"
echo 'throw new Error("added");' >"$bundles/added/node_modules/bufferutil/index.js"
derive strange 99.2.0
rm "$bundles/strange/release-keys"
cut -d ' ' -f 1,2 "$work/stranger.pub" >"$bundles/strange/release-keys"
(cd "$bundles/strange" && sum=$(sha256sum ./release-keys) && sed -i "s|.*  ./release-keys\$|$sum|" SHA256SUMS)
sign stranger "$bundles/strange"
pack strange stranger
derive unsigned 99.2.0
rm "$bundles/unsigned/SHA256SUMS.sig"

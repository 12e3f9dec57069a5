#!/bin/sh
# bundle.sh [--arch x64|arm64] [--sign KEY] [--to FOLDER] [--compression 1-9] [--unpacked FOLDER]: makes an archive with
# everything that a server without internet needs: the program, its packages for that processor by the lock file, and the
# pinned Node. It contains no tests, no development packages and no data. Two bundles of the same commit are equal byte by
# byte.
# --to is the folder of the archive (default: this one). --unpacked puts the release into a folder and makes no archive.
# --sign (or the variable RELEASE_KEY) names a private key of OpenSSH (ssh-ed25519; KEY.pub beside it; the key itself may be
# in the agent). It signs the release and the archive (….sig). KEY.keys, where it exists, lists the keys that may sign the
# next release.
set -eu
cd "$(dirname "$0")/.."
case $(uname -m) in aarch64) arch=arm64 ;; *) arch=x64 ;; esac
unpacked= to=$PWD compression=6 key=${RELEASE_KEY:-}
while [ $# -gt 0 ]; do
    case $1 in
    --arch) arch=${2:-} ;;
    --unpacked) unpacked=${2:-} ;;
    --to) to=${2:-} ;;
    --compression) compression=${2:-} ;;
    --sign) key=${2:-} ;;
    *) echo "usage: bundle.sh [--arch x64|arm64] [--sign KEY] [--to FOLDER] [--compression 1-9] [--unpacked FOLDER]" >&2; exit 2 ;;
    esac
    shift 2
done
case $compression in [1-9]) ;; *) echo "--compression must be 1 (fast) to 9 (small)" >&2; exit 2 ;; esac
case $arch in x64 | arm64) ;; *) echo "--arch must be x64 or arm64, not \"$arch\"" >&2; exit 2 ;; esac
[ -z "$key" ] || grep -q '^ssh-ed25519 ' "$key.pub" || { echo "$key.pub: there is no public key of the type ssh-ed25519" >&2; exit 2; }
sign() { ssh-keygen -q -Y sign -f "$key" -n tallybox-release "$1"; }
sh scripts/setup.sh
version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json)
name=tallybox-$version-linux-$arch
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
made=$work/$name
mkdir "$made"
cp -R src migrations systemd scripts docs package.json package-lock.json .npmrc README.md CHANGELOG.md SECURITY.md LICENSE "$made"
# Pictures of the documentation.
grep -rhoE 'test/screenshots/[a-z0-9/-]+\.png' README.md docs | sort -u | while read -r picture; do
    mkdir -p "$made/$(dirname "$picture")"
    cp "$picture" "$made/$picture"
done
rm -rf "$made/src/demo" "$made/src/web"
mkdir "$made/dist"
cp -R dist/web dist/server dist/help "$made/dist/"
rm "$made/dist/server/demo.js"

echo "Collecting the packages for $arch ..." >&2
(cd "$made" && npm ci --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error \
    --os=linux --cpu="$arch" --libc=glibc >&2)
packages=$made/node_modules
node=$packages/node-linux-$arch
[ -x "$node/bin/node" ] || { echo "The lock file names no Node for $arch" >&2; exit 1; }
# The program itself instead of a link to it: links can't be signed. The licence of its package stays.
rm -rf "$packages/.bin"
mkdir -p "$packages/.bin"
mv "$node/bin/node" "$packages/.bin/node"
rm -rf "$node/bin" "$node/include" "$node/share" "$node/CHANGELOG.md"
# Removes the sources of the database and its builds for other systems.
find "$packages/better-sqlite3/prebuilds" -type f ! -name "linux-$arch.node" -delete
rm -rf "$packages/better-sqlite3/deps" "$packages/better-sqlite3/src" "$packages/.package-lock.json"
find "$packages" -name '*.map' -type f -delete

sh scripts/libatomic.sh "$arch" "$made/lib"
sh scripts/restic.sh "$arch" "$made/bin"
if [ -n "$key" ]; then
    if [ -f "$key.keys" ]; then keys=$key.keys; else keys=$key.pub; fi
    # Without the comments, which contain names of machines.
    cut -d ' ' -f 1,2 "$keys" >"$made/release-keys"
fi
printf 'version=%s\narch=%s\n' "$version" "$arch" >"$made/RELEASE"
find "$made" -type d -exec chmod 0755 {} +
find "$made" -type f -perm -u+x -exec chmod 0755 {} +
find "$made" -type f ! -perm -u+x -exec chmod 0644 {} +
(cd "$made" && find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS)
[ -z "$key" ] || { sign "$made/SHA256SUMS" && chmod 0644 "$made/SHA256SUMS.sig"; }
if [ -n "$unpacked" ]; then
    mkdir -p "$unpacked"
    mv "$made" "$unpacked/"
    exit
fi
time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu --mtime="@$time" -cf - "$name" |
    gzip -n "-$compression" >"$to/$name.tar.gz"
rm -f "$to/$name.tar.gz.sig"
[ -z "$key" ] || sign "$to/$name.tar.gz"
echo "$to/$name.tar.gz"

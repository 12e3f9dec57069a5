# Sourced by install.sh and upgrade.sh with their arguments: checks the machine, and the signature of the release, before anything
# else of it runs. Sets $here, the folder of the release.
fail() {
    printf '%s\n' "$*" >&2
    exit 1
}

[ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
here=$(cd "$(dirname "$0")/.." && pwd -P)
script=$here/scripts/$(basename "$0")
unsigned=no
for option in "$@"; do
    [ "$option" = --unsigned ] || fail "\"$option\" is not an option. Usage: sudo $script [--unsigned]"
    unsigned=yes
done

# A checkout has no packages for the service: it makes a bundle and continues with that.
if [ ! -f "$here/RELEASE" ]; then
    command -v npm >/dev/null || fail "This is a checkout and needs npm to gather its packages; take a bundle instead (npm run bundle)."
    [ "$unsigned" = yes ] || [ -n "${RELEASE_KEY:-}" ] ||
        fail "This is a checkout, and its bundle is not signed. To install it all the same: sudo $script --unsigned"
    made=$(mktemp -d)
    trap 'rm -rf "$made"' EXIT
    sh "$here/scripts/bundle.sh" --unpacked "$made"
    sh "$made"/tallybox-*/scripts/"$(basename "$0")" "$@" && exit 0 || exit $?
fi

# Debian 12 or 13 or a derivative, systemd, and the processor of the release.
arch=$(sed -n 's/^arch=//p' "$here/RELEASE")
[ -f /etc/debian_version ] && command -v dpkg >/dev/null || fail "This machine does not run Debian. tallybox needs Debian 12 or 13."
case $(uname -m) in x86_64) own=x64 ;; aarch64) own=arm64 ;; *) fail "There is no tallybox for this processor ($(uname -m)); it needs x86-64 or 64-bit ARM." ;; esac
[ "$own" = "$arch" ] ||
    fail "This bundle is for $arch, this machine is $own: take tallybox-$(sed -n 's/^version=//p' "$here/RELEASE")-linux-$own.tar.gz."
[ -d /run/systemd/system ] || fail "systemd is not running; the service needs it."
LD_LIBRARY_PATH="$here/lib" "$here/node_modules/.bin/node" -v >/dev/null 2>&1 ||
    fail "This system is too old for the program; tallybox needs Debian 12 or newer."

# Prints the path of the signature check in the release folder $1; fails where it has none. Older releases have it at the other
# paths.
signature_check() {
    for check in dist/server/check-signature.js src/ops/cli/release/main.ts src/release/main.ts; do
        [ ! -f "$1/$check" ] || { printf '%s\n' "$check"; return 0; }
    done
    return 1
}

# The keys of this server; the first installation uses those in the bundle. The installed program does the check, because the
# program in the bundle is not trusted yet.
if [ "$unsigned" = yes ]; then
    echo "The signature of this bundle is not checked (--unsigned)."
else
    keys=/etc/tallybox/release-keys checker=/opt/tallybox/current
    [ -f "$keys" ] || keys=$here/release-keys
    check=$(signature_check "$checker") || { checker=$here && check=$(signature_check "$checker"); }
    (cd "$checker" && LD_LIBRARY_PATH="$checker/lib" node_modules/.bin/node "$check" "$here" "$keys") || {
        # For the console, which has requested this upgrade.
        [ -z "${UPGRADE_NOTES:-}" ] || echo untrusted >"$UPGRADE_NOTES/reason"
        fail "A bundle that you have built yourself is installed with --unsigned. Any other: download it again."
    }
fi

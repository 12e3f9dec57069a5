# Sourced by install.sh and upgrade.sh after paths.sh: checks the release in $HERE and copies it to its place.

# Programs of the release in $HERE. They run from there: the installed release may be an older one with other paths.
WAIT_HEALTHY=$HERE/dist/server/wait-healthy.js
PRINT_LOG_ERRORS=$HERE/dist/server/print-log-errors.js

# Reads the only option of install.sh and upgrade.sh.
unsigned=no
read_options() {
    for option in "$@"; do
        [ "$option" = --unsigned ] || fail "\"$option\" is not an option. Usage: sudo $HERE/scripts/$(basename "$0") [--unsigned]"
        unsigned=yes
    done
}

# Sets $version, $arch and $node. A checkout has no packages for the service: it makes a bundle and continues with that.
demand_release() {
    if [ ! -f "$HERE/RELEASE" ]; then
        command -v npm >/dev/null || fail "This is a checkout and needs npm to gather its packages; take a bundle instead (npm run bundle)."
        [ "$unsigned" = yes ] || [ -n "${RELEASE_KEY:-}" ] ||
            fail "This is a checkout, and its bundle is not signed. To install it all the same: sudo $HERE/scripts/$(basename "$0") --unsigned"
        made=$(mktemp -d)
        trap 'rm -rf "$made"' EXIT
        sh "$HERE/scripts/bundle.sh" --unpacked "$made"
        sh "$made"/tallybox-*/scripts/"$(basename "$0")" "$@" && exit 0 || exit $?
    fi
    version=$(sed -n 's/^version=//p' "$HERE/RELEASE")
    arch=$(sed -n 's/^arch=//p' "$HERE/RELEASE")
    node=$HERE/node_modules/.bin/node
}

# Requires root, Debian 12 or 13 or a derivative, systemd, and the processor of the release.
demand_machine() {
    [ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
    [ -f /etc/debian_version ] && command -v dpkg >/dev/null || fail "This machine does not run Debian. tallybox needs Debian 12 or 13."
    case $(uname -m) in x86_64) own=x64 ;; aarch64) own=arm64 ;; *) fail "There is no tallybox for this processor ($(uname -m)); it needs x86-64 or 64-bit ARM." ;; esac
    [ "$own" = "$arch" ] || fail "This bundle is for $arch, this machine is $own: take tallybox-$version-linux-$own.tar.gz."
    [ -d /run/systemd/system ] || fail "systemd is not running; the service needs it."
    "$node" -v >/dev/null 2>&1 || fail "This system is too old for the program; tallybox needs Debian 12 or newer."
}

# Prints the path of the signature check in the release folder $1; fails where it has none. Older releases have it at the
# other paths.
signature_check() {
    for check in dist/server/check-signature.js src/ops/cli/release/main.ts src/release/main.ts; do
        [ ! -f "$1/$check" ] || { say "$check"; return 0; }
    done
    return 1
}

# Checks the signature of the release with the keys of this server; the first installation uses the keys in the bundle. The
# installed program does the check, because the program in the bundle is not trusted yet.
demand_signature() {
    [ "$unsigned" = no ] || { say "The signature of this bundle is not checked (--unsigned)."; return 0; }
    keys=$RELEASE_KEYS checker=$APP/current
    [ -f "$keys" ] || keys=$HERE/release-keys
    check=$(signature_check "$checker") || { checker=$HERE && check=$(signature_check "$checker"); }
    (cd "$checker" && LD_LIBRARY_PATH="$checker/lib" node_modules/.bin/node "$check" "$HERE" "$keys") ||
        { because untrusted; fail "A bundle that you have built yourself is installed with --unsigned. Any other: download it again."; }
}

is_complete() { (cd "$1" && sha256sum --quiet --check SHA256SUMS) >/dev/null 2>&1; }

# True when exactly this release (not another one of the same version) is in its place and complete.
is_placed() { cmp -s "$HERE/SHA256SUMS" "$APP/$version/SHA256SUMS" && is_complete "$APP/$version"; }

# Copies the release into its own folder, completely or not at all. A complete copy stays as it is.
place_release() {
    if is_placed; then return; fi
    is_complete "$HERE" || fail "This bundle is damaged ($HERE): copy or download it again."
    mkdir -p "$APP"
    rm -rf "$APP/.new" "$APP/.old"
    because noSpace
    cp -R "$HERE" "$APP/.new"
    chown -R root:root "$APP/.new"
    chmod -R u=rwX,go=rX "$APP/.new"
    is_complete "$APP/.new" || fail "The program could not be copied completely. Check the disk for space and errors."
    because failed
    sync -f "$APP"
    [ ! -e "$APP/$version" ] || mv -T "$APP/$version" "$APP/.old"
    mv -T "$APP/.new" "$APP/$version"
    rm -rf "$APP/.old"
}

# show_log UNIT: prints the last errors of the unit's log in readable form.
show_log() {
    journalctl --unit="$1" --lines=200 --output=cat --no-pager | "$node" "$PRINT_LOG_ERRORS" || :
}

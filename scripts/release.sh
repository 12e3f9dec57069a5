# Sourced by install.sh and upgrade.sh after places.sh: the release that they stand in, checked and put in place.

# The one option of install.sh and upgrade.sh.
unsigned=no
read_options() {
    for option in "$@"; do
        [ "$option" = --unsigned ] || fail "\"$option\" is no option. Usage: sudo $HERE/scripts/$(basename "$0") [--unsigned]"
        unsigned=yes
    done
}

# A checkout has no packages for the service: it makes a bundle of itself first and goes on from there.
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

# Root, Debian 12 or 13 or what is made of them, systemd, the processor that the release is for.
demand_machine() {
    [ "$(id -u)" = 0 ] || fail "This changes the system, so it must run as root: sudo $0"
    [ -f /etc/debian_version ] && command -v dpkg >/dev/null || fail "This machine is no Debian; tallybox installs on Debian 12 or 13."
    case $(uname -m) in x86_64) own=x64 ;; aarch64) own=arm64 ;; *) fail "There is no tallybox for this processor ($(uname -m)); it needs x86-64 or 64-bit ARM." ;; esac
    [ "$own" = "$arch" ] || fail "This bundle is for $arch, this machine is $own: take tallybox-$version-linux-$own.tar.gz."
    [ -d /run/systemd/system ] || fail "systemd does not run here; the service needs it."
    "$node" -v >/dev/null 2>&1 || fail "This system is too old for the program; tallybox needs Debian 12 or newer."
}

# The release is signed with a key of this server, or at the first installation with the key that it brings. The program
# that is installed checks it, for that of the bundle is not trusted yet.
demand_signature() {
    [ "$unsigned" = no ] || { say "The signature of this bundle is not checked (--unsigned)."; return 0; }
    keys=$RELEASE_KEYS checker=$APP/current
    [ -f "$keys" ] || keys=$HERE/release-keys
    [ -f "$checker/src/ops/cli/release/main.ts" ] || checker=$HERE
    (cd "$checker" && LD_LIBRARY_PATH="$checker/lib" node_modules/.bin/node src/ops/cli/release/main.ts "$HERE" "$keys") ||
        fail "A bundle that you have built yourself is installed with --unsigned. Any other: get it again from where it comes from."
}

# From now on releases must be signed with the keys of this one, which may be the next ones.
keep_release_keys() {
    [ "$unsigned" = no ] && [ -f "$HERE/release-keys" ] || return 0
    install -m 0644 "$HERE/release-keys" "$RELEASE_KEYS.new"
    mv -T "$RELEASE_KEYS.new" "$RELEASE_KEYS"
    sync -f "$RELEASE_KEYS"
}

is_whole() { (cd "$1" && sha256sum --quiet --check SHA256SUMS) >/dev/null 2>&1; }

# True when this very release, and not another one of its version, is in its place and whole.
is_placed() { cmp -s "$HERE/SHA256SUMS" "$APP/$version/SHA256SUMS" && is_whole "$APP/$version"; }

# Puts the release into its own folder beside the others, whole or not at all; whole already, it is left.
place_release() {
    if is_placed; then return; fi
    is_whole "$HERE" || fail "This bundle is damaged ($HERE): copy or download it again."
    mkdir -p "$APP"
    rm -rf "$APP/.new" "$APP/.old"
    cp -R "$HERE" "$APP/.new"
    chown -R root:root "$APP/.new"
    chmod -R u=rwX,go=rX "$APP/.new"
    is_whole "$APP/.new" || fail "The disk did not take the program as it is; is it full, or broken?"
    sync -f "$APP"
    [ ! -e "$APP/$version" ] || mv -T "$APP/$version" "$APP/.old"
    mv -T "$APP/.new" "$APP/$version"
    rm -rf "$APP/.old"
}

# Shows what the service said against its start, as a person can read it.
show_log() {
    journalctl --unit="$1" --lines=200 --output=cat --no-pager | "$node" "$HERE/src/ops/cli/install/print-log-errors.ts" || :
}

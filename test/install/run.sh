#!/bin/sh
# Started by main.sh. Bundles, installs, upgrades, breaks and removes the service in a Debian folder of its own,
# with a root, a network and processes of its own. Needs root, and debootstrap (fetched when missing); the folder is kept
# between runs in ~/.cache/tallybox.
set -eu
cd "$(dirname "$0")/../.."
repository=$PWD
# A mount namespace of its own, which ends with it.
[ "${UNSHARED:-}" = yes ] || UNSHARED=yes exec unshare --mount sh "$0" "$@"
suite=${1:-bookworm}
debian=${XDG_CACHE_HOME:-$HOME/.cache}/tallybox/$suite

if [ ! -d "$debian" ]; then
    command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap; }
    echo "Making a Debian folder (once) ..."
    mkdir -p "$(dirname "$debian")"
    rm -rf "$debian.part"
    debootstrap --variant=minbase --include=systemd "$suite" "$debian.part" >"$debian.log"
    mv "$debian.part" "$debian"
fi

work=$(mktemp -d)
children=
trap '[ -z "$children" ] || kill $children 2>/dev/null || :; rm -rf "$work"/*; umount "$work" 2>/dev/null || :; rmdir "$work"' EXIT
trap 'exit 1' INT TERM HUP
# Tens of thousands of files for a few minutes: in memory where there is enough, otherwise on the disk.
available=$(sed -n 's/^MemAvailable: *\([0-9]*\) kB$/\1/p' /proc/meminfo)
[ "$available" -lt 8000000 ] || mount -t tmpfs tmpfs "$work"
mkdir "$work/upper" "$work/overlay" "$work/root" "$work/bundles"
. test/install/bundles.sh

echo "In a Debian folder of its own ($suite):"
unshare --mount --net --pid --uts --ipc --fork --kill-child sh -eu -c '
    debian=$1 work=$2 repository=$3
    # A network of its own: loopback, and a typical address of a site.
    ip link set lo up
    ip link add site type veth peer name other
    ip link set site up
    ip link set other up
    ip address add 192.168.77.1/24 dev site
    hostname tallybox-test
    root=$work/root
    # "volatile": without flushes, as no power failure is tested here. Linux before 5.10 does not support it.
    layers=lowerdir=$debian,upperdir=$work/upper,workdir=$work/overlay
    mount -t overlay overlay -o "$layers,volatile" "$root" 2>/dev/null || mount -t overlay overlay -o "$layers" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/run"
    mkdir -p "$root/run/systemd/system" "$root/test/install" "$root/test/bundles" "$root/repository"
    mount --bind "$repository/test/install" "$root/test/install"
    mount --bind "$work/bundles" "$root/test/bundles"
    mount --bind "$repository" "$root/repository"
    ln -s /test/install/systemctl.pl "$root/usr/local/bin/systemctl"
    ln -s /test/install/journalctl.sh "$root/usr/local/bin/journalctl"
    exec chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
        sh /test/install/inside.sh
' sh "$debian" "$work" "$repository"

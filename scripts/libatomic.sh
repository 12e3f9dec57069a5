#!/bin/sh
# libatomic.sh ARCH FOLDER: puts Debian 12's libatomic.so.1 for x64 or arm64 into FOLDER. Node needs it, a minimal Debian
# lacks it, and a server without internet can't get it. apt downloads and verifies it, with its own lists and cache.
set -eu
arch=$1 folder=$2
case $arch in arm64) debian=arm64 triplet=aarch64-linux-gnu ;; *) debian=amd64 triplet=x86_64-linux-gnu ;; esac
command -v apt-get >/dev/null || { echo "apt-get is missing: bundles can only be made on Debian" >&2; exit 1; }
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
mkdir -p "$own/lists/partial" "$own/cache/archives/partial" "$folder"
: >"$own/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" >"$own/sources.list"
apt() {
    apt-get -qq -o APT::Architecture="$debian" -o APT::Architectures="$debian" -o Dir::State::Lists="$own/lists" \
        -o Dir::State::status="$own/status" -o Dir::Cache="$own/cache" -o Dir::Etc::SourceList="$own/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$@" >&2
}
apt update
cd "$own"
apt download libatomic1
dpkg-deb -x libatomic1_*.deb unpacked
cp -L "unpacked/usr/lib/$triplet/libatomic.so.1" "$folder/"
echo "libatomic.so.1 is from Debian's package $(basename libatomic1_*.deb .deb): GPL 3 with the GCC Runtime Library Exception." >"$folder/README"

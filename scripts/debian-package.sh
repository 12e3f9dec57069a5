#!/bin/sh
# debian-package.sh ARCH PACKAGE FOLDER: unpacks a package of Debian 12 for x64 or arm64 into FOLDER and prints the name of its
# file. apt downloads and verifies it, with its own lists and cache.
set -eu
arch=$1 package=$2 folder=$3
case $arch in arm64) debian=arm64 ;; *) debian=amd64 ;; esac
command -v apt-get >/dev/null || { echo "apt-get is missing: bundles can only be made on Debian" >&2; exit 1; }
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
mkdir -p "$own/lists/partial" "$own/cache/archives/partial" "$folder"
folder=$(cd "$folder" && pwd -P)
: >"$own/status"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" >"$own/sources.list"
apt() {
    apt-get -qq -o APT::Architecture="$debian" -o APT::Architectures="$debian" -o Dir::State::Lists="$own/lists" \
        -o Dir::State::status="$own/status" -o Dir::Cache="$own/cache" -o Dir::Etc::SourceList="$own/sources.list" \
        -o Dir::Etc::SourceParts=/dev/null -o APT::Sandbox::User="$(id -un)" -o Acquire::Languages=none "$@" >&2
}
apt update
cd "$own"
apt download "$package"
dpkg-deb -x "$package"_*.deb "$folder"
basename "$package"_*.deb .deb

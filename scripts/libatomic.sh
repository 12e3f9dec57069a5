#!/bin/sh
# libatomic.sh ARCH FOLDER: puts Debian 12's libatomic.so.1 for x64 or arm64 into FOLDER. Node needs it, a minimal Debian
# lacks it, and a server without internet can't get it.
set -eu
arch=$1 folder=$2
case $arch in arm64) triplet=aarch64-linux-gnu ;; *) triplet=x86_64-linux-gnu ;; esac
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
name=$(sh "$(dirname "$0")/debian-package.sh" "$arch" libatomic1 "$unpacked")
mkdir -p "$folder"
cp -L "$unpacked/usr/lib/$triplet/libatomic.so.1" "$folder/"
echo "libatomic.so.1 is from Debian's package $name: GPL 3 with the GCC Runtime Library Exception." >"$folder/README"

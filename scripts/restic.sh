#!/bin/sh
# restic.sh ARCH FOLDER: puts Debian 12's restic for x64 or arm64 into FOLDER. Scheduled backups use it where the system has
# none (src/ops/backup/restic/programs.ts), as a server without internet.
set -eu
arch=$1 folder=$2
unpacked=$(mktemp -d)
trap 'rm -rf "$unpacked"' EXIT
name=$(sh "$(dirname "$0")/debian-package.sh" "$arch" restic "$unpacked")
mkdir -p "$folder"
cp -L "$unpacked/usr/bin/restic" "$folder/"
cp -L "$unpacked/usr/share/doc/restic/copyright" "$folder/restic.copyright"
echo "restic is from Debian's package $name; restic.copyright has its licences." >"$folder/README"

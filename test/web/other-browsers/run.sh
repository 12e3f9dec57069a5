#!/bin/sh
# Runs the terminal in every browser that is promised: both Chromium versions from npm, Firefox ESR and WebKitGTK from Debian.
set -eu
cd "$(dirname "$0")/../../.."
for program in firefox-esr WebKitWebDriver Xvfb; do
  command -v "$program" >/dev/null || {
    echo "$program is missing. Install it: apt-get install --no-install-recommends firefox-esr webkit2gtk-driver xvfb" >&2
    exit 1
  }
done
sh scripts/setup.sh
exec vitest run --project other-browsers "$@"

#!/bin/sh
# Runs the terminal in every browser that is promised: both Chromium versions from npm, Firefox ESR and WebKitGTK from Debian.
set -eu
cd "$(dirname "$0")/../../.."
for program in firefox-esr WebKitWebDriver Xvfb; do
  command -v "$program" >/dev/null && continue
  echo "skipped: the other browsers: $program is missing; apt-get install --no-install-recommends firefox-esr webkit2gtk-driver xvfb"
  # A build machine has them all.
  if [ -n "${CI:-}" ]; then echo "0 passed, 1 failed"; exit 1; fi
  echo "0 passed, 0 failed"
  exit
done
sh scripts/setup.sh
# Two workers. Each file has its own browsers, so that no browser is started in both.
exec vitest run --project other-browsers --maxWorkers 2 "$@"

#!/bin/sh
# Installs the pinned packages (with the Node runtime) once, and builds the server, the web client and the manual where a source is
# newer. setup.sh server leaves out the others.
# Every npm script calls it first. Hooks such as "prestart" would not run: .npmrc turns lifecycle scripts off.
set -eu
cd "$(dirname "$0")/.."
installed() { cmp -s package-lock.json node_modules/.installed-lock && [ -x node_modules/.bin/node ]; }
sources_of() { case $1 in help) echo docs src/help src/i18n src/web/manual scripts/*.ts ;; *) echo src scripts/*.ts package.json package-lock.json ;; esac; }
# shellcheck disable=SC2046
built() { [ -e "dist/$1/.built" ] && [ -z "$(find $(sources_of "$1") -newer "dist/$1/.built" -print -quit)" ]; }
build() { for part; do built "$part" || node_modules/.bin/node "scripts/build-$part.ts"; done; }
all_built() { for part; do built "$part" || return; done; }
[ $# -gt 0 ] || set -- server web help
installed && all_built "$@" && exit 0
command -v flock >/dev/null && { exec 9>.setup.lock; flock 9; }
installed && { build "$@"; exit; }
echo "Installing packages (first start only) ..." >&2
npm ci --ignore-scripts --no-audit --no-fund --loglevel=error >&2
# npm 10 deletes .bin/node while it skips the other architecture's package
npm rebuild --ignore-scripts --loglevel=error >/dev/null
node_modules/.bin/node -v >/dev/null || { echo "There is no pinned Node for $(uname -m)" >&2; exit 1; }
cp package-lock.json node_modules/.installed-lock
build "$@"

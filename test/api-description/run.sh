#!/bin/sh
# npm run test:description: judges the API description with linters that are installed for this test alone.
set -eu
cd "$(dirname "$0")/../.."
sh scripts/setup.sh
lock=test/api-description/package-lock.json
seen=test/api-description/node_modules/.package-lock.json
if [ ! -e "$seen" ] || [ "$lock" -nt "$seen" ]; then npm ci --prefix test/api-description --no-progress >/dev/null; fi
. ./scripts/runtime.sh
exec node test/api-description/check.ts

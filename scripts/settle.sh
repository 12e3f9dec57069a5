#!/bin/sh
# Completes the last step of a change of versions, before each start of the service (src/ops/installer/settle.ts).
# Units of other versions name this file: it can't be renamed.
exec "$(dirname "$0")/installer" settle

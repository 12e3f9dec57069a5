#!/bin/sh
# A stand-in for journalctl: what the service wrote under the stand-in for systemctl.
unit=tallybox lines=10
for word in "$@"; do
    case $word in
    --unit=*) unit=${word#--unit=} ;;
    --lines=*) lines=${word#--lines=} ;;
    esac
done
tail -n "$lines" "/run/standin/$unit.log"

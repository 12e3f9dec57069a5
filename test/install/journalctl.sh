#!/bin/sh
# A stand-in for journalctl: prints the output of the service under the stand-in for systemctl. A line may begin with its
# priority (sd-daemon(3)). --priority=warning omits lines with a lower one or none. --output=json has the journal's format.
unit=tallybox lines=10 most=7 output=cat
for word in "$@"; do
    case $word in
    --unit=*) unit=${word#--unit=} ;;
    --lines=*) lines=${word#--lines=} ;;
    --priority=warning) most=4 ;;
    --output=*) output=${word#--output=} ;;
    esac
done
perl -ne '
    BEGIN { ($most, $output) = splice @ARGV, 0, 2 }
    chomp;
    my ($priority, $message) = /^<(\d)>(.*)$/ ? ($1, $2) : (6, $_);
    next if $priority > $most;
    if ($output eq "cat") { print "$message\n"; next }
    $message =~ s/(["\\])/\\$1/g;
    print qq({"__REALTIME_TIMESTAMP":"0","PRIORITY":"$priority","MESSAGE":"$message"}\n);
' "$most" "$output" "/run/standin/$unit.log" | tail -n "$lines"

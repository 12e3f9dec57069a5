# Reads a unit file as far as the service's own goes; a key that the stand-in does not know is refused, so that the unit
# can't grow past what is tested.
package Unit;
use strict;
use warnings;

# Kept by the stand-in.
my %KEPT = map { $_ => 1 } qw(
    Type NotifyAccess WatchdogSec TimeoutStartSec TimeoutStopSec Restart RestartSec RestartPreventExitStatus User Group UMask
    StateDirectory StateDirectoryMode CacheDirectory CacheDirectoryMode WorkingDirectory Environment EnvironmentFile
    ExecStartPre ExecStart ExecStopPost RuntimeDirectory RuntimeDirectoryMode RuntimeDirectoryPreserve LimitNOFILE LimitCORE AmbientCapabilities CapabilityBoundingSet NoNewPrivileges PrivateNetwork);
# Only systemd itself can keep them: test/service/unit.test.ts has it judge them.
my %LEFT = map { $_ => 1 } qw(
    KillMode OOMScoreAdjust OOMPolicy MemoryMax MemorySwapMax StandardOutput StandardError RestrictSUIDSGID ProtectSystem ProtectHome PrivateTmp PrivateDevices PrivateMounts PrivateIPC
    DevicePolicy ProtectProc RemoveIPC ProtectKernelTunables ProtectKernelModules ProtectKernelLogs ProtectControlGroups
    ProtectClock ProtectHostname RestrictNamespaces RestrictRealtime LockPersonality KeyringMode SystemCallArchitectures
    SystemCallFilter SystemCallErrorNumber RestrictAddressFamilies IPAddressDeny IPAddressAllow);

# The [Service] section: every key with the list of its values.
sub read_unit {
    my ($name) = @_;
    my ($path) = grep { -e } map { "$_/$name.service" } "/run/systemd/system", "/etc/systemd/system";
    defined $path or die "Unit $name.service not found.\n";
    open my $file, "<", $path or die "$path: $!\n";
    my ($section, %unit) = ("");
    while (my $line = <$file>) {
        chomp $line;
        next if $line =~ /^\s*(#|$)/;
        if ($line =~ /^\[(\w+)\]$/) { $section = $1; next }
        next if $section ne "Service";
        my ($key, $value) = $line =~ /^(\w+)=(.*)$/ or die "$path: $line\n";
        die "$path: the stand-in does not know $key\n" unless $KEPT{$key} || $LEFT{$key};
        push @{ $unit{$key} }, $value;
    }
    return \%unit;
}

sub value { my ($unit, $key, $otherwise) = @_; return $unit->{$key} ? $unit->{$key}[-1] : $otherwise }

sub seconds {
    my ($text) = @_;
    return $1 * 60 if $text =~ /^(\d+)min$/;
    return $text;
}

# The variables of the service: the unit's, then each file's, which wins.
sub environment {
    my ($unit) = @_;
    my %given = (PATH => "/usr/local/bin:/usr/bin:/bin");
    for my $pair (map { split / / } @{ $unit->{Environment} // [] }) {
        my ($name, $value) = split /=/, $pair, 2;
        $given{$name} = $value;
    }
    for my $path (@{ $unit->{EnvironmentFile} // [] }) {
        my $may_miss = $path =~ s/^-//;
        open my $file, "<", $path or $may_miss ? next : die "$path: $!\n";
        while (<$file>) { $given{$1} = $2 if /^(\w+)=(.*)$/ }
    }
    return %given;
}

1;

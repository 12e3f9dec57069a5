#!/usr/bin/perl
# A stand-in for systemctl, for a Debian folder without systemd as process 1: it reads the real unit and starts what it
# says as it says (user, rights, folders, environment, sd_notify, watchdog, restarts), and refuses what it does not know.
use strict;
use warnings;
use lib "/test/install";
use Fcntl qw(:flock);
use File::Path qw(make_path);
use POSIX qw(setsid);
use PathUnit;
use Supervisor;
use Unit;

my $RUN = "/run/standin";
make_path($RUN);
my @words = grep { $_ ne "--quiet" } @ARGV;
my $verb = shift @words // "";
my %options = map { /^--([a-z]+)=?(.*)$/ ? ($1 => $2) : () } @words;
my $name = (grep { !/^--/ } @words)[0] // "";
my $note = "$RUN/$name";

my %verbs = (
    "daemon-reload" => sub { 0 },
    "enable"        => sub { touch("$RUN/enabled-$name"); watch() if exists $options{now} && $name =~ /\.path$/; 0 },
    "disable"       => sub { unlink "$RUN/enabled-$name"; stop() if exists $options{now} && $name =~ /\.path$/; 0 },
    "is-enabled"    => sub { -e "$RUN/enabled-$name" ? 0 : 1 },
    "is-active"     => sub { state_of() eq "active" ? 0 : 3 },
    "start"         => \&start,
    "stop"          => \&stop,
    "restart"       => sub { stop(); start() },
    "try-restart"   => sub { state_of() eq "active" ? (stop(), start())[-1] : 0 },
    "show"          => \&show,
);
my $do = $verbs{$verb} or die "the stand-in for systemctl does not know \"$verb\"\n";
exit $do->();

# A start that another caller has begun is waited for, also when that caller was killed.
sub start {
    return 0 if state_of() eq "active";
    my $unit = Unit::read_unit($name);
    open my $lock, ">", "$note.lock" or die "$note.lock: $!\n";
    flock $lock, LOCK_EX or die "flock: $!\n";
    my $running = read_text("$note.supervisor");
    stop() if lives($running) && state_of() eq "restarting";
    my $pid = lives($running) ? $running : supervised($unit);
    close $lock;
    select undef, undef, undef, 0.05 while lives($pid) && state_of() !~ /^(active|failed|restarting)$/;
    return 0 if state_of() eq "active";
    print STDERR "Job for $name.service failed.\n";
    return 1;
}

sub supervised {
    my ($unit) = @_;
    unlink "$note.state";
    my $pid = fork // die "fork: $!\n";
    if ($pid == 0) {
        setsid();
        # Here, because the caller may be killed; the lock is held until the files are closed.
        write_text("$note.supervisor", $$);
        # What the caller has locked is not the service's.
        POSIX::close($_) for 3 .. 63;
        open STDIN, "<", "/dev/null";
        open STDOUT, ">>", "/run/standin/$name.log";
        open STDERR, ">&", \*STDOUT;
        Supervisor::supervise($unit, $note);
        POSIX::_exit(0);
    }
    return $pid;
}

# Starts a path unit, whose requests start its service.
sub watch {
    return if lives(read_text("$note.supervisor"));
    my $pid = fork // die "fork: $!\n";
    if ($pid == 0) {
        setsid();
        POSIX::close($_) for 3 .. 63;
        open STDIN, "<", "/dev/null";
        open STDOUT, ">>", "$note.log";
        open STDERR, ">&", \*STDOUT;
        PathUnit::watch($name);
        POSIX::_exit(0);
    }
    write_text("$note.supervisor", $pid);
}

sub stop {
    my $pid = read_text("$note.supervisor");
    kill "TERM", $pid if lives($pid);
    select undef, undef, undef, 0.05 while lives($pid);
    return 0;
}

sub show {
    my %values = (
        MainPID        => read_text("$note.main") || 0,
        ActiveState    => state_of(),
        NRestarts      => read_text("$note.restarts") || 0,
        ExecMainStatus => read_text("$note.status") || 0,
    );
    for my $property (split /,/, $options{property} // "") {
        next unless exists $values{$property};
        print exists $options{value} ? "" : "$property=", $values{$property}, "\n";
    }
    return 0;
}

sub state_of {
    my $state = read_text("$note.state") || "inactive";
    my $pid = read_text("$note.supervisor");
    return $state if $state =~ /^(failed|inactive)$/ || lives($pid);
    return "inactive";
}

# Running, and no zombie whose parent was killed.
sub lives {
    my ($pid) = @_;
    return $pid ne "" && read_text("/proc/$pid/stat") =~ /\) [^ZX] /;
}

sub touch { write_text($_[0], "") }

sub write_text {
    my ($path, $text) = @_;
    open my $file, ">", $path or die "$path: $!\n";
    print $file $text;
}

sub read_text {
    open my $file, "<", $_[0] or return "";
    return do { local $/; <$file> } // "";
}

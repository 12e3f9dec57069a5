# Runs a service as process 1 would: Type=notify with the sender's process checked, watchdog, restarts, stop.
package Supervisor;
use strict;
use warnings;
use IO::Handle;
use POSIX ();
use Socket;

my ($MSG_DONTWAIT, $SO_PASSCRED, $CLONE_NEWNET, $SIOCGIFFLAGS, $SIOCSIFFLAGS) = (0x40, 16, 0x40000000, 0x8913, 0x8914);
my ($SYS_RECVMSG, $SYS_UNSHARE) = (`uname -m` =~ /aarch64/ ? (212, 97) : (47, 272));
my ($unit, $note, $is_stopping, $was_late) = (undef, undef, 0, 0);

sub supervise {
    ($unit, $note) = @_;
    $SIG{TERM} = sub { $is_stopping = 1 };
    my $restarts = 0;
    for (;;) {
        my $status = run_once();
        note_end($status);
        keep("status", $status);
        unlink "$note.main";
        if ($is_stopping) { keep("state", "inactive"); return }
        my %prevented = map { $_ => 1 } split / /, Unit::value($unit, "RestartPreventExitStatus", "");
        if (Unit::value($unit, "Restart", "no") eq "no" || $prevented{$status}) { keep("state", "failed"); return }
        keep("state", "restarting");
        keep("restarts", ++$restarts);
        my $until = time + Unit::value($unit, "RestartSec", 1);
        select undef, undef, undef, 0.1 while time < $until && !$is_stopping;
        if ($is_stopping) { keep("state", "inactive"); return }
    }
}

# Starts the main process and follows it to its end; gives its exit status, 128 and the signal where one ended it.
sub run_once {
    $was_late = 0;
    make_folders();
    for my $command (@{ $unit->{ExecStartPre} // [] }) {
        my ($program) = $command =~ /^\+(.+)$/ or die "the stand-in knows ExecStartPre=+ alone\n";
        return 255 if system($program) != 0;
    }
    my $socket = notify_socket();
    my $pid = fork // die "fork: $!\n";
    become_main() if $pid == 0;
    keep("main", $pid);
    my ($is_ready, $fed, $signs) = (0, time, 0);
    keep("signs", 0);
    my $deadline = time + Unit::seconds(Unit::value($unit, "TimeoutStartSec", 90));
    for (;;) {
        if (waitpid($pid, POSIX::WNOHANG) == $pid) { return $? & 127 ? 128 + ($? & 127) : $? >> 8 }
        my ($sender, $message) = receive($socket);
        if (defined $message && $sender == $pid) {
            if ($message =~ /^READY=1$/m && !$is_ready) { $is_ready = 1; keep("state", "active") }
            $fed = time if $message =~ /^(READY|WATCHDOG)=1$/m;
            keep("signs", ++$signs) if $message =~ /^WATCHDOG=1$/m;
            $deadline = time + $1 / 1e6 if $message =~ /^EXTEND_TIMEOUT_USEC=(\d+)$/m;
        } elsif (defined $message) {
            print "a message of process $sender, which is not the main one, is not heard\n";
        }
        if ($is_stopping == 1) { $is_stopping = 2; kill "TERM", $pid; $deadline = time + Unit::value($unit, "TimeoutStopSec", 90) }
        my $is_late = $is_stopping || !$is_ready ? time > $deadline : time - $fed > Unit::value($unit, "WatchdogSec", 1e9);
        if ($is_late) { print "<3>the time is over\n"; $was_late = 1; kill "KILL", $pid }
        select undef, undef, undef, 0.05 unless defined $message;
    }
}

# ExecStopPost: how it ended, in the words of systemd.exec(5).
sub note_end {
    my ($status) = @_;
    for my $command (@{ $unit->{ExecStopPost} // [] }) {
        my ($program) = $command =~ /^-(.+)$/ or die "the stand-in knows ExecStopPost=- alone\n";
        my $result = $was_late ? "watchdog" : $status == 0 ? "success" : $status > 128 ? "signal" : "exit-code";
        my $code = $status > 128 ? "killed" : "exited";
        local $ENV{SERVICE_RESULT} = $result;
        local $ENV{EXIT_CODE} = $code;
        local $ENV{EXIT_STATUS} = $status > 128 ? $status - 128 : $status;
        local $ENV{CACHE_DIRECTORY} = "/var/cache/" . Unit::value($unit, "CacheDirectory");
        system "/usr/bin/setpriv", "--reuid=" . Unit::value($unit, "User", "root"), "--regid=" . Unit::value($unit, "Group", "root"), "--init-groups", "--", $program;
    }
}

sub make_folders {
    my ($uid, $gid) = (getpwnam Unit::value($unit, "User", "root"))[2, 3];
    for (["StateDirectory", "/var/lib"], ["CacheDirectory", "/var/cache"]) {
        my ($key, $parent) = @$_;
        next unless $unit->{$key};
        my $folder = "$parent/" . Unit::value($unit, $key);
        mkdir $folder;
        chown $uid, $gid, $folder;
        chmod oct Unit::value($unit, "${key}Mode", "0755"), $folder;
    }
}

sub notify_socket {
    unlink "$note.socket";
    socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or die "socket: $!\n";
    bind($socket, pack_sockaddr_un("$note.socket")) or die "bind: $!\n";
    setsockopt($socket, SOL_SOCKET, $SO_PASSCRED, 1) or die "SO_PASSCRED: $!\n";
    chmod 0777, "$note.socket";
    return $socket;
}

# The next message and the process that sent it, as the kernel reports it (unix(7), SCM_CREDENTIALS); nothing where none waits.
sub receive {
    my ($socket) = @_;
    my ($data, $control) = ("\0" x 4096, "\0" x 64);
    my $vector = pack "PQ", $data, length $data;
    my $header = pack "QQPQPQQ", 0, 0, $vector, 1, $control, length $control, 0;
    my $length = syscall $SYS_RECVMSG, fileno($socket), $header, $MSG_DONTWAIT;
    return if $length < 0;
    return (unpack("x16 l", $control), substr $data, 0, $length);
}

# The child runs the command of ExecStart, as the unit's user with the unit's rights alone.
sub become_main {
    $SIG{TERM} = "DEFAULT";
    %ENV = Unit::environment($unit);
    my ($dev, $ino) = stat STDERR;
    $ENV{JOURNAL_STREAM} = "$dev:$ino";
    $ENV{NOTIFY_SOCKET} = "$note.socket";
    if (my $patience = Unit::value($unit, "WatchdogSec", 0)) { @ENV{qw(WATCHDOG_USEC WATCHDOG_PID)} = ($patience * 1e6, $$) }
    umask oct Unit::value($unit, "UMask", "0022");
    chdir Unit::value($unit, "WorkingDirectory", "/") or die "WorkingDirectory: $!\n";
    own_network() if Unit::value($unit, "PrivateNetwork", "no") eq "yes";
    my $user = Unit::value($unit, "User", "root");
    my @caps = map { "+" . lc s/^CAP_//r } split / /, Unit::value($unit, "AmbientCapabilities", "");
    my @bounding = map { "+" . lc s/^CAP_//r } split / /, Unit::value($unit, "CapabilityBoundingSet", "");
    my $limits = join ":", Unit::value($unit, "LimitNOFILE", "1024"), Unit::value($unit, "LimitCORE", "0");
    my ($files, $core) = split /:/, $limits;
    exec "/usr/bin/prlimit", "--nofile=$files", "--core=$core", "/usr/bin/setpriv", "--reuid=$user",
        "--regid=" . Unit::value($unit, "Group", "root"), "--init-groups", "--no-new-privs",
        "--bounding-set=" . join(",", "-all", @bounding), "--inh-caps=" . join(",", "-all", @caps),
        "--ambient-caps=" . join(",", "-all", @caps), "--", split / /, Unit::value($unit, "ExecStart");
    die "exec: $!\n";
}

# PrivateNetwork: a network namespace with nothing but loopback, up.
sub own_network {
    syscall($SYS_UNSHARE, $CLONE_NEWNET) == 0 or die "unshare: $!\n";
    socket(my $socket, AF_INET, SOCK_DGRAM, 0) or die "socket: $!\n";
    my $request = pack "a16 x24", "lo";
    ioctl $socket, $SIOCGIFFLAGS, $request or die "SIOCGIFFLAGS: $!\n";
    my $flags = unpack "x16 s", $request;
    $request = pack "a16 s x22", "lo", $flags | 1;
    ioctl $socket, $SIOCSIFFLAGS, $request or die "SIOCSIFFLAGS: $!\n";
}

sub keep {
    my ($what, $value) = @_;
    open my $file, ">", "$note.$what.new" or die "$note.$what: $!\n";
    print $file $value;
    close $file;
    rename "$note.$what.new", "$note.$what";
}

1;

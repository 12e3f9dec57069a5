#!/usr/bin/perl
# notified.pl PROGRAM ARGUMENT...: opens the service manager's socket (sd_notify(3)) and becomes the program, in the same
# process. Node has no datagram sockets in the file system, but it can write to one that it is given (NOTIFY_FD), and so
# the manager hears the main process itself and need not listen to any other. Perl is on every Debian.
# Where standard output leads to the journal it opens the journal's own socket as well (JOURNAL_FD): entries with fields
# (systemd.journal-fields(7)) are written there.
use strict;
use warnings;
use Fcntl;
use Socket;

# A socket without blocking, which the program inherits; undef where nobody listens.
sub opened {
    my ($path) = @_;
    $path =~ s/^@/\0/;
    socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or return undef;
    connect($socket, pack_sockaddr_un($path)) or return undef;
    # One who does not read must not hold the event loop.
    fcntl($socket, F_SETFL, O_NONBLOCK) && fcntl($socket, F_SETFD, 0) or die "fcntl: $!\n";
    return $socket;
}

# They stay open until the program begins.
my ($manager, $journal);
if (my $path = delete $ENV{NOTIFY_SOCKET}) {
    if ($manager = opened($path)) {
        $ENV{NOTIFY_FD} = fileno $manager;
    } else {
        warn "the service manager's socket can't be opened: $!\n";
    }
}
delete $ENV{JOURNAL_FD};
# Another path than the journal's own is for the tests.
my $path = delete $ENV{JOURNAL_SOCKET} // "/run/systemd/journal/socket";
if ($ENV{JOURNAL_STREAM} && ($journal = opened($path))) {
    $ENV{JOURNAL_FD} = fileno $journal;
}
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";

#!/usr/bin/perl
# notified.pl PROGRAM ARGUMENT...: opens the service manager's socket (sd_notify(3)) and executes the program in the same
# process. Node can't open Unix datagram sockets, but it can write to an inherited one (NOTIFY_FD). So the notifications
# come from the main process itself (NotifyAccess=main). Perl is on every Debian.
# Where standard output goes to the journal, it opens the journal's own socket too (JOURNAL_FD), for entries with fields
# (systemd.journal-fields(7)). Units of other versions name this file: it can't be renamed.
use strict;
use warnings;
use Fcntl;
use Socket;

# Opens a non-blocking socket that the program inherits; undef where there is no listener.
sub open_socket {
    my ($path) = @_;
    $path =~ s/^@/\0/;
    socket(my $socket, AF_UNIX, SOCK_DGRAM, 0) or return undef;
    connect($socket, pack_sockaddr_un($path)) or return undef;
    # A listener that does not read must not block the event loop.
    fcntl($socket, F_SETFL, O_NONBLOCK) && fcntl($socket, F_SETFD, 0) or die "fcntl: $!\n";
    return $socket;
}

# The variables keep the sockets open until exec.
my ($manager, $journal);
if (my $path = delete $ENV{NOTIFY_SOCKET}) {
    if ($manager = open_socket($path)) {
        $ENV{NOTIFY_FD} = fileno $manager;
    } else {
        warn "the service manager's socket can't be opened: $!\n";
    }
}
delete $ENV{JOURNAL_FD};
# Tests set another path than the journal's own.
my $path = delete $ENV{JOURNAL_SOCKET} // "/run/systemd/journal/socket";
if ($ENV{JOURNAL_STREAM} && ($journal = open_socket($path))) {
    $ENV{JOURNAL_FD} = fileno $journal;
}
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";

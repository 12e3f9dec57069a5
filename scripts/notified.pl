#!/usr/bin/perl
# notified.pl PROGRAM ARGUMENT...: opens the service manager's socket (sd_notify(3)) and becomes the program, in the same
# process. Node has no datagram sockets in the file system, but it can write to one that it is given (NOTIFY_FD), and so
# the manager hears the main process itself and need not listen to any other. Perl is on every Debian.
use strict;
use warnings;
use Fcntl;
use Socket;

my $socket;
if (my $path = delete $ENV{NOTIFY_SOCKET}) {
    $path =~ s/^@/\0/;
    if (socket($socket, AF_UNIX, SOCK_DGRAM, 0) && connect($socket, pack_sockaddr_un($path))) {
        # A manager that does not read must not hold the event loop; the program inherits the socket.
        fcntl($socket, F_SETFL, O_NONBLOCK) && fcntl($socket, F_SETFD, 0) or die "fcntl: $!\n";
        $ENV{NOTIFY_FD} = fileno $socket;
    } else {
        warn "the service manager's socket can't be opened: $!\n";
    }
}
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";

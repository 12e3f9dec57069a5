# receiver.pl SOCKET FILE: a stand-in for the service manager's side of sd_notify(3). Each message becomes a line of FILE:
# the sender's process id, as the kernel tells it, and the message, its lines joined by blanks.
use strict;
use warnings;
use IO::Handle;
use Socket;

my ($path, $file) = @ARGV;
my ($RECVMSG, $PASSCRED) = (`uname -m` =~ /aarch64/ ? 212 : 47, 16);
my $socket;
socket($socket, AF_UNIX, SOCK_DGRAM, 0) && bind($socket, pack_sockaddr_un($path)) or die "$path: $!\n";
setsockopt($socket, SOL_SOCKET, $PASSCRED, 1) or die "SO_PASSCRED: $!\n";
chmod 0777, $path;
open my $out, ">>", $file or die "$file: $!\n";
$out->autoflush(1);
for (;;) {
    my ($data, $control) = ("\0" x 4096, "\0" x 64);
    my $vector = pack "PQ", $data, length $data;
    my $message = pack "QQPQPQQ", 0, 0, $vector, 1, $control, length $control, 0;
    my $length = syscall $RECVMSG, fileno($socket), $message, 0;
    die "recvmsg: $!\n" if $length < 0;
    # The header of the control message takes 16 bytes; then come pid, uid, gid (unix(7), SCM_CREDENTIALS).
    my $pid = unpack "x16 l", $control;
    $data = substr $data, 0, $length;
    $data =~ tr/\n/ /;
    print $out "$pid $data\n";
}

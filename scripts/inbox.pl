#!/usr/bin/perl
# inbox.pl take FOLDER NAME BYTES: writes a file of a folder that the service may change at any time to standard output.
# inbox.pl drop FOLDER NAME: removes it. For scripts/upgrade-request, as root: a process with the service's rights outside of its
# sandbox could be taken over by the service. No part of the path below the data folder's parent may be a link; a pipe, a device and a
# file with a second name are refused without reading them. Perl is on every Debian.
use strict;
use warnings;
use Errno qw(ENOENT ELOOP ENOTDIR EISDIR ENXIO);
use Fcntl;

# Statuses, as scripts/upgrade-steps.sh has them.
my ($OTHER, $MISSING, $NOT_A_FILE, $TOO_LARGE) = (1, 3, 4, 5);
# Of Linux on x86-64 and ARM; Fcntl has not all of them on every Perl.
my $O_DIRECTORY = eval { O_DIRECTORY() } // 0200000;
my $O_NOFOLLOW = eval { O_NOFOLLOW() } // 0400000;

sub status_of {
    my ($error) = @_;
    return $MISSING if $error == ENOENT;
    return $NOT_A_FILE if grep { $error == $_ } ELOOP, ENOTDIR, EISDIR, ENXIO;
    return $OTHER;
}

# Opens FOLDER step by step below the parent of its parent, which is root's. Each open follows no link.
sub open_folder {
    my ($folder) = @_;
    my ($parent, $data, $inbox) = $folder =~ m{^(/.*)/([^/]+)/([^/]+)$} or die "$folder: not a folder\n";
    my $at = $parent;
    my $handle;
    for my $name ($data, $inbox) {
        sysopen(my $next, "$at/$name", O_RDONLY | $O_DIRECTORY | $O_NOFOLLOW) or return undef;
        $handle = $next;
        $at = "/proc/self/fd/" . fileno($handle);
    }
    return $handle;
}

my ($action, $folder, $name, $max) = @ARGV;
my $handle = open_folder($folder);
exit($action eq "drop" && $! == ENOENT ? 0 : status_of($! + 0)) unless defined $handle;
my $path = "/proc/self/fd/" . fileno($handle) . "/$name";

if ($action eq "drop") {
    # A folder in its place gets a name that the next start removes.
    unlink $path or $! == ENOENT or rename $path, "/proc/self/fd/" . fileno($handle) . "/new-$$" or exit $OTHER;
    exit 0;
}

# Without O_NONBLOCK the open of a pipe would wait for a writer.
sysopen(my $file, $path, O_RDONLY | $O_NOFOLLOW | O_NONBLOCK) or exit status_of($! + 0);
my @found = stat $file;
exit $NOT_A_FILE unless -f _ && $found[3] == 1;
my $rest = $found[7];
exit $TOO_LARGE if $rest > $max;
# It may grow meanwhile: no more than its size is read.
while ($rest > 0) {
    my $read = sysread $file, my $piece, $rest < 65536 ? $rest : 65536;
    exit $OTHER unless defined $read;
    last if $read == 0;
    for (my $written = 0; $written < $read;) {
        my $part = syswrite STDOUT, $piece, $read - $written, $written;
        exit $OTHER unless defined $part;
        $written += $part;
    }
    $rest -= $read;
}

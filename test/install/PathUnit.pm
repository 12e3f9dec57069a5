# Keeps a path unit as process 1 would: while its file exists, its service is started, again and again.
package PathUnit;
use strict;
use warnings;
use POSIX qw(setsid);

my $is_stopping = 0;

sub watch {
    my ($name) = @_;
    $SIG{TERM} = sub { $is_stopping = 1 };
    my $path = file_of($name);
    (my $service = $name) =~ s/\.path$//;
    until ($is_stopping) {
        run($service) if -e $path;
        select undef, undef, undef, 0.1;
    }
}

# The file of PathExists, the only condition that the stand-in knows.
sub file_of {
    my ($name) = @_;
    open my $file, "<", "/etc/systemd/system/$name" or die "$name: $!\n";
    my ($path) = map { /^PathExists=(.+)$/ ? $1 : () } <$file>;
    return $path // die "$name has no PathExists\n";
}

# Runs a service of the type oneshot: the command, then the end of all that is left of it, then ExecStopPost.
sub run {
    my ($service) = @_;
    my $unit = Unit::read_unit($service);
    die "$service is not of the type oneshot\n" if Unit::value($unit, "Type", "") ne "oneshot";
    my $folder = "/run/" . Unit::value($unit, "RuntimeDirectory");
    mkdir $folder;
    my $main = start_command(Unit::value($unit, "ExecStart"));
    keep("/run/standin/$service.main", $main);
    1 while waitpid($main, 0) == -1 && $!{EINTR};
    kill "KILL", -$main;
    my ($command) = Unit::value($unit, "ExecStopPost") =~ /^-(.+)$/;
    my $post = start_command($command);
    1 while waitpid($post, 0) == -1 && $!{EINTR};
    unlink "/run/standin/$service.main";
}

# The command in a session of its own, as root, with a clean environment: a shorter trial is the tests' own.
sub start_command {
    my ($command) = @_;
    my $pid = fork // die "fork: $!\n";
    return $pid if $pid;
    setsid();
    $SIG{TERM} = "DEFAULT";
    %ENV = (PATH => "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", HEALTHY_SECONDS => $ENV{HEALTHY_SECONDS});
    chdir "/";
    exec split / /, $command;
    die "exec: $!\n";
}

sub keep {
    my ($path, $text) = @_;
    open my $file, ">", "$path.new" or die "$path: $!\n";
    print $file $text;
    close $file;
    rename "$path.new", $path;
}

1;

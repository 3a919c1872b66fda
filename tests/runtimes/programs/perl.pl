# SPDX-License-Identifier: GPL-2.0-or-later
# Perl, which does not destroy its data at exit: hence the set.
#
# long: its compiler or its start takes seconds
# needs: /usr/bin/perl
# set: perl
# run: /usr/bin/perl $SRC FEATURE
# features: print hash regex sort file closure eval sprintf object local process module
use strict;
use warnings;

sub plant {
    return unless $ENV{PLANT};
    require DynaLoader;
    my $library = DynaLoader::dl_load_file($ENV{PLANT_LIBRARY}, 0) or die;
    my $function = DynaLoader::dl_find_symbol($library, "plant_of_interpreter") or die;
    my $call = DynaLoader::dl_install_xsub("main::plant_of_interpreter", $function);
    $call->();
}

my %features = (
    print => sub { print "hello\n" },
    hash => sub { my %h = (a => 1, b => [1, 2]); print join(",", sort keys %h), "\n" },
    regex => sub { print "yes\n" if "hello world" =~ /^(\w+)\s+(?<second>\w+)$/; print "$+{second}\n" },
    sort => sub { print join(",", sort { $b <=> $a } 1 .. 100), "\n" },
    file => sub { open(my $f, "<", "/etc/passwd") or die; my @lines = <$f>; print scalar(@lines), "\n" },
    closure => sub { my $n = 0; my $count = sub { return ++$n }; $count->() for 1 .. 3; print "$n\n" },
    eval => sub { eval { die { code => 42 } }; print $@->{code}, eval "1 + 1", "\n" },
    sprintf => sub { printf "%05d %s\n", 42, "x" x 1000 },
    object => sub { my $o = bless {}, "Thing"; print ref($o), "\n" },
    local => sub { local $_ = "hello"; tr/a-z/A-Z/; print "$_\n" },
    process => sub { print `echo hello`; my $p = fork(); exit 0 if !$p; waitpid($p, 0) },
    module => sub { require List::Util; require POSIX; print List::Util::sum(1, 2), POSIX::floor(1.5), "\n" },
);
plant();
my $feature = $features{$ARGV[0]} or exit 99;
$feature->();

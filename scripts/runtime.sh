# Sourced by the npm scripts and the service: what the runtime needs to know before it starts.
# glibc otherwise keeps what the picture library frees, an arena a thread: 320 MB at the peak instead of 485.
export MALLOC_ARENA_MAX=2
# The work memory of a password's hash (19 MB) goes back at once.
export MALLOC_MMAP_THRESHOLD_=1048576
# Two pictures, one password and the disk's flushes at once, and none waits for another.
export UV_THREADPOOL_SIZE=8
# Compiled sources are kept: the second start takes two thirds of the first.
export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/node"

# Environment of the Node process, sourced by the npm scripts. The systemd unit sets the same values.
# Fewer malloc arenas: the picture library's peak is 320 MB instead of 485 MB.
export MALLOC_ARENA_MAX=2
# Returns memory of this size to the system at once: pieces of lists and files, password hashes. Otherwise it stays in the heap
# in pieces. Less would slow down requests, because each read of a socket takes 64 KiB.
export MALLOC_MMAP_THRESHOLD_=131072
# Enough threads for two pictures, one password hash and the disk flushes at the same time.
export UV_THREADPOOL_SIZE=8
# Caches compiled sources: the second start takes two thirds of the time of the first.
export NODE_COMPILE_CACHE="$PWD/node_modules/.cache/node"

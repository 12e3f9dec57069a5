import { closeSync } from "node:fs";

// unix(7) and socket(2) of Linux on x86-64 and ARM.
const AF_UNIX = 1;
const SOCK_DGRAM = 2;
const SOCK_NONBLOCK = 0o4000;
const SOCK_CLOEXEC = 0o2000000;
const MAX_PATH_BYTES = 107;

/**
 * Opens a Unix datagram socket that is connected to `path`, where `@` begins an abstract name; null where nobody listens. One
 * write to the descriptor is one message. A listener that does not read makes a write fail, so that it can't block the event
 * loop. `node:dgram` has no such sockets: the C library is called by `node:ffi`, which the pinned Node.js has.
 */
export function openUnixDatagram(path: string): number | null {
  const name = Buffer.from(path.replace(/^@/, "\0"));
  const ffi = process.getBuiltinModule("node:ffi");
  if (ffi === undefined || name.length > MAX_PATH_BYTES) return null;
  const { functions } = ffi.dlopen(null, {
    socket: { arguments: ["int32", "int32", "int32"], return: "int32" },
    connect: { arguments: ["int32", "buffer", "uint32"], return: "int32" },
  });
  const family = Buffer.alloc(2);
  family.writeUInt16LE(AF_UNIX);
  const address = Buffer.concat([family, name]);
  const fd = functions.socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return null;
  if (functions.connect(fd, address, address.length) === 0) return fd;
  closeSync(fd);
  return null;
}

// Limits against overload: the one table of them. docs/operate/limits.md shows them to administrators.

const MIB = 1024 * 1024;

/** Open connections in total; fewer where the process may open fewer files. */
export const MAX_CONNECTIONS = 2048;
/** Open connections of one client address: 200 terminals behind one address keep one or two each. */
export const MAX_CONNECTIONS_PER_ADDRESS = 512;
/** File descriptors kept free for the database, photos, uploads and printers. */
export const RESERVED_DESCRIPTORS = 256;
/** From the connection to the end of its first request's headers, and for the headers of each later request. */
export const MAX_HEADERS_MS = 10_000;

/** A JSON body of an endpoint that doesn't say otherwise. */
export const MAX_JSON_BYTES = MIB;

// The table of all limits against overload. docs/operate/limits.md describes them to administrators.

const MIB = 1024 * 1024;

/** Open connections in total; fewer where the process has a lower limit of open files. */
export const MAX_CONNECTIONS = 2048;
/** Open connections of one client address: 200 terminals behind one address keep one or two each. */
export const MAX_CONNECTIONS_PER_ADDRESS = 512;
/** File descriptors kept free for the database, photos, uploads and printers. */
export const RESERVED_DESCRIPTORS = 320;
/** Milliseconds without a byte in either direction after which a connection is closed, unless its response is being made. */
export const SILENT_MS = 90_000;
/** Time from the connection to the end of its first request's headers. */
export const MAX_HEADERS_MS = 10_000;
/** Time for the headers of each later request. */
export const MAX_LATER_HEADERS_MS = 20_000;

/** The port of a pair of machines. Connections without a certificate of the pair give their place to newer ones. */
export const PEER_PLACES = {
  /** Connections without a certificate of the pair, in total. */
  strangers: 64,
  perAddress: 4,
  /** More of them for the addresses at which the other machine was last seen, all together. */
  reserved: 16,
  /** Connections with a certificate of the pair. A machine opens 6 at a time. */
  peers: 32,
  /** Time for the TLS handshake. */
  handshakeMs: 5000,
  /** Time after it for a connection without a certificate of the pair: that of a new standby's one request. */
  strangerMs: 15_000,
};

/** Requests of one connection that wait for the response to its first one. Browsers send one at a time. */
export const MAX_WAITING_REQUESTS = 8;
/** Requests of one address that begin in one turn of the event loop: about 2 ms of short ones. */
export const MAX_REQUESTS_PER_TURN = 16;
/**
 * Speed at which a client must take a response while bytes wait for it. A minute, because the system's buffer of 4 MB takes more
 * only when a third of it is free.
 */
export const SLOW_READER: MinimumRate = { ms: 60_000, bytes: 64 * 1024 };

/** A JSON body, unless its endpoint sets another limit. */
export const MAX_JSON_BYTES = MIB;
/** A JSON body of an endpoint without a token. */
export const MAX_OPEN_JSON_BYTES = 4 * 1024;
/** The body of an exchange: a device token may have 4 096 characters. */
export const MAX_EXCHANGE_JSON_BYTES = 8 * 1024;
/** The body of a pairing or of a second step, where a passkey's response may be longer than 4 KiB. */
export const MAX_PROOF_JSON_BYTES = 16 * 1024;
/** An uploaded file, unless its endpoint sets another limit. */
export const MAX_FILE_BYTES = 20 * MIB;

/** The limit of all requests together, and of one address or user. */
export interface Share {
  readonly total: number;
  readonly each: number;
}

/** At least `bytes` in each period of `ms`. */
interface MinimumRate {
  readonly ms: number;
  readonly bytes: number;
}

/** Limits of requests in progress. */
export interface RequestLimits {
  /** Bytes of JSON bodies in memory; `each`: for an address. */
  readonly bodyBytes: Share;
  /** Uploads in progress; `each`: for a user or a terminal. */
  readonly uploads: Share;
  /** Bytes of uploads on the disk, by `Content-Length`. */
  readonly uploadBytes: Share;
  /** Uploads of a user or a terminal within an hour, and their bytes. */
  readonly uploadsPerHour: { readonly count: number; readonly bytes: number };
  /** Open event streams. */
  readonly streams: { readonly total: number; readonly user: number; readonly device: number };
  /** An incomplete body must grow so fast. */
  readonly slowBody: MinimumRate;
  /** Bytes of responses in memory that are being sent; `each`: for an address. */
  readonly responseBytes: Share;
  /** Requests of a service account with its API keys. */
  readonly apiKeyRequestsPerHour: number;
  /** Responses that are being compressed while they are sent; `each`: for an address. */
  readonly compressedStreams: Share;
  /** Processor time of the previews of labels of a user or a terminal. */
  readonly previewMsPerHour: number;
}

export const REQUEST_LIMITS: RequestLimits = {
  bodyBytes: { total: 96 * MIB, each: 32 * MIB },
  uploads: { total: 64, each: 24 },
  uploadBytes: { total: 320 * MIB, each: 224 * MIB },
  uploadsPerHour: { count: 2000, bytes: 4096 * MIB },
  streams: { total: 1000, user: 10, device: 2 },
  slowBody: { ms: 10_000, bytes: 10 * 1024 },
  responseBytes: { total: 128 * MIB, each: 64 * MIB },
  // Ten each second.
  apiKeyRequestsPerHour: 36_000,
  compressedStreams: { total: 8, each: 4 },
  // Most previews take a tenth of a second.
  previewMsPerHour: 300_000,
};

/** Columns of an imported table. */
export const MAX_TABLE_COLUMNS = 256;
/** Characters in all cells of a table. */
export const MAX_TABLE_CHARACTERS = 256 * 1024 * 1024;
/** Characters of a cell: the limit of spreadsheets. */
export const MAX_CELL_CHARACTERS = 32_767;
/** Shared strings of a workbook, which are kept in memory, and their characters. */
export const MAX_SHARED_TEXTS = 2_000_000;
export const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;
/** Depth of XML elements in a part of a workbook. Spreadsheets write about ten levels. */
export const MAX_XML_DEPTH = 64;
/** Bytes of one XML tag, or of the text between two tags. */
export const MAX_XML_TOKEN_BYTES = MIB;

/** Labels that a user or a terminal may print within an hour. A label printer prints about 15 000. */
export const MAX_LABELS_PER_HOUR = 50_000;
export const MAX_LABEL_BYTES_PER_HOUR = 64 * MIB;
/** Label formats that a user may add or change within an hour, successfully or not. */
export const MAX_FORMAT_SAVES_PER_HOUR = 300;
/** A check of an import: one of 200 MiB takes a minute. */
export const IMPORT_CHECK_LIMITS = { cpuMs: 10 * 60_000, elapsedMs: 30 * 60_000 };
/** Checks of imports; a lane is a tenant. Each takes up to 300 MB. */
export const IMPORT_CHECKS = { running: 4, perLane: 1, waiting: 20 };
/** Exports that a user may start within an hour. */
export const MAX_EXPORTS_PER_HOUR = 120;
/** Pairing codes that a user may make within an hour. Each is an event of the security log. */
export const MAX_PAIRING_CODES_PER_HOUR = 300;
/** Errors that the clients at one address may report within an hour, without a login. */
export const MAX_CLIENT_ERRORS_PER_HOUR = 60;
/** Errors that all clients together may report within an hour. */
export const MAX_ALL_CLIENT_ERRORS_PER_HOUR = 600;

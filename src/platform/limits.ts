// Limits against overload: the one table of them. docs/operate/limits.md shows them to administrators.

const MIB = 1024 * 1024;

/** Open connections in total; fewer where the process may open fewer files. */
export const MAX_CONNECTIONS = 2048;
/** Open connections of one client address: 200 terminals behind one address keep one or two each. */
export const MAX_CONNECTIONS_PER_ADDRESS = 512;
/** File descriptors kept free for the database, photos, uploads and printers. */
export const RESERVED_DESCRIPTORS = 256;
/** From the connection to the end of its first request's headers. */
export const MAX_HEADERS_MS = 10_000;
/** For the headers of each later request. */
export const MAX_LATER_HEADERS_MS = 20_000;

/** A JSON body of an endpoint that doesn't say otherwise. */
export const MAX_JSON_BYTES = MIB;
/** A JSON body of an endpoint that needs no token. */
export const MAX_OPEN_JSON_BYTES = 4 * 1024;
/** The same where a token comes in the body: one of 4 096 characters is well-formed. */
export const MAX_TOKEN_JSON_BYTES = 16 * 1024;
/** An uploaded file where its endpoint doesn't say otherwise. */
export const MAX_FILE_BYTES = 20 * MIB;

/** Of all requests at once, or of one address or user. */
export interface Share {
  readonly total: number;
  readonly each: number;
}

/** What the server holds of requests that it has not answered yet. */
export interface RequestLimits {
  /** Bytes of JSON bodies in memory; the share of an address. */
  readonly bodyBytes: Share;
  /** Uploads being received; the share of a user or a terminal. */
  readonly uploads: Share;
  /** Their bytes on the disk, by `Content-Length`. */
  readonly uploadBytes: Share;
  /** Uploads that a user or a terminal may begin in an hour, and their bytes. */
  readonly uploadsPerHour: { readonly count: number; readonly bytes: number };
  /** Open event streams. */
  readonly streams: { readonly total: number; readonly user: number; readonly device: number };
  /** A body that is not complete must bring `bytes` in each `ms`. */
  readonly slowBody: { readonly ms: number; readonly bytes: number };
}

export const REQUEST_LIMITS: RequestLimits = {
  bodyBytes: { total: 96 * MIB, each: 32 * MIB },
  uploads: { total: 64, each: 24 },
  uploadBytes: { total: 256 * MIB, each: 96 * MIB },
  uploadsPerHour: { count: 2000, bytes: 4096 * MIB },
  streams: { total: 1000, user: 10, device: 2 },
  slowBody: { ms: 10_000, bytes: 10 * 1024 },
};

/** Columns of a table that is imported. */
export const MAX_TABLE_COLUMNS = 256;
/** Characters in all cells of a table. */
export const MAX_TABLE_CHARACTERS = 256 * 1024 * 1024;
/** Characters of a cell, as spreadsheets have it. */
export const MAX_CELL_CHARACTERS = 32_767;
/** Texts that the cells of a workbook share, which stand in memory. */
export const MAX_SHARED_TEXTS = 2_000_000;
export const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;
/** Levels of elements in a part of a workbook: spreadsheets write about ten. */
export const MAX_XML_DEPTH = 64;
/** One tag, or the text between two. */
export const MAX_XML_TOKEN_BYTES = MIB;

/** What a user or a terminal may have printed in an hour; a label printer makes some 15 000. */
export const MAX_LABELS_PER_HOUR = 50_000;
export const MAX_LABEL_BYTES_PER_HOUR = 64 * MIB;
/** Exports that a user may begin in an hour. */
export const MAX_EXPORTS_PER_HOUR = 120;
/** Pairing codes that a user may make in an hour: each is an event of the security log. */
export const MAX_PAIRING_CODES_PER_HOUR = 300;

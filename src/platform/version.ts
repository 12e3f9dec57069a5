import manifest from "../../package.json" with { type: "json" };

/** The program's name and version, and the version of the contract that it serves. */
export const VERSION = { name: "tallybox", version: manifest.version, contractVersion: "1.0.43" } as const;

/** When this version was made, milliseconds since 1970: no clock that shows less is right. */
export const RELEASED = Date.UTC(2026, 10, 20);

import manifest from "../package.json" with { type: "json" };

/** The program's name and version, and the version of the contract that it serves. */
export const VERSION = { name: "tallybox", version: manifest.version, contractVersion: "1.0.43" } as const;

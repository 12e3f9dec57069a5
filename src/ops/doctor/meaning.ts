import type { EXIT } from "../../platform/startup-error.ts";

/** What the exit statuses of a refused start mean. */
export const EXIT_MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
  setting: "a setting, a port or an address is wrong",
  held: "another process works on the data folder",
  newer: "the data are of a newer version of the program",
  damaged: "the database can't be read",
  foreign: "the data folder holds something else",
  readOnly: "the data folder can't be written",
  full: "the disk is full",
};

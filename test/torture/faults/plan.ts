import { closeSync, openSync, readSync, writeFileSync, writeSync } from "node:fs";
import { constants } from "node:os";

/** The calls that can fail, in the order of the shim (shim.h, `enum call`). */
export const CALLS = [
  "open",
  "write",
  "pwrite",
  "fsync",
  "fdatasync",
  "rename",
  "unlink",
  "mkdir",
  "ftruncate",
] as const;
export type CallName = (typeof CALLS)[number];

/** The effect on the chosen call (shim/plan.c, `enum mode`). */
const MODES = { never: 0, once: 1, fromThenOn: 2, cutShort: 3, fromNowOn: 4 } as const;

/** Which call fails, and how. */
export interface Fault {
  readonly call: CallName;
  /** The n-th of these calls, from 1. */
  readonly nth: number;
  /** Null: a truncated write continues. */
  readonly error: "EIO" | "ENOSPC" | "EROFS" | "EMFILE" | null;
  readonly mode: keyof typeof MODES;
}

/** The page that the shim reads its plan from and counts into. */
export interface Plan {
  readonly path: string;
  /** The number of calls of each kind on the folder so far. */
  counts(): ReadonlyMap<CallName, number>;
  set(fault: Fault): void;
  close(): void;
}

const PAGE = 4096;
const COUNTS = 0;
const FAULT = 64;

/** Creates a plan without a fault. */
export function makePlan(path: string): Plan {
  writeFileSync(path, Buffer.alloc(PAGE));
  const fd = openSync(path, "r+");
  const number = (at: number) => {
    const bytes = Buffer.alloc(4);
    readSync(fd, bytes, 0, 4, at);
    return bytes.readUInt32LE();
  };
  return {
    path,
    counts: () => new Map(CALLS.map((call, index) => [call, number(COUNTS + 4 * index)])),
    set({ call, nth, error, mode }) {
      const code = error === null ? 0 : constants.errno[error];
      const fields = [CALLS.indexOf(call), nth, code, MODES[mode], 0];
      const bytes = Buffer.alloc(4 * fields.length);
      for (const [index, field] of fields.entries()) bytes.writeUInt32LE(field, 4 * index);
      writeSync(fd, bytes, 0, bytes.length, FAULT);
    },
    close: () => closeSync(fd),
  };
}

/** Removes the fault. */
export const NO_FAULT: Fault = { call: "open", nth: 0, error: null, mode: "never" };

/** Makes every change of the disk fail, as the kernel does with a disk that it found damaged. */
export const READ_ONLY: Fault = { call: "pwrite", nth: 0, error: "EROFS", mode: "fromNowOn" };

/** All faults: errors of the disk, of the kernel, and of the limits of a process. */
export const WAYS: readonly Pick<Fault, "call" | "error" | "mode">[] = [
  { call: "open", error: "EMFILE", mode: "once" },
  { call: "open", error: "ENOSPC", mode: "once" },
  { call: "write", error: "ENOSPC", mode: "once" },
  { call: "write", error: "EIO", mode: "once" },
  { call: "write", error: null, mode: "cutShort" },
  { call: "write", error: "ENOSPC", mode: "cutShort" },
  { call: "pwrite", error: "ENOSPC", mode: "once" },
  { call: "pwrite", error: "EIO", mode: "once" },
  { call: "pwrite", error: null, mode: "cutShort" },
  { call: "pwrite", error: "ENOSPC", mode: "cutShort" },
  { call: "pwrite", error: "EROFS", mode: "fromThenOn" },
  { call: "pwrite", error: "ENOSPC", mode: "fromThenOn" },
  { call: "fsync", error: "EIO", mode: "once" },
  { call: "fdatasync", error: "EIO", mode: "once" },
  { call: "rename", error: "EIO", mode: "once" },
  { call: "rename", error: "ENOSPC", mode: "once" },
  { call: "unlink", error: "EIO", mode: "once" },
  { call: "mkdir", error: "ENOSPC", mode: "once" },
  { call: "ftruncate", error: "EIO", mode: "once" },
];

/** The fault as text: `the 3rd pwrite: ENOSPC, from then on`. */
export function nameOf({ call, nth, error, mode }: Fault): string {
  const how = {
    never: "",
    once: "",
    fromThenOn: ", from then on",
    cutShort: ", cut in half",
    fromNowOn: ", all",
  }[mode];
  return `${call} number ${nth}: ${error ?? "short"}${how}`;
}

import { setTimeout as sleep } from "node:timers/promises";
import type { PrintServer } from "./server.ts";

/** A print request as the server returns it. */
export interface Shown {
  readonly oid: number;
  readonly printerId: number;
  readonly stateId: number;
  readonly isConfirmed: boolean;
  readonly finishedDT: string | null;
}

/** The states of the contract. */
export const State = { waiting: 1, printing: 2, done: 3 } as const;

const endSeconds = 30;
const pauseMs = 2;

/** Waits until the request is Done. */
export async function done(server: PrintServer, oid: number): Promise<void> {
  const deadline = performance.now() + endSeconds * 1000;
  while ((await server.get<Shown>(`/api/printrequests/${oid}`)).stateId !== State.done) {
    if (performance.now() > deadline) throw new Error(`a label is not Done after ${endSeconds} s`);
    await sleep(pauseMs);
  }
}

/** Waits until no request is open, except those for the dead printer; returns all of them. */
export async function ended(server: PrintServer, oids: readonly number[], deadId?: number): Promise<Shown[]> {
  const deadline = performance.now() + endSeconds * 1000;
  for (;;) {
    const requests = await shown(server, oids);
    const isOpen = ({ stateId }: Shown) => stateId === State.waiting || stateId === State.printing;
    if (!requests.some((each) => each.printerId !== deadId && isOpen(each))) return requests;
    if (performance.now() > deadline) throw new Error(`labels are still open after ${endSeconds} s`);
    await sleep(pauseMs);
  }
}

/** The requests of these oids, page by page. */
async function shown(server: PrintServer, oids: readonly number[]): Promise<Shown[]> {
  const wanted = new Set(oids);
  const oldest = Math.min(...oids);
  const found: Shown[] = [];
  let before = Math.max(...oids) + 1;
  while (before > oldest) {
    const page = await server.get<Shown[]>(`/api/printrequests?before=${before}`);
    const last = page.at(-1);
    if (last === undefined) break;
    found.push(...page.filter(({ oid }) => wanted.has(oid)));
    before = last.oid;
  }
  return found;
}

import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { promisify } from "node:util";
import type { AddressRule } from "./address-rules.ts";

/** Resolves a host name to all of its addresses. Aborted while it waits for its turn, it calls `onBusy` and rejects. */
export type ResolveHost = (
  host: string,
  signal: AbortSignal,
  onBusy: () => void,
) => Promise<readonly LookupAddress[]>;

/** Look-ups at once: each holds a thread of the pool for as long as a name server does not respond. */
const MAX_LOOKUPS = 3;

type FindAll = (host: string) => Promise<readonly LookupAddress[]>;
const lookUp = promisify(lookup) as (
  host: string,
  options: LookupOptions & { all: true },
) => Promise<LookupAddress[]>;
const findAll: FindAll = (host) => lookUp(host, { all: true, verbatim: true });

/** The names of the system. Connections to one name share a look-up, so a hanging one holds one thread. Others wait in turn. */
export function makeResolveHost(find = findAll): ResolveHost {
  const running = new Map<string, Promise<readonly LookupAddress[]>>();
  const waiting = new Set<{ readonly host: string; start(): void }>();
  const mayStart = (host: string) => running.has(host) || running.size < MAX_LOOKUPS;
  const startWaiting = () => {
    for (const one of waiting)
      if (mayStart(one.host)) {
        waiting.delete(one);
        one.start();
      }
  };
  const start = (host: string) => {
    const started = find(host).finally(() => {
      running.delete(host);
      startWaiting();
    });
    running.set(host, started);
    return started;
  };
  const share = (host: string) => running.get(host) ?? start(host);
  return (host, signal, onBusy) => {
    if (mayStart(host)) return share(host);
    return new Promise((resolve, reject) => {
      const one = {
        host,
        start() {
          signal.removeEventListener("abort", end);
          resolve(share(host));
        },
      };
      const end = () => {
        waiting.delete(one);
        onBusy();
        reject(new LookupError("busy"));
      };
      waiting.add(one);
      signal.addEventListener("abort", end, { once: true });
    });
  };
}

/** Why a name gave no address. `forbidden`: it resolved to one that is not allowed. `busy`: it was not looked up. */
export class LookupError extends Error {
  readonly reason: "forbidden" | "busy" | "none";

  constructor(reason: LookupError["reason"]) {
    super(reason);
    this.reason = reason;
  }
}

/** The look-up of a connection: the socket gets checked addresses only, so the name can't resolve to another one in between. */
export function checkedLookup(
  resolveHost: FindAll,
  allowsAddress: AddressRule,
  isSecure: boolean,
): LookupFunction {
  return (host, { all }, callback) => {
    resolveHost(host)
      .then((found) => {
        const [first] = found;
        if (first === undefined) throw new LookupError("none");
        // All, not the allowed ones among them: a name with a forbidden address is an attack or an error.
        if (!found.every(({ address }) => allowsAddress(address, isSecure)))
          throw new LookupError("forbidden");
        if (all) callback(null, [...found]);
        else callback(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, "", 0));
  };
}

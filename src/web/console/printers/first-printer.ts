import { useEffect, useState } from "preact/hooks";
import type { Condition } from "../../printing/use-statuses.ts";
import { isReady, readyFirst } from "./printer-types.ts";

/** The first printer that prints. It stays when others answer later: it must not change just before a click. */
export function useFirstPrinter<P extends { readonly oid: number }>(
  printers: readonly P[],
  conditions: ReadonlyMap<number, Condition>,
): P | null {
  const [kept, setKept] = useState<number | null>(null);
  const found = printers.find(({ oid }) => oid === kept);
  const [first = null] = readyFirst(printers, conditions);
  const ready = found === undefined && first !== null && isReady(first, conditions) ? first.oid : null;
  useEffect(() => {
    if (ready !== null) setKept(ready);
  }, [ready]);
  return found ?? first;
}

import { news } from "../live/live.ts";

/** The printers that print, as far as is known, before those that are switched off or have a fault; else in their order. */
export function readyFirst<P extends { readonly oid: number }>(printers: readonly P[]): readonly P[] {
  const isAtFault = ({ oid }: P) => {
    const told = news.printers.value?.find((one) => one.oid === oid);
    return told !== undefined && (!told.isActive || told.lastError !== null);
  };
  return printers.slice().sort((a, b) => Number(isAtFault(a)) - Number(isAtFault(b)));
}

import { listInventories } from "../../api/inventories.ts";
import type { Job } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { eventData } from "../realtime/live.ts";
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { shownKind } from "./kinds.ts";

/** The names of stocktakes by their ids. */
export type StocktakeNames = ReadonlyMap<number, string>;

/** The names of all stocktakes, closed ones too. */
export function useStocktakeNames(): StocktakeNames {
  // Those of open ones are in the event stream, without a request after each count.
  const { body } = useLiveQuery(listInventories({ includeClosed: true }), { follows: ["jobs"] });
  const all = [...(body ?? []), ...(eventData.inventories.value ?? [])];
  return new Map(all.map(({ oid, name }) => [oid, name]));
}

interface NameProps {
  readonly job: Pick<Job, "kind" | "subjectId"> & {
    readonly result?: unknown;
    readonly fileName?: string | null;
  };
  readonly names: StocktakeNames;
}

/** The kind of a job, and the stocktake or the file that it works on. */
export function JobName({ job: { kind, subjectId, result, fileName }, names }: NameProps) {
  const { name, isOfStocktake = false } = shownKind(kind);
  const file = fileName ?? fileNameOf(result);
  if (subjectId !== null && isOfStocktake) {
    return (
      <span>
        {t(name)} <a href={`#/stocktakes/${subjectId}`}>{names.get(subjectId) ?? `#${subjectId}`}</a>
      </span>
    );
  }
  if (subjectId !== null && kind === "import" && may("administer")) {
    return <a href={`#/exchange/${subjectId}`}>{[t(name), file].filter(Boolean).join(" ")}</a>;
  }
  return <span>{[t(name), file].filter(Boolean).join(" ")}</span>;
}

/** The name of the file in the result of an import. */
function fileNameOf(result: unknown): string | null {
  if (typeof result !== "object" || result === null || !("fileName" in result)) return null;
  return typeof result.fileName === "string" ? result.fileName : null;
}

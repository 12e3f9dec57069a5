import type { Inventory } from "../../../inventories/shapes.ts";
import type { Job } from "../../../jobs/shapes.ts";
import { t } from "../../app/words.ts";
import { news } from "../live/live.ts";
import { useLive } from "../live/use-live.ts";
import { shownKind } from "./kinds.ts";

/** The names of stocktakes by their ids. */
export type StocktakeNames = ReadonlyMap<number, string>;

/** The names of all stocktakes, closed ones too. */
export function useStocktakeNames(): StocktakeNames {
  // Those of open ones are in the event stream, without a request after each count.
  const { body } = useLive<readonly Inventory[]>("/api/inventories?includeClosed=true", {
    follows: ["jobs"],
  });
  const all = [...(body ?? []), ...(news.inventories.value ?? [])];
  return new Map(all.map(({ oid, name }) => [oid, name]));
}

interface NameProps {
  readonly job: Pick<Job, "kind" | "subjectId">;
  readonly names: StocktakeNames;
  /** Without a link. */
  readonly isPlain?: boolean;
}

/** The kind of a job, and the stocktake that it works on. */
export function JobName({ job: { kind, subjectId }, names, isPlain = false }: NameProps) {
  const { name, isOfStocktake = false } = shownKind(kind);
  if (!isOfStocktake || subjectId === null) return <span>{t(name)}</span>;
  const stocktake = names.get(subjectId) ?? `#${subjectId}`;
  return (
    <span>
      {t(name)} {isPlain ? stocktake : <a href={`#/stocktakes/${subjectId}`}>{stocktake}</a>}
    </span>
  );
}

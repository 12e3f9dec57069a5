import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { CatalogueName } from "../../api/catalogues.ts";
import type { CatalogueItem, CatalogueUses } from "../../api/types/endpoints.d.ts";
import { t } from "../../i18n/translate.ts";
import { ListRecord } from "./list-record.tsx";
import { useReorder } from "./use-reorder.ts";

interface ListRecordsProps {
  readonly catalogue: CatalogueName;
  readonly records: readonly CatalogueItem[];
  readonly uses: readonly CatalogueUses[];
  readonly onChanged: () => void;
}

/** The records of one list, in order. */
export function ListRecords({ catalogue, records, uses, onChanged }: ListRecordsProps) {
  const [renamed, setRenamed] = useState<number | null>(null);
  const { shown, dragged, announced, move, rowHandlers } = useReorder(catalogue, records, onChanged);
  return (
    <>
      <ol class="list-records">
        {shown.map((record, place) => (
          <li
            key={record.oid}
            class={record.oid === dragged ? "is-dragged" : ""}
            {...rowHandlers(record, place)}
            // Text in a row that can be dragged can't be selected.
            draggable={record.oid !== renamed}
          >
            <span class="list-order">
              {ARROWS.map(({ step, sign, words, id }) => (
                <button
                  key={id}
                  id={`${id}-${record.oid}`}
                  type="button"
                  class="plain"
                  aria-label={t(words, { name: record.name })}
                  aria-disabled={place + step < 0 || place + step >= shown.length}
                  onClick={() => move(record, place + step, `${id}-${record.oid}`)}
                >
                  {sign}
                </button>
              ))}
            </span>
            <ListRecord
              catalogue={catalogue}
              record={record}
              records={shown}
              uses={uses.find(({ oid }) => oid === record.oid) ?? null}
              isRenaming={record.oid === renamed}
              setRenaming={(isRenaming) => setRenamed(isRenaming ? record.oid : null)}
              onChanged={onChanged}
            />
          </li>
        ))}
      </ol>
      <p class="unseen" role="status">
        {announced}
      </p>
    </>
  );
}

const ARROWS = [
  { step: -1, sign: "↑", id: "up", words: msg("Move {name} up") },
  { step: 1, sign: "↓", id: "down", words: msg("Move {name} down") },
] as const;

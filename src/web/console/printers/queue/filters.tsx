import { msg } from "../../../../domain/message.ts";
import { nameOfRequestState, RequestState } from "../../../../domain/print-states.ts";
import { listPrinters } from "../../../api/printing.ts";
import { t } from "../../../i18n/translate.ts";
import { addressQuery, changeQuery } from "../../../router/address.ts";
import { useLiveQuery } from "../../realtime/use-live-query.ts";

/** Which requests are shown: they stand in the address. */
export function QueueFilters() {
  const printers = useLiveQuery(listPrinters(), { follows: ["printRequests"] });
  const states = Object.values(RequestState).map((oid) => ({
    oid,
    name: t(nameOfRequestState(oid)),
  }));
  return (
    <div class="row queue-filters no-print">
      <Filter name="printerId" words={t(TEXTS.printer)} all={t(TEXTS.all)} items={printers.body ?? []} />
      <Filter name="stateId" words={t(TEXTS.state)} all={t(TEXTS.any)} items={states} />
    </div>
  );
}

interface FilterProps {
  readonly name: string;
  readonly words: string;
  readonly all: string;
  readonly items: readonly { readonly oid: number; readonly name: string }[];
}

function Filter({ name, words, all, items }: FilterProps) {
  return (
    <label class="filter">
      {words}
      <select
        value={addressQuery().get(name) ?? ""}
        onChange={({ currentTarget }) => changeQuery({ [name]: currentTarget.value, before: null })}
      >
        <option value="">{all}</option>
        {items.map((item) => (
          <option key={item.oid} value={String(item.oid)}>
            {item.name}
          </option>
        ))}
      </select>
    </label>
  );
}

const TEXTS = {
  printer: msg("Printer"),
  all: msg("All printers"),
  state: msg("State"),
  any: msg("All states"),
};

import { useEffect, useState } from "preact/hooks";
import { msg } from "../../../../domain/message.ts";
import { readValue, writeValue } from "../../../db/values.ts";
import { reportError } from "../../../errors/report-error.ts";
import { t } from "../../../i18n/translate.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Menu } from "../../../ui/menu.tsx";
import type { Column } from "../../../ui/table/data-table.tsx";

interface Chosen<Row> {
  /** The keys of the shown columns, in their order. */
  readonly columns: readonly Column<Row>[];
  readonly keys: readonly string[];
  readonly choose: (keys: readonly string[]) => void;
}

/** The columns that were chosen in this browser. The first one is always shown. */
export function useColumns<Row>(
  table: string,
  all: readonly Column<Row>[],
  atFirst: readonly string[],
): Chosen<Row> {
  const [keys, setKeys] = useState(atFirst);
  useEffect(() => {
    readValue(`columns ${table}`)
      .then((known) => known !== undefined && setKeys(known))
      .catch(reportError);
  }, [table]);
  const choose = (next: readonly string[]) => {
    setKeys(next);
    writeValue(`columns ${table}`, next).catch(reportError);
  };
  const columns = all.filter(({ key }, index) => index === 0 || keys.indexOf(key) !== -1);
  return { columns, keys, choose };
}

interface ChooserProps<Row> {
  readonly all: readonly Column<Row>[];
  readonly keys: readonly string[];
  readonly choose: (keys: readonly string[]) => void;
}

/** Chooses the columns of the table. */
export function ColumnChooser<Row>({ all, keys, choose }: ChooserProps<Row>) {
  return (
    <Menu label={t(msg("Columns"))}>
      {() => (
        <fieldset>
          <legend class="sr-only">{t(msg("Columns"))}</legend>
          {all.slice(1).map(({ key, title }) => {
            const isShown = keys.indexOf(key) !== -1;
            return (
              <Checkbox
                key={key}
                checked={isShown}
                onChange={() => choose(isShown ? keys.filter((one) => one !== key) : [...keys, key])}
              >
                {title}
              </Checkbox>
            );
          })}
        </fieldset>
      )}
    </Menu>
  );
}

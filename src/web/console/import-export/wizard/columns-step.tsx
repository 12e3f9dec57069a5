import { msg } from "../../../../domain/message.ts";
import { readValue, writeValue } from "../../../db/values.ts";
import { t } from "../../../i18n/translate.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { type Column, DataTable } from "../../../ui/table/data-table.tsx";
import type { FileColumn, ImportField } from "../shapes.ts";
import type { Check } from "./import.tsx";
import { fieldAt, fieldsWithoutColumn, takesDefault, withDefault, withField, withLevels } from "./options.ts";
import { ControlProblem, missingFields } from "./steps.tsx";
import "./columns.css";
import { useRef, useState } from "preact/hooks";
import { ValueChoice } from "./value-choice.tsx";

/** The field of each column of the file, and default values of fields without a column. */
export function ColumnsStep({ check }: { readonly check: Check }) {
  const { one, options, change } = check;
  const remembered = `import ${one.kind}` as const;
  const lastWrite = useRef<Promise<void>>(Promise.resolve());
  // Two choices end together where the second one ends the check of the first: each adds to what the other has written.
  const remember = (choices: () => Promise<Record<string, string | null> | null>): Promise<void> => {
    const write = async () => writeValue(remembered, await choices());
    // A write that failed, and was reported by its own choice, does not end the others.
    lastWrite.current = lastWrite.current.then(write, write);
    return lastWrite.current;
  };

  async function choose({ column, header }: FileColumn, field: string | null): Promise<void> {
    const isTaken = await change(`column ${column}`, (newest) => withField(newest, column, field));
    // The choice is remembered by the header, which must therefore be unique.
    const isUnique = header !== "" && one.columns.filter((other) => other.header === header).length === 1;
    if (!isTaken || !isUnique) return;
    await remember(async () => ({ ...(await readValue(remembered)), [header]: field }));
  }

  async function reset(): Promise<void> {
    await remember(async () => null);
    await change("reset", (newest) => ({ ...newest, columns: [] }));
  }

  if (one.columns.length === 0) return <Banner>{t(msg("Select the header row first."))}</Banner>;
  return (
    <>
      <div class="import-head">
        <p class="muted">
          {t(
            msg(
              "Matched by their names. Your changes are remembered in this browser. * Required for new records.",
            ),
          )}
        </p>
        <Button onClick={reset}>{t(msg("Reset matching"))}</Button>
      </div>
      <ControlProblem
        check={check}
        at={["reset", "levels", ...one.columns.map(({ column }) => `column ${column}`)]}
      />
      <RequiredFields check={check} />
      <DataTable
        class="import-columns"
        caption={t(msg("Columns of the file"))}
        columns={columnsOf(check, choose)}
        rows={one.columns}
        classOf={({ column }) => (fieldAt(one, options, column) === null ? "is-ignored" : "")}
      />
      <Levels check={check} />
      <OtherFields check={check} />
    </>
  );
}

/** How the separators of the levels of locations are shown. */
export const LEVELS = {
  slash: "A / B",
  greater: "A > B",
  backslash: "A \\ B",
  dash: "A - B",
};
type LevelName = keyof typeof LEVELS;

/** What separates the levels of locations. */
function Levels({ check: { one, options, change } }: { readonly check: Check }) {
  if (one.levels === null) return null;
  const names = Object.keys(LEVELS) as LevelName[];
  return (
    <Select
      class="import-control"
      label={t(msg("Levels of a location are written as"))}
      items={names.map((name) => ({ value: name, label: LEVELS[name] }))}
      value={options.levels ?? one.levels}
      onValue={(value) => change("levels", (newest) => withLevels(newest, value))}
    />
  );
}

function columnsOf(
  { one, options }: Check,
  onField: (column: FileColumn, field: string | null) => Promise<void>,
): readonly Column<FileColumn>[] {
  const isRepeated = (text: string) =>
    text !== "" && one.columns.filter(({ header }) => header === text).length > 1;
  return [
    {
      title: t(msg("Column in the file")),
      isRowHead: true,
      cell: ({ letter, header }) => (
        <>
          <span class="import-letter">{letter}</span>{" "}
          {header === "" ? <span class="muted">{t(msg("(no name)"))}</span> : header}{" "}
          {isRepeated(header) && <Badge tone="muted">{t(msg("Repeated name"))}</Badge>}
        </>
      ),
    },
    {
      title: t(msg("Sample values")),
      class: "import-samples",
      cell: ({ samples }) =>
        samples.length === 0 ? <span class="muted">{t(msg("(empty)"))}</span> : samples.join(" · "),
    },
    {
      title: t(msg("Import as")),
      cell: (column) => (
        <select
          aria-label={`${column.header} (${column.letter})`}
          value={fieldAt(one, options, column.column) ?? ""}
          onChange={({ currentTarget: { value } }) => onField(column, value === "" ? null : value)}
        >
          <option value="">{t(msg("Don't import"))}</option>
          {one.fields.map(({ field: name, title, isRequired }) => (
            <option key={name} value={name}>
              {isRequired ? `${title} *` : title}
            </option>
          ))}
        </select>
      ),
    },
  ];
}

/** The required fields that the file has no column for: keys need one, others take a default value. */
function RequiredFields({ check }: { readonly check: Check }) {
  const { one, options } = check;
  const without = fieldsWithoutColumn(one, options).filter(
    ({ isRequired, isNeeded }) => isRequired || isNeeded,
  );
  const fields = without.filter((field) => takesDefault(one, field));
  return (
    <>
      {without
        .filter((field) => !takesDefault(one, field))
        .map(({ field, title }) => (
          <Banner key={field} tone="danger">
            {t(msg("{title} is required: select the column that holds it."), { title })}
          </Banner>
        ))}
      {fields.length > 0 && (
        <section class="import-defaults" aria-label={t(REQUIRED)}>
          <h3>{t(REQUIRED)}</h3>
          <p class="muted">{t(msg("Match a column below, or set a default value for new records."))}</p>
          <Inputs check={check} fields={fields} />
        </section>
      )}
    </>
  );
}

/** The other fields that the file has no column for, each with a default value. */
function OtherFields({ check }: { readonly check: Check }) {
  const { one, options } = check;
  const fields = fieldsWithoutColumn(one, options).filter(
    (field) => !field.isRequired && !field.isNeeded && takesDefault(one, field),
  );
  const [isOpen] = useState(() => fields.some(({ field }) => options.defaults?.[field] !== undefined));
  if (fields.length === 0) return null;
  return (
    <details class="import-defaults" open={isOpen}>
      <summary>{t(msg("Default values of other fields"))}</summary>
      <p class="muted">
        {t(msg("A default value is used for new records. Stored values are not overwritten."))}
      </p>
      <Inputs check={check} fields={fields} />
    </details>
  );
}

function Inputs({ check, fields }: { readonly check: Check; readonly fields: readonly ImportField[] }) {
  const { one, options, change } = check;
  const missing = missingFields(one);
  return (
    <div class="import-controls">
      {fields.map((field) => (
        <div key={field.field}>
          <ValueChoice
            field={field}
            label={field.isRequired ? `${field.title} *` : field.title}
            value={options.defaults?.[field.field] ?? ""}
            none={t(msg("No default"))}
            isFaulty={missing.has(field.field)}
            onValue={(text) =>
              change(`default ${field.field}`, (newest) => withDefault(newest, field.field, text))
            }
          />
          <ControlProblem check={check} at={[`default ${field.field}`]} />
        </div>
      ))}
    </div>
  );
}

const REQUIRED = msg("Required fields without a column");

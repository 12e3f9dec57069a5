import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { TableKind } from "../../../domain/table-kinds.ts";
import { call } from "../../api/call.ts";
import { number, t } from "../../i18n/translate.ts";
import { may } from "../../login/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { Fields } from "../../ui/field.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Select } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { type Loading, useDownload } from "../batch/use-download.ts";
import { Screen } from "../layout/screen.tsx";
import { DropFile } from "./drop-file.tsx";
import { KIND_NAMES, KINDS, SEPARATOR_NAMES } from "./kinds.ts";
import { OpenImports } from "./open-imports.tsx";
import "./exchange.css";

const FORMS = ["xlsx", "comma", "semicolon", "tab"] as const;
type Form = (typeof FORMS)[number];

/** Exports records as files, each a snapshot of one moment; an exported file can be imported again. */
function Exports() {
  const [form, setForm] = useState<Form>("xlsx");
  const { coming, problem, saved, start, stop } = useDownload();
  const kinds = KINDS.filter((kind) => kind !== "users" || may("administer"));
  const begin = (kind: TableKind) =>
    start(
      call(
        `GET /api/export/${kind}`,
        form === "xlsx" ? { format: "xlsx" } : { format: "csv", separator: form },
      ),
    );
  return (
    <>
      <Fields>
        <Select
          label={t(msg("Format"))}
          items={FORMS.map((value) => ({
            value,
            label: value === "xlsx" ? "XLSX (Excel)" : `CSV: ${t(SEPARATOR_NAMES[value])}`,
          }))}
          value={form}
          onValue={(value) => setForm(FORMS.find((one) => one === value) ?? form)}
        />
      </Fields>
      {coming === null ? (
        <Toolbar>
          {kinds.map((kind) => (
            <Button key={kind} kind="secondary" onClick={() => begin(kind)}>
              {t(KIND_NAMES[kind])}
            </Button>
          ))}
        </Toolbar>
      ) : (
        <ComingFile coming={coming} onStop={stop} />
      )}
      <p role="status">{saved !== null && t(msg("Saved: {name}"), { name: saved })}</p>
      <Problem text={problem} />
    </>
  );
}

function ComingFile({ coming, onStop }: { readonly coming: Loading; readonly onStop: () => void }) {
  return (
    <div class="long-work">
      <Progress label={t(msg("Downloading: {kb} kB"), { kb: number(Math.ceil(coming.bytes / 1000)) })} />
      <Button kind="secondary" onClick={onStop}>
        {t(msg("Stop"))}
      </Button>
    </div>
  );
}

/** Imports and exports of tables. */
export function ImportExportScreen() {
  return (
    <Screen title={t(msg("Import and export"))}>
      {may("administer") && (
        <section>
          <h2>{t(msg("Import", "noun"))}</h2>
          <DropFile />
          <OpenImports />
        </section>
      )}
      <section>
        <h2>{t(msg("Export", "noun"))}</h2>
        <Exports />
      </section>
    </Screen>
  );
}

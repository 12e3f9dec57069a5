import { useEffect, useRef, useState } from "preact/hooks";
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
import { useLiveQuery } from "../realtime/use-live-query.ts";
import { KIND_NAMES, KINDS, SEPARATOR_NAMES } from "./kinds.ts";
import { OpenImports } from "./open-imports.tsx";
import "./exchange.css";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { go } from "../../router/router.ts";
import { FileField } from "../../ui/file-input.tsx";
import { problemText } from "../forms/problem.ts";
import { sendFile } from "./follow-import.ts";

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
          onValue={setForm}
        />
      </Fields>
      {coming === null ? (
        <Toolbar>
          {kinds.map((kind) => (
            <Button key={kind} onClick={() => begin(kind)}>
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
      <Button onClick={onStop}>{t(msg("Stop"))}</Button>
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

/** Uploads a file of the chosen data type; it is checked at once, and nothing is changed. */
function DropFile() {
  const kind = KINDS.find((one) => one === addressQuery().get("kind")) ?? "articles";
  const sending = useRef<AbortController | null>(null);
  const [fileName, setFileName] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const [isOver, setOver] = useState(false);
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File | undefined): Promise<void> {
    if (file === undefined || fileName !== null) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    sending.current = leaving;
    setProblem("");
    setFileName(file.name);
    try {
      const { id } = await sendFile(kind, file, signal);
      if (!signal.aborted) go(`/exchange/${id}`);
    } catch (error) {
      if (!signal.aborted) setProblem(problemText(error));
    } finally {
      setFileName(null);
    }
  }

  return (
    <>
      <div class="import-begin">
        <KindChoice kind={kind} onKind={(next) => changeQuery({ kind: next }, { replace: true })} />
        <Templates kind={kind} />
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside does the same by keyboard */}
      <div
        class={isOver ? "drop-file is-over" : "drop-file"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          return send(event.dataTransfer?.files[0]);
        }}
      >
        {fileName === null ? (
          <FileField
            label={t(
              msg(
                "Drop a file here, or choose one: CSV, XLSX, or a Homebox collection as ZIP. You check it in the next steps; nothing is changed yet.",
              ),
            )}
            accept=".csv,.xlsx,.zip,.txt,text/csv"
            onFiles={([file]) => void send(file)}
          />
        ) : (
          <Sending name={fileName} onStop={() => sending.current?.abort()} />
        )}
      </div>
      <Problem text={problem} />
    </>
  );
}

/** The interval of requests while a file is checked. */
const CHECK_EVERY_S = 1;

/** The progress of a file that is uploaded and checked: the rows so far, of all as soon as they are known. */
function Sending({ name, onStop }: { readonly name: string; readonly onStop: () => void }) {
  const { body } = useLiveQuery(call("GET /api/imports"), { everySeconds: CHECK_EVERY_S });
  const head = body?.find(({ fileName, state }) => fileName === name && state === "checking");
  const { done = 0, total = null } = head?.progress ?? {};
  const rows = done > 0 ? ` ${t(msg("{n, plural, one {# row} other {# rows}}"), { n: done })}` : "";
  return (
    <div class="long-work">
      <Progress
        label={<span role="status">{`${t(msg("Uploading and checking {name}…"), { name })}${rows}`}</span>}
        {...(total !== null && { value: done, max: total })}
      />
      <Button onClick={onStop}>{t(msg("Stop"))}</Button>
    </div>
  );
}

function KindChoice({
  kind,
  onKind,
}: {
  readonly kind: TableKind;
  readonly onKind: (kind: TableKind) => void;
}) {
  return (
    <Select
      class="import-kind"
      label={t(msg("Data type"))}
      items={KINDS.map((value) => ({ value, label: t(KIND_NAMES[value]) }))}
      value={kind}
      onValue={onKind}
    />
  );
}

/** Downloads an example file of a data type, to be filled in. */
function Templates({ kind }: { readonly kind: TableKind }) {
  const { coming, problem, start } = useDownload();
  return (
    <div class="import-templates">
      <span aria-hidden="true">{t(msg("Download a template"))}</span>
      <Toolbar class="formats">
        {(["xlsx", "csv"] as const).map((format) => (
          <Button
            key={format}
            disabled={coming !== null}
            aria-label={`${t(msg("Download a template"))} ${format.toUpperCase()}`}
            onClick={() => start(call("GET /api/imports/templates/{kind}", { kind, format }))}
          >
            {format.toUpperCase()}
          </Button>
        ))}
      </Toolbar>
      <Problem text={problem} />
    </div>
  );
}

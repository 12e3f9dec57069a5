import { useEffect, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import type { TableKind } from "../../../domain/table-kinds.ts";
import { call } from "../../api/call.ts";
import { t } from "../../i18n/translate.ts";
import { addressQuery, changeQuery } from "../../router/address.ts";
import { go } from "../../router/router.ts";
import { Button } from "../../ui/button.tsx";
import { FileField } from "../../ui/file-input.tsx";
import { Select } from "../../ui/select.tsx";
import { Toolbar } from "../../ui/toolbar.tsx";
import { Problem } from "../../ui/use-action.tsx";
import { useDownload } from "../batch/use-download.ts";
import { problemText } from "../forms/problem.ts";
import { sendFile } from "./follow-import.ts";
import { KIND_NAMES, KINDS } from "./kinds.ts";

/** Uploads a file of the chosen data type; it is checked at once, and nothing is changed. */
export function DropFile() {
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
          <Toolbar>
            <span role="status">{t(msg("Uploading and checking {name}…"), { name: fileName })}</span>
            <Button kind="secondary" onClick={() => sending.current?.abort()}>
              {t(msg("Stop"))}
            </Button>
          </Toolbar>
        )}
      </div>
      <Problem text={problem} />
    </>
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
      onValue={(value) => onKind(KINDS.find((one) => one === value) ?? kind)}
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
            kind="secondary"
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

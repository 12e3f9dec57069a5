import { useState } from "preact/hooks";
import { readEpc } from "../../../domain/codes/epc.ts";
import { msg } from "../../../domain/message.ts";
import type { ReaderFormat } from "../../db/values.ts";
import { number, t } from "../../i18n/translate.ts";
import { PLAIN_FORMAT, type ReadTag } from "../../scanner/tag-input.ts";
import { chooseReader, rfidReader, useTags } from "../../scanner/tag-source.ts";
import { useScans } from "../../scanner/use-scans.ts";
import { Banner } from "../../ui/banner.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { TextField } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Select } from "../../ui/select.tsx";
import { Problem, useAction } from "../../ui/use-action.tsx";
import styles from "./tags.module.css";
import "../../articles/articles.css";

/** The newest tags that are shown. */
const MAX_SHOWN = 5;

/** `#/tags/settings`: whether this device reads RFID tags, and how its reader writes them. */
export function ReaderSettings() {
  const format = rfidReader.value;
  const { run, problem } = useAction();
  const [seen, setSeen] = useState<readonly ReadTag[]>([]);
  const [other, setOther] = useState<string | null>(null);
  useTags((tags) => {
    setOther(null);
    setSeen((before) => [...tags].reverse().concat(before).slice(0, MAX_SHOWN));
  });
  useScans(({ text }) => setOther(text));
  const choose = (next: ReaderFormat | null) => run(() => chooseReader(next));
  const change = (part: Partial<ReaderFormat>) => choose({ ...(format ?? PLAIN_FORMAT), ...part });
  return (
    <Page title={t(msg("RFID reader"))} back>
      <Problem text={problem} />
      <Checkbox
        checked={format !== null}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? PLAIN_FORMAT : null)}
      >
        {t(msg("This device reads RFID tags"))}
      </Checkbox>
      <Select
        label={t(msg("What the reader sends of a tag"))}
        value={format?.form ?? "epc"}
        items={[
          { value: "epc", label: t(msg("The EPC")) },
          { value: "pc", label: t(msg("Protocol control word (PC), then the EPC")) },
        ]}
        onValue={(value) => change({ form: value === "pc" ? "pc" : "epc" })}
      />
      <TextField
        label={t(msg("Text before each tag"))}
        value={format?.prefix ?? ""}
        onChange={({ currentTarget }) => change({ prefix: currentTarget.value.trim() })}
      />
      <TextField
        label={t(msg("Text after each tag"))}
        value={format?.suffix ?? ""}
        hint={t(msg("Without Enter, Tab, comma, semicolon and space: these separate tags in any case."))}
        onChange={({ currentTarget }) => change({ suffix: currentTarget.value.trim() })}
      />
      <h2>{t(msg("Test"))}</h2>
      <div role="status">
        {other !== null && (
          <Banner tone="warning">{t(msg("{text} is no tag in this format."), { text: other })}</Banner>
        )}
        {seen.length === 0 && other === null && (
          <p>{t(msg("Pull the trigger at a tag: it appears here."))}</p>
        )}
      </div>
      <ul class="list">
        {seen.map(({ epc, rssi }, index) => (
          <li key={index}>
            <div class={styles["row"]}>
              <span class="main">
                <b class="scanned">{epc}</b>
                <small>{meaningOf(epc)}</small>
              </span>
              {rssi !== null && (
                <span class="trailing">{t(msg("{level} dBm"), { level: number(rssi) })}</span>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Page>
  );
}

/** What an EPC stands for: GS1 elements in brackets. */
function meaningOf(epc: string): string {
  const elements = readEpc(epc)?.elements ?? [];
  return elements.length === 0
    ? t(msg("No GS1 data: the tag is known by its EPC alone."))
    : elements.map(({ ai, value }) => `(${ai})${value}`).join("");
}

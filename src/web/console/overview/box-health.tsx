import type { ComponentChildren } from "preact";
import { say } from "../../../words.ts";
import { Shown } from "../../answers/shown.tsx";
import type { Answer } from "../../answers/use-answer.ts";
import { Icon } from "../../app/icon.tsx";
import { day, number, t, when } from "../../app/words.ts";
import type { BoxReport } from "./shapes.ts";

/** The box tells nobody of its own state: it is asked so often. */
export const REPORT_EVERY_S = 15;
const BACKUP_OLD_MS = 7 * 86_400_000;
const CERTIFICATE_ENDS_MS = 30 * 86_400_000;
/** A box whose clock is so far from this computer's makes one of the two suspect. */
const CLOCK_OFF_MS = 2 * 60_000;
const GIGABYTE = 1e9;
const MEGABYTE = 1e6;

/** How the box itself is. */
export function BoxHealth({ answer }: { readonly answer: Answer<BoxReport> }) {
  return (
    <section class="card" aria-labelledby="box-now">
      <h2 id="box-now">
        <a href="#/system">{t(TEXTS.title)}</a>
      </h2>
      <Shown answer={answer}>{(report) => <BoxFacts report={report} askedAt={answer.at ?? 0} />}</Shown>
    </section>
  );
}

interface FactsProps {
  readonly report: BoxReport;
  /** By this computer's clock. */
  readonly askedAt: number;
  /** Further facts. */
  readonly children?: ComponentChildren;
}

/** What the box says of itself, worries first. */
export function BoxFacts({ report, askedAt, children }: FactsProps) {
  const { disk, lastBackup, certificate, version } = report;
  const worries = worriesOf(report, askedAt);
  const used = disk.totalBytes - disk.freeBytes;
  return (
    <>
      {worries.map((words) => (
        <p class="fault" key={words}>
          <Icon name="warning" size={18} /> {words}
        </p>
      ))}
      {worries.length === 0 && (
        <p>
          <Icon name="there" size={18} /> {t(TEXTS.well)}
        </p>
      )}
      <label>
        {t(TEXTS.disk, { free: sizeWords(disk.freeBytes), total: sizeWords(disk.totalBytes) })}
        <progress value={used} max={Math.max(1, disk.totalBytes)} />
      </label>
      <dl class="facts">
        <dt>{t(TEXTS.backup)}</dt>
        <dd>{lastBackup === null ? t(TEXTS.never) : when(lastBackup.at)}</dd>
        <dt>{t(TEXTS.certificate)}</dt>
        <dd>
          {certificate === null ? t(TEXTS.noHttps) : t(TEXTS.until, { day: day(certificate.expiresAt) })}
        </dd>
        <dt>{t(TEXTS.version)}</dt>
        <dd>{version}</dd>
        {children}
      </dl>
    </>
  );
}

/** What somebody should look at: the box's own problems, and what it does not count as a fault. `askedAt`: by this computer's clock. */
export function worriesOf(
  { problems, lastBackup, certificate, now }: BoxReport,
  askedAt: number,
): readonly string[] {
  const off = Date.parse(now) - askedAt;
  const isOld = lastBackup === null || Date.parse(now) - Date.parse(lastBackup.at) > BACKUP_OLD_MS;
  const isEnding =
    certificate !== null && Date.parse(certificate.expiresAt) - Date.parse(now) < CERTIFICATE_ENDS_MS;
  return [
    ...problems,
    ...(isOld ? [t(TEXTS.oldBackup)] : []),
    ...(isEnding && certificate.issuer === "site" ? [t(TEXTS.ending)] : []),
    ...(Math.abs(off) > CLOCK_OFF_MS ? [t(TEXTS.clock, { at: when(now) })] : []),
  ];
}

/** A size as people read it; of what is small in MB. */
export function sizeWords(bytes: number): string {
  const [unit, name] = bytes < GIGABYTE ? [MEGABYTE, "MB"] : [GIGABYTE, "GB"];
  return `${number(bytes / unit, { maximumFractionDigits: 1 })} ${name}`;
}

const TEXTS = {
  title: say("The box", "Zařízení"),
  well: say("All is well.", "Vše je v pořádku."),
  disk: say("{free} free of {total}", "volno {free} z {total}"),
  backup: say("Last backup downloaded", "Poslední stažená záloha"),
  never: say("never", "nikdy"),
  oldBackup: say(
    "No backup was downloaded within the last 7 days.",
    "V posledních 7 dnech nebyla stažena žádná záloha.",
  ),
  certificate: say("Certificate", "Certifikát"),
  noHttps: say("HTTPS is off", "HTTPS je vypnuté"),
  until: say("holds until {day}", "platí do {day}"),
  ending: say(
    "The site's certificate ends within 30 days: put a new one in place.",
    "Certifikát pracoviště do 30 dnů skončí: nahrajte nový.",
  ),
  clock: say(
    "The box takes it for {at}; this computer's clock says something else.",
    "Zařízení si myslí, že je {at}; hodiny tohoto počítače říkají něco jiného.",
  ),
  version: say("Version", "Verze"),
};

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { useArticle } from "../../articles/known-article.ts";
import { reportError } from "../../errors/report-error.ts";
import { signalTune } from "../../feedback/sounds.ts";
import { number, t } from "../../i18n/translate.ts";
import { findByScan } from "../../offline/sync/articles.ts";
import type { ReadTag } from "../../scanner/reader-tags.ts";
import { useTags } from "../../scanner/tag-input.ts";
import { Page } from "../../ui/page.tsx";
import { afterReport, LOST_MS, lookUpOnce, pauseOf, pitchOf, shareOf, type TagSignal } from "./reading.ts";
import styles from "./tags.module.css";

/** How often the age of the last report is shown again. */
const TICK_MS = 250;

/** `#/tags/find/:id`: leads to an article by the signal of its tags. */
export function FindTag({ id = "" }: Readonly<Record<string, string>>) {
  const oid = Number(id);
  const article = useArticle(oid).body;
  const [signal, setSignal] = useState<TagSignal | null>(null);
  const now = useNow();
  const isOfArticle = useMemo(
    () =>
      lookUpOnce(async (epc) => {
        const { articles } = await findByScan(epc);
        return articles.some((one) => one.oid === oid);
      }),
    [oid],
  );
  const last = useRef<TagSignal | null>(null);
  const toneAt = useRef(0);
  const report = async (tags: readonly ReadTag[]) => {
    for (const { epc, rssi } of tags) {
      if (!(await isOfArticle(epc))) continue;
      const at = performance.now();
      last.current = afterReport(last.current, rssi, at);
      setSignal(last.current);
      const share = shareOf(last.current, at);
      if (at - toneAt.current < pauseOf(share)) continue;
      toneAt.current = at;
      const vibration = [Math.round(15 + 45 * share)];
      signalTune({ wave: "triangle", notes: [{ at: 0, ms: 60, hz: pitchOf(share) }], vibration });
    }
  };
  useTags((tags) => {
    report(tags).catch(reportError);
  });
  const share = signal === null ? 0 : shareOf(signal, now);
  return (
    <Page title={article?.name ?? t(msg("Find by tag"))}>
      <p class="muted">{article?.code}</p>
      {signal !== null && signal.dBm !== null && (
        <meter
          class={styles["signal"]}
          aria-label={t(msg("Signal strength"))}
          min={0}
          max={1}
          value={share}
        />
      )}
      <p class={styles["total"]} role="status">
        {signal === null ? t(msg("Not seen yet")) : seenText(signal, now)}
      </p>
      <p class="muted">
        {t(
          signal !== null && signal.dBm === null
            ? msg("This reader gives no signal strength.")
            : msg("Hold the trigger and turn slowly. The tone rises as you come nearer."),
        )}
      </p>
    </Page>
  );
}

function seenText({ at, dBm }: TagSignal, now: number): string {
  const seconds = Math.max(0, Math.round((now - at) / 1000));
  if (now - at > LOST_MS || dBm === null)
    return t(msg("{n, plural, one {Seen # second ago} other {Seen # seconds ago}}"), { n: seconds });
  return t(msg("{level} dBm"), { level: number(Math.round(dBm)) });
}

/** The time of the page's clock, again and again. */
function useNow(): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

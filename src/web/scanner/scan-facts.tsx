import { type Message, msg } from "../../domain/message.ts";
import { number, t } from "../i18n/translate.ts";
import type { Scan } from "./meaning.ts";
import type { Ending } from "./wedge.ts";

interface ScanFactsProps {
  readonly scan: Scan;
  /** The scan came twice at once. */
  readonly isEcho: boolean;
}

/** All facts of a scan, for the set-up of a scanner. */
export function ScanFacts({ scan, isEcho }: ScanFactsProps) {
  return (
    <dl class="facts">
      <dt>{t(TEXTS.raw)}</dt>
      <dd class="scan-raw">
        {spelled(scan.raw).map(({ character, isHidden }, index) => (
          <span key={index} class={isHidden ? "is-hidden-sign" : undefined}>
            {character}
          </span>
        ))}
      </dd>
      <dt>{t(TEXTS.text)}</dt>
      <dd class="scan-raw">{scan.candidates.join(" · ")}</dd>
      <dt>{t(TEXTS.kind)}</dt>
      <dd>{scan.aim === null ? t(TEXTS.noKind) : `${t(scan.aim.name)} (${scan.aim.id})`}</dd>
      <dt>{t(TEXTS.layout)}</dt>
      <dd>{t(scan.layout?.name ?? TEXTS.noLayout)}</dd>
      <dt>{t(TEXTS.ending)}</dt>
      <dd>{t(ENDINGS[scan.ending])}</dd>
      {scan.ending !== "camera" && <Typing scan={scan} isEcho={isEcho} />}
    </dl>
  );
}

function Typing({ scan, isEcho }: ScanFactsProps) {
  const gaps = Math.max(scan.raw.length - 1, 1);
  const perCharacter = (scan.endedAt - scan.startedAt) / gaps;
  return (
    <>
      <dt>{t(TEXTS.pace)}</dt>
      <dd>
        {t(TEXTS.paceIs, { each: number(perCharacter, DIGITS), longest: number(scan.longestGap, DIGITS) })}
      </dd>
      <dt>{t(TEXTS.doubled)}</dt>
      <dd>{t(isEcho ? TEXTS.twice : scan.isDoubled ? TEXTS.halves : TEXTS.no)}</dd>
    </>
  );
}

const DIGITS = { maximumFractionDigits: 1 };

const ENDINGS: Readonly<Record<Ending, Message>> = {
  Enter: msg("Enter", "key"),
  Tab: msg("Tab"),
  silence: msg("no end key"),
  camera: msg("read by the camera"),
};

/**
 * Makes control characters and spaces of a text visible, one part per character: `␝` for GS, `·` for a space.
 */
export function spelled(text: string): readonly { readonly character: string; readonly isHidden: boolean }[] {
  return [...text].map((character) => {
    const code = character.charCodeAt(0);
    // Unicode has the pictures of control characters in the same order.
    if (code < 32) return { character: String.fromCharCode(0x2400 + code), isHidden: true };
    if (code === 127) return { character: "\u2421", isHidden: true };
    return code === 32 ? { character: "·", isHidden: true } : { character, isHidden: false };
  });
}

const TEXTS = {
  raw: msg("Sent by the scanner"),
  text: msg("Looked up as"),
  kind: msg("Kind of code"),
  noKind: msg("the scanner does not say"),
  layout: msg("Corrected for the keyboard"),
  noLayout: msg("not corrected"),
  ending: msg("Ended by"),
  pace: msg("Pace"),
  paceIs: msg("{each} ms a character, at most {longest} ms between two"),
  doubled: msg("Doubled"),
  no: msg("no"),
  halves: msg("the same twice in one scan"),
  twice: msg("came twice at once: switch one of the scanner's outputs off"),
};

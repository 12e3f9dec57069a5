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
      <dt>{t(msg("Sent by the scanner"))}</dt>
      <dd class="scan-raw">
        {spelled(scan.raw).map(({ character, isHidden }, index) => (
          <span key={index} class={isHidden ? "is-hidden-sign" : undefined}>
            {character}
          </span>
        ))}
      </dd>
      <dt>{t(msg("Looked up as"))}</dt>
      <dd class="scan-raw">{scan.candidates.join(" · ")}</dd>
      <dt>{t(msg("Kind of code"))}</dt>
      <dd>
        {scan.aim === null ? t(msg("the scanner does not say")) : `${t(scan.aim.name)} (${scan.aim.id})`}
      </dd>
      <dt>{t(msg("Corrected for the keyboard"))}</dt>
      <dd>{t(scan.layout?.name ?? msg("not corrected"))}</dd>
      <dt>{t(msg("Ended by"))}</dt>
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
      <dt>{t(msg("Pace"))}</dt>
      <dd>
        {t(msg("{each} ms a character, at most {longest} ms between two"), {
          each: number(perCharacter, DIGITS),
          longest: number(scan.longestGap, DIGITS),
        })}
      </dd>
      <dt>{t(msg("Doubled"))}</dt>
      <dd>
        {t(
          isEcho
            ? msg("came twice at once: switch one of the scanner's outputs off")
            : scan.isDoubled
              ? msg("the same twice in one scan")
              : msg("no"),
        )}
      </dd>
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

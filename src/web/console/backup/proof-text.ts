import { msg } from "../../../domain/message.ts";
import type { BackupTarget } from "../../api/types/endpoints.d.ts";
import { t, when } from "../../i18n/translate.ts";

/** What is known of restoring from a target, in a sentence. */
export function proofText({ proof, isProving, lastSuccess, nextProofDT }: BackupTarget): string {
  if (isProving) return t(msg("The newest backup is being restored as a test, at the lowest priority."));
  if (proof === null) {
    if (lastSuccess === null) return t(msg("After the first backup the server restores it as a test."));
    return nextProofDT === null
      ? t(msg("It was never restored as a test."))
      : t(msg("It was never restored as a test. The server does so at {at}."), { at: when(nextProofDT) });
  }
  const at = when(proof.at);
  if (!proof.isWhole)
    return t(
      msg(
        "The test restore at {at} found {n, plural, one {# problem} other {# problems}}. Do not rely on this backup.",
      ),
      { at, n: proof.total },
    );
  const upTo = proof.upToDT === null ? "–" : when(proof.upToDT);
  return t(msg("Restored as a test at {at}: complete, with everything up to {upTo}. It took {duration}."), {
    at,
    upTo,
    duration: durationText(proof.ms),
  });
}

const MINUTE_S = 60;

/** A duration in seconds, or in minutes from two minutes on. */
export function durationText(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 2 * MINUTE_S
    ? t(msg("{n, plural, one {# second} other {# seconds}}"), { n: seconds })
    : t(msg("{n, plural, one {# minute} other {# minutes}}"), { n: Math.round(seconds / MINUTE_S) });
}

import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { locationsByScan } from "../../offline/sync/locations.ts";
import { useScans } from "../../scanner/use-scans.ts";

/**
 * Reports the location of a scanned label. Returns a message for other codes, or for a code of several
 * locations.
 */
export function useScannedLocation(onPlace: (oid: number) => void): string | null {
  const [notice, setNotice] = useState<string | null>(null);
  useScans(({ text, candidates }) => {
    const matches = candidates.map(locationsByScan).find((places) => places.length > 0) ?? [];
    const [match] = matches;
    const isUnique = match !== undefined && matches.length === 1;
    signalVerdict(isUnique ? "counted" : "failed");
    if (isUnique) onPlace(match.oid);
    setNotice(
      isUnique
        ? null
        : t(
            match === undefined
              ? msg("“{text}” is not a location code.")
              : msg("Several locations have the code “{text}”. Choose one below."),
            { text },
          ),
    );
  });
  return notice;
}

import { useState } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { signalVerdict } from "../../feedback/sounds.ts";
import { t } from "../../i18n/translate.ts";
import { placesByScan } from "../../offline/sync/locations.ts";
import { useScans } from "../../scanner/use-scans.ts";

/** Gives the place whose label is scanned; says why where it is none, or one of several. */
export function useScannedPlace(onPlace: (oid: number) => void): string | null {
  const [notice, setNotice] = useState<string | null>(null);
  useScans(({ text, candidates }) => {
    const found = candidates.map(placesByScan).find((places) => places.length > 0) ?? [];
    const [place] = found;
    const isOne = place !== undefined && found.length === 1;
    signalVerdict(isOne ? "counted" : "failed");
    if (isOne) onPlace(place.oid);
    setNotice(isOne ? null : t(place === undefined ? TEXTS.none : TEXTS.several, { text }));
  });
  return notice;
}

const TEXTS = {
  none: msg("“{text}” is not a location code."),
  several: msg("Several locations have the code “{text}”. Choose one below."),
};

import { useEffect } from "preact/hooks";
import { msg } from "../../../domain/message.ts";
import { persistence, requestPersistence, room } from "../../db/persistent-storage.ts";
import { number, t } from "../../i18n/translate.ts";
import { useAction } from "../../ui/use-action.tsx";

const MIB = 1024 * 1024;

/** Whether the browser protects the stored data. */
export function Safety() {
  const { run } = useAction();
  useEffect(() => run(requestPersistence), []);
  const space = room.value;
  return (
    <>
      <h2>{t(msg("Storage safety"))}</h2>
      <p>{t(MESSAGES[persistence.value])}</p>
      {space !== null && (
        <p class="muted">
          {t(msg("{used} MB used of {most} MB"), {
            used: number(Math.ceil(space.used / MIB)),
            most: number(Math.floor(space.most / MIB)),
          })}
        </p>
      )}
    </>
  );
}

const MESSAGES = {
  unasked: msg("The browser is being asked…"),
  kept: msg("The browser has promised to keep what is stored here."),
  "may-go": msg("The browser may clear what is stored here when the device runs out of space. Send soon."),
  unable: msg(
    "Over plain HTTP the browser cannot be asked to keep what is stored here. Send soon, and do not clear its data.",
  ),
} as const;
